from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

import pytest

from sudoku_cp import Cell, Model, ModelError, Sudoku
from sudoku_cp.rules import Cells, Numbers, Pair
from sudoku_cp.rules.parameters import Parameter, read_parameters


def every_kind(
    cells: Cells,
    pair: Pair,
    cell: Cell,
    sudoku: Sudoku,
    number: int,
    numbers: Numbers,
    text: str,
    choice: Literal["a", "b"],
    flag: bool = False,
    sum_: int | None = None,
) -> None: ...


PARAMETERS = {parameter.name: parameter for parameter in read_parameters(every_kind)}


def test_names_lose_a_trailing_underscore() -> None:
    assert list(PARAMETERS) == ["cells", "pair", "cell", "sudoku", "number", "numbers", "text", "choice", "flag", "sum"]
    assert PARAMETERS["sum"].keyword == "sum_"


def test_what_must_be_given() -> None:
    assert [name for name, parameter in PARAMETERS.items() if not parameter.required] == ["flag", "sum"]
    assert [name for name, parameter in PARAMETERS.items() if parameter.is_model] == ["sudoku"]


@pytest.mark.parametrize(
    ("name", "value", "stored"),
    [
        ("cells", "r1c1 r1c2", ("r1c1", "r1c2")),
        ("cells", " R1C1,r01c02;\nr3c3 ", ("r1c1", "r1c2", "r3c3")),
        ("cells", ["r1c1", "R12C3"], ("r1c1", "r12c3")),
        ("cells", ("x", "Left"), ("x", "Left")),
        ("pair", "r1c1 r1c2", ("r1c1", "r1c2")),
        ("cell", "r1c1", ("r1c1",)),
        ("number", 3, 3),
        ("number", -3, -3),
        ("numbers", [1, -2], (1, -2)),
        ("numbers", "3, 1 1", (3, 1, 1)),
        ("numbers", 4, (4,)),
        ("text", "", ""),
        ("choice", "b", "b"),
        ("flag", True, True),
        ("sum", None, None),
        ("sum", 0, 0),
    ],
)
def test_read(name: str, value: object, stored: object) -> None:
    assert PARAMETERS[name].read(value) == stored


def test_read_cells() -> None:
    first, second, *_ = Sudoku(4).grid
    assert PARAMETERS["cells"].read((first, "r2c2", second)) == ("r1c1", "r2c2", "r1c2")
    assert PARAMETERS["cells"].read(first) == PARAMETERS["cell"].read(first) == ("r1c1",)
    assert PARAMETERS["cells"].read(iter((first, second))) == ("r1c1", "r1c2")


def test_read_an_integer_of_another_type() -> None:
    class Three:
        def __index__(self) -> int:
            return 3

    assert type(PARAMETERS["number"].read(Three())) is int


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("cells", "", "cells must be one or more cells such as 'r1c1 r1c2', not empty"),
        ("cells", [], "cells must be one or more cells such as 'r1c1 r1c2', not empty"),
        ("cells", 3, "cells must be one or more cells such as 'r1c1 r1c2', not 3"),
        ("cells", None, "cells must be one or more cells such as 'r1c1 r1c2', not None"),
        ("cells", [(1, 1)], "cells: (1, 1) is not a cell name such as r1c1"),
        ("pair", "r1c1", "pair must be two cells such as 'r1c1 r1c2', not r1c1"),
        ("cell", "r1c1 r1c2", "cell must be a cell such as 'r1c1', not r1c1 r1c2"),
        ("number", "3", "number must be a whole number, not '3'"),
        ("number", 3.0, "number must be a whole number, not 3.0"),
        ("number", True, "number must be a whole number, not True"),
        ("number", None, "number must be a whole number, not None"),
        ("numbers", "1 x", "numbers must be one or more whole numbers such as [1, 2], not [1, 'x']"),
        ("numbers", [], "numbers must be one or more whole numbers such as [1, 2], not []"),
        ("text", 3, "text must be a text, not 3"),
        ("choice", "c", "choice must be 'a' or 'b', not 'c'"),
        ("choice", ["a"], "choice must be 'a' or 'b', not ['a']"),
        ("flag", 1, "flag must be true or false, not 1"),
    ],
)
def test_refuse(name: str, value: object, message: str) -> None:
    with pytest.raises(ModelError, match=f"^{re.escape(message)}$"):
        PARAMETERS[name].read(value)


def test_resolve() -> None:
    sudoku = Sudoku(4)
    first, second, *_ = sudoku.grid
    assert PARAMETERS["cell"].resolve(("r1c1",), sudoku) is first
    cells = PARAMETERS["cells"].resolve(("r1c2", "r1c1"), sudoku)
    assert isinstance(cells, tuple)
    assert [cell.index for cell in cells] == [1, 0]
    assert PARAMETERS["sudoku"].resolve(None, sudoku) is sudoku
    assert PARAMETERS["number"].resolve(3, sudoku) == 3
    assert second.name == "r1c2"


@pytest.mark.parametrize("name", ["r1c5", "r0c1", "r1", "x"])
def test_a_cell_outside_the_grid(name: str) -> None:
    with pytest.raises(ModelError, match=f"^cells: {name} is not a cell of sudoku, whose cells go from r1c1 to r4c4$"):
        PARAMETERS["cells"].resolve(("r1c1", name), Sudoku(4))


def test_a_cell_of_a_model_without_cells() -> None:
    with pytest.raises(ModelError, match=r"^cells: r1c1 is not a cell of model$"):
        PARAMETERS["cells"].resolve(("r1c1",), Model())


def test_the_wrong_model() -> None:
    with pytest.raises(ModelError, match=r"^the rule needs a Sudoku, and model is not one$"):
        PARAMETERS["sudoku"].resolve(None, Model())


def test_variables_of_any_name() -> None:
    model = Model()
    variables = model.variables(("left", "Right"), domain=(1, 2))
    names = PARAMETERS["cells"].read(variables)
    assert [id(cell) for cell in PARAMETERS["cells"].resolve(names, model)] == [id(cell) for cell in variables]  # type: ignore[attr-defined]


def bare(cells) -> None: ...  # type: ignore[no-untyped-def]
def real(x: float) -> None: ...
def two_kinds(x: int | str) -> None: ...
def packed(*cells: Cells) -> None: ...
def unknown(x: Nowhere) -> None: ...  # type: ignore[name-defined]  # noqa: F821


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            bare,
            "cells needs an annotation: Cells, Pair, Cell, Numbers, Clues, int, bool, str, a Literal",
        ),
        (real, "x needs an annotation: Cells"),
        (two_kinds, "x needs an annotation: Cells"),
        (packed, "cells must be a plain named parameter"),
        (unknown, "the annotations cannot be read: name 'Nowhere' is not defined"),
    ],
)
def test_annotations_that_rules_do_not_know(function: Callable[..., Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        read_parameters(function)


def test_parameters_are_plain_values() -> None:
    assert read_parameters(every_kind) == tuple(PARAMETERS.values())
    assert all(isinstance(parameter, Parameter) for parameter in PARAMETERS.values())
