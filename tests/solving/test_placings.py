"""Values that are each taken once among the same cells, which exact cover looks after together."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import Model
from sudoku_cp.kernel import Count
from sudoku_cp.solving.registry import load_solver


@pytest.mark.slow
@given(data=st.data())
def test_each_value_is_taken_once(data: st.DataObject) -> None:
    digits = st.sets(st.integers(0, 5), min_size=1)
    domains = data.draw(st.lists(digits, min_size=2, max_size=5))
    repeated = data.draw(st.booleans())
    values = data.draw(st.lists(st.integers(0, 6), min_size=2, max_size=4))
    model = Model()
    cells = [model.variable(f"x{number}", domain) for number, domain in enumerate(domains)]
    among = (*cells, cells[0]) if repeated else tuple(cells)
    model.add(*(Count(among, frozenset({value}), 1) for value in values))
    expected = {
        row
        for row in product(*map(sorted, domains))
        if all((*row, *row[:repeated]).count(value) == 1 for value in values)
    }
    found = [solution.values_in_order for solution in load_solver("exact-cover").compile(model).solutions()]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_places_are_found_without_a_search() -> None:
    """3 has one place; then 2 has, and with both digits of the pair taken the last cell is left the free digit."""
    model = Model()
    cells = [model.variable(f"x{number}", domain) for number, domain in enumerate([(1, 2, 3), (1, 2), (1, 9), (1, 9)])]
    model.add(*(Count(tuple(cells), frozenset({value}), 1) for value in (1, 2, 3)))
    model.give("x2", 1)
    result = load_solver("exact-cover").compile(model).solve()
    assert result.solution is not None
    assert result.solution.values_in_order == (3, 2, 1, 9)
    assert result.statistics.nodes == 0
