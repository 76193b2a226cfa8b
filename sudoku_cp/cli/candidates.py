"""``sudoku-cp candidates``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.options import add_cube_options, cube_options
from sudoku_cp.cli.output import caption, heading, record
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session, compile_once
from sudoku_cp.model import Cell
from sudoku_cp.model.answers import Candidates, Status
from sudoku_cp.model.compiled import AUTO
from sudoku_cp.model.limits import Limits

_ENDINGS = {
    Status.COMPLETE: ("complete", "the digits of all solutions", ExitCode.ANSWERED),
    Status.INFEASIBLE: ("none", "no solution", ExitCode.NONE),
}
PENCIL_MARKS = "pencil-marks"
"""The output format that other programs read as a grid of candidates."""

_LIMIT = ("unknown", "the digits of the solutions found before a limit", ExitCode.UNKNOWN)


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    shared.add_solver_option(parser, AUTO)
    shared.add_threads_option(parser)
    shared.add_limit_options(parser)
    add_cube_options(parser)
    shared.add_output_options(parser, shared.TABLE, PENCIL_MARKS, sat=True)


def run(options: Namespace) -> ExitCode:
    """Find the candidates of every puzzle of the input."""
    session = Session(options)
    return answer_input(session, partial(_answer, session))


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    compiled, limits = compile_once(session.options.solver, puzzle.model, limits, session.options.threads)
    candidates = compiled.candidates(puzzle.givens, limits, **cube_options(session.options))
    return Output(
        _ENDINGS.get(candidates.status, _LIMIT)[2],
        partial(_record, puzzle, candidates),
        partial(_line, puzzle, candidates),
        partial(_text, session, puzzle, candidates),
    )


def _record(puzzle: Puzzle, candidates: Candidates) -> dict[str, Any]:
    return record(
        puzzle,
        status=candidates.status.value,
        verdict=_ENDINGS.get(candidates.status, _LIMIT)[0],
        solver=candidates.solver,
        exact=candidates.status in _ENDINGS,
        statistics=candidates.statistics,
        candidates=[_words(puzzle, candidates, row) for row in puzzle.model.rows],
    )


def _line(puzzle: Puzzle, candidates: Candidates) -> str:
    return " ".join(word or "-" for row in puzzle.model.rows for word in _words(puzzle, candidates, row))


def _words(puzzle: Puzzle, candidates: Candidates, row: tuple[Cell, ...]) -> list[str]:
    symbols = puzzle.symbol_of
    joint = "" if puzzle.symbols else ","
    return [joint.join(symbols[value] for value in candidates.values.get(cell, ())) for cell in row]


def _text(session: Session, puzzle: Puzzle, candidates: Candidates) -> str:
    if session.format == PENCIL_MARKS:
        from sudoku_cp.formats.pencil_marks import picture

        return picture(puzzle.shown, candidates.values).rstrip("\n")
    from sudoku_cp.render import show_candidates

    grid = show_candidates(puzzle.shown, candidates.values, colour=session.colour, unicode=session.unicode)
    words = _ENDINGS.get(candidates.status, _LIMIT)[1]
    return f"{heading(puzzle)}\n{grid}\n{caption(words, candidates.statistics, candidates.solver)}"
