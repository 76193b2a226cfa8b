from __future__ import annotations

from collections.abc import Mapping

import pytest

from sudoku_cp import Cell, InputError, ModelError, SudokuError
from sudoku_cp.kernel import Linear
from sudoku_cp.model import LoweringError, UnsoundAnswerError


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ({}, "no digit"),
        ({"source": "a.txt"}, "a.txt: no digit"),
        ({"source": "a.txt", "line": 3}, "a.txt:3: no digit"),
        ({"source": "a.txt", "line": 3, "column": 7}, "a.txt:3, column 7: no digit"),
    ],
)
def test_input_error_starts_with_its_place(place: dict[str, object], text: str) -> None:
    assert str(InputError("no digit", **place)) == text  # type: ignore[arg-type]


def test_every_error_is_a_sudoku_error() -> None:
    for error in (InputError, LoweringError, ModelError, UnsoundAnswerError):
        assert issubclass(error, SudokuError)


def test_a_kind_of_constraint_keeps_its_meaning() -> None:
    with pytest.raises(ModelError, match="Distance cannot give Linear another meaning: derive it from Constraint"):

        class Distance(Linear):
            def holds(self, assignment: Mapping[Cell, int]) -> bool:
                return True

    class Named(Linear):
        """The same meaning."""

    assert issubclass(Named, Linear)
