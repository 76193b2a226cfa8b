"""Questions about solutions and the puzzle as a whole.

One solution, the next one, how many, the best one, a proof; why there is none or several, what the puzzle does not
need, what is equal; and new puzzles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from time import monotonic
from typing import Any

from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shortened
from sudoku_cp.authoring.parts import Part
from sudoku_cp.model import Board, Cell
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.questions import Enumeration
from sudoku_cp.page.limits import Job
from sudoku_cp.page.puzzles import board_of, grid_values, puzzle_of
from sudoku_cp.render.drawn import clue_in_words


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
        words = _score_in_words(result)
    return {"words": words, "solution": None if found is None else grid_values(puzzle.board, found)}


def _score_in_words(result: Result) -> str:
    return f"the best score is {result.objective:,}" if result.exact else f"score {result.objective:,} so far"


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
    bound = "" if result.exact or result.bound is None else f"; none is better than {result.bound:,}"
    words = f"{_score_in_words(result)}{bound}"
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
    from sudoku_cp.authoring.generation import generate as generated

    board = board_of(text)
    for made in generated(board, seed=seed, cancel=job.cancel):
        givens = {cell.name: value for cell, value in made.givens.items()}
        return {"words": f"{len(givens)} givens, all needed for one solution", "givens": givens}
    raise ModelError(shortened("no puzzle was found"))


_CELL = re.compile(r"r\d+c\d+")

MOST_SECONDS = 120.0
"""The time for one of these questions."""


def why(job: Job, text: str, claim: str | None = None) -> dict[str, Any]:
    """Why there is no solution, or why there are several, or why a cell has its value.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    claim
        A claim such as ``r1c1=5``; None for the puzzle as a whole.

    Returns
    -------
    dict
        ``words``; the ``parts`` that clash or are the reason; the ``cells`` in which two solutions differ, with both
        values; ``helps``: the single changes after which there is a solution.
    """
    from sudoku_cp.authoring.ambiguity import Ambiguity
    from sudoku_cp.authoring.reasons import MinimalConflict, OpenClaim, Reason, Unique, why as explained

    board = board_of(text)
    answer = explained(board, claim, seconds=MOST_SECONDS, cancel=job.cancel)
    found: dict[str, Any] = {"words": _sentence(str(answer))}
    match answer:
        case MinimalConflict():
            found |= _parts(board, answer.parts)
            found["helps"] = [_help(each.part, each.is_unique) for each in answer.corrections]
        case Reason():
            found |= _parts(board, answer.parts)
        case Ambiguity():
            found["differ"] = _differ(answer.cells, answer.first, answer.second)
            found["givens"] = {cell.name: value for cell, value in answer.givens.items()}
        case OpenClaim():
            cells = [cell for cell in board.grid if answer.right[cell] != answer.wrong[cell]]
            found["differ"] = _differ(cells, answer.right, answer.wrong)
        case Unique():
            found["solution"] = grid_values(board, answer.solution)
    return found


def _differ(cells: Iterable[Cell], one: Any, other: Any) -> dict[str, list[int]]:
    return {cell.name: [one[cell], other[cell]] for cell in cells}


def _help(part: Part, is_unique: bool) -> str:
    return f"without {_part_in_words(part)}: {'one solution' if is_unique else 'several solutions'}"


def _parts(board: Board, parts: Iterable[Part]) -> dict[str, Any]:
    """The clues by their numbers, the givens by their cells."""
    numbers = {id(clue): number for number, clue in enumerate(board.clues)}
    listed = list(parts)
    return {
        "parts": [{"words": _part_in_words(part), "cells": _cells(board, part)} for part in listed],
        "clues": [numbers[id(part.clue)] for part in listed if id(part.clue) in numbers],
        "cells": [part.cell.name for part in listed if part.cell is not None],
    }


def _part_in_words(part: Part) -> str:
    return str(part) if part.clue is None else clue_in_words(part.clue)


def _cells(board: Board, part: Part) -> list[str]:
    """The cells of the grid that a part is about."""
    cells = {cell for constraint in part.constraints for cell in constraint.scope} | {part.cell}
    return [cell.name for cell in board.grid if cell in cells]


def _sentence(words: str) -> str:
    """Words with a capital, unless they begin with the name of a cell."""
    return words if _CELL.match(words) else words[:1].upper() + words[1:]


def reduce(job: Job, text: str) -> dict[str, Any]:
    """The clues and givens without which the solutions are the same.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``words``, and the parts that can go one by one; ``together``: parts that can go at the same time.
    """
    from sudoku_cp.authoring import reduction

    board = board_of(text)
    found = reduction.reduce(board, seconds=MOST_SECONDS, cancel=job.cancel)
    return {
        "words": _sentence(str(found)),
        **_parts(board, found.needless),
        "together": _parts(board, found.removed),
    }


def equal(job: Job, text: str) -> dict[str, Any]:
    """The cells that are equal, or have a constant difference or sum, in all solutions.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``words``; ``relations`` with two ``cells`` and ``words`` each.
    """
    from sudoku_cp.authoring.equalities import equal as related

    found = related(board_of(text), seconds=MOST_SECONDS, cancel=job.cancel)
    relations = [{"cells": [each.first.name, each.second.name], "words": str(each)} for each in found.relations]
    if relations and found.number > 1:
        more = "" if found.is_complete else " so far"
        return {"words": f"{len(relations)} relations of cells hold in all solutions{more}", "relations": relations}
    return {"words": _sentence(str(found)), "relations": []}
