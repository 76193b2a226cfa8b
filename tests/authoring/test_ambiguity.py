"""Which pairs of solutions are called least where not all solutions have been compared."""

from __future__ import annotations

import pytest

from sudoku_cp import Model, Sudoku
from sudoku_cp.authoring import ambiguity, why
from sudoku_cp.authoring.ambiguity import MOST_LISTED, Ambiguity


def explained(model: Model) -> Ambiguity:
    answer = why(model)
    assert isinstance(answer, Ambiguity)
    return answer


def shifted(*opened: tuple[int, int]) -> Sudoku:
    """The grid whose rows are shifted by 0, 3, 6, 1, 4, …, with open cells at some rows and columns."""
    sudoku = Sudoku(9)
    for row in range(9):
        for column in range(9):
            if (row, column) not in opened:
                sudoku.give(sudoku.rows[row][column], (3 * row + row // 3 + column) % 9 + 1)
    return sudoku


def numbers(count: int) -> Model:
    """A model with ``count`` solutions, any two of which differ in two or four variables."""
    model = Model()
    tens, ones, same_tens, same_ones = model.variables(["t", "o", "st", "so"], range(21))
    model += [tens == same_tens, ones == same_ones, ones <= 9, 10 * tens + ones < count]
    return model


@pytest.mark.parametrize("listed", [1, MOST_LISTED])
def test_a_pair_that_differs_in_six_cells_is_least_only_if_all_were_compared(
    listed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Column 1 has 1, 4, 7 in the first rows, and column 4 has 4, 7, 1."""
    monkeypatch.setattr(ambiguity, "MOST_LISTED", listed)
    sudoku = shifted(*((row, column) for row in range(3) for column in (0, 3)))
    assert [len(explained(sudoku).cells), sudoku.count().count] == [6, 2]
    assert explained(sudoku).is_least is (listed > 1)


def test_a_pair_that_differs_in_four_cells_is_least_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """A digit that differs in a row differs in a second place of it, and so does each in its column."""
    monkeypatch.setattr(ambiguity, "MOST_LISTED", 1)
    sudoku = Sudoku(4)
    sudoku.give_grid(".........3..41.2")
    answer = explained(sudoku)
    assert (len(answer.cells), answer.is_least) == (4, True)


@pytest.mark.parametrize(("count", "is_least"), [(MOST_LISTED, True), (MOST_LISTED + 1, False)])
def test_the_number_of_solutions_up_to_which_all_are_compared(count: int, is_least: bool) -> None:
    model = numbers(count)
    assert model.count().count == count
    answer = explained(model)
    assert (len(answer.cells), answer.is_least) == (2, is_least)
    assert model.count(givens=answer.givens).count == 1
