"""Questions that a person could answer: hints, steps, whole paths, what follows by steps, and ratings."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sudoku_cp.human.finder import SearchStoppedError, StepFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.paths import walk
from sudoku_cp.human.step import Step, listed
from sudoku_cp.model import Board
from sudoku_cp.page.limits import Job
from sudoku_cp.page.puzzles import board_of

MOST_STEPS = 2000
"""The largest number of steps of a path."""


@lru_cache(maxsize=1)
def _finder(text: str) -> StepFinder:
    return StepFinder(board_of(text))


def _begin(job: Job, text: str, entries: dict[str, int]) -> tuple[Board, StepFinder, Marks]:
    """The finder, and the candidates after the givens and the digits that the player has entered."""
    board = board_of(text)
    finder = _finder(text)
    finder.should_stop = job.cancel.is_set
    fixed = {**board.givens, **{board[name]: value for name, value in entries.items()}}
    return board, finder, Marks(board, fixed)


def hint(job: Job, text: str, entries: dict[str, int], stage: int) -> dict[str, Any]:
    """Where to look next; then at which houses and clues; then what follows.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    entries
        The digits that the player has entered.
    stage
        1 to 3: how much to reveal.

    Returns
    -------
    dict
        ``words``, and the ``look`` cells.
    """
    board, finder, marks = _begin(job, text, entries)
    try:
        step_ = next(iter(finder.steps(marks)), None)
    except SearchStoppedError:
        return {"words": "stopped"}
    if step_ is None:
        return {"words": _nothing(marks)}
    where = [cell.name for cell in (*step_.placed, *step_.eliminated)]
    if stage == 1:
        return {"words": f"Look at {', '.join(where[:3])}", "look": where, "stage": 1}
    if stage == 2 and step_.elements:
        return {"words": f"Look at {listed(map(str, step_.elements))}", "look": where, "stage": 2}
    return {**_shown(board, step_), "marks": _marks(board, marks), "stage": 3}


def step(job: Job, text: str, entries: dict[str, int]) -> dict[str, Any]:
    """The smallest step that follows.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    entries
        The digits that the player has entered.

    Returns
    -------
    dict
        ``words``; the cells that it looks at, places digits in, and eliminates candidates of; ``marks`` before it.
    """
    return hint(job, text, entries, 3)


def _nothing(marks: Marks) -> str:
    why = marks.why_refuted()
    return f"{why}: there is no solution" if why else "No step follows"


def _shown(board: Board, step_: Step) -> dict[str, Any]:
    grid = {cell.name for cell in board.grid}
    return {
        "words": f"{step_.name}: {step_.reason}: {step_.conclusion}",
        "name": step_.name,
        "size": step_.size.in_words(),
        "look": [cell.name for cell in step_.cells if cell.name in grid],
        "placed": {cell.name: value for cell, value in step_.placed.items() if cell.name in grid},
        "eliminated": {cell.name: list(values) for cell, values in step_.eliminated.items() if cell.name in grid},
    }


def path(job: Job, text: str, entries: dict[str, int]) -> dict[str, Any]:
    """All steps to the solution, or to where no step follows.

    Parameters
    ----------
    job
        The question, which reports the number of steps so far.
    text
        The document.
    entries
        The digits that the player has entered.

    Returns
    -------
    dict
        ``words``; ``steps``, each as `step` shows it, with the ``marks`` before it.
    """
    board, finder, marks = _begin(job, text, entries)
    steps: list[dict[str, Any]] = []
    words = "The steps end here"
    try:
        for found in walk(finder, marks):
            steps.append({**_shown(board, found), "marks": _marks(board, marks)})
            job.report({"count": len(steps)})
            if len(steps) == MOST_STEPS:
                break
        words = "Solved" if marks.is_solved() else _nothing(marks)
    except SearchStoppedError:
        words = "Stopped"
    return {"words": f"{words} after {len(steps)} steps", "steps": steps, "marks": _marks(board, marks)}


def _marks(board: Board, marks: Marks) -> dict[str, list[int]]:
    return {cell.name: list(marks.values(cell)) for cell in board.grid}


def logical(job: Job, text: str, entries: dict[str, int]) -> dict[str, Any]:
    """The candidates that are left after all steps of few houses and clues.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    entries
        The digits that the player has entered.

    Returns
    -------
    dict
        ``values``: the candidates of each cell.
    """
    board, finder, marks = _begin(job, text, entries)
    try:
        for _ in walk(finder, marks, 1):
            pass
    except SearchStoppedError:
        return {"values": {}, "words": "stopped"}
    return {"values": _marks(board, marks)}


def rating(job: Job, text: str) -> dict[str, Any]:
    """How hard a classic puzzle is, on the scale of Sudoku Explainer.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``words``.

    Raises
    ------
    ModelError
        If the puzzle is not classic.
    """
    import numpy as np

    from sudoku_cp.rating import rate_many
    from sudoku_cp.rating.classic import givens_of, require_classic

    board = board_of(text)
    givens = givens_of(require_classic(board), board.givens)
    [found] = rate_many(np.array([givens], np.uint8), 1, cancel=job.cancel)
    return {"words": f"Rating: {found}", "er": found.er, "ep": found.ep, "ed": found.ed}
