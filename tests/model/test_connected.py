from __future__ import annotations

from itertools import product

import pytest

from sudoku_cp import Connected, Model, ModelError, Sudoku


def test_a_group_is_joined_by_its_own_cells() -> None:
    cells = Model().variables("abcd", (0, 1))
    ring = Connected(cells, ((0, 1), (1, 2), (2, 3), (0, 3)), frozenset({1}))
    accepted = {values for values in product((0, 1), repeat=4) if ring.holds(dict(zip(cells, values, strict=True)))}
    assert accepted == set(product((0, 1), repeat=4)) - {(0, 0, 0, 0), (1, 0, 1, 0), (0, 1, 0, 1)}
    three = Connected(cells, ring.neighbours, frozenset({1}), 3)
    assert {values for values in accepted if sum(values) == 3} == {
        values for values in product((0, 1), repeat=4) if three.holds(dict(zip(cells, values, strict=True)))
    }


def test_nothing_is_no_group() -> None:
    assert not Connected((), (), frozenset({1})).holds({})
    assert not Connected((), (), frozenset({1}), 0).holds({})


def test_cells_that_share_a_side_are_neighbours() -> None:
    sudoku = Sudoku(3, regions="")
    group = Connected.by_sides(sudoku.cells_at("r1c1 r2c1 r2c2 r3c3 r1c1"), [2, 1])
    assert group.cells == sudoku.cells_at("r1c1 r2c1 r2c2 r3c3")
    assert group.neighbours == ((0, 1), (1, 2))
    assert str(group) == "one group of 1, 2 in r1c1 r2c1 r2c2 r3c3"


def test_what_has_no_place_is_refused() -> None:
    model = Model("free")
    (a,) = model.variables("a", (1, 2))
    with pytest.raises(ModelError, match=r"neighbours: \(0, 1\) are not two places among 1 cells"):
        Connected((a,), ((0, 1),), frozenset({1}))
    with pytest.raises(ModelError, match="a is not in the grid"):
        Connected.by_sides((a,), [1])
