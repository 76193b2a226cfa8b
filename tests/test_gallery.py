"""The gallery, and the guide to loops, show shipped puzzles as they are drawn today."""

from __future__ import annotations

import re

import pytest

from sudoku_cp import models
from sudoku_cp.formats import load
from sudoku_cp.render import svg
from tests.support.pages import DOCS, page_named

SHOWN = re.findall(r"\(images/gallery/(\w+)\.svg\).*?`sudoku-cp page (\w+)`", page_named("gallery.md").text)


def test_it_shows_shipped_puzzles() -> None:
    assert len(set(SHOWN)) == 24
    assert [picture for picture, _ in SHOWN] == [puzzle for _, puzzle in SHOWN]
    assert {puzzle for _, puzzle in SHOWN} <= set(models.puzzles())


@pytest.mark.slow
@pytest.mark.parametrize("name", [puzzle for _, puzzle in SHOWN])
def test_pictures(name: str) -> None:
    """`sudoku-cp show NAME --svg docs/images/gallery/NAME.svg` draws a picture anew."""
    assert (DOCS / "images" / "gallery" / f"{name}.svg").read_text(encoding="utf-8") == svg(load(name))


LOOPS = re.findall(
    r"images/loops/(\w+)\.svg\).*?`sudoku-cp show (\w+) --solve`", page_named("loops-and-shadings.md").text
)


def test_the_guide_to_loops_has_pictures() -> None:
    assert len(LOOPS) == 6
    assert [picture for picture, _ in LOOPS] == [puzzle for _, puzzle in LOOPS]


@pytest.mark.slow
@pytest.mark.parametrize("name", [puzzle for _, puzzle in LOOPS])
def test_solved_pictures(name: str) -> None:
    """`sudoku-cp show NAME --solve --svg docs/images/loops/NAME.svg` draws a picture anew."""
    board = load(name)
    drawn = svg(board, board.solve().solution)
    assert (DOCS / "images" / "loops" / f"{name}.svg").read_text(encoding="utf-8") == drawn
