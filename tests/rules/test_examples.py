"""The example of each rule, which the reference shows: a puzzle with one solution that the rule is needed for."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from sudoku_cp import Model, Sudoku
from sudoku_cp.formats import Document, load, read, write
from sudoku_cp.model import Clue
from sudoku_cp.rules import RULES, AppliedRule

FOLDER = Path(__file__).parent / "examples"
SHIPPED = sorted(name for name, rule in RULES.items() if rule.meaning.__module__.startswith("sudoku_cp."))

SCENERY = {"chaos_construction"}
"""Rules without which the other clues of their example make no sense."""


def example(name: str) -> Sudoku:
    sudoku = load(FOLDER / f"{name}.toml")
    assert isinstance(sudoku, Sudoku)
    return sudoku


def test_every_rule_has_an_example() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == SHIPPED


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_both_solvers_find_one_solution(name: str) -> None:
    sudoku = example(name)
    solutions = [sudoku.count(2, solver=solver) for solver in ("exact-cover", "cp-sat")]
    assert [found.count for found in solutions] == [1, 1]
    assert solutions[0].solution == solutions[1].solution


@pytest.mark.parametrize("name", SHIPPED)
def test_the_rule_is_needed(name: str) -> None:
    sudoku = example(name)
    named = [clue for clue in sudoku.clues if name in _names(clue)]
    assert named
    if name in SCENERY:
        return
    size = sudoku.height, sudoku.width
    boxes = {"box": sudoku.box} if sudoku.box else {"regions": ()}
    rest = Sudoku(size, digits=sudoku.digits, **boxes)
    rest.add(*(clue for clue in sudoku.clues if clue not in named))
    rest.givens = {rest[cell.name]: value for cell, value in sudoku.givens.items()}
    assert rest.count(2).count != 1


@pytest.mark.parametrize("name", SHIPPED)
def test_it_can_be_written(name: str) -> None:
    sudoku = example(name)
    text = "".join(write([Document(sudoku, name, 1)], "toml"))
    (again,) = read(BytesIO(text.encode()), name)
    assert isinstance(again, Document)
    assert _content(again.model) == _content(sudoku)


def _content(model: Model) -> tuple[list[str], dict[str, int]]:
    return list(map(str, model.clues)), {cell.name: value for cell, value in model.givens.items()}


def _names(clue: Clue) -> Iterator[str]:
    """The rules of a clue and of the clues inside it."""
    if isinstance(clue, AppliedRule):
        yield clue.rule.name
        for _, argument in clue.arguments:
            if isinstance(argument, tuple):
                for inner in argument:
                    yield from _names(inner) if isinstance(inner, AppliedRule) else ()
