"""A page for each model that comes with sudoku-cp, with its declaration and its puzzles in pictures."""

from __future__ import annotations

import inspect
import tomllib
from importlib import import_module
from pathlib import Path

from docs.generators.pages import OUTSIDE, Pages, code, page, table
from sudoku_cp import models
from sudoku_cp.formats import load
from sudoku_cp.model import Board
from sudoku_cp.render.svg import svg

CELL = 40
"""The size of a cell in pictures."""


def write_models(pages: Pages) -> None:
    """Write the pages of all models, with the pictures of their puzzles."""
    puzzles = {name: _document(name) for name in models.puzzles()}
    for name in models.names():
        members = [puzzle for puzzle, text in puzzles.items() if tomllib.loads(text).get("model") == name]
        for puzzle in members:
            board = load(puzzle)
            assert isinstance(board, Board)
            solution = board.solve().solution
            pages.write(f"models/{puzzle}.svg", svg(board, cell=CELL, words=False))
            pages.write(f"models/{puzzle}-solved.svg", svg(board, solution, cell=CELL, words=False))
        pages.write(f"models/{name}.md", _page(name, {puzzle: puzzles[puzzle] for puzzle in members}))
    rows = [(f"[`{name}`]({name}.md)", models.rule_text(name).splitlines()[0]) for name in models.names()]
    pages.write(
        "models/index.md",
        page(
            "# Models in pictures",
            "Every model that comes with sudoku-cp, its declaration, and its puzzles with their solutions. "
            "[Models](../../models.md) is the overview.",
            table(["model", "meaning"], rows),
        ),
    )


def _document(puzzle: str) -> str:
    return Path(models.PUZZLES, f"{puzzle}.toml").read_text(encoding="utf-8")


def _page(name: str, puzzles: dict[str, str]) -> str:
    module = import_module(f"sudoku_cp.models.{name}")
    parameters = inspect.signature(getattr(module, name)).parameters.values()
    rows = [
        (f"`{each.name}`", "required" if each.default is each.empty else f"`{each.default}`") for each in parameters
    ]
    return page(
        OUTSIDE,
        f"# {name}",
        models.rule_text(name),
        "## Declaration",
        *([table(["parameter", "default"], rows)] if rows else []),
        code(inspect.getsource(module), "python"),
        *(part for puzzle, text in puzzles.items() for part in _puzzle(puzzle, text)),
    )


def _puzzle(puzzle: str, text: str) -> list[str]:
    pictures = (f"![{puzzle}]({puzzle}.svg)", f"![the solution of {puzzle}]({puzzle}-solved.svg)")
    return [
        f"## The puzzle {puzzle}",
        models.puzzle_text(puzzle),
        table(["the puzzle", "its solution"], [pictures]),
        f"`sudoku-cp solve {puzzle}` solves it, and this is its document:",
        code(text, "toml"),
    ]
