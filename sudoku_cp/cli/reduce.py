"""``sudoku-cp reduce``."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from functools import partial
from typing import Any

from sudoku_cp.authoring.parts import names_of, with_parts
from sudoku_cp.authoring.reduction import Reduction, reduce
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import heading, record
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session, asked
from sudoku_cp.model.answers import Statistics
from sudoku_cp.model.limits import Limits

_VERDICTS = ("none", "unique", "several")


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.add_argument(
        "--keep",
        metavar="WHAT,…",
        type=shared.words,
        default=(),
        help="keep these: names of rules, givens, constraints, names of cells",
    )
    parser.add_argument(
        "--weights",
        metavar="WHAT=N,…",
        type=_weights,
        default={},
        help="the weight of such parts where it is not 1; the heaviest go first",
    )
    parser.add_argument(
        "--least",
        metavar="S",
        type=shared.positive_seconds,
        default=0,
        help="look S seconds for all sets of least weight",
    )
    parser.add_argument(
        "--keep-path",
        metavar="N",
        type=shared.positive,
        help="the puzzle stays solvable by steps of up to N houses, clues and rules (see path)",
    )
    shared.add_solver_option(parser)
    shared.add_limit_options(parser)
    shared.add_output_options(parser, shared.TABLE)


def _weights(text: str) -> dict[str, int]:
    pairs = [word.partition("=") for word in shared.words(text)]
    for name, _, weight in pairs:
        if not re.fullmatch(r"\d{1,7}", weight, re.ASCII) or not 1 <= int(weight) <= 10**6:
            raise ArgumentTypeError(f"{name}={weight} is not a name and a weight from 1 to 1,000,000, such as givens=3")
    return {name: int(weight) for name, _, weight in pairs}


def run(options: Namespace) -> ExitCode:
    """Reduce every puzzle of the input."""
    session = Session(options)
    return answer_input(session, partial(_answer, session))


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    options = session.options
    found: Reduction
    found, seconds = asked(
        session,
        puzzle,
        limits,
        reduce,
        keep=options.keep,
        weights=options.weights,
        least_for=options.least,
        keep_path=options.keep_path,
    )
    code = ExitCode.UNKNOWN if not found.is_minimal else ExitCode.ANSWERED if found.number else ExitCode.NONE
    return Output(
        code,
        partial(_record, session, puzzle, found, seconds),
        partial(str, found),
        partial(_text, session, puzzle, found),
    )


def _record(session: Session, puzzle: Puzzle, found: Reduction, seconds: float) -> dict[str, Any]:
    return record(
        puzzle,
        status="complete" if found.is_minimal else "limit",
        verdict=_VERDICTS[found.number],
        solver=session.options.solver,
        exact=found.is_minimal,
        statistics=Statistics(found.nodes, 0, seconds),
        needless=names_of(found.needless),
        needed=names_of(found.needed),
        kept=names_of(found.kept),
        least=list(map(names_of, found.least)),
        least_proved=found.is_least,
        all_least=found.are_all,
    )


def _text(session: Session, puzzle: Puzzle, found: Reduction) -> str:
    from sudoku_cp.render import show

    board = with_parts(puzzle.shown, found.kept)
    grid = show(board, colour=session.colour, unicode=session.unicode)
    lines = [heading(puzzle), grid, str(found)]
    if found.needless:
        lines.append(f"each of these can go: {', '.join(map(str, found.needless))}")
    if len(found.least) > 1:
        size = f"{'' if found.are_all else 'at least '}{len(found.least)}"
        lines.append(f"{size} sets have the least weight")
    return "\n".join(lines)
