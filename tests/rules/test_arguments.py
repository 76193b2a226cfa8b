"""Every rule with wrong arguments of every kind, in a model: a clue, or an error of the project."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from sudoku_cp import Model, Sudoku, SudokuError
from sudoku_cp.formats import load
from sudoku_cp.rules import RULES, AppliedRule
from tests.rules.test_examples import FOLDER, SHIPPED
from tests.support.wrong_arguments import WRONG


@cache
def clue_of(name: str) -> tuple[AppliedRule, Callable[[], Model]]:
    """A clue of the example, and what makes a board for it."""
    sudoku = load(FOLDER / f"{name}.toml")
    assert isinstance(sudoku, Sudoku)
    clues = [clue for clue in sudoku.clues if isinstance(clue, AppliedRule)]
    (found, *_) = [each for clue in clues for each in (clue, *clue.inner) if each.rule.name == name]
    board: dict[str, Any] = {"box": sudoku.box} if sudoku.box else {"regions": ()}
    return found, lambda: Sudoku((sudoku.height, sudoku.width), digits=sudoku.digits, **board)


def declared(name: str, arguments: dict[str, object], board: Callable[[], Model]) -> str | None:
    """The raw error of a clue that is added to a board."""
    try:
        clue = RULES[name](**arguments)
        str(clue), repr(clue), list(clue.drawings(board()))
        board().add(clue)
    except SudokuError as error:
        return None if str(error) else "an empty message"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:150]}"
    return None


@pytest.mark.parametrize("name", SHIPPED)
def test_wrong_arguments(name: str) -> None:
    clue, board = clue_of(name)
    right: dict[str, object] = {**dict(clue.arguments)}
    assert declared(name, right, board) is None
    found = []
    for word in [parameter.name for parameter in RULES[name].parameters]:
        for kind, wrong in WRONG:
            if fault := declared(name, {**right, word: wrong()}, board):
                found.append(f"{word}={kind}: {fault}")
    assert found == []
