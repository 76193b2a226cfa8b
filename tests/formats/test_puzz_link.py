"""Addresses of puzz.link."""

from __future__ import annotations

from io import BytesIO
from itertools import permutations, product
from random import Random

import pytest

from sudoku_cp.formats import Document, load, read
from sudoku_cp.formats.puzz_link import board_of
from sudoku_cp.model import Board, InputError, Kakuro
from sudoku_cp.rules import AppliedRule
from sudoku_cp.solving.registry import load_solver

PUZZLE = "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9."
SOLUTION = "189327645756849312243651879924183567375496128618572934491735286832964751567218493"


def solved(board: Board) -> list[str]:
    result = load_solver().compile(board).count(2)
    assert result.solution is not None
    assert (result.exact, result.count) == (True, 1)
    return ["".join(str(result.solution[cell]) for cell in row) for row in board.rows]


def body_of(cells: str) -> str:
    """The body of a sudoku: runs of empty cells are g to z."""
    body, run = "", 0
    for mark in cells + "!":
        if mark == ".":
            run += 1
            continue
        while run:
            body += "ghijklmnopqrstuvwxyz"[min(run, 20) - 1]
            run -= min(run, 20)
        body += mark.replace("!", "")
    return body


@pytest.mark.parametrize(
    "start",
    [
        "https://puzz.link/p?sudoku/9/9/",
        "http://pzv.jp/p.html?sudoku/9/9/",
        "https://example.org/play?type=editor&sudoku/v:/9/9/",
    ],
)
def test_sudoku(start: str) -> None:
    (document,) = read(BytesIO(f"{start}{body_of(PUZZLE)}\n".encode()), "address")
    assert isinstance(document, Document)
    assert "".join(solved(document.model)) == SOLUTION


def test_empty_cells_at_the_end_and_large_numbers() -> None:
    short = board_of("https://puzz.link/p?sudoku/4/4/1.4")
    assert {cell.name: digit for cell, digit in short.givens.items()} == {"r1c1": 1, "r1c3": 4}
    large = board_of("https://puzz.link/p?sudoku/16/16/f-10i3")
    assert {cell.name: digit for cell, digit in large.givens.items()} == {"r1c1": 15, "r1c2": 16, "r1c6": 3}


def visible(line: tuple[int, ...]) -> int:
    return sum(height > max(line[:at], default=0) for at, height in enumerate(line))


def test_skyscrapers() -> None:
    """The clues of a Latin square around it, against a search through all of them."""
    lines = list(permutations(range(1, 5)))
    squares = [
        rows for rows in product(lines, repeat=4) if all(len(set(column)) == 4 for column in zip(*rows, strict=True))
    ]
    assert len(squares) == 576
    for square in Random(3).sample(squares, 5):
        columns = list(zip(*square, strict=True))
        sides = [columns, [column[::-1] for column in columns], list(square), [row[::-1] for row in square]]
        numbers = [visible(line) for side in sides for line in side]
        like = [
            rows
            for rows in squares
            if numbers
            == [
                visible(line)
                for side in (
                    list(zip(*rows, strict=True)),
                    [column[::-1] for column in zip(*rows, strict=True)],
                    list(rows),
                    [row[::-1] for row in rows],
                )
                for line in side
            ]
        ]
        board = board_of(f"https://puzz.link/p?skyscrapers/4/4/{''.join(map(str, numbers))}")
        assert load_solver().compile(board).count(1000).count == len(like)
    clued = board_of("https://puzz.link/p?skyscrapers/4/4/k13h4j3g")
    said = ["skyscraper bottom 2 1", "skyscraper bottom 3 3", "skyscraper left 2 4", "skyscraper right 3 3"]
    assert [" ".join(word.split("=")[-1] for word in str(clue).split()) for clue in clued.clues] == said
    assert solved(clued) == ["2143", "1234", "4312", "3421"]


def test_kakuro() -> None:
    kakuro = board_of("https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3")
    assert isinstance(kakuro, Kakuro)
    assert solved(kakuro) == ["", "53", "3412", "1212", "1938", "84"]
    small = board_of("https://puzz.link/p?kakuro/2/2/n3434")
    assert {(len(run.cells), run.sum) for run in (*small.runs,)} == {(2, 3), (2, 4)}  # type: ignore[attr-defined]


BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz"


def triples(circles: list[int]) -> str:
    """The characters for circles, three in each."""
    padded = circles + [0] * (-len(circles) % 3)
    return "".join(BASE_36[9 * a + 3 * b + c] for a, b, c in zip(*[iter(padded)] * 3, strict=True))


