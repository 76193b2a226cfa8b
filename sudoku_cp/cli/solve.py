"""``sudoku-cp solve``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Any

from sudoku_cp.backends.contract import Limits, Result
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.all_solutions import list_solutions
from sudoku_cp.cli.bulk import Bulk
from sudoku_cp.cli.drawing import caption, drawn
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import Finding, best_finding, finding, record
from sudoku_cp.cli.session import Outcome, Session, compiled

UNIQUENESS = 2
"""Solutions that tell whether there is one alone."""

_WORDS = {
    "none": "no solution",
    "unique": "unique solution",
    "several": "several solutions",
    "solvable": "a solution",
    "unknown": "unknown: a limit came first",
    "best": "best solution",
}


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    shared.add_backend_option(parser)
    parser.add_argument(
        "--limit",
        metavar="N",
        type=shared.positive,
        help="look for up to N solutions (default 2: is it unique?); without --all no part where there is a score",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="write every solution as it is found, or N of them, whatever its score",
    )
    shared.add_threads_option(parser)
    shared.add_limit_options(parser)
    shared.add_output_options(parser)


def run(options: Namespace) -> ExitCode:
    """Solve every puzzle of the input."""
    session = Session(options)
    if options.all:
        return session.run(partial(list_solutions, session))
    options.limit = options.limit or UNIQUENESS
    answer = partial(_answer, session)
    return session.run(answer, Bulk(session, answer, "solutions"))


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Outcome:
    program = compiled(session.options.backend, puzzle.model)
    wanted: int = session.options.limit
    if puzzle.model.objective is not None or wanted == 1:
        result = program.solve(puzzle.givens, limits)
    else:
        result = program.count(wanted, puzzle.givens, limits)
    scored = puzzle.model.objective is not None
    found = best_finding(result) if scored else finding(result.status, result.count, wanted)
    return Outcome(
        found.code,
        partial(_record, puzzle, result, found),
        partial(puzzle.line_of, result.solution),
        partial(_text, session, puzzle, result, found),
    )


def _record(puzzle: Puzzle, result: Result, found: Finding) -> dict[str, Any]:
    return record(
        puzzle,
        status=found.status,
        verdict=found.verdict,
        backend=result.backend,
        exact=found.exact,
        solution=result.solution,
        count=None if puzzle.model.objective is not None else result.count,
        objective=result.objective,
        bound=result.bound,
        statistics=result.statistics,
    )


def _text(session: Session, puzzle: Puzzle, result: Result, found: Finding) -> str:
    words = _WORDS[found.verdict]
    if result.objective is not None:
        words += f": {result.objective}" if found.exact else f" of value {result.objective}, bound {result.bound}"
    return f"{drawn(session, puzzle, result.solution)}\n{caption(words, result.statistics, result.backend)}"
