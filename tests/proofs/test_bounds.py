from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, strategies as st

from sudoku_cp.proofs.bounds import cheapest_assignment

ROWS = st.lists(st.dictionaries(st.integers(1, 5), st.integers(-9, 9), min_size=1), min_size=1, max_size=4)


@pytest.mark.slow
@given(ROWS)
def test_prices_prove_the_cheapest(rows: list[dict[int, int]]) -> None:
    ways = [
        sum(row[column] for row, column in zip(rows, columns, strict=True))
        for columns in permutations(range(1, 6), len(rows))
        if all(column in row for row, column in zip(rows, columns, strict=True))
    ]
    prices = cheapest_assignment(rows)
    if prices is None:
        assert not ways
        return
    assert sum(prices.of_rows) - sum(prices.of_columns.values()) == min(ways)
    assert all(price >= 0 for price in prices.of_columns.values())
    for row, price in zip(rows, prices.of_rows, strict=True):
        assert all(cost - price + prices.of_columns.get(column, 0) >= 0 for column, cost in row.items())