def numbers(entries: list[int | None]) -> str:
    """The characters for numbers of a Slitherlink, each with up to two empty cells, and for longer runs."""
    text, at = "", 0
    while at < len(entries):
        entry, after = entries[at], at + 1
        most = 20 if entry is None else 2
        while after < len(entries) and entries[after] is None and after - at <= most - (entry is None):
            after += 1
        text += BASE_36[15 + after - at] if entry is None else BASE_36[entry + 5 * (after - at - 1)]
        at = after
    return text


@pytest.mark.parametrize("name", ["slitherlink", "masyu", "yin_yang", "nurikabe"])
def test_loops_and_shadings(name: str) -> None:
    """The shipped puzzles, written in the characters of their genres."""
    board = load(name)
    assert isinstance(board, Board)
    givens = [board.givens.get(cell) for cell in board.grid]
    clue = dict(board.clues[-1].arguments) if isinstance(board.clues[-1], AppliedRule) else {}
    sizes = dict(zip(clue.get("cells") or (), clue.get("sizes") or (), strict=True))  # type: ignore[arg-type]
    white, black = (set(clue.get(colour) or ()) for colour in ("white", "black"))  # type: ignore[arg-type]
    body = {
        "slitherlink": lambda: numbers(givens),
        "masyu": lambda: triples([(cell.name in white) + 2 * (cell.name in black) for cell in board.grid]),
        "yin_yang": lambda: triples([0 if given is None else given + 1 for given in givens]),
        "nurikabe": lambda: "".join(str(sizes.get(cell.name, "g")) for cell in board.grid),
    }[name]()
    genre = {"slitherlink": "slither", "masyu": "masyu", "yin_yang": "yinyang"}.get(name, name)
    again = board_of(f"https://puzz.link/p?{genre}/{board.width}/{board.height}/{body}")
    assert {cell.name: value for cell, value in again.givens.items()} == {
        cell.name: value for cell, value in board.givens.items()
    }
    assert list(map(str, again.clues)) == list(map(str, board.clues))
    assert again.count(2).count == 1


@pytest.mark.parametrize(
    ("address", "message"),
    [
        (
            "https://puzz.link/p?heyawake/4/4/a",
            "a puzzle of the genre heyawake: sudoku, kakuro, ",
        ),
        ("https://puzz.link/p?slither/4/4/f", "'f' is no number and no run of empty cells"),
        ("https://puzz.link/p?slither/2/2/zz1", "the body has 41 places, and the grid 4"),
        ("https://puzz.link/p?mashu/2/2/r", "'r' is not three cells: 0–9 or a–q"),
        ("https://puzz.link/p?mashu/v:/3/3/1", "a mashu with other rules, which the address does not state"),
        ("https://puzz.link/p?yinyang/3/40/1", "a grid of 40 rows and 3 columns: there are at most 36"),
        ("https://puzz.link/p?nurikabe/3/3/2g.", "an island of unknown size"),
        ("https://puzz.link/p?nurikabe/3/3/o", "a nurikabe without islands"),
        ("https://puzz.link/p?sudoku", "not an address such as https://puzz.link/p?sudoku/9/9/"),
        ("https://puzz.link/p?sudoku/4/5/1", "a grid of 5 rows and 4 columns: it must be a square"),
        ("https://puzz.link/p?sudoku/999/999/1", "a grid of 999 rows and 999 columns: it must be a square"),
        ("https://puzz.link/p?sudoku/4/4/5", "r1c1: 5 is not a digit from 1 to 4"),
        ("https://puzz.link/p?sudoku/4/4/1!", "'!', character 2 of the body, is no number"),
        ("https://puzz.link/p?sudoku/4/4/zz1", "the body has 41 places, and the grid 16"),
        ("https://puzz.link/p?kakuro/2/2/l", "the body has 2 of 4 places"),
        ("https://puzz.link/p?kakuro/2/2/o", "the body has 5 places, and the grid 4"),
        ("https://puzz.link/p?kakuro/2/2/n34345", "the body has '5' after the last sum"),
        ("https://puzz.link/p?kakuro/2/2/n!", "'!' is not a sum"),
        ("https://puzz.link/p?kakuro/2/2/....", "there is no cell (. or a digit)"),
    ],
)
def test_wrong_addresses(address: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read(BytesIO(f"\n{address}\n".encode()), "address"))
    assert str(caught.value).startswith(f"address:2: {message}")
