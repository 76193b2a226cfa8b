"""Prices for large sums, such as a score, over overlapping houses, by Lagrangian relaxation (Held & Karp, 1971).

The engine bounds scores in the same way, and its prices are the initial ones for the sum of a score.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_cp.proofs.bounds import BoundedSum, Duals, Group
from sudoku_cp.solvers.exact_cover.refutation import SCALE, Prices
from sudoku_cp.solvers.pseudo_boolean.encoding import House
from sudoku_cp.solvers.pseudo_boolean.formula import AtLeast

LARGE = 16
"""The number of cells from which on the houses of a sum are priced together."""

FIRST_STEPS, STEPS = 300, 12
MAX_IDLE = 12
"""The number of steps without a gain before the step size is reduced."""


Row = list[tuple[int, tuple[int, ...]]]
"""For each live literal of a group its scaled cost and the prices that it pays."""


class RelaxedSum(BoundedSum):
    """A sum in which every house may have prices, which are kept and improved from call to call."""

    def __init__(self, number: int, groups: list[Group], limit: int, houses: Sequence[House]) -> None:
        super().__init__(number, groups, limit, ())
        at_cell = {group.cell: at for at, group in enumerate(groups) if group.cell >= 0}
        self.blocks = [(house, []) for house in houses if len(at_cell.keys() & set(house.cells)) > 1]
        self._full = [
            len(house.numbers) == len(house.places) == len(house.cells) and at_cell.keys() >= set(house.cells)
            for house, _ in self.blocks
        ]
        """For each house whether each value must occur, so that negative prices are valid."""
        self._items = [(at, value) for at, (house, _) in enumerate(self.blocks) for value in house.numbers]
        """For each price its house and value."""
        self._may_be_negative = [self._full[at] for at, _ in self._items]
        self._prices = [0] * len(self._items)
        self._paid: dict[int, tuple[int, ...]] = {}
        """For each literal the prices of the houses and values that it uses."""
        for item, (at, value) in enumerate(self._items):
            for literal in self.blocks[at][0].places[value]:
                self._paid[literal] = (*self._paid.get(literal, ()), item)
        self._steps = FIRST_STEPS

    def adopt(self, prices: Prices) -> None:
        """Start from good prices."""
        for item, (at, value) in enumerate(self._items):
            price = prices.get((frozenset(self.blocks[at][0].cells), value), 0)
            self._prices[item] = price if self._full[at] else max(price, 0)
        self._steps = STEPS

    def duals(self, live: list[dict[int, int]]) -> Duals:
        """The best prices that some steps along the subgradient find."""
        rows = [[(SCALE * cost, self._paid.get(literal, ())) for literal, cost in costs.items()] for costs in live]
        best, best_prices = None, self._prices
        halvings = idle = 0
        for _ in range(self._steps):
            bound, coverage = self._relax(rows)
            if best is None or bound > best:
                best, best_prices, idle = bound, self._prices.copy(), 0
            else:
                idle += 1
                if idle == MAX_IDLE:
                    halvings, idle = halvings + 1, 0
            if best > SCALE * self.limit or not self._step(coverage, SCALE * (self.limit + 1) - bound, halvings):
                break
        self._steps = STEPS
        self._prices = best_prices
        return self._as_duals(live)

    def _relax(self, rows: list[Row]) -> tuple[int, list[int]]:
        """Choose the cheapest value for each cell; return the bound, and how often each price is paid."""
        prices = self._prices
        coverage = [0] * len(prices)
        total = -sum(prices)
        for row in rows:
            least: int | None = None
            chosen: tuple[int, ...] = ()
            for reduced, paid in row:
                for item in paid:
                    reduced += prices[item]
                if least is None or reduced < least:
                    least, chosen = reduced, paid
            total += least or 0
            for item in chosen:
                coverage[item] += 1
        return total, coverage

    def _step(self, coverage: list[int], gap: int, halvings: int) -> bool:
        """Raise the prices of values chosen too often; return False if nothing can be gained."""
        prices, may_be_negative = self._prices, self._may_be_negative
        slopes = [
            (item, taken - 1)
            for item, taken in enumerate(coverage)
            if taken > 1 or (taken == 0 and (may_be_negative[item] or prices[item] > 0))
        ]
        norm = sum(slope * slope for _, slope in slopes)
        if not norm:
            return False
        length = max(gap // norm >> halvings, 1)
        for item, slope in slopes:
            price = prices[item] + length * slope
            prices[item] = price if may_be_negative[item] else max(price, 0)
        return True

    def _as_duals(self, live: list[dict[int, int]]) -> Duals:
        """Shift prices to 0 or more: if every value must occur in a house, all its prices may rise equally."""
        rises = [0] * len(self.blocks)
        for (at, _), price in zip(self._items, self._prices, strict=True):
            rises[at] = max(rises[at], -price)
        shifted = [(at, value, price + rises[at]) for (at, value), price in zip(self._items, self._prices, strict=True)]
        duals = Duals([], [priced for priced in shifted if priced[2]], SCALE)
        surcharges = self.surcharges(duals)
        duals.of_groups = [
            min(SCALE * cost + surcharges.get(literal, 0) for literal, cost in costs.items()) for costs in live
        ]
        return duals


class Summing:
    """Builds sums of cells from constraints.

    Parameters
    ----------
    by_cell
        A group without costs for each cell.
    houses
        The houses that may have prices.
    """

    def __init__(self, by_cell: Sequence[Group], houses: Sequence[House]) -> None:
        self._by_cell = by_cell
        self._houses = houses
        self._cell_of = {literal: group.cell for group in by_cell for literal in group.costs}

    def constraint(self, number: int, constraint: AtLeast) -> BoundedSum | None:
        """The sum of a constraint; None if unit propagation alone is as strong."""
        groups, limit, several = self._groups(constraint)
        if not several or len(groups) < 2:
            return None
        kind = RelaxedSum if len(groups) >= LARGE else BoundedSum
        return kind(number, list(groups.values()), limit, self._houses)

    def score(self, number: int, constraint: AtLeast, prices: Prices) -> BoundedSum | None:
        """The sum of a score with initial prices; it includes all cells of houses, as all may have prices."""
        if not prices:
            return self.constraint(number, constraint)
        groups, limit, _ = self._groups(constraint)
        for cell in {cell for house in self._houses for cell in house.cells}:
            groups.setdefault(cell, self._group(cell))
        relaxed = RelaxedSum(number, list(groups.values()), limit, self._houses)
        relaxed.adopt(prices)
        return relaxed

    def _groups(self, constraint: AtLeast) -> tuple[dict[int, Group], int, bool]:
        """The groups by cell, the limit, and whether a cell has several literals."""
        limit = -constraint.bound
        groups: dict[int, Group] = {}
        several = False
        for weight, literal in constraint.terms:
            positive = literal & ~1
            cell = self._cell_of.get(positive)
            if cell is None:
                groups[-1 - positive] = Group({literal: -weight, literal ^ 1: 0}, {})
                continue
            several = several or cell in groups
            # weight · literal counts towards the bound: a cost of -weight if the literal is true
            groups.setdefault(cell, self._group(cell)).costs[positive] += -weight if literal == positive else weight
            limit += weight if literal != positive else 0
        return groups, limit, several

    def _group(self, cell: int) -> Group:
        pattern = self._by_cell[cell]
        return Group(dict.fromkeys(pattern.costs, 0), pattern.values, pattern.number, cell)
