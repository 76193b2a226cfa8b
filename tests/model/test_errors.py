from __future__ import annotations

import pytest

from sudoku_cp import InputError, LoweringError, ModelError, SudokuError, UnsoundAnswerError


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
