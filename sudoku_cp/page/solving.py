"""Questions about solutions: one, the next one, how many, the best one, a proof; and new puzzles."""

from __future__ import annotations

from time import monotonic
from typing import Any

from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shortened
from sudoku_cp.model.answers import Status
from sudoku_cp.model.compiled import Enumeration
from sudoku_cp.page.job import Job
from sudoku_cp.page.puzzles import board_of, grid_values, puzzle_of


def solve(job: Job, text: str) -> dict[str, Any]:
    """One solution, the best one of a scored puzzle.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``words``, and the ``solution`` if there is one.
    """
    puzzle, limits = puzzle_of(text, job.limits(shows_progress=True))
    result = puzzle.compiled.solve(puzzle.givens, limits)
    found = result.solution
    words = "no solution" if found is None and result.exact else "stopped" if found is None else "a solution"
    if result.objective is not None:
        words = f"the best score is {result.objective:,}" if result.exact else f"score {result.objective:,} so far"
    return {"words": words, "solution": None if found is None else grid_values(puzzle.board, found)}


class _Listing:
    """The solutions of a document, listed one by one."""

    text = ""
    solutions: Enumeration | None = None
    number = 0


def next(job: Job, text: str) -> dict[str, Any]:  # noqa: A001 - the name of the question
    """The solution after the last one that was asked for.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``words``, and the ``solution`` unless all have been shown.
    """
    puzzle, _ = puzzle_of(text, job.limits())
    if _Listing.text != text or _Listing.solutions is None:
        _Listing.text, _Listing.number = text, 0
        _Listing.solutions = puzzle.compiled.solutions(puzzle.givens)
    for solution in _Listing.solutions:
        _Listing.number += 1
        return {"words": f"solution {_Listing.number}", "solution": grid_values(puzzle.board, solution)}
    words = "no solution" if not _Listing.number else f"these were all {_Listing.number}; the next is the first again"
    if _Listing.solutions.status is Status.LIMIT:
        words = "stopped"
    _Listing.solutions = None
    return {"words": words, "solution": None}


def count(job: Job, text: str) -> dict[str, Any]:
    """The number of solutions.

    Parameters
    ----------
    job
        The question, which reports the number so far.
    text
        The document.

    Returns
    -------
    dict
        ``words``, and the ``count``.
    """
    puzzle, limits = puzzle_of(text, job.limits(shows_progress=True))
    result = puzzle.compiled.count(None, puzzle.givens, limits)
    plural = "" if result.count == 1 else "s"
    more = "" if result.exact else "at least "
    return {"words": f"{more}{result.count:,} solution{plural}", "count": result.count}


def best(job: Job, text: str) -> dict[str, Any]:
    """The best solution of a scored puzzle.

    Parameters
    ----------
    job
        The question, which reports each better solution with its score and the bound.
    text
        The document.

    Returns
    -------
    dict
        ``words``, the ``solution`` and its ``score``.

    Raises
    ------
    ModelError
        If the puzzle has no score.
    """
    puzzle, limits = puzzle_of(text, job.limits(shows_progress=True))
    if puzzle.board.objective is None:
        raise ModelError("this puzzle has no score: write maximize or minimize in its text")
    better = puzzle.compiled.improvements(puzzle.givens, limits)
    for result in better:
        assert result.solution is not None
        job.report({"best": result.objective, "solution": grid_values(puzzle.board, result.solution)})
    result = better.result
    if result.solution is None:
        return {"words": "no solution" if result.exact else "stopped before the first solution", "solution": None}
    bound = "" if result.bound is None else f"; none is better than {result.bound:,}"
    words = f"the best score is {result.objective:,}" if result.exact else f"score {result.objective:,} so far{bound}"
    return {"words": words, "score": result.objective, "solution": grid_values(puzzle.board, result.solution)}


def proof(job: Job, text: str) -> dict[str, Any]:
    """Have two solvers answer, and compare what they prove.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``words``, and the ``report`` as text.
    """
    from sudoku_cp.cross_check import cross_check

    start = monotonic()
    report = cross_check(board_of(text), limits=job.limits(), thorough=True)
    return {
        "words": f"the two solvers {'agree' if report.verdict.value == 'agree' else report.verdict.value}",
        "report": str(report),
        "seconds": monotonic() - start,
    }


def generate(job: Job, text: str, seed: int) -> dict[str, Any]:
    """Givens with which the clues of the document have one solution.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    seed
        The seed of the random choices.

    Returns
    -------
    dict
        ``words``, and the ``givens`` by cell.

    Raises
    ------
    ModelError
        If there is no such puzzle, or the search was stopped.
    """
    from sudoku_cp.authoring.generate import generate as generated

    board = board_of(text)
    for made in generated(board, seed=seed, cancel=job.cancel):
        givens = {cell.name: value for cell, value in made.givens.items()}
        return {"words": f"{len(givens)} givens, all needed for one solution", "givens": givens}
    raise ModelError(shortened("no puzzle was found"))
