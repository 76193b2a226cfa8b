"""``sudoku-cp count``, with estimates and the fillings of some cells."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from time import monotonic
from typing import Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.bulk import Bulk
from sudoku_cp.cli.options import add_cube_options, cube_options, divides, refuse_cubes
from sudoku_cp.cli.output import Finding, caption, exactness, finding, heading, record, solutions_in_words
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session, compile_once, target_score
from sudoku_cp.model import InputError, ModelError
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.compiled import AUTO
from sudoku_cp.model.limits import Limits


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    shared.add_solver_option(parser, AUTO)
    parser.add_argument("--limit", metavar="N", type=shared.positive, help="stop at N solutions (default: count all)")
    parser.add_argument(
        "--exact",
        action="store_true",
        help="say of each number whether it is `exactly` or `at least` that, in a second column of lines, or a column "
        "`exact` of tables",
    )
    shared.add_target_option(parser, "count only solutions whose score is at least as good")
    add_counting_options(parser)
    shared.add_threads_option(parser)
    shared.add_limit_options(parser)
    add_cube_options(parser)
    shared.add_output_options(parser, shared.TABLE, sat=True, pictures=False)


def run(options: Namespace) -> ExitCode:
    """Count the solutions of every puzzle of the input."""
    _refuse_contradictions(options)
    session = Session(options)
    if options.estimate is not None:
        return answer_input(session, partial(estimated, session))
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
    for name in ("limit", "target", "project", "exact"):
        if options.estimate is not None and getattr(options, name) not in (None, False):
            raise InputError(f"--estimate and --{name} ask different questions: give one of them")
    if options.target is not None and options.project is not None:
        raise InputError("--target and --project ask different questions: give one of them")
    refuse_cubes(options, "estimate", "project")


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    wanted: int | None = session.options.limit
    if session.options.project is not None:
        return _outcome(session, puzzle, projected(session, puzzle, limits), "filling")
    compiled, limits = compile_once(session.options.solver, puzzle.model, limits, session.options.threads)
    target = target_score(session, compiled, puzzle.givens, limits)
    result = compiled.count(wanted, puzzle.givens, limits, target=target, **cube_options(session.options))
    return _outcome(session, puzzle, result, "solution")


def _outcome(session: Session, puzzle: Puzzle, result: Result, what: str) -> Output:
    found = finding(result.status, result.count, session.options.limit)
    return Output(
        found.code,
        partial(_record, puzzle, result, found),
        partial(_line, session, result, found),
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


def _line(session: Session, result: Result, found: Finding) -> str:
    """The number alone, which programs read; ``--exact`` adds a column."""
    has_column = session.options.exact and session.format == "line"
    return f"{result.count}\t{exactness(found.exact)}" if has_column else str(result.count)


def _text(puzzle: Puzzle, result: Result, found: Finding, what: str) -> str:
    words = solutions_in_words(result.count, found.exact, what)
    return f"{heading(puzzle)}: {caption(words, result.statistics, result.solver)}"


def add_counting_options(parser: ArgumentParser) -> None:
    """Declare the options of `count` for estimates and for parts of the grid."""
    group = parser.add_argument_group("other numbers")
    group.add_argument(
        "--estimate",
        metavar="N",
        type=shared.positive,
        help="estimate the number by N random descents, with a 95 %% confidence interval; exact up to 1,000 solutions",
    )
    shared.add_seed_option(group, "of the descents")
    group.add_argument(
        "--project", metavar="CELLS", help="count the different fillings of these cells, such as 'r1c1 r1c2'"
    )


def estimated(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Estimate the number of solutions of a puzzle."""
    from sudoku_cp.authoring.estimates import estimate
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
    from sudoku_cp.authoring.estimates import count_fillings

    options = session.options
    try:
        cells = puzzle.model.cells_at(options.project)
    except ModelError as error:
        raise InputError(f"--project: {error}", puzzle.source, puzzle.line) from None
    compiled, limits = compile_once(options.solver, puzzle.model, limits, options.threads)
    return count_fillings(compiled, cells, puzzle.givens, limit=options.limit, limits=limits)
