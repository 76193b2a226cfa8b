from __future__ import annotations

import pytest

from sudoku_cp import Model


def test_a_solution_is_a_mapping_in_cell_order() -> None:
    model = Model()
    a, b = model.variables("ab", (1, 2))
    solution = model.solution([2, 1])
    assert (solution[a], solution[b], len(solution), list(solution.values())) == (2, 1, 2, [2, 1])
    assert tuple(solution) == (a, b)
    assert solution == model.solution((2, 1)) != model.solution((1, 2))
    assert len({solution, model.solution((2, 1))}) == 1
    assert repr(solution) == "Solution(2 1)"


def test_cells_of_other_models_are_not_in_it() -> None:
    model = Model()
    model.variables("ab", (1, 2))
    solution = model.solution([2, 1])
    stranger, _, third = Model().variables("abc", (1, 2))
    assert stranger not in solution
    for cell in (stranger, third):
        with pytest.raises(KeyError, match=f"{cell.name} is not a cell of this model"):
            solution[cell]


def test_cells_are_looked_up_by_name() -> None:
    model = Model()
    model.variables(["left", "right"], (1, 2))
    solution = model.solution([2, 1])
    assert (solution["left"], solution["right"]) == (2, 1)
    with pytest.raises(KeyError, match="there is no cell rigth: did you mean right"):
        solution["rigth"]
