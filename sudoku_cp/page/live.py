"""What the page always shows: the number of solutions, the candidates, and whether two solvers agree."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from sudoku_cp.model.answers import Result, Status
from sudoku_cp.page.counting import counts_of
from sudoku_cp.page.limits import Job
from sudoku_cp.page.puzzles import CompiledPuzzle, Known, board_of, grid_values, narrowed, puzzle_of

UP_TO = 1000
"""The number of solutions up to which they are counted."""

DESCENTS = 40
"""The random descents of an estimate."""

SECONDS = 15.0
"""The time to compile a puzzle and to search for two solutions."""

MORE_SECONDS = 0.1
"""The time to count more than two solutions."""

ESTIMATE_SECONDS = 3.0
"""The time for an estimate."""

CHECK_SECONDS = 20.0
"""The time of each solver for each question of a check."""


def status(job: Job, text: str, known: Iterable[Known] = ()) -> dict[str, Any]:
    """Whether there is no solution, one, or several; then how many, if these are few.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    known
        All candidates of other documents; if one of these is looser, the search begins with its candidates.

    Returns
    -------
    dict
        ``verdict``, which is none, unique, several or unknown; ``count`` with ``exact``; ``solution`` if it is unique;
        ``seconds`` and ``nodes``.
    """
    puzzle, limits = narrowed(text, job.limits(SECONDS), known)
    if puzzle is None:
        return {"verdict": "none", "count": 0, "exact": True, "solution": None, "seconds": 0.0, "nodes": 0}
    result = puzzle.compiled.count(2, puzzle.givens, limits)
    answer = _answer(puzzle, result)
    if result.count < 2:
        return answer
    job.report(answer)
    more = puzzle.compiled.count(UP_TO, puzzle.givens, job.limits(MORE_SECONDS))
    return answer | {"count": more.count, "exact": more.exact}


def _answer(puzzle: CompiledPuzzle, result: Result) -> dict[str, Any]:
    verdict = "several" if result.count > 1 else "unknown"
    if result.status is Status.INFEASIBLE:
        verdict = "none"
    elif result.exact and result.count == 1:
        verdict = "unique"
    solution = result.solution if verdict == "unique" else None
    return {
        "verdict": verdict,
        "count": result.count,
        "exact": result.exact,
        "solution": None if solution is None else grid_values(puzzle.board, solution),
        "seconds": result.statistics.seconds,
        "nodes": result.statistics.nodes,
    }


def estimate(job: Job, text: str) -> dict[str, Any]:
    """About how many solutions there are.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``estimate`` with ``low`` and ``high``; nothing if the time was too short.
    """
    from sudoku_cp.authoring.estimates import estimate as estimated
    from sudoku_cp.authoring.sub_puzzles import Unfinished
    from sudoku_cp.model.givens import by_cell

    puzzle, limits = puzzle_of(text, job.limits(ESTIMATE_SECONDS))
    givens = by_cell(puzzle.compiled.model, puzzle.givens)
    with suppress(Unfinished):
        found = estimated(puzzle.compiled, givens, descents=DESCENTS, limits=limits)
        return {"estimate": found.mean, "low": found.low, "high": found.high, "descents": found.descents}
    return {}


def candidates(job: Job, text: str, cap: int, known: Iterable[Known] = ()) -> dict[str, Any]:
    """The digits that occur in solutions, cell by cell; then in how many, up to a cap.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    cap
        The number of solutions up to which each candidate is counted; 1 to count none.
    known
        See `status`.

    Returns
    -------
    dict
        ``values``: for each cell its candidates; ``counts``: in the same order, the number of solutions up to the cap,
        or None if it is not known; ``complete``: whether all candidates are known.
    """
    puzzle, limits = narrowed(text, job.limits(SECONDS), known)
    if puzzle is None:
        nothing: dict[str, list[int]] = {cell.name: [] for cell in board_of(text).grid}
        return {"values": nothing, "counts": nothing, "cap": cap, "complete": True, "seconds": 0.0, "nodes": 0}
    found = puzzle.compiled.candidates(puzzle.givens, limits)
    values = {name: list(of_cell) for name, of_cell in _by_name(puzzle, found.values).items()}
    answer: dict[str, Any] = {
        "values": values,
        "counts": {name: [None] * len(of_cell) for name, of_cell in values.items()},
        "cap": cap,
        "complete": found.status is not Status.LIMIT,
        "seconds": found.statistics.seconds,
        "nodes": found.statistics.nodes,
    }
    if cap > 1 and answer["complete"] and not job.cancel.is_set():
        job.report(answer)
        answer = {**answer, "counts": counts_of(job, text, puzzle, values, cap)}
    return answer


def _by_name(puzzle: CompiledPuzzle, values: Any) -> dict[str, tuple[int, ...]]:
    wanted = {cell.name for cell in puzzle.board.grid}
    return {cell.name: of_cell for cell, of_cell in values.items() if cell.name in wanted}


def check(job: Job, text: str) -> dict[str, Any]:
    """Whether two solvers prove the same about the number of solutions.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``verdict``, which is agree, disagree or inconclusive; the ``report`` as text; and, if they disagree, a
        ``bundle`` that reproduces it.
    """
    from sudoku_cp.cross_check import cross_check
    from sudoku_cp.cross_check.source_text import reproduction
    from sudoku_cp.model.answers import Verdict

    report = cross_check(board_of(text), count_limit=2, limits=job.limits(CHECK_SECONDS))
    answer = {"verdict": report.verdict.value, "report": str(report), "reasons": list(report.reasons)}
    if report.verdict is Verdict.DISAGREE:
        commented = "".join(f"# {line}\n" for line in str(report).splitlines())
        answer["bundle"] = f"{reproduction(report)}\n{commented}"
    return answer
