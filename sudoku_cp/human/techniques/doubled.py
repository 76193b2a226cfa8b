"""Two patterns of a kind at the same place: siamese fish, dual two-string kites and dual empty rectangles."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import combinations

from sudoku_cp.human.techniques.fish import finned_fish
from sudoku_cp.human.techniques.pattern import Pattern, merged
from sudoku_cp.human.techniques.position import Position
from sudoku_cp.human.techniques.single_digit import KITE, empty_rectangles, turbot_fish

SIAMESE, DUAL_KITE, DUAL_RECTANGLE = "siamese ", "dual two-string kite", "dual empty rectangle"


def siamese_fish(position: Position, shape: str, sizes: Iterable[int]) -> Iterator[Pattern]:
    """Two fish with fins and the same base houses, but other cover houses.

    Parameters
    ----------
    position
        The candidates.
    shape
        As of `sudoku_cp.human.techniques.fish.fish`.
    sizes
        The numbers of base houses.
    """
    for size in sizes:
        yield from _doubled(f"{SIAMESE}{shape}fish", finned_fish(position, size, shape), partial(_bases, size=size))


def _bases(pattern: Pattern, size: int) -> Hashable:
    """The digit and the base houses of a fish."""
    return pattern.digits, pattern.houses[:size]


def dual_kites(position: Position) -> Iterator[Pattern]:
    """Two two-string kites of one digit or of two, with the same two cells in the region."""
    return _doubled(DUAL_KITE, turbot_fish(position, KITE), lambda each: frozenset(each.pairs[0]))


def dual_empty_rectangles(position: Position) -> Iterator[Pattern]:
    """Two empty rectangles of a digit in the same region."""
    return _doubled(DUAL_RECTANGLE, empty_rectangles(position), lambda each: (each.digits, each.houses[0]))


def _doubled(name: str, patterns: Iterable[Pattern], place: Callable[[Pattern], Hashable]) -> Iterator[Pattern]:
    """Each two patterns at the same place, if both eliminate something that the other one does not."""
    at: dict[Hashable, list[Pattern]] = {}
    for pattern in patterns:
        at.setdefault(place(pattern), []).append(pattern)
    for alike in at.values():
        for one, other in combinations(alike, 2):
            both = merged([one.eliminated, other.eliminated])
            if both not in (one.eliminated, other.eliminated):
                yield Pattern(
                    name,
                    one.cells | other.cells,
                    one.digits | other.digits,
                    f"{one.reason}; {other.reason}",
                    both,
                    houses=tuple(dict.fromkeys((*one.houses, *other.houses))),
                    pairs=tuple(dict.fromkeys((*one.pairs, *other.pairs))),
                )
