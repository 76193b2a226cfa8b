from __future__ import annotations

from collections.abc import Iterable

import pytest

from sudoku_cp import AllDifferent, Constraint, Model, Sudoku
from sudoku_cp.render.drawn import drawings_by_clue, drawings_of, listing, position, positions, symbol, value_of
from sudoku_cp.rules import Cage, Dot, killer, thermo


class OwnClue:
    def constraints(self, model: Model) -> Iterable[Constraint]:
        return ()


def test_a_clue_of_another_kind_is_not_drawn() -> None:
    sudoku = Sudoku(4)
    own = OwnClue()
    sudoku.add(own, thermo("r1c1 r1c2"))
    assert [(clue, len(drawings)) for clue, drawings in drawings_by_clue(sudoku)] == [(own, 0), (sudoku.clues[1], 1)]


def test_drawings_of_one_kind() -> None:
    sudoku = Sudoku(4)
    sudoku.add(thermo("r1c1 r1c2"), killer("r1c1", 1), killer("r2c1", 2))
    assert [cage.label for cage in drawings_of(drawings_by_clue(sudoku), Cage)] == ["1", "2"]
    assert drawings_of(drawings_by_clue(sudoku), Dot) == []


def test_variables_outside_the_grid_have_no_position() -> None:
    sudoku = Sudoku(4)
    extra = sudoku.variable("x", (1, 2))
    assert position(extra) is None
    assert positions((sudoku["r2c3"], extra, sudoku["r1c1"])) == [(1, 2), (0, 0)]


@pytest.mark.parametrize(("symbols", "written"), [("ABCD", "D"), ("", "4"), (None, "4")])
def test_symbol(symbols: str | None, written: str) -> None:
    assert symbol(Sudoku(4, symbols=symbols), 4) == written


def test_a_given_comes_before_the_solution() -> None:
    sudoku = Sudoku(4)
    first, second, third, *_ = sudoku.grid
    sudoku.give(first, 1)
    assert [value_of(sudoku, {first: 2, second: 3}, cell) for cell in (first, second, third)] == [1, 3, None]
    assert value_of(sudoku, None, second) is None


def test_auxiliary_variables_are_not_listed() -> None:
    model = Model()
    a, b = model.variables("ab", range(1, 61))
    model.add(AllDifferent([a + 1, b * 2, 3]), (a == 1) + (a * b == 3) >= 1)
    lines = ["a in 1–60", "b in 1–60", "all different: a + 1 2·b 3", "(a = 1) + (a·b = 3) ≥ 1"]
    assert model.auxiliary_cells
    assert listing(model) == lines
