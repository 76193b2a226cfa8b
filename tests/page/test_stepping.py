"""Paths and hints of the page hold a full grid against all clues."""

from __future__ import annotations

import threading

import pytest

from sudoku_cp.page.limits import Job
from sudoku_cp.page.stepping import hint, path

GRID = "1234341221434321"


@pytest.mark.parametrize(("others", "is_solved"), [("r2c3 r2c4", True), ("r2c1 r2c2", False)])
def test_a_full_grid_is_held_against_the_clues(others: str, is_solved: bool) -> None:
    text = f'size = 4\ngrid = "{GRID}"\n\n[[same_values]]\ncells = "r1c1 r1c2"\nothers = "{others}"\n'
    words = path(Job(threading.Event(), lambda _: None), text, {})["words"]
    assert (words == "Solved after 0 steps") is is_solved
    assert ("does not hold: there is no solution" in words) is not is_solved
    if not is_solved:
        found = hint(Job(threading.Event(), lambda _: None), text, {}, 1)["words"]
        assert found == f"same_values r1c1 r1c2 others={others.replace(' ', ',')} does not hold: there is no solution"
