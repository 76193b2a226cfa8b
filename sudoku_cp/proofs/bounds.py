"""Lower bounds on sums of cells, with reasons, and the candidates that cost too much.

Unit propagation on Σ w · x ≤ S does not take into account that every cell has some value, nor that different cells
cannot all have the cheapest value. Linear duality does: with prices u for cells and λ ≥ 0 for "value v once in this
house",

    Σ w · x  =  Σ u - Σ λ + Σ reduced · x + (what the houses leave free),    reduced = w - u + λ

so the sum costs at least Σ u - Σ λ if no live candidate has a negative reduced cost. A proof needs only one ``pol``
line for this: the sum plus u times its cells plus λ times its houses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sudoku_cp.proofs.trail import Clause, Trail
from sudoku_cp.solvers.pseudo_boolean.encoding import House
from sudoku_cp.solvers.pseudo_boolean.formula import ProofLog

FORBIDDEN = 1 << 60


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of rows and columns, integers with cost ≥ row - column everywhere; columns are not negative.

    The cheapest assignment costs Σ rows - Σ columns.
    """

    of_rows: list[int]
    of_columns: dict[int, int]


def cheapest_assignment(costs: Sequence[Mapping[int, int]]) -> Prices | None:
    """Price rows and columns (Kuhn, 1955); None if the rows cannot all have different columns.

    Parameters
    ----------
    costs
        For each row the cost of each possible column.

    >>> prices = cheapest_assignment([{1: 1, 2: 2, 3: 3}, {1: 1, 2: 2, 3: 3}])
    >>> sum(prices.of_rows) - sum(prices.of_columns.values())
    3
    """
    columns = sorted({column for row in costs for column in row})
    if len(columns) < len(costs):
        return None
    rows, width = len(costs), len(columns)
    table = [[FORBIDDEN] * (width + 1)] + [[FORBIDDEN, *(row.get(c, FORBIDDEN) for c in columns)] for row in costs]
    u, v = [0] * (rows + 1), [0] * (width + 1)
    row_of = [0] * (width + 1)
    for row in range(1, rows + 1):
        row_of[0] = row
        column = 0
        least = [FORBIDDEN] * (width + 1)
        came_from = [0] * (width + 1)
        used = [False] * (width + 1)
        while True:  # grow the tree of cheapest paths until it reaches a free column
            used[column] = True
            here = row_of[column]
            delta, next_column = FORBIDDEN, 0
            for other in range(1, width + 1):
                if used[other]:
                    continue
                cost = table[here][other]
                if cost < FORBIDDEN and cost - u[here] - v[other] < least[other]:
                    least[other] = cost - u[here] - v[other]
                    came_from[other] = column
                if least[other] < delta:
                    delta, next_column = least[other], other
            if delta == FORBIDDEN:
                return None
            for other in range(width + 1):
                if used[other]:
                    u[row_of[other]] += delta
                    v[other] -= delta
                elif least[other] < FORBIDDEN:
                    least[other] -= delta
            column = next_column
            if row_of[column] == 0:
                break
        while column:
            previous = came_from[column]
            row_of[column] = row_of[previous]
            column = previous
    return Prices(u[1:], {columns[at - 1]: -v[at] for at in range(1, width + 1) if v[at]})


@dataclass
class Group:
    """Literals with their costs, exactly one of which is true: a cell, or an auxiliary variable and its negation."""

    costs: dict[int, int]
    values: dict[int, int]
    """The value of each literal; empty for an auxiliary variable."""
    number: int = 0
    """The number of the constraint for at least one value, followed by at most one; 0 for an auxiliary variable."""
    cell: int = -1


@dataclass
class Duals:
    """Prices by group, and by house (index in the sum) and value."""

    of_groups: list[int]
    of_houses: list[tuple[int, int, int]] = field(default_factory=list)
    scale: int = 1
    """The number that corresponds to one unit of cost."""


