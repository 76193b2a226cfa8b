from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest

from sudoku_cp.formats import Document, read
from sudoku_cp.model import Board, InputError, Kakuro

FOUR = """problem
- - 3 1
- - - -
- - - -
1 4 - -
"""
AREAS = """areas
1 1 1 2
1 3 2 2
4 3 3 2
4 4 4 3
"""


def text_of(puzzle: str, *parts: str) -> str:
    return "\n".join(["begin", f"puzzle {puzzle}", "author somebody", "unit 30", *map(str.strip, parts), "end"]) + "\n"


def documents(text: str) -> list[Document]:
    return [found for found in read(BytesIO(text.encode()), "p.txt") if isinstance(found, Document)]


def board(puzzle: str, *parts: str) -> Board:
    (found,) = documents(text_of(puzzle, *parts))
    return found.model


def given(model: Board) -> dict[str, int]:
    return {cell.name: digit for cell, digit in model.givens.items()}


def test_sudoku() -> None:
    moves = "solution\n4 2 3 1\n3 1 4 2\n2 3 1 4\n1 4 2 3\nmoves\nZ2;ba,2;aa,4;\ncb,4;"
    text = text_of("sudoku", "title Small", "size 4", "patternx 2", "patterny 2", FOUR, moves)
    (found, other) = documents(text + "\n# between\n" + text_of("sudoku, diagonals", "size 4", FOUR))
    assert given(found.model) == {"r1c3": 3, "r1c4": 1, "r4c1": 1, "r4c2": 4} == given(other.model)
    assert (found.model.name, found.carried["author"], found.line) == ("Small", "somebody", 1)
    assert (found.model.box, found.model.clues) == ((2, 2), [])
    assert [str(clue) for clue in other.model.clues] == ["diagonals"]


def test_boxes_and_letters() -> None:
    rows = "\n".join(["- " * 11 + "l", *["- " * 12] * 11])
    model = board("sudoku", "rows 12", "cols 12", "patternx 3", "patterny 4", f"problem\n{rows}")
    assert (model.box, given(model)) == ((4, 3), {"r1c12": 12})


def test_jigsaw() -> None:
    for name in ("sudoku chaos", "sudoku"):
        model = board(name, "size 4", FOUR, AREAS)
        assert [cell.name for cell in model.boxes[0]] == ["r1c1", "r1c2", "r1c3", "r2c1"]
        assert len(given(model)) == 4


def test_renban() -> None:
    model = board("renban", "size 4", FOUR, AREAS)
    assert str(model.clues[0]) == "renban r1c1 r1c2 r1c3 r2c1"
    assert (len(model.clues), model.boxes, len(given(model))) == (4, (), 4)


CLUES = "problem\n- 9 - 12\n- 6 - -\n7 - - -\n- - - -\n"


def test_killer() -> None:
    model = board("sudoku killer", "size 4", CLUES, AREAS)
    assert [str(clue) for clue in model.clues] == [
        "killer r1c1 r1c2 r1c3 r2c1 sum=9",
        "killer r1c4 r2c3 r2c4 r3c4 sum=12",
        "killer r2c2 r3c2 r3c3 r4c4 sum=6",
        "killer r3c1 r4c1 r4c2 r4c3 sum=7",
    ]
    assert not given(model)


def test_kendoku() -> None:
    clues = CLUES.replace("9", "9*").replace("12", "12x").replace("6", "6:").replace("7", "7")
    model = board("kendoku", "size 4", clues, AREAS)
    assert [str(clue).split(maxsplit=5)[5] for clue in model.clues] == [
        "value=9 operator=*",
        "value=12 operator=*",
        "value=6 operator=/",
        "value=7",
    ]
    assert model.boxes == ()


