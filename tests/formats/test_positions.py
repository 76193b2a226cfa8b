"""Positions of SadMan Sudoku, SudoCue and HoDoKu."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest

from sudoku_cp.formats import Document, GridText, read, write
from sudoku_cp.formats.document import sudoku_of
from sudoku_cp.model import InputError, ModelError, Sudoku
from sudoku_cp.model.sudoku import single_grid
from sudoku_cp.solving.registry import load_solver

PUZZLE = "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9."
SOLUTION = "189327645756849312243651879924183567375496128618572934491735286832964751567218493"


def positions(text: str, format: str | None = None) -> list[Sudoku]:  # noqa: A002
    puzzles = read(BytesIO(text.encode()), "saved", format)
    return [sudoku_of(each) if isinstance(each, GridText) else single_grid(each.model) for each in puzzles]


def solved(sudoku: Sudoku) -> str:
    result = load_solver().compile(sudoku).count(2)
    assert result.solution is not None
    assert (result.exact, result.count) == (True, 1)
    return "".join(str(result.solution[cell]) for cell in sudoku.grid)


def rows(cells: str, gap: str = "") -> str:
    return "".join(gap.join(cells[start : start + 9]) + "\n" for start in range(0, 81, 9))


def sdx(cells: str, placed: str = "", removed: dict[int, str] | None = None) -> str:
    """The text of a position: entries for each cell, with digits of a solution placed in some."""
    entries = []
    for at, mark in enumerate(cells):
        marks = "".join(digit for digit in "123456789" if digit not in (removed or {}).get(at, ""))
        entries.append(mark if mark != "." else f"u{SOLUTION[at]}" if str(at) in placed.split() else marks)
    return "".join(" ".join(entries[start : start + 9]) + "\n" for start in range(0, 81, 9))


@pytest.mark.parametrize(
    "text",
    [
        f"[Puzzle]\n{rows(PUZZLE)}",
        f"#AAuthor\n#CComment\n[Puzzle]\n{rows(PUZZLE.replace('.', '0'))}[State]\n{rows(SOLUTION)}",
        f"\n[puzzle]\r\n{rows(PUZZLE)}\n[PencilMarks]\n1,2,3\n[Colors]\n000\n",
        f"#ASomeone\n#B2026-01-02\n#LEasy\n{rows(PUZZLE)}",
    ],
)
def test_sections(text: str) -> None:
    (sudoku,) = positions(text)
    assert (len(sudoku.givens), solved(sudoku)) == (24, SOLUTION)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[Puzzle]\n12..\n..12\n2...\n", "saved:1: 3 rows of 4 cells: a puzzle has as many rows as cells in a row"),
        ("[Puzzle]\n12..\n..12\n2..\n....\n", "saved:4: a row of 3 cells, not 4 like the first one"),
        ("[Puzzle]\n12..\n..12\n2..x\n....\n", "saved:4, column 4: 'x' is not a digit of 1–4; use . for an empty cell"),
        ("[Puzzle]\n[State]\n", "saved:1: 0 rows of 0 cells: a puzzle has as many rows as cells in a row"),
        ("[Puzzle]\n1\n[Puzzle]\n1\n", "saved:3: a second section [Puzzle]: a file of SadMan Sudoku holds one puzzle"),
    ],
)
def test_wrong_sections(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        positions(text)
    assert str(caught.value) == message


def test_sdx() -> None:
    (sudoku,) = positions(sdx(PUZZLE, "0 80", {1: "12", 4: "9"}))
    assert solved(sudoku) == SOLUTION
    assert {cell.name: digits for cell, digits in sudoku.pencilmarks.items()} == {
        "r1c1": (1,),
        "r1c2": (3, 4, 5, 6, 7, 8, 9),
        "r1c5": (1, 2, 3, 4, 5, 6, 7, 8),
        "r9c9": (3,),
    }


def test_wrong_placed_digits_stay_in_the_position() -> None:
    (sudoku,) = positions(sdx(PUZZLE, "0").replace("u1", "u2"))
    assert load_solver().compile(sudoku).count(2).count == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            sdx(PUZZLE, "0").replace("u1", "u12"),
            "saved:1, column 1: 'u12' is neither a digit, nor a placed one such as u5",
        ),
        (sdx(PUZZLE, "0").replace("u1", "11"), "saved:1, column 1: '11' is neither a digit"),
        (sdx(PUZZLE, "0").replace("u1 ", ""), "saved:1: a row of 8 entries, not 9"),
        (sdx(PUZZLE, "0") + sdx(PUZZLE), "saved:10: more than 9 rows of entries, not 9"),
    ],
)
def test_wrong_sdx(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        positions(text, "sdx")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        (f":0000:x:{PUZZLE}:::", {}),
        (f":0000:x:+1{PUZZLE[1:]}::", {"r1c1": (1,)}),
        (f":0300-2:37:{PUZZLE}:212 922:312:318", {"r1c2": (1, 3, 4, 5, 6, 7, 8, 9), "r2c2": (1, 2, 3, 4, 5, 6, 7, 8)}),
    ],
)
def test_library(line: str, marks: dict[str, tuple[int, ...]]) -> None:
    (sudoku,) = positions(line + "\n")
    assert {cell.name: digits for cell, digits in sudoku.pencilmarks.items()} == marks
    assert solved(sudoku) == SOLUTION


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f":0000:x:{PUZZLE[1:]}:::", "saved:1: a grid of 80 cells, not 81"),
        (f":0000:x:+{PUZZLE}:::", "saved:1: + does not stand before a digit"),
        (f":0000:x:{PUZZLE}:012::", "saved:1: '012' is not a deleted candidate such as 512: digit, row and column"),
        (f":0000:x:+1{PUZZLE[1:]}:111::", "saved:1: '111' deletes the last candidate of r1c1"),
        (f":0000:x:{PUZZLE}:913::", "saved:1: '913' deletes the last candidate of r1c3"),
    ],
)
def test_wrong_library(line: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        positions(line + "\n")
    assert str(caught.value) == message


def test_positions_are_read_back() -> None:
    sudoku = Sudoku(9)
    for cell, mark, digit in zip(sudoku.grid, PUZZLE, SOLUTION, strict=True):
        if mark != ".":
            sudoku.give(cell, int(mark))
        elif cell.index % 5 == 0:
            sudoku.restrict(cell, [int(digit)])
        elif cell.index % 3 == 0:
            sudoku.restrict(cell, sorted({int(digit), 1, 4, 7}))
    text = "".join(write([Document(sudoku, "", 1)], "hodoku"))
    (back,) = positions(text)
    for one, other in ((sudoku.givens, back.givens), (sudoku.pencilmarks, back.pencilmarks)):
        assert {cell.name: said for cell, said in one.items()} == {cell.name: said for cell, said in other.items()}


def test_position_alone(grid_of: Callable[..., GridText]) -> None:
    from sudoku_cp import rules

    sudoku = Sudoku(9, name="odd one")
    sudoku.add(rules.odd("r1c1"))
    with pytest.raises(ModelError, match="odd one: a grid of candidates cannot express the clue odd r1c1"):
        list(write([Document(sudoku, "", 1)], "hodoku"))
    with pytest.raises(ModelError, match="the format has grids of 9×9, and this is one of 4×4"):
        list(write([grid_of(4)], "hodoku"))
