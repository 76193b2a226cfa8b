"""The written program declares the same model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings

from sudoku_cp import AllDifferent, Increasing, Model, ModelError, Sudoku, Table
from sudoku_cp.cross_check.source_text import python_source
from tests.support import brute_force, tiny_models


def rebuilt(model: Model) -> Model:
    source = python_source(model, model.givens, ("exact-cover", "cp-sat"))
    assert source.endswith("    print(cross_check(model, solvers))\n")
    names: dict[str, Any] = {"__name__": "replayed"}
    exec(source, names)
    assert names["solvers"] == ("exact-cover", "cp-sat")
    rebuilt: Model = names["model"]
    return rebuilt


def test_a_model_of_every_kind() -> None:
    model = Model('a "quoted" name')
    a, b, c = model.variables(("a", "b", "it's"), domain=(-1, 2, 3))
    model.add(a + 2 * b <= 7, AllDifferent(a, c, label="differ"), Table((b, c), [(2, 3), (3, -1)]), a != 3)
    model.minimize(3 * a - c + 5)
    model.restrict(b, (2, 3)).give(b, 2)
    copy = rebuilt(model)
    assert copy.name == model.name
    assert [(cell.name, cell.domain) for cell in copy.cells] == [(cell.name, cell.domain) for cell in model.cells]
    assert [str(constraint) for constraint in copy.constraints] == [str(item) for item in model.constraints]
    assert {cell.name: value for cell, value in copy.givens.items()} == {"b": 2}
    assert {cell.name: values for cell, values in copy.pencilmarks.items()} == {"b": (2, 3)}
    assert copy.objective is not None
    assert model.objective is not None
    assert copy.objective.sense is model.objective.sense
    for values in ((-1, 2, 3), (2, 3, -1), (3, 3, 3)):
        assert [str(v) for v in copy.violations(values)] == [str(v) for v in model.violations(values)]
        assert copy.objective.value(copy.solution(values)) == model.objective.value(model.solution(values))


@pytest.mark.slow
@settings(max_examples=60)
@given(model=tiny_models())
def test_every_kernel_constraint(model: Model) -> None:
    copy = rebuilt(model)
    assert [str(constraint) for constraint in copy.constraints] == [str(item) for item in model.constraints]
    assert brute_force(copy) == brute_force(model)


def test_a_sudoku() -> None:
    sudoku = Sudoku(4).give("r1c1", 2)
    copy = rebuilt(sudoku)
    assert [str(constraint) for constraint in copy.constraints] == [str(item) for item in sudoku.constraints]


def test_a_constraint_from_elsewhere_is_imported_from_there() -> None:
    class Named(Table):
        """A table with a name of its own."""

    Named.__module__ = "elsewhere"
    model = Model()
    (a,) = model.variables("a", domain=(1,))
    model.add(Named((a,), {(1,)}))
    lines = python_source(model, {}, ()).splitlines()
    assert lines[:2] == ["from elsewhere import Named", "from sudoku_cp.model import Model"]


def test_what_has_no_source_text() -> None:
    @dataclass(frozen=True, eq=False, slots=True, repr=False)
    class Marked(Increasing):
        mark: object = None

    model = Model()
    (a,) = model.variables("a", domain=(1,))
    model.add(Marked((a,), mark=object()))
    with pytest.raises(ModelError, match="cannot be written as source text"):
        python_source(model, {}, ("exact-cover", "cp-sat"))
