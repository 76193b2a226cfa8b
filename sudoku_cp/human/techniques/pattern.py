"""What a technique finds: a pattern in the candidates, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sudoku_cp.human.techniques.layout import House, Layout, bits_of


@dataclass(frozen=True)
class Pattern:
    """One place where a technique applies; digits and cells are numbers and masks as in `Position`."""

    name: str
    """The technique."""
    cells: int
    """The cells of the pattern."""
    digits: int
    """The digits that it is about."""
    reason: str
    """What is seen, as a sentence without its conclusion."""
    eliminated: Mapping[int, int] = field(default_factory=dict)
    """The candidates that are impossible, by cell."""
    placed: Mapping[int, int] = field(default_factory=dict)
    """The digits that are found, by cell."""
    houses: tuple[House, ...] = ()
    """The houses that the pattern itself uses."""
    pairs: tuple[tuple[int, int], ...] = ()
    """Cells that differ from each other, besides the eliminated cells and the cells that these see."""
    length: int = 0
    """How long a chain is, in links."""

    @property
    def conclusion(self) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
        """The eliminations and the placements as sets, for comparisons."""
        return (
            frozenset((cell, digit) for cell, digits in self.eliminated.items() for digit in bits_of(digits)),
            frozenset(self.placed.items()),
        )

    @property
    def order(self) -> tuple[object, ...]:
        """The order of patterns of a technique: short and small ones that conclude much, then reading order."""
        removed = sum(digits.bit_count() for digits in self.eliminated.values())
        first = min((*self.placed, *self.eliminated))
        return self.length, self.cells.bit_count(), -removed, first, self.digits, self.cells, self.reason


def merged(parts: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """Several eliminations together, in reading order."""
    found: dict[int, int] = {}
    for part in parts:
        for cell, digits in part.items():
            found[cell] = found.get(cell, 0) | digits
    return dict(sorted(found.items()))


def houses_text(houses: Iterable[House]) -> str:
    """Houses as a list: ``rows 2 and 7``, ``row 1 and box 3``."""
    words = [str(house).rsplit(" ", 1) for house in houses]
    kinds = {word[0] for word in words}
    if len(words) > 1 and len(kinds) == 1 and all(len(word) == 2 for word in words):
        plural = f"{kinds.pop()}".removesuffix("x") + ("xes" if words[0][0].endswith("x") else "s")
        return f"{plural} {_listed([word[1] for word in words])}"
    return _listed([" ".join(word) for word in words])


def _listed(words: list[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def candidate_text(layout: Layout, cell: int, digit: int) -> str:
    """A candidate: ``5r1c2``."""
    return f"{layout.digit_names(1 << digit)}{layout.cell_names(1 << cell)}"
