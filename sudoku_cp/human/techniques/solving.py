"""Solving a puzzle by techniques, the easiest one each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sudoku_cp._base.arguments import checked, each, of_type, truth
from sudoku_cp.human.techniques.catalogue import TECHNIQUES, Technique, easiest
from sudoku_cp.human.techniques.pattern import Pattern
from sudoku_cp.human.techniques.position import Position


@checked(uniqueness=truth)
def techniques_for(*, uniqueness: bool) -> tuple[Technique, ...]:
    """The techniques of paths in their order: all but the rare ones.

    Parameters
    ----------
    uniqueness
        Whether those count that are only right in puzzles with one solution.

    Returns
    -------
    tuple
        The techniques, the easiest first.
    """
    return _common() if uniqueness else _without_assumption()


@cache
def _common() -> tuple[Technique, ...]:
    return tuple(technique for technique in TECHNIQUES if not technique.is_rare)


@cache
def _without_assumption() -> tuple[Technique, ...]:
    return tuple(technique for technique in _common() if not technique.assumes_uniqueness)


@checked(position=of_type(Position, "a Position"), techniques=each(of_type(Technique, "a Technique"), "techniques"))
def walk(position: Position, techniques: Sequence[Technique]) -> Iterator[tuple[Position, Pattern]]:
    """Apply the easiest technique again and again.

    Parameters
    ----------
    position
        The candidates.
    techniques
        The techniques in their order.

    Yields
    ------
    tuple
        The candidates before each step, and the pattern. It ends where the puzzle is solved, no technique applies, or
        a cell has no candidate.
    """
    while position.open and not position.is_contradictory:
        pattern = easiest(position, techniques)
        if pattern is None:
            return
        yield position, pattern
        position = position.after(pattern.eliminated, pattern.placed)