class BoundedSum:
    """Σ cost ≤ limit over groups.

    Parameters
    ----------
    number
        The number of the constraint in the proof.
    groups
        The groups of the sum.
    limit
        The largest allowed cost.
    houses
        All-different constraints; those that contain several cells of the sum are used, each cell in one of them.
    """

    def __init__(self, number: int, groups: list[Group], limit: int, houses: Sequence[House]) -> None:
        self.number = number
        self.groups = groups
        self.limit = limit
        self.blocks: list[tuple[House, list[int]]] = []
        at_cell = {group.cell: at for at, group in enumerate(groups) if group.cell >= 0}
        free = set(at_cell)
        for house in sorted(houses, key=lambda house: -len(free & set(house.cells))):
            members = [cell for cell in house.cells if cell in free]
            if len(members) > 1:
                self.blocks.append((house, [at_cell[cell] for cell in members]))
                free -= set(members)

    def propagate(self, trail: Trail, log: ProofLog) -> BoundReason | None:
        """Prune candidates that cost too much; return a conflict if all do."""
        true = trail.true
        live = [
            {literal: cost for literal, cost in group.costs.items() if not true[literal ^ 1]} for group in self.groups
        ]
        if not all(live):
            return None  # a cell without a value already is a conflict
        if sum(max(costs.values()) for costs in live) <= self.limit:
            return None
        duals = self.duals(live)
        scale = duals.scale
        slack = scale * self.limit - sum(duals.of_groups) + sum(price for _, _, price in duals.of_houses)
        line = PricedLine(self, duals, trail, log)
        if slack < 0:
            return BoundReason(line, None, -slack - 1)
        for at, costs in enumerate(live):
            if len(costs) < 2:
                continue
            base = duals.of_groups[at]
            for literal, cost in costs.items():
                excess = scale * cost - base + line.surcharges.get(literal, 0) - slack
                if excess > 0 and trail.is_open(literal):
                    trail.enqueue(literal ^ 1, BoundReason(line, literal, excess - 1))
        return None

    def duals(self, live: list[dict[int, int]]) -> Duals:
        """Good prices for the live candidates."""
        duals = Duals([min(costs.values()) for costs in live])
        for at, (_, members) in enumerate(self.blocks):
            prices = self._price_block(live, members)
            if prices is None:
                continue
            for member, price in zip(members, prices.of_rows, strict=True):
                duals.of_groups[member] = price
            duals.of_houses += [(at, value, price) for value, price in prices.of_columns.items() if price]
        return duals

    def _price_block(self, live: list[dict[int, int]], members: list[int]) -> Prices | None:
        cheapest = [min(live[at], key=live[at].__getitem__) for at in members]
        values = [self.groups[at].values[literal] for at, literal in zip(members, cheapest, strict=True)]
        if len(set(values)) == len(values):
            return None  # all cells may have their cheapest value
        return cheapest_assignment(
            [{self.groups[at].values[literal]: cost for literal, cost in live[at].items()} for at in members]
        )

    def surcharges(self, duals: Duals) -> dict[int, int]:
        """The price of each literal in its house."""
        extra: dict[int, int] = {}
        for block, value, price in duals.of_houses:
            for literal in self.blocks[block][0].places[value]:
                extra[literal] = extra.get(literal, 0) + price
        return extra

    def derive(self, duals: Duals, log: ProofLog) -> int:
        """Write the sum with its prices; return its number, 0 if it is the sum itself."""
        steps = [str(self.number), *([f"{duals.scale} *"] if duals.scale > 1 else [])]
        for group, price in zip(self.groups, duals.of_groups, strict=True):
            if group.number and price:
                steps.append(f"{group.number + (price < 0)} {abs(price)} * +")
        steps += [f"{self.blocks[at][0].numbers[value]} {price} * +" for at, value, price in duals.of_houses]
        return log.combination(" ".join(steps)) if len(steps) > 1 else 0


class PricedLine:
    """A sum with its prices, which is a line of the proof as long as a reason needs it."""

    def __init__(self, bounded: BoundedSum, duals: Duals, trail: Trail, log: ProofLog) -> None:
        self.bounded = bounded
        self.duals = duals
        self.trail = trail
        self.log = log
        self.surcharges = bounded.surcharges(duals)
        self._written = False
        self._pruned: list[int] = []

    def support(self, pruned: int | None) -> None:
        """Ensure that the proof contains the line, as long as it makes a literal false."""
        if pruned is not None:
            self._pruned.append(pruned)
        if self._written:
            return
        self._written = True
        number = self.bounded.derive(self.duals, self.log)
        if number:
            self.log.delete_later(number, self._is_needed)

    def _is_needed(self) -> bool:
        """Whether a later conflict may depend on it: permanently false literals have lines of their own."""
        trail = self.trail
        return any(trail.true[literal ^ 1] and trail.level[literal >> 1] for literal in self._pruned)


class BoundReason:
    """The prices by which a literal (or, for None, every candidate) costs too much."""

    def __init__(self, line: PricedLine, pruned: int | None, spare: int) -> None:
        self._line = line
        self._pruned = pruned
        self._spare = spare
        self._clause: Clause | None = None

    def clause(self) -> Clause:
        """Ensure the line in the proof; return its clause: a cheap candidate is live, or the literal is false."""
        if self._clause is None:
            literals = [] if self._pruned is None else [self._pruned ^ 1]
            literals += self._dead()
            self._line.support(self._pruned)
            if self._pruned is not None and not self._line.trail.depth:
                self._line.log.clause(literals[:1])
            self._clause = Clause(literals)
        return self._clause

    def _dead(self) -> list[int]:
        """The false literals that would be cheaper, except the least important ones as far as slack permits."""
        trail, duals = self._line.trail, self._line.duals
        is_pruned = self._pruned is not None and trail.true[self._pruned ^ 1]
        limit = trail.position[self._pruned >> 1] if self._pruned is not None and is_pruned else len(trail.literals)
        surcharges = self._line.surcharges
        cheaper = []
        for group, price in zip(self._line.bounded.groups, duals.of_groups, strict=True):
            for literal, cost in group.costs.items():
                gain = price - duals.scale * cost - surcharges.get(literal, 0)
                if gain > 0 and trail.true[literal ^ 1] and trail.position[literal >> 1] < limit:
                    cheaper.append((gain, literal))
        cheaper.sort()
        spare = self._spare
        kept = []
        for gain, literal in cheaper:
            if gain <= spare:
                spare -= gain
            else:
                kept.append(literal)
        return kept
