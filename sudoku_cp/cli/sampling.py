"""Estimated numbers of solutions, numbers of fillings of some cells, and random solutions."""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from time import monotonic
from typing import Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.drawing import heading
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import record
from sudoku_cp.cli.session import Output, Session, compile_once
from sudoku_cp.model import InputError, ModelError
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.limits import Limits


def add_counting_options(parser: ArgumentParser) -> None:
    """Declare the options of `count` for estimates and for parts of the grid."""
    group = parser.add_argument_group("other numbers")
    group.add_argument(
        "--estimate",
        metavar="N",
        type=shared.positive,
        help="estimate the number by N random descents, with a 95 %% confidence interval; exact up to 1,000 solutions",
    )
    add_seed_option(group, "of the descents")
    group.add_argument(
        "--project", metavar="CELLS", help="count the different fillings of these cells, such as 'r1c1 r1c2'"
    )


def add_seed_option(parser: Any, of_what: str) -> None:
    """Declare the option for a seed."""
    parser.add_argument("--seed", metavar="N", type=shared.seed, default=0, help=f"the seed {of_what} (default: 0)")


def estimated(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Estimate the number of solutions of a puzzle."""
    from sudoku_cp.authoring.estimate import estimate
    from sudoku_cp.authoring.sub_puzzles import Unfinished

    options, start = session.options, monotonic()
    compiled, limits = compile_once(options.solver, puzzle.model, limits, options.threads)
    try:
        found = estimate(compiled, puzzle.givens, descents=options.estimate, seed=options.seed, limits=limits)
    except Unfinished:
        words, code, status = "unknown", ExitCode.UNKNOWN, Status.LIMIT
        fields: dict[str, Any] = {}
    else:
        words = str(found)
        fields = {"estimate": found.mean, "low": found.low, "high": found.high, "descents": found.descents}
        status = Status.COMPLETE if found.is_exact else Status.LIMIT
        status = status if found.mean else Status.INFEASIBLE
        code = ExitCode.ANSWERED if found.mean else ExitCode.NONE

    def data() -> dict[str, Any]:
        return record(
            puzzle,
            status=status.value,
            verdict="none" if status is Status.INFEASIBLE else "estimated" if fields else "unknown",
            solver=compiled.solver_name,
            exact=status is not Status.LIMIT,
            statistics=Statistics(0, 0, monotonic() - start),
            **fields,
        )

    return Output(code, data, lambda: words, lambda: f"{heading(puzzle)}: {words} solutions")


def projected(session: Session, puzzle: Puzzle, limits: Limits) -> Result:
    """Count the different fillings of some cells.

    Raises
    ------
    InputError
        If the cells cannot be read.
    """
    from sudoku_cp.authoring.estimate import count_fillings

    options = session.options
    try:
        cells = puzzle.model.cells_at(options.project)
    except ModelError as error:
        raise InputError(f"--project: {error}", puzzle.source, puzzle.line) from None
    compiled, limits = compile_once(options.solver, puzzle.model, limits, options.threads)
    return count_fillings(compiled, cells, puzzle.givens, limit=options.limit, limits=limits)


def solved_at_random(session: Session, puzzle: Puzzle, limits: Limits) -> Result:
    """Find a random solution."""
    from random import Random

    from sudoku_cp.authoring.estimate import random_solution
    from sudoku_cp.authoring.sub_puzzles import Unfinished

    options, start = session.options, monotonic()
    compiled, limits = compile_once(options.solver, puzzle.model, limits, options.threads)
    result = partial(Result, compiled.solver_name)
    try:
        found = random_solution(compiled, puzzle.givens, random=Random(options.seed), limits=limits)
    except Unfinished:
        return result(Status.LIMIT)
    statistics = Statistics(0, 0, monotonic() - start)
    if found is None:
        return result(Status.INFEASIBLE, statistics=statistics)
    return result(Status.SOLVED, found, 1, statistics=statistics)
