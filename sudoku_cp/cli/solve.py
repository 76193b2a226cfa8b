"""``sudoku-cp solve``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from functools import partial
from typing import Any

from sudoku_cp.cli import options as shared, sampling, scores
from sudoku_cp.cli.all_solutions import list_solutions
from sudoku_cp.cli.bulk import Bulk
from sudoku_cp.cli.dividing import add_cube_options, cube_options, divides, refuse_cubes
from sudoku_cp.cli.drawing import caption, drawn
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import Finding, best_finding, finding, record
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session, compile_once
from sudoku_cp.model import InputError
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel

UNIQUENESS = 2
"""The number of solutions that shows whether the solution is unique."""

_WORDS = {
    "none": "no solution",
    "unique": "unique solution",
    "several": "several solutions",
    "solvable": "a solution",
    "unknown": "unknown: limit reached",
    "best": "best solution",
}


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    shared.add_solver_option(parser)
    parser.add_argument(
        "--limit",
        metavar="N",
        type=shared.positive,
        help="look for up to N solutions (default: 2, to test uniqueness); ignored for scored puzzles without --all",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="write every solution as soon as it is found, or N of them, whatever the score",
    )
    parser.add_argument(
        "--random",
        action="store_true",
        help="find a random solution: each has the same probability if there are up to 1,000, otherwise a similar one",
    )
    sampling.add_seed_option(parser, "of --random")
    scores.add_score_options(parser)
    shared.add_threads_option(parser)
    shared.add_limit_options(parser)
    add_cube_options(parser)
    shared.add_output_options(parser)


def run(options: Namespace) -> ExitCode:
    """Solve every puzzle of the input.

    Raises
    ------
    InputError
        If the options contradict each other.
    """
    session = Session(options)
    refuse_cubes(options, "random", "all", "worst", "target")
    if options.random:
        if options.all or options.limit is not None or scores.asks_about_scores(session):
            raise InputError("--random finds one solution: leave out --all, --limit, --target, --best and --worst")
        return answer_input(session, partial(_answer_at_random, session))
    if options.best is not None:
        return answer_input(session, partial(scores.rank_solutions, session))
    if options.all:
        return answer_input(session, partial(list_solutions, session))
    options.limit = options.limit or UNIQUENESS
    answer = partial(_answer, session)
    bulk = None if scores.asks_about_scores(session) or divides(options) else Bulk(session, answer, "solutions")
    return answer_input(session, answer, bulk)


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    compiled, limits = compile_once(session.options.solver, puzzle.model, limits, session.options.threads)
    wanted: int = session.options.limit
    if scores.asks_about_scores(session):
        return _answer_about_scores(session, puzzle, compiled, limits)
    if puzzle.model.objective is not None or wanted == 1:
        result = compiled.solve(puzzle.givens, limits, **cube_options(session.options))
    else:
        result = compiled.count(wanted, puzzle.givens, limits, **cube_options(session.options))
    scored = puzzle.model.objective is not None
    found = best_finding(result) if scored else finding(result.status, result.count, wanted)
    return _outcome(session, puzzle, result, found)


def _answer_at_random(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    result = sampling.solved_at_random(session, puzzle, limits)
    return _outcome(session, puzzle, result, finding(result.status, result.count, 1))


def _answer_about_scores(session: Session, puzzle: Puzzle, compiled: LoweredModel, limits: Limits) -> Output:
    """Reach the target, or find the best solution, and then the worst score on request."""
    if puzzle.model.objective is None:
        raise InputError(f"{puzzle.model.name} has no score", puzzle.source, puzzle.line)
    options = session.options
    target = options.target if isinstance(options.target, int) else None
    further: dict[str, Any] = {}
    if target is None:
        result = compiled.solve(puzzle.givens, limits)
        found = best_finding(result)
    else:
        result = compiled.reach(target, puzzle.givens, limits)
        found = finding(result.status, result.count, 1)
    if options.worst:
        worst = compiled.worst(puzzle.givens, limits)
        further.update(worst=worst.objective, worst_bound=worst.bound)
        further["worst_solution"] = None if worst.solution is None else puzzle.text_of(worst.solution)
        if worst.status is Status.LIMIT:
            found = replace(found, code=ExitCode.UNKNOWN)
    return _outcome(session, puzzle, result, found, further)


def _outcome(
    session: Session, puzzle: Puzzle, result: Result, found: Finding, further: dict[str, Any] | None = None
) -> Output:
    further = further or {}
    return Output(
        found.code,
        partial(_record, puzzle, result, found, further),
        partial(puzzle.line_of, result.solution),
        partial(_text, session, puzzle, result, found, further),
    )


def _record(puzzle: Puzzle, result: Result, found: Finding, further: dict[str, Any]) -> dict[str, Any]:
    return record(
        puzzle,
        status=found.status,
        verdict=found.verdict,
        solver=result.solver,
        exact=found.exact,
        solution=result.solution,
        count=None if puzzle.model.objective is not None else result.count,
        objective=result.objective,
        bound=result.bound,
        statistics=result.statistics,
        **further,
    )


def _text(session: Session, puzzle: Puzzle, result: Result, found: Finding, further: dict[str, Any]) -> str:
    target: int | str | None = session.options.target
    words = _WORDS[found.verdict]
    if isinstance(target, int) and result.status is Status.INFEASIBLE:
        words += f" that scores {target} or better"
    if result.objective is not None:
        words += f": {result.objective}" if found.exact else f" of value {result.objective}"
        words += "" if found.exact or result.bound is None else f", bound {result.bound}"
    if further.get("worst") is not None:
        words += f", worst solution: {further['worst']}"
        words += "" if further["worst"] == further["worst_bound"] else f", bound {further['worst_bound']}"
    return f"{drawn(session, puzzle, result.solution)}\n{caption(words, result.statistics, result.solver)}"
