"""The cheapest assignment of columns to rows, with the prices that prove it (Kuhn, 1955)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FORBIDDEN = 1 << 60


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of rows and columns, integers with cost ≥ row - column everywhere; columns are not negative.

    The cheapest assignment costs Σ rows - Σ columns.
    """

    of_rows: list[int]
    of_columns: dict[int, int]


def cheapest_assignment(costs: Sequence[Mapping[int, int]]) -> Prices | None:
    """Price rows and columns; None if the rows cannot all have different columns.

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
