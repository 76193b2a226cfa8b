from __future__ import annotations

from io import BytesIO

import pytest

from sudoku_cp.formats import Document, read
from sudoku_cp.formats.tatham import is_game, sudoku_from
from sudoku_cp.model import InputError, Sudoku
from sudoku_cp.solving.registry import load_solver


def rows_of(sudoku: Sudoku) -> list[str]:
    """The only solution."""
    result = load_solver().compile(sudoku).count(2)
    assert result.solution is not None
    assert (result.exact, result.count) == (True, 1)
    return ["".join(str(result.solution[cell]) for cell in row) for row in sudoku.rows]


def clues(sudoku: Sudoku) -> list[str]:
    return [str(clue) for clue in sudoku.clues]


def test_solo() -> None:
    sudoku = sudoku_from("2x2:1_2f1_2a4_3c")
    assert {cell.name: digit for cell, digit in sudoku.givens.items()} == {
        "r1c1": 1,
        "r1c2": 2,
        "r3c1": 1,
        "r3c2": 2,
        "r3c4": 4,
        "r4c1": 3,
    }
    wide = sudoku_from("2x3:zj")
    assert wide.boxes[0] == wide.rows[0][:3] + wide.rows[1][:3]


def test_x() -> None:
    assert clues(sudoku_from("2x2x:p")) == ["diagonals"]


def test_jigsaw() -> None:
    sudoku = sudoku_from("4j:p,b__b__caa__c_")
    labels = ["".join("ABCD"[sudoku.box_of[cell]] for cell in row) for row in sudoku.rows]
    assert labels == ["AAAB", "ACBB", "CCDB", "CDDD"]


def test_killer() -> None:
    # every row is two cages of two cells
    sudoku = sudoku_from("2x2k:p,abbba____________,3a7a7a3a4a6a6a4a")
    assert clues(sudoku)[:2] == ["killer r1c1 r1c2 sum=3", "killer r1c3 r1c4 sum=7"]
    assert len(sudoku.clues) == 8


def test_unequal() -> None:
    sudoku = sudoku_from("3:0R,0R,0,0,0,0D,1,0,0,")
    assert clues(sudoku) == ["greater_than r1c1 r1c2", "greater_than r1c2 r1c3", "greater_than r2c3 r3c3"]
    assert rows_of(sudoku_from("3:0R,0R,0,0,0,0,0,0,2,")) == ["321", "213", "132"]


def test_unequal_with_neighbours() -> None:
    sudoku = sudoku_from("3a:0R,0L,0,0,0,0,0,0,0")
    assert clues(sudoku) == ["consecutive r1c1 r1c2", "negative_difference"]


def test_keen() -> None:
    sudoku = sudoku_from("2:__b,a3s1")
    assert clues(sudoku) == ["calcudoku r1c1 r2c1 value=3 operator=+", "calcudoku r1c2 r2c2 value=1 operator=-"]


def test_keen_repeats_letters() -> None:
    assert clues(sudoku_from("2:_2b,m2d2")) == [
        "calcudoku r1c1 r2c1 value=2 operator=*",
        "calcudoku r1c2 r2c2 value=2 operator=/",
    ]
    assert [len(clue.split()) for clue in clues(sudoku_from("3:a__a_b1b1,a4m2s1"))] == [6, 6, 6]


def test_towers() -> None:
    sudoku = sudoku_from("3:3//1//////1/2//,e3c")
    assert clues(sudoku) == [
        "skyscraper side=top index=1 value=3",
        "skyscraper side=top index=3 value=1",
        "skyscraper side=left index=3 value=1",
        "skyscraper side=right index=1 value=2",
    ]
    assert {cell.name: digit for cell, digit in sudoku.givens.items()} == {"r2c3": 3}


def test_a_game_a_line() -> None:
    documents = list(read(BytesIO(b"# games\n2x2:p\n\n3:0R,0,0,0,0,0,0,0,0,\n"), "games"))
    assert [(document.line, document.model.name) for document in documents if isinstance(document, Document)] == [
        (2, "Solo"),
        (4, "Unequal"),
    ]


@pytest.mark.parametrize("text", ["1" * 81, "5..:1:x", "", "3x3", "title: x", "12:00"])
def test_no_games(text: str) -> None:
    assert not is_game(text)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("9x9:a", "the size must be from 1 to 36, not 81"),
        ("2x2:a", "'a' has 1 cells, not 16"),
        ("2x2:5o", "r1c1 = 5: the digits are 1–4"),
        ("2x2:A", "'A' contains characters other than letters, numbers and _"),
        ("2x2k:p", "the description has 1 parts between commas, not 3"),
        ("4j:p,a", "'a' has 1 pairs of neighbours, not 24"),
        ("4j:p,A", "borders must be letters and _, in Keen with numbers after them, not 'A'"),
        ("3:0,0", "2 cells, not 9"),
        ("3:0U,0,0,0,0,0,0,0,0", "(0, 1) is outside the grid"),
        ("2:__b,a3", "each of the 2 cages needs one of a, m, s, d and a number, not 'a3'"),
        ("3:1/2", "2 numbers around the grid, not 12"),
        ("2:1/x//////", "'x' at the top is not a number"),
        ("chess", "not a game such as 3x3:"),
    ],
)
def test_bad_games(game: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read(BytesIO(game.encode()), "games", "tatham"))
    assert str(caught.value).startswith("games:1: ")
    assert message in str(caught.value)


def saved(game: str, parameters: str, description: str, more: str = "") -> str:
    values = {"VERSION": "1", "GAME": game, "PARAMS": "9x9", "CPARAMS": parameters, "DESC": description}
    head = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n"
    return head + "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in values.items()) + more


def test_saved_games() -> None:
    moves = "NSTATES :1:2\nSTATEPOS:1:2\nMOVE    :6:R0,1,3\n"
    for game, parameters, description in (
        ("Solo", "2x2", "1_2f1_2a4_3c"),
        ("Unequal", "3", "0R,0R,0,0,0,0,0,0,2,"),
        ("Keen", "2", "__b,a3s1"),
    ):
        (document,) = read(BytesIO(saved(game, parameters, description, moves).encode()), "game.sav")
        assert isinstance(document, Document)
        direct = sudoku_from(f"{parameters}:{description}")
        assert (document.model.name, list(map(str, document.model.clues))) == (game, clues(direct))
        givens = [{cell.name: digit for cell, digit in each.givens.items()} for each in (document.model, direct)]
        assert givens[0] == givens[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (saved("Loopy", "9x9", "a"), "1: a saved game of Loopy: games of Solo, Unequal, Keen, Towers are read"),
        (saved("Keen", "2x2", "1_2f1_2a4_3c"), "1: a saved game of Keen with a description of Solo"),
        (saved("Solo", "2x2", "1a2b3"), "1: '1a2b3' has 6 cells, not 16"),
        (saved("Solo", "2x2", "1a2b9j"), "1: r2c2 = 9: the digits are 1–4"),
        (saved("Solo", "2x2", "1a2b3j").replace(":6:", ":7:"), "6: not a line of a saved game"),
        (saved("Solo", "2x2", "1a2b3j", "DESC    :6:1a2b4j\n"), "7: DESC occurs twice"),
    ],
)
def test_wrong_saved_games(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read(BytesIO(text.encode()), "game.sav"))
    assert str(caught.value).startswith(f"game.sav:{message}")
