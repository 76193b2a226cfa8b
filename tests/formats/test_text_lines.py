"""Texts that might be read as puzzles that nobody asked for are read as meant, or refused."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest

from sudoku_cp.formats import GridText, read
from sudoku_cp.formats.bulk import read_blocks
from sudoku_cp.formats.bulk_cells import Shape, read_lines
from sudoku_cp.model import InputError

Read = Callable[..., list[GridText]]

PUZZLE = "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9."
SOLUTION = "189327645756849312243651879924183567375496128618572934491735286832964751567218493"
LARGE = "G" + "." * 255
FOUR = "12..34..2...4..."
SMALL = ("..3.", ".4..", "...1", "1...")
ONES = ("...1.....", "1........", "......1..")


def texts(grids: list[GridText]) -> list[str]:
    return ["".join(("." + grid.symbols)[rank] for rank in grid.ranks) for grid in grids]


def rows(puzzle: str, separator: str, empty: str = ".") -> str:
    size = round(len(puzzle) ** 0.5)
    lines = [puzzle.replace(".", empty)[start : start + size] for start in range(0, size * size, size)]
    return "".join(separator.join(line) + "\n" for line in lines)


@pytest.mark.parametrize("separator", [",", ";", ":", ", ", " : "])
@pytest.mark.parametrize("empty", [".", "0", "?", "*", "_", "-"])
@pytest.mark.parametrize("puzzle", ["".join(SMALL), "".join(ONES * 3), PUZZLE])
def test_separators_between_cells(read_grids: Read, puzzle: str, separator: str, empty: str) -> None:
    assert texts(read_grids(rows(puzzle, separator, empty))) == [puzzle]


@pytest.mark.parametrize("separator", [",", ";"])
def test_blank_cells_between_separators(read_grids: Read, separator: str) -> None:
    text = "".join(separator.join(mark.strip(".") for mark in row) + "\n" for row in SMALL)
    assert texts(read_grids(text)) == ["".join(SMALL)]


@pytest.mark.parametrize("name", [None, "line"])
@pytest.mark.parametrize("number", ["1 ", "1: ", "0001 ", "000000001 ", "12) ", "3. ", "7:", " 17  "])
def test_numbered_lines(read_grids: Read, number: str, name: str | None) -> None:
    assert texts(read_grids(f"{number}{PUZZLE}\n{number}{PUZZLE}:1:{SOLUTION}\n", name)) == [PUZZLE, PUZZLE]
    assert texts(read_grids(f"{number}{FOUR}\n", name)) == [FOUR]


@pytest.mark.parametrize("form", [PUZZLE + "\n", rows(PUZZLE, ""), rows(PUZZLE, " ", "0")])
def test_a_number_of_puzzles(read_grids: Read, error_of: Callable[..., str], form: str) -> None:
    assert texts(read_grids(f"1\n{form}")) == [PUZZLE]
    assert texts(read_grids(f"2\n{form}\n{form}")) == [PUZZLE, PUZZLE]
    assert error_of(f"2\n{form}") == "puzzles.txt:1: this line announces 2 puzzles, but the text has 1"
    assert "line 1 announces 1 puzzle, but there are more" in error_of(f"1\n{form}\n{form}")


@pytest.mark.parametrize("name", [None, "line"])
@pytest.mark.parametrize(
    "frame", ["*" + "-" * 79 + "*", "-" * 81, "*" * 49, "-" * 9, "*-------*", "_" * 81, "." + "-" * 79 + ".", "=" * 16]
)
def test_lines_of_frames_are_no_puzzles(name: str | None, frame: str) -> None:
    for text in (frame, f"{frame}\n{PUZZLE}\n", f"{PUZZLE}\n{frame}\n{PUZZLE}\n"):
        found: list[object] = []
        with pytest.raises(InputError):
            found.extend(read(BytesIO(text.encode()), "p", name))
        assert len(found) == text.startswith(PUZZLE)


@pytest.mark.parametrize(
    "text",
    [
        "*-----*\n|1.|..|\n|..|.2|\n|--+--|\n|.3|..|\n|..|..|\n*-----*\n",
        ".-----.-----.\n| 1 . | . . |\n| . . | . 2 |\n:-----+-----:\n| . 3 | . . |\n| . . | . . |\n'-----'-----'\n",
        " ___________ \n| 1 . | . . |\n| . . | . 2 |\n|-----+-----|\n| . 3 | . . |\n| . . | . . |\n|_____|_____|\n",
        "---------\n1 _ _ _\n_ _ _ 2\n---------\n_ 3 _ _\n_ _ _ _\n---------\n",
        "*********\n1 - - -\n- - - 2\n\n- 3 - -\n- - - -\n",
        "=========\n1***\n***2\n*3**\n****\n",
    ],
)
def test_frames_around_grids(read_grids: Read, text: str) -> None:
    assert texts(read_grids(text)) == ["1......2.3......"]
    assert texts(read_grids(text + "\n" + text)) == ["1......2.3......"] * 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"0000000000000001 {PUZZLE}", 18),
        (f"{PUZZLE} {PUZZLE}", 83),
        (f"{PUZZLE},1,{FOUR}", 85),
        (f"{PUZZLE}\x0c{PUZZLE}", None),
        (f"{PUZZLE}\x0b{FOUR}", None),
        (f"{PUZZLE}\x851111222233334444", None),
        (f"{PUZZLE}\u2028{PUZZLE}", None),
        ("1,2,.,.", 3),
        (". . 3 .", 3),
        (f"1,{PUZZLE}", 3),
    ],
)
def test_a_second_puzzle_on_a_line(text: str, place: int | None) -> None:
    with pytest.raises(InputError) as caught:
        list(read(BytesIO(text.encode()), "p", "line"))
    assert caught.value.column == place
    data = f"{text}\n".encode()
    with pytest.raises(InputError):
        list(read_blocks(BytesIO(data * 3), "p"))
    shape = Shape(16 if text.startswith("0000") else 81, "123456789"[: 4 if text.startswith("0000") else 9])
    cells, _ = read_lines(data, shape)
    assert (len(cells.ranks), len(cells.faults)) == ((1, 0) if text.startswith("1,8") else (0, 1))


@pytest.mark.parametrize(
    "rest", [f",{SOLUTION}", f":1:{SOLUTION},easy", f" {FOUR.replace('.', '0')}", "  # 2009-01-01"]
)
def test_what_may_follow_a_puzzle(rest: str) -> None:
    data = f"{PUZZLE}{rest}\n".encode()
    assert texts([grid for grid in read(BytesIO(data), "p") if isinstance(grid, GridText)]) == [PUZZLE]
    assert [len(block.ranks) for block in read_blocks(BytesIO(data * 3), "p")] == [3]
    cells, _ = read_lines(data * 3, Shape(81, "123456789"))
    assert (len(cells.ranks), cells.faults) == (3, [])


@pytest.mark.parametrize("end", ["\x0c", "\x0b", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize(
    "one",
    [
        PUZZLE,
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QAsYB7AQxkDQC+Q=",
        ".~R1C1_5",
        "2x2:1a2b3j",
        "sclN4IgzglgXgpiBcBOANCALhNAbO8QAsYB7AQxkDQC+Q",
        '[["1"]]',
        "12..\n..12\n2...\n....",
    ],
)
def test_a_second_puzzle_behind_other_line_ends(one: str, end: str) -> None:
    with pytest.raises(InputError):
        list(read(BytesIO(f"{one}{end}{one}\n".encode()), "p"))


@pytest.mark.parametrize("name", ["line", "grid"])
def test_small_puzzles(read_grids: Read, error_of: Callable[..., str], name: str) -> None:
    for one in ("1\n", "12..\n" if name == "line" else "12\n..\n"):
        assert len(read_grids(one)) == len(read_grids(one, name)) == 1
        assert len(read_grids(one + one, name)) == 2
        further = PUZZLE + "\n" if name == "line" else rows(PUZZLE, " ")
        for text in (f"{one}\n{further}", f"{further}\n{one}"):
            assert "puzzles below 4×4 are recognised alone" in error_of(text, name)
    assert "puzzles below 4×4 are recognised alone" in error_of("1\n" * 3)
    assert "puzzles below 4×4 are recognised alone" in error_of("12..\n..12\n")
    small = "12..\n" * 3
    assert [block.ranks.shape for block in read_blocks(BytesIO(small.encode()), "p")] == [(2, 4), (1, 4)]
    with pytest.raises(InputError, match="puzzles below 4×4"):
        list(read_blocks(BytesIO(f"{small}{FOUR}\n".encode()), "p"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1234\n12..\n..1.\n2...\n.4.3\n", "5 rows of 4 cells: is the first one a heading?"),
        ("1 2 3 4\n,,,1\n\n,1,,\n,,1,\n\n1,,,\n", "row 1 has separators and row 2 has none, or the reverse"),
        ("1 2 3 4\n1 2 . .\n. . 1 .\n2 . . .\n. 4 . 3\n", "5 rows of 4 cells: is the first one a heading?"),
        ("".join(f"{row} 1 . . .\n" for row in (1, 2, 3, 4) * 5), "an outer row or column has numbers"),
        ("".join(f"{row} . . . .\n" for row in (0, 1, 2, 3) * 5), "an outer row or column has numbers"),
        ("----\n----\n----\n----\n\n1---\n----\n----\n----\n", "a frame, or a grid without digits?"),
        ("|1 |  |\n|  | 2|\n|--+--|\n| 3|  |\n|  |  |\n", "' ' is not a digit"),
        ("1...............\n" + "................\n" * 15, "rows of 16×16 or puzzles of 4×4, one on each line"),
        ("12.. .... .... ....\n" + ".... .... .... ....\n" * 15, "rows of 16×16 or puzzles of 4×4, one on each line"),
    ],
)
def test_rows_that_may_be_something_else(error_of: Callable[..., str], text: str, message: str) -> None:
    assert message in error_of(text)


@pytest.mark.parametrize("last", [None, 15])
def test_numbers_from_zero(read_grids: Read, last: int | None) -> None:
    ranks = [[(row * 4 + row // 4 + column) % 16 + 1 for column in range(16)] for row in range(16)]
    if last:
        ranks[0][:4] = [0, 0, 0, 0]
    text = "".join(" ".join("." if not rank else str(rank - 1) for rank in row) + "\n" for row in ranks)
    (grid,) = read_grids(text)
    assert grid.ranks == tuple(rank for row in ranks for rank in row)
    assert grid.symbols == "0123456789ABCDEF"


def test_numbers_from_zero_to_the_size(error_of: Callable[..., str]) -> None:
    text = "0 16 " + ". " * 14 + "\n" + (". " * 16 + "\n") * 15
    assert "0 and 16: the numbers are from 1 to 16 or from 0 to 15" in error_of(text)


@pytest.mark.parametrize("problem", ["poj3074", "hdu1426", "noip2009"])
def test_frames_in_formats_of_judges(error_of: Callable[..., str], problem: str) -> None:
    frame = "-" * (81 if problem == "poj3074" else 9)
    assert "a line of a frame" in error_of(frame + "\n", problem)
