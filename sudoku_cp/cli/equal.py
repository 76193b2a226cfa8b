"""``sudoku-cp equal``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Any

from sudoku_cp.authoring.equalities import Equalities, Relation, equal
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import record
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session, asked, drawn
from sudoku_cp.model.answers import Statistics
from sudoku_cp.model.limits import Limits

_VERDICTS = ("none", "unique", "several")


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    shared.add_solver_option(parser)
    shared.add_limit_options(parser)
    shared.add_output_options(parser, shared.TABLE)


def run(options: Namespace) -> ExitCode:
    """Find the related cells of every puzzle of the input."""
    session = Session(options)
    return answer_input(session, partial(_answer, session))


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    found: Equalities
    found, seconds = asked(session, puzzle, limits, equal)
    code = ExitCode.UNKNOWN if not found.is_complete else ExitCode.ANSWERED if found.number else ExitCode.NONE
    return Output(
        code,
        partial(_record, session, puzzle, found, seconds),
        partial(str, found),
        partial(_text, session, puzzle, found),
    )


def _record(session: Session, puzzle: Puzzle, found: Equalities, seconds: float) -> dict[str, Any]:
    return record(
        puzzle,
        status="complete" if found.is_complete else "limit",
        verdict=_VERDICTS[found.number] if found.is_complete else "unknown",
        solver=session.options.solver,
        exact=found.is_complete,
        statistics=Statistics(found.nodes, 0, seconds),
        fixed={cell.name: puzzle.symbol_of.get(value, str(value)) for cell, value in found.fixed.items()},
        relations=list(map(_relation, found.relations)),
    )


def _relation(relation: Relation) -> dict[str, Any]:
    kind = "sum" if relation.sign > 0 else "difference" if relation.constant else "equal"
    return {"cells": [relation.first.name, relation.second.name], "kind": kind, "value": relation.constant}


def _text(session: Session, puzzle: Puzzle, found: Equalities) -> str:
    return f"{drawn(session, puzzle, found.fixed)}\n{found}"
