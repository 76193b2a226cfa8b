from __future__ import annotations

import tomllib
from io import BytesIO
from pathlib import Path

import pytest

from sudoku_cp import models
from sudoku_cp.formats import Document, read
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.model import Board
from sudoku_cp.solving.registry import load_solver

PUZZLES = Path(models.__file__).parent / "puzzles"
DOCUMENTS = sorted(path.name for path in PUZZLES.glob("*.toml"))


def document(name: str) -> Board:
    with (PUZZLES / name).open("rb") as stream:
        (puzzle,) = read(stream, name)
    assert isinstance(puzzle, Document)
    return puzzle.model


def test_every_model_has_a_puzzle() -> None:
    declared = {
        tomllib.loads((PUZZLES / name).read_text(encoding="utf-8")).get("model", "kakuro") for name in DOCUMENTS
    }
    assert declared == set(models.names())


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name != "target.toml"])
def test_one_solution(name: str) -> None:
    for solver in ("exact-cover", "cp-sat"):
        result = load_solver(solver).compile(document(name)).count(limit=2)
        assert (result.count, result.exact) == (1, True)


def test_target_has_several_solutions_and_one_best() -> None:
    model = document("target.toml")
    compiled = load_solver("cp-sat").compile(model)
    solutions = list(compiled.solutions())
    assert model.objective is not None
    scores = sorted(model.objective.value(solution) for solution in solutions)
    assert (len(scores), scores[0], scores[-2:].count(2856), scores[-1]) == (11, 2846, 1, 2856)
    assert compiled.solve().objective == 2856


@pytest.mark.parametrize(("name", "count", "size"), [("classic", 20, 9), ("hexadoku", 2, 16)])
def test_lines(name: str, count: int, size: int) -> None:
    lines = (PUZZLES / f"{name}.txt").read_text().split()
    assert len(set(lines)) == count
    model = models.load(name)
    compiled = load_solver("cp-sat").compile(model)
    for line in lines:
        assert len(line) == size * size
        givens = {
            cell: model.digits[model.symbols.index(symbol)]
            for cell, symbol in zip(model.grid, line, strict=True)
            if symbol != "."
        }
        result = compiled.count(limit=2, givens=givens)
        assert (result.count, result.exact) == (1, True), line


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_saved_and_read_again(name: str) -> None:
    model = document(name)
    text = dump_document(model)
    (puzzle,) = read(BytesIO(text.encode()), name, "toml")
    assert isinstance(puzzle, Document)
    again = puzzle.model
    assert dump_document(again) == text
    assert [constraint.describe() for constraint in again.constraints] == [
        constraint.describe() for constraint in model.constraints
    ]
    assert [(cell.name, cell.domain) for cell in again.cells] == [(cell.name, cell.domain) for cell in model.cells]
    assert {cell.name: value for cell, value in again.givens.items()} == {
        cell.name: value for cell, value in model.givens.items()
    }
    assert (again.objective is None) == (model.objective is None)


@pytest.mark.parametrize("name", models.puzzles())
def test_the_description_of_a_puzzle_is_the_comment_on_its_first_line(name: str) -> None:
    first = (Path(models.__file__).parent / "puzzles" / f"{name}.toml").read_text(encoding="utf-8").splitlines()[0]
    assert first == f"# {models.puzzle_text(name)}"
