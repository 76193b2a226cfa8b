"""Texts that might be read as puzzles that nobody asked for are read as meant, or refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BufferedReader, BytesIO, RawIOBase

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
        ("1 2 3 4\n,,,1\n\n,1,,\n,,1,\n\n1,,,\n", "row 1 and row 2 do not have the same separators"),
        ("1 2 3 4\n1 2 . .\n. . 1 .\n2 . . .\n. 4 . 3\n", "5 rows of 4 cells: is the first one a heading?"),
        ("".join(f"{row} 1 . . .\n" for row in (1, 2, 3, 4) * 5), "an outer row or column has numbers"),
        ("".join(f"{row} . . . .\n" for row in (0, 1, 2, 3) * 5), "an outer row or column has numbers"),
        ("----\n----\n----\n----\n\n1---\n----\n----\n----\n", "a frame, or a grid without digits?"),
        (
            "".join(f"{at % 9 + 1:09}\t....1....\n" + "\n" * (at == 8) for at in range(18)),
            "numbers of the rows, or cells?",
        ),
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


ROWS_OF_A = ["-" * at + "A" + "-" * (15 - at) for row in range(16) for at in ((row * 4 + row // 4) % 16,)]
NINE = [f"{' '.join(PUZZLE[start : start + 9])}\n" for start in range(0, 81, 9)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 3 4\n|1 .|. .|\n1 2 3 4\n|. .|1 .|\n", "row 1 has vertical lines and row 2 has none"),
        ("1 2 3 4\n1 2 . .\n1 2 3 4\n. . 1 .\n", "Two rows are 1, 2, …"),
        ("12..\n1234\n..1.\n2...\n1234\n.4.3\n" * 2, "is the first one a heading?"),
        ("1234\n1 2 . .\n. . 1 .\n2 . . .\n", "or a heading? Others have blanks"),
        ("1,,2,,,\n,,1,,2\n" * 9, "cells, not"),
        ("1,,,,,,,,2\n,,,,1,,,,\n" + ",,,,,,,,\n" * 7, "or two separators for one?"),
        ("1,.;.,.\n" * 4, "separators of two kinds"),
        ("1 2 3 4,1\n" + "1,.,.,.,1\n" * 4, "do not have the same separators"),
        ("".join(f"{row[:-1]} 2\n" * 2 + "\n" for row in NINE), "or one digit twice"),
        ("".join(f"{row}: {'.,' * 15}.\n\n" for row in range(48)), "separators of two kinds"),
        (" ___ ___ ___ \n" + "9__ _8_ 2__\n" * 9 + " ___ ___ ___ \n", "does one of them belong to a frame?"),
        ("111111111\n" + "".join(f"{'*' * 256}\n{row}\n" for row in ROWS_OF_A), "rows of 16×16"),
        ('size,=,16\ngrid,=,"\n' + "1...............\n" + "................\n" * 15, "rows of 16×16"),
        ("111111111\n" + ("0" * 8 + "1\n") * 8 + "\n" + "000000001\n111111111\n", "or a heading?"),
        ("123412341   1234123412341234123412341   123412341234123412341234,1", "pencil marks"),
        ("---------------A 17,-----------A----", "two puzzles on a line"),
    ],
)
def test_headings_frames_and_labels_are_no_cells(error_of: Callable[..., str], text: str, message: str) -> None:
    assert message in error_of(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1  |   \n   |1  \n   |  1\n  1|   \n", "grid"),
        ("-\n1\n" + "060030\n402000\n000300\n000000\n003000\n050043\n", "grid"),
        ("1:000001\n2:3x2:4a3_6a5c4b1a6d5_4_1_3_6a6_2a4_1b1c\n", "tatham"),
        ("001. 9 9\n" + "123456789" * 81 + "\n", "variant-line"),
        ("111111111\n000000003\n" + "0 0 0 0 0 0 0 0 1\n" * 7, "noip2009"),
        ("1 2 3 4 5 6 7 8 9\n" + ("? " * 8 + "1\n") * 5 + "\n" + ("? " * 8 + "1\n") * 4, "hdu1426"),
        ("+===+\n│001│\n+===+\n\n│010│\n+===+\n│100│\n\n+===+\n", "picture"),
        ("+===+\n│1│\n+===+\n\n+===+\n│010│\n", "picture"),
        ("  ".join(f"{row} ? ? ? ? ? ? ? ? {row}" for row in range(1, 10)), "hdu1426"),
        ("                        1 1122112233443344\n", "variant-line"),
        ("+==+\n|12|\n\n+==+\n\n|**|\n+==+\n\n+==+\n|**|\n\n|*1|\n+==+\n", "grid"),
        ("size = 4 # easy\x85grid = '1...............'\n", "toml"),
    ],
)
def test_nothing_is_read_of_a_doubtful_text(text: str, name: str) -> None:
    with pytest.raises(InputError):
        next(read(BytesIO(text.encode()), "p", name))


@pytest.mark.parametrize("empty", [".", "0"])
def test_grids_that_contradict_themselves_may_follow_directly(read_grids: Read, empty: str) -> None:
    contradictory = "1......." + "1" + "." * 63 + "2.......2"
    grids = ["121345678" + "." * 72, contradictory, "".join(f"{digit}........" for digit in "531462785")]
    rows_of_all = "".join(rows(grid, " ", empty) for grid in grids * 9)
    assert texts(read_grids(rows_of_all)) == grids * 9


@pytest.mark.parametrize("separator", [",", ";"])
def test_blank_cells_in_an_outer_column(read_grids: Read, error_of: Callable[..., str], separator: str) -> None:
    grid = "".join(f".{mark}.." for mark in "12.3") + "\n"
    text = "".join(separator.join(mark.strip(".") for mark in grid[at : at + 4]) + "\n" for at in range(0, 16, 4))
    assert texts(read_grids(text)) == [grid.strip()]
    assert texts(read_grids(f"{text}\n{text}")) == [grid.strip()] * 2
    assert texts(read_grids(text + text)) == [grid.strip()] * 2
    assert "stand for a cell" in error_of(text * 3)


def test_a_grid_is_read_as_soon_as_its_rows_are_there() -> None:
    """Also where a row is a number, as long as it is not the first of the text and may be the number of a grid."""
    zeros = [PUZZLE.replace(".", "0")[start : start + 9] for start in range(0, 81, 9)]
    full = ["534678912", *["........."] * 8]
    padded = ["000000001", *["000000000"] * 8]
    dashes = [*["5 - - - - - - - -"], *["- - - - - - - - -"] * 8]
    commas = [",".join(PUZZLE[start : start + 9]) for start in range(0, 81, 9)]
    for grids in ([zeros, padded, zeros], [full, full], [dashes, dashes], [commas, commas]):
        sent: list[str] = []

        def arriving(grids: list[list[str]] = grids, sent: list[str] = sent) -> Iterator[bytes]:
            for grid in grids:
                for row in grid:
                    sent.append(row)
                    yield f"{row}\n".encode()

        found = [len(sent) for _ in read(BufferedReader(_Arriving(arriving())), "p")]
        assert found == [9 * (at + 1) for at in range(len(grids))]


class _Arriving(RawIOBase):
    """A stream whose lines are made as they are asked for."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        line = next(self._lines, b"")
        buffer[: len(line)] = line
        return len(line)


HEADED = "1 2 3 4\n1 23 24 34\n34 34 12 12\n23 1 34 24\n24 34 12 13\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADED, "numbers of the rows or columns, or cells?"),
        (HEADED * 4, "numbers of the rows or columns, or cells?"),
        ("1 2 3 4\n.-------.\n| 1 23 24 34 |\n| 34 34 12 12 |\n| 23 1 34 24 |\n'-------'\n", "row 2 has none"),
        ("".join(f"{at % 6} 34 5 . . . .\n" for at in range(12)), "numbers of the rows or columns, or cells?"),
        ("".join(f"{at % 3 + 2} 34 . . . . 17\n" for at in range(12)), "numbers of the rows or columns, or cells?"),
        ("".join(f"{at + 1} 34 5 . . . .\n" for at in range(12)), "numbers of the rows or columns, or cells?"),
    ],
)
def test_numbers_beside_pencil_marks(error_of: Callable[..., str], text: str, message: str) -> None:
    assert message in error_of(text) or message in error_of(text, "pencil-marks")
