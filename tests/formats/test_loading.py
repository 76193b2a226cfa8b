"""Puzzles as models, by the names of their files."""

from __future__ import annotations

from pathlib import Path

import pytest

from sudoku_cp import InputError, Model, ModelError, Sudoku, models
from sudoku_cp.formats import as_model, load, load_all
from sudoku_cp.model import Kakuro, MultiGrid

LINE = "12.............."


@pytest.mark.slow
@pytest.mark.parametrize("name", models.puzzles())
def test_every_shipped_puzzle(name: str) -> None:
    board = load(name)
    assert board.givens or board.clues or isinstance(board, Kakuro)
    assert board is not load(name), "a model is the caller's own"


def test_a_file(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(LINE)
    for name in (tmp_path / "puzzle.txt", str(tmp_path / "puzzle.txt")):
        assert {cell.name: digit for cell, digit in load(name).givens.items()} == {"r1c1": 1, "r1c2": 2}


def test_a_puzzle_itself() -> None:
    rows = "\n".join(LINE[start : start + 4] for start in range(0, 16, 4))
    for text in (LINE, rows, f"grid = '''\n{rows}'''\nsize = 4"):
        assert list(load(text).givens.values()) == [1, 2]
    assert list(load("2x2:1_2n").givens.values()) == [1, 2]


@pytest.mark.parametrize(("strange", "message"), [("\udc80", "byte 0x80 is not UTF-8"), ("\ud800", "cannot be read")])
def test_a_puzzle_with_characters_that_are_no_text(strange: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^<argument>:.*{message}"):
        load(f"{LINE}\n{strange}")


def test_a_model_is_its_own_model() -> None:
    model, sudoku = Model(), Sudoku(4)
    assert as_model(model) is model
    assert as_model(sudoku) is sudoku
    assert str(as_model(LINE).givens) == str(load(LINE).givens) == "{r1c1: 1, r1c2: 2}"


def test_the_symbols_of_a_grid() -> None:
    board = load("BA..\n" + "....\n" * 3, symbols="ABCD")
    assert (board.symbols, list(board.givens.values())) == ("ABCD", [2, 1])


def test_the_model_of_a_grid() -> None:
    assert load("." * 81).name == "classic"
    assert load("." * 81, model="x_sudoku").clues
    assert load("killer", model="x_sudoku").name == "killer"
    with pytest.raises(ModelError, match=r"did you mean x_sudoku\?$"):
        load("." * 81, model="x_sudku")
    with pytest.raises(InputError, match=r"^<argument>:1: samurai is several grids"):
        load("." * 81, model="samurai")


def test_a_document_of_several_grids() -> None:
    assert isinstance(load("samurai"), MultiGrid)


def test_several_puzzles() -> None:
    with pytest.raises(InputError, match=r"^classic\.txt: there are several puzzles: load_all yields them one by one$"):
        load("classic.txt")
    boards = list(load_all("classic.txt"))
    assert len(boards) == 20
    assert len({tuple(board.givens.values()) for board in boards}) == 20


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gardn", r"^gardn: cannot be read: No such file or directory: did you mean garden\?$"),
        ("12.........3...", r"No such file or directory; as a puzzle it has 15 cells, but 81 are needed for 9×9"),
        ("a\0b", r"cannot be read: embedded null byte$"),
        ("xx..\n" * 4, r"^<argument>:1, column 1: 'x' is not a digit"),
        ("", r"cannot be read"),
    ],
)
def test_what_cannot_be_loaded(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load(name)
