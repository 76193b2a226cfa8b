from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest


def test_a_grid(run: Callable[..., Any]) -> None:
    assert run("show", "1234" + "." * 12).out.splitlines()[:3] == [
        "<argument>:1: sudoku",
        "┏━━━━━━┳━━━━━━┓",
        "┃ 1  2 ┃ 3  4 ┃",
    ]


def test_a_solved_grid(run: Callable[..., Any]) -> None:
    outcome = run("show", "1234341221434321"[:15] + ".", "--solve")
    assert outcome.code == 0
    assert "· " not in outcome.out
    none = run("show", "11" + "." * 14, "--solve")
    assert none.code == 1
    assert "·" in none.out


def test_svg(run: Callable[..., Any], tmp_path: Any) -> None:
    file = tmp_path / "grid.svg"
    outcome = run("show", "killer", "--svg", file)
    assert (outcome.code, outcome.out) == (0, "")
    assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")
    assert run("show", "killer", "--svg", "-").out == file.read_text()
    assert file.read_text().endswith("</svg>\n")
    assert "\n\n" not in file.read_text()


def test_svg_draws_one_puzzle(run: Callable[..., Any], puzzle: str) -> None:
    outcome = run("show", "--svg", "-", stdin=f"{puzzle}\n{puzzle}\n")
    assert outcome.code == 2
    assert outcome.err == "<stdin>:2: --svg draws one puzzle, and this is a second one\n"


@pytest.mark.parametrize(("choice", "coloured"), [("always", True), ("never", False), ("auto", False)])
def test_colour(run: Callable[..., Any], puzzle: str, choice: str, coloured: bool) -> None:
    assert ("\x1b[" in run("show", puzzle, "--color", choice).out) is coloured


@pytest.mark.parametrize("options", [(), ("--solve",), ("--color", "always"), ("--solve", "--color", "always")])
@pytest.mark.parametrize("name", ["classic", "hexadoku_0_f"])
def test_what_is_shown_is_read(run: Callable[..., Any], name: str, options: tuple[str, ...]) -> None:
    shown = run("show", name, *options).out
    read = run("convert", "--to", "line", stdin=shown)
    assert (read.code, read.out) == (0, run("convert", name, "--to", "line").out)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["samurai", "windmill"])
def test_several_grids_are_read_with_their_model(run: Callable[..., Any], name: str) -> None:
    solution = run("solve", name, "--format", "line").out
    shown = run("show", name).out
    assert run("solve", "--model", name, "--format", "line", stdin=shown).out == solution
    assert "name its variant with --model" in run("solve", stdin=shown).err
    document = run("convert", "--model", name, "--to", "toml", stdin=shown).out
    assert run("solve", "--model", name, "--format", "line", stdin=document).out == solution
    rows = document.split('"""')[1].strip("\n")
    assert run("solve", "--model", name, "--format", "line", stdin=rows).out == solution
    assert "row 1 has 3 cells, not 21" in run("solve", "--model", "samurai", stdin="# . .\n").err


def test_clues_in_a_picture_are_refused(run: Callable[..., Any]) -> None:
    for name in ("killer", "garden", "jigsaw", "x_sudoku", "anti_knight"):
        done = run("solve", stdin=run("show", name).out)
        assert (done.code, done.out) == (2, ""), name
