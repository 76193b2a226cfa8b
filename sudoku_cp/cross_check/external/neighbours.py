"""Comparison of a wrong solution with other puzzles of the same run: it may be right for one of them."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_cp.cross_check.external.answers import ParsedAnswer, Values
from sudoku_cp.cross_check.external.judging import Judgement, Mistake
from sudoku_cp.cross_check.external.query import Query

MOST_AWAY = 500
"""The distance within which the other puzzle is searched."""


def judge_beside(judgement: Judgement, queries: Sequence[Query], place: int, answer: ParsedAnswer) -> Judgement:
    """Find the other puzzle to which a wrong solution belongs.

    Parameters
    ----------
    judgement
        The judgement of the answer by itself.
    queries, place
        The puzzles of the run, and the position of the one that was answered.
    """
    if judgement.mistake is not Mistake.BROKEN:
        return judgement
    own = [_solves(solution, queries[place]) for solution in answer.solutions]
    other = _owner(answer.solutions[own.index(False)], queries, place)
    if other is None:
        return judgement
    where = f"the puzzle {_apart(abs(place - other))} {'before' if other < place else 'after'} it"
    if not any(own):
        return Judgement(Mistake.OTHER, f"it gives the solution of {where}")
    mistake = Mistake.REPEATED if other < place else Mistake.OTHER
    return Judgement(mistake, f"in addition to its own solution it gives that of {where}")


def _apart(distance: int) -> str:
    return "just" if distance == 1 else f"{distance} places"


def _owner(solution: Values, queries: Sequence[Query], place: int) -> int | None:
    """The nearest other puzzle that a solution solves."""
    near = range(max(0, place - MOST_AWAY), min(len(queries), place + MOST_AWAY))
    for other in sorted(near, key=lambda other: abs(other - place)):
        if other != place and _solves(solution, queries[other]):
            return other
    return None


def _solves(solution: Values, query: Query) -> bool:
    values = dict(zip(query.model.grid, solution, strict=True))
    return all(values[cell] == value for cell, value in query.givens.items()) and not query.model.violations(
        solution, query.givens
    )
