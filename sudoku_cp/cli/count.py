"""``sudoku-cp count``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Any

from sudoku_cp.cli import options as shared, sampling
from sudoku_cp.cli.bulk import Bulk
from sudoku_cp.cli.dividing import add_cube_options, cube_options, divides, refuse_cubes
from sudoku_cp.cli.drawing import caption, heading, solutions_in_words
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import Finding, finding, record
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.scores import add_target_option, target_score
from sudoku_cp.cli.session import Output, Session, compile_once
from sudoku_cp.model import InputError
from sudoku_cp.model.answers import Result
from sudoku_cp.model.limits import Limits


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    shared.add_solver_option(parser)
    parser.add_argument("--limit", metavar="N", type=shared.positive, help="stop at N solutions (default: count all)")
    add_target_option(parser, "count only solutions whose score is at least as good")
    sampling.add_counting_options(parser)
    shared.add_threads_option(parser)
    shared.add_limit_options(parser)
    add_cube_options(parser)
    shared.add_output_options(parser)


def run(options: Namespace) -> ExitCode:
    """Count the solutions of every puzzle of the input."""
    _refuse_contradictions(options)
    session = Session(options)
    if options.estimate is not None:
        return answer_input(session, partial(sampling.estimated, session))
    answer = partial(_answer, session)
    is_plain = options.target is None and options.project is None and not divides(options)
    return answer_input(session, answer, Bulk(session, answer, "counts") if is_plain else None)


def _refuse_contradictions(options: Namespace) -> None:
    """Refuse options of which only one has an effect.

    Raises
    ------
    InputError
        If there are two of them.
    """
    for name in ("limit", "target", "project"):
        if options.estimate is not None and getattr(options, name) is not None:
            raise InputError(f"--estimate and --{name} ask different questions: give one of them")
    if options.target is not None and options.project is not None:
        raise InputError("--target and --project ask different questions: give one of them")
    refuse_cubes(options, "estimate", "project")


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    wanted: int | None = session.options.limit
    if session.options.project is not None:
        return _outcome(puzzle, sampling.projected(session, puzzle, limits), wanted, "filling")
    compiled, limits = compile_once(session.options.solver, puzzle.model, limits, session.options.threads)
    target = target_score(session, compiled, puzzle.givens, limits)
    result = compiled.count(wanted, puzzle.givens, limits, target=target, **cube_options(session.options))
    return _outcome(puzzle, result, wanted, "solution")


def _outcome(puzzle: Puzzle, result: Result, wanted: int | None, what: str) -> Output:
    found = finding(result.status, result.count, wanted)
    return Output(
        found.code,
        partial(_record, puzzle, result, found),
        partial(_line, result, found),
        partial(_text, puzzle, result, found, what),
    )


def _record(puzzle: Puzzle, result: Result, found: Finding) -> dict[str, Any]:
    return record(
        puzzle,
        status=found.status,
        verdict=found.verdict,
        solver=result.solver,
        exact=found.exact,
        solution=result.solution,
        count=result.count,
        statistics=result.statistics,
    )


def _line(result: Result, found: Finding) -> str:
    return f"{result.count}{'' if found.exact else '+'}"


def _text(puzzle: Puzzle, result: Result, found: Finding, what: str) -> str:
    words = solutions_in_words(result.count, found.exact, what)
    return f"{heading(puzzle)}: {caption(words, result.statistics, result.solver)}"
