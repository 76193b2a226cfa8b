"""What follows from a model at once, in plain Python: the checker's own reading of the constraints.

Nothing here comes from a solver. Domains are sets of values as bits, one table of values for all cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from math import prod

from sudoku_cp.model import AllDifferent, Cell, Constraint, Linear, Model, Relation

MOST_TRIALS = 600
"""The most assignments of open cells that a constraint is tried with."""

Domains = list[int]
"""By cell: the values that are left, as bits."""

Filter = Callable[[Domains], list[int] | None]
"""Takes values out of domains that a constraint excludes: the cells that lost some, or None on a contradiction."""


class Inference:
    """The constraints of a model, ready to take out of domains what they exclude."""

    def __init__(self, model: Model) -> None:
        self.values = sorted({value for cell in model.cells for value in cell.domain})
        self.bit_of = {value: 1 << place for place, value in enumerate(self.values)}
        self.cells = model.cells
        self._filters: list[Filter] = []
        self._watchers: list[list[int]] = [[] for _ in model.cells]
        domains = [self._mask(cell.domain) for cell in model.cells]
        self.start = [
            self._mask(value for value in model.domain_of(cell) if model.givens.get(cell, value) == value)
            for cell in model.cells
        ]
        self.permutations: dict[frozenset[int], int] = {}
        """The all-different cells that hold each of their values just once, and the values."""
        for constraint in model.constraints:
            scope = [cell.index for cell in constraint.scope]
            if isinstance(constraint, AllDifferent) and len(set(scope)) == len(scope):
                self._differ(scope, domains)
                continue
            if isinstance(constraint, Linear) and constraint.relation is not Relation.UNEQUAL:
                self._watch(scope, self._linear(constraint))
            self._watch(scope, self._by_meaning(constraint))
        for (one, values), (other, others) in combinations(self.permutations.items(), 2):
            if len(one & other) > 1:
                self._watch(
                    sorted(one | other), _crossing(sorted(one & other), one - other, other - one, values & others)
                )

    def values_in(self, mask: int) -> list[int]:
        """The values of a set, ascending."""
        return [value for value in self.values if self.bit_of[value] & mask]

    def propagate(self, domains: Domains, changed: Iterable[int] | None = None) -> bool:
        """Take out what the constraints exclude, until nothing changes; False on a contradiction.

        Parameters
        ----------
        changed
            The cells whose domains have shrunk since the last time; by default all.
        """
        cells = range(len(self.cells)) if changed is None else changed
        waiting = dict.fromkeys(number for cell in cells for number in self._watchers[cell])
        if changed is None:
            if not all(domains):
                return False
            waiting = dict.fromkeys(range(len(self._filters)))
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            touched = self._filters[number](domains)
            if touched is None:
                return False
            for cell in touched:
                waiting.update(dict.fromkeys(self._watchers[cell]))
        return True

    def _mask(self, values: Iterable[int]) -> int:
        return sum(self.bit_of[value] for value in values)

    def _watch(self, scope: Sequence[int], keep: Filter) -> None:
        for cell in dict.fromkeys(scope):
            self._watchers[cell].append(len(self._filters))
        self._filters.append(keep)

    def _differ(self, scope: list[int], domains: Domains) -> None:
        union = 0
        for cell in scope:
            union |= domains[cell]
        each_once = union.bit_count() == len(scope)
        if each_once:
            self.permutations[frozenset(scope)] = union
        self._watch(scope, lambda left: _different(left, scope, union if each_once else 0))

    def _linear(self, linear: Linear) -> Filter:
        """The least and the largest that the sum can be bound each of its terms."""
        weights: dict[int, int] = {}
        for weight, cell in linear.terms:
            weights[cell.index] = weights.get(cell.index, 0) + weight
        contributions = [
            (cell, {self.bit_of[value]: weight * value for value in self.cells[cell].domain})
            for cell, weight in weights.items()
        ]
        at_most = linear.relation in (Relation.EQUAL, Relation.AT_MOST)
        at_least = linear.relation in (Relation.EQUAL, Relation.AT_LEAST)

        def keep(domains: Domains) -> list[int] | None:
            ranges = []
            for cell, of_bit in contributions:
                open_terms = [term for bit, term in of_bit.items() if bit & domains[cell]]
                ranges.append((min(open_terms), max(open_terms)))
            low, high = sum(least for least, _ in ranges), sum(most for _, most in ranges)
            touched = []
            for (cell, of_bit), (least, most) in zip(contributions, ranges, strict=True):
                kept = 0
                for bit, term in of_bit.items():
                    fits_below = not at_most or low - least + term <= linear.constant
                    fits_above = not at_least or high - most + term >= linear.constant
                    if bit & domains[cell] and fits_below and fits_above:
                        kept |= bit
                if not kept:
                    return None
                if kept != domains[cell]:
                    domains[cell] = kept
                    touched.append(cell)
            return touched

        return keep

    def _by_meaning(self, constraint: Constraint) -> Filter:
        """Try all that its open cells can be, where these are few, and keep what it holds for."""
        scope = list(dict.fromkeys(constraint.scope))

        def keep(domains: Domains) -> list[int] | None:
            if prod(domains[cell.index].bit_count() for cell in scope) > MOST_TRIALS:
                return []
            supported = dict.fromkeys(scope, 0)
            possible = False
            for values in product(*(self.values_in(domains[cell.index]) for cell in scope)):
                assignment: Mapping[Cell, int] = dict(zip(scope, values, strict=True))
                if constraint.holds(assignment):
                    possible = True
                    for cell, value in assignment.items():
                        supported[cell] |= self.bit_of[value]
            if not possible:
                return None
            touched = [cell.index for cell in scope if supported[cell] != domains[cell.index]]
            for cell in scope:
                domains[cell.index] = supported[cell]
            return touched

        return keep


def _different(domains: Domains, scope: list[int], values: int) -> list[int] | None:
    """A value that one cell has goes from the others; one with a single place in a permutation goes there."""
    touched: dict[int, None] = {}
    changed = True
    while changed:
        changed = False
        once = twice = fixed = 0
        for cell in scope:
            domain = domains[cell]
            twice |= once & domain
            once |= domain
            if domain & (domain - 1) == 0:
                if fixed & domain:
                    return None
                fixed |= domain
        if once.bit_count() < len(scope) or once & values != values:
            return None
        hidden = once & ~twice & values
        for cell in scope:
            domain = domains[cell]
            if domain & (domain - 1):
                left = domain & ~fixed
                if left & hidden:
                    left &= hidden
                if left == 0 or (domain & hidden).bit_count() > 1:
                    return None
                if left != domain:
                    domains[cell] = left
                    touched[cell] = None
                    changed = True
    return list(touched)


def _crossing(shared: list[int], only_one: frozenset[int], only_other: frozenset[int], values: int) -> Filter:
    """A value that one permutation can place in the crossing alone goes from the rest of the other."""

    def keep(domains: Domains) -> list[int] | None:
        touched: list[int] = []
        union = 0
        for cell in shared:
            union |= domains[cell]
        for here, there in ((only_one, only_other), (only_other, only_one)):
            outside = 0
            for cell in here:
                outside |= domains[cell]
            bound = union & values & ~outside
            for cell in there if bound else ():
                if domains[cell] & bound:
                    domains[cell] &= ~bound
                    touched.append(cell)
                    if not domains[cell]:
                        return None
        return touched

    return keep