@pytest.mark.parametrize(
    ("name", "rule"), [("sudoku wolkenkratzer", "skyscraper"), ("sudoku randsummen", "margin_sum")]
)
def test_labels(name: str, rule: str) -> None:
    model = board(name, "size 4", FOUR, "clabels\n2 - - -\n- 3 - -", "rlabels\n- - - 1\n- - 4 -")
    assert [str(clue) for clue in model.clues] == [
        f"{rule} side=top index=1 value=2",
        f"{rule} side=bottom index=2 value=3",
        f"{rule} side=left index=4 value=1",
        f"{rule} side=right index=3 value=4",
    ]


def test_kakuro() -> None:
    model = board("kakuro", "rows 2", "cols 3", "problem\n- 4, 3,\n,3 0 1")
    assert isinstance(model, Kakuro)
    assert model.text().split() == ["#", "4\\", "3\\", "\\3", ".", "1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("begin\n", "p.txt:1: the line end is missing"),
        ("begin\nend\nproblem", "p.txt:1: puzzle is missing: known kinds are sudoku, chaos"),
        (text_of("sudoku odd-even", "size 4", FOUR), "p.txt:2: puzzle sudoku odd-even: known kinds are"),
        (text_of("nurikabe"), "p.txt:2: puzzle nurikabe: known kinds are sudoku, chaos"),
        (text_of("sudoku", FOUR), "p.txt:1: the size is missing"),
        (text_of("sudoku", "size x", FOUR), "p.txt:5: size must be a whole number, not 'x'"),
        (text_of("sudoku", "wind 3", "size 4", FOUR), "p.txt:5: unknown word wind"),
        (text_of("sudoku", "rows 4", "cols 5", FOUR), "p.txt:1: a grid of 4 rows and 5 columns is not square"),
        (text_of("sudoku", "size 4", "size 9", FOUR), "p.txt:6: size occurs twice, with '4' and with '9'"),
        (text_of("sudoku", "size 4", "puzzle killer", FOUR), "p.txt:6: puzzle occurs twice, with 'sudoku' and with"),
        (text_of("sudoku", "size 4", FOUR, FOUR), "p.txt:11: problem occurs twice"),
        (text_of("sudoku", "size 4", "rows 5", FOUR), "p.txt:1: size 4 and rows 5 contradict each other"),
        (text_of("sudoku", "size 5", FOUR), "p.txt:10: problem has 4 rows, not 5"),
        (text_of("sudoku", "size 4", FOUR.replace("3 1", "3")), "p.txt:7: problem: row 1 has 3 entries, not 4"),
        (text_of("sudoku", "size 4", FOUR.replace("3 1", "3 7")), "p.txt:7, column 7: '7' is not a digit of 1–4"),
        (text_of("sudoku", "size 4", FOUR.replace("3 1", "3 ?")), "p.txt:7, column 7: '?' is not a digit of 1–4"),
        (text_of("sudoku", "size 99", FOUR), "p.txt:1: the size must be from 1 to 36"),
        (text_of("killer", "size 4", CLUES.replace("6", "x"), AREAS), "p.txt:8, column 3: 'x' is not a clue"),
        (text_of("killer", "size 4", CLUES.replace("9 -", "9 8"), AREAS), "p.txt:7, column 5: '8' is a second clue"),
        (text_of("killer", "size 4", CLUES), "p.txt:1: areas has 0 rows, not 4"),
        (text_of("kakuro", "rows 1", "cols 2", "problem\n3, x"), "p.txt:8, column 4: 'x' is neither a cell"),
        (text_of("sudoku", "variant round", "size 4", FOUR), "p.txt:1: not supported: variant round"),
        (
            text_of("wolkenkratzer", "size 4", FOUR, "clabels\n2 - - -\n- x - -"),
            "p.txt:13, column 3: 'x' is not a number",
        ),
    ],
)
def test_faults(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        documents(text)
    assert str(caught.value).startswith(message)


def test_what_follows_is_no_puzzle(error_of: Callable[..., str]) -> None:
    text = text_of("sudoku", "size 4", FOUR) + "more"
    assert error_of(text) == "puzzles.txt:12: a puzzle must start with the line begin"
