"""Tables in the place of combinations with few assignments and many parts.

To try every part of such a combination at every node is dear, and its table prunes more. A set of assignments is an
integer with a bit for each of them, in the order of `itertools.product`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import compress, product
from math import prod
from operator import or_

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.combination import Combination
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.linear import Linear
from sudoku_cp.kernel.table import Table

MAX_ASSIGNMENTS = 729
"""The most assignments of the cells of a combination that becomes a table."""

MIN_PARTS, MAX_PARTS = 8, 200
"""The fewest and most parts of one, those of combinations inside included: it must be worth it, and quick."""

_BITS = bytes.maketrans(b"01", b"\0\1")


def tabulated(combination: Combination) -> Table | None:
    """The table of a combination; None where it has too many assignments, the wrong size, or parts that are no sums."""
    if not MIN_PARTS <= combination.size <= MAX_PARTS:
        return None
    cells = tuple(dict.fromkeys(combination.scope))
    assignments = prod(len(cell.domain) for cell in cells)
    if not cells or assignments > MAX_ASSIGNMENTS or not _is_sum_based(combination):
        return None
    truth = _Assignments(cells, assignments).where(combination)
    bits = f"{truth:b}"[::-1].encode().translate(_BITS)
    return Table(cells, compress(product(*(cell.domain for cell in cells)), bits))


def _is_sum_based(constraint: Constraint) -> bool:
    if isinstance(constraint, Combination):
        return all(map(_is_sum_based, constraint.constraints))
    return isinstance(constraint, Linear)


class _Assignments:
    """All assignments of some cells."""

    def __init__(self, cells: tuple[Cell, ...], number: int) -> None:
        self._all = (1 << number) - 1
        self._taking: dict[Cell, Mapping[int, int]] = {}
        """By cell and value: the assignments in which the cell takes the value."""
        run = number
        for cell in cells:
            period, run = run, run // len(cell.domain)
            ones = self._all // ((1 << period) - 1) * ((1 << run) - 1)
            self._taking[cell] = {value: ones << run * place for place, value in enumerate(cell.domain)}

    def where(self, constraint: Constraint) -> int:
        """The assignments for which a sum, or a combination of sums, holds."""
        if isinstance(constraint, Combination):
            return self._where_counted(constraint)
        assert isinstance(constraint, Linear)
        return self._where_sum(constraint)

    def _where_counted(self, combination: Combination) -> int:
        relation, constant = combination.relation, combination.constant
        held = [self._all]
        """At each index, the assignments for which that number of parts holds; at the last one, that number or more."""
        for part in combination.constraints:
            holds = self.where(part)
            grown = [0, *(some & holds for some in held)]
            held = [some & ~holds | more for some, more in zip([*held, 0], grown, strict=True)]
            if len(held) > max(constant, 0) + 2:
                last = held.pop()
                held[-1] |= last
        return _union(some for number, some in enumerate(held) if relation.compares(number, constant))

    def _where_sum(self, linear: Linear) -> int:
        sums = {0: self._all}
        for weight, cell in linear.terms:
            grown: dict[int, int] = {}
            for value, taking in self._taking[cell].items():
                for total, some in sums.items():
                    if both := some & taking:
                        grown[total + weight * value] = grown.get(total + weight * value, 0) | both
            sums = grown
        return _union(some for total, some in sums.items() if linear.relation.compares(total, linear.constant))


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)
