from __future__ import annotations

from collections.abc import Callable
from io import BufferedReader, BytesIO, RawIOBase

import numpy as np
import pytest
from hypothesis import given, strategies as st

from sudoku_cp.formats import GridText, read, write
from sudoku_cp.formats.bulk import LineBlock, format_lines, read_blocks
from sudoku_cp.formats.source_lines import MAX_LINE
from sudoku_cp.formats.symbols import LETTERS, ordinary_symbols
from sudoku_cp.model import InputError

Make = Callable[..., GridText]
Reading = tuple[list[GridText], str]


def slowly(data: bytes, symbols: str | None = None) -> Reading:
    grids: list[GridText] = []
    try:
        grids.extend(grid for grid in read(BytesIO(data), "p", "line", symbols) if isinstance(grid, GridText))
    except InputError:
        grids = []
        try:
            for grid in read(BytesIO(data), "p", "line", symbols):
                assert isinstance(grid, GridText)
                grids.append(grid)
        except InputError as error:
            return grids, str(error)
    return grids, ""


def in_blocks(data: bytes, symbols: str | None = None, block_lines: int = 16384) -> Reading:
    grids: list[GridText] = []
    try:
        for block in read_blocks(BytesIO(data), "p", symbols, block_lines):
            assert block.ranks.dtype == np.uint8
            assert block.ranks.flags.c_contiguous
            grids.extend(grids_of(block))
    except InputError as error:
        return grids, str(error)
    return grids, ""


def grids_of(block: LineBlock) -> list[GridText]:
    size = round(block.ranks.shape[1] ** 0.5)
    return [
        GridText(tuple(ranks), size, block.symbols, "p", block.first_line + number)
        for number, ranks in enumerate(block.ranks.tolist())
    ]


PIECES = (
    "12..34..2...4...",
    "1234............ 7",
    "ABC.............",
    "0..5..7..1.2..3..4.......6....8..9..........1.....2......3......4......5.....6...",
    "G" + "." * 255,
    "0" + "." * 254 + "F",
    "1F" + "0" * 254,
    "A" + "." * 255,
    "1F" + "." * 254,
    "." * 256,
    "",
    "   ",
    "# comment",
    "  12..34..2...4...",
    "12..34..2...4...:1:1234341221434321",
    "end",
    "12..34..2...4..",
    "12..x4..2...4...",
    "é",
    "1é..............",
    "12..34..2...4...\t\x1c\x0b",
    "12..34..2...4...#",
    "#2..34..2...4...",
)

texts = st.lists(
    st.tuples(st.sampled_from(PIECES), st.sampled_from(("\n", "\n", "\n", "\r\n")), st.integers(1, 4)), max_size=12
).map(lambda lines: "".join((piece + end) * times for piece, end, times in lines))


@pytest.mark.slow
@given(texts, st.booleans(), st.sampled_from((1, 3, 16384)))
def test_the_same_as_line_by_line(text: str, final_newline: bool, block_lines: int) -> None:
    data = (text if final_newline else text.rstrip("\n")).encode()
    assert in_blocks(data, None, block_lines) == slowly(data)


def aligned(cells: int, lines: list[str]) -> st.SearchStrategy[bytes]:
    """Lines of one length, whatever is in them."""
    length = cells + 4
    return st.lists(st.sampled_from(lines), min_size=2, max_size=8).map(
        lambda chosen: "".join(line.ljust(length)[:length] + "\n" for line in chosen).encode()
    )


@given(
    aligned(
        16,
        [
            "12..34..2...4...",
            "12..34..2...4...:1",
            "12..34..2...4...11",
            "12..34..2...4...1:2",
            "12..",
            "",
            "end",
            "# no",
            "12..34..2...4..x",
            "12..34..2...4... é",
            "12..34..2...4... #",
        ],
    )
)
def test_the_same_for_aligned_lines(data: bytes) -> None:
    assert in_blocks(data) == slowly(data)


@pytest.mark.slow
@given(
    aligned(
        256,
        [first.ljust(255, empty) + last for first in ("1F", "ab", "0F", "A") for empty in ".0" for last in "0.GP"],
    )
)
def test_the_same_where_symbols_change(data: bytes) -> None:
    assert in_blocks(data) == slowly(data)


@pytest.mark.slow
@given(texts, st.sampled_from(("1234", "ABCD", "#123", "1:23", "αβγδ", "end1", "1123")))
def test_the_same_with_symbols_given(text: str, symbols: str) -> None:
    assert in_blocks(text.encode(), symbols) == slowly(text.encode(), symbols)


@given(st.binary(max_size=200), st.booleans())
def test_the_same_for_any_bytes(noise: bytes, first: bool) -> None:
    line = b"12..34..2...4...\n"
    data = noise + b"\n" + line * 2 if first else line * 2 + noise
    assert in_blocks(data) == slowly(data)


@pytest.mark.parametrize("size", [1, 4, 9, 16, 25, 36])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("final", [True, False])
def test_uniform_files(grid_of: Make, size: int, end: str, final: bool) -> None:
    symbols = LETTERS[:size] if size <= 25 else ordinary_symbols(size)
    text = "".join(write([grid_of(size, symbols, holes) for holes in (1, 2, 3)] * 20, "line")).replace("\n", end)
    data = (text if final else text.removesuffix(end)).encode()
    grids, error = in_blocks(data)
    assert (grids, error) == slowly(data)
    assert len(grids) == 60


def test_uniform_files_are_one_block(grid_of: Make) -> None:
    data = "".join(write([grid_of(9)] * 1000, "line")).encode()
    assert [(block.first_line, len(block.ranks)) for block in read_blocks(BytesIO(data), "p")] == [(1, 1000)]
    end = [(block.first_line, len(block.ranks)) for block in read_blocks(BytesIO(data + b"end\n"), "p")]
    assert end == [(1, 1000)]
    small = [len(block.ranks) for block in read_blocks(BytesIO(data), "p", block_lines=300)]
    assert small == [300, 300, 300, 100]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "p: no puzzle found"),
        (b"\n# only a comment\n", "p: no puzzle found"),
        (b"." * 81 + b"\n" + b"." * 80 + b"x\n", "p:2, column 81: 'x' is not a digit of 1–9; use . for an empty cell"),
        (b"." * 80 + b"\n", "p:1: a puzzle of 80 characters; a line has n² for n×n, such as 81 for 9×9 and 256 for"),
        (
            b"." * 81 + b"\n" + b"\0" * 82 + b"\n",
            "p:2, column 1: NUL character: this is not a text file",
        ),
        (b"." * 81 + b"\n\xff", "p:2, column 1: byte 0xff is not UTF-8"),
        (b"." * 81 + b"\n" + b"." * (MAX_LINE + 100), "p:2: the line is longer than 65,536 bytes"),
        ((b"." * 81 + b" " * MAX_LINE + b"\n") * 3, "p:1: the line is longer than 65,536 bytes"),
    ],
)
def test_errors(data: bytes, message: str) -> None:
    grids, error = in_blocks(data)
    assert error.startswith(message)
    assert (grids, error) == slowly(data)


def test_an_endless_line_is_not_read_to_its_end() -> None:
    class Endless(RawIOBase):
        served = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            buffer[:] = b"." * len(buffer)
            Endless.served += len(buffer)
            return len(buffer)

    with pytest.raises(InputError, match="longer than"):
        list(read_blocks(BufferedReader(Endless()), "p"))
    assert Endless.served < 10_000_000


def test_what_a_pipe_has_is_given_at_once() -> None:
    line = b"." * 81 + b"\n"

    class Pipe(RawIOBase):
        pieces = (line * 2, line[:40], line[40:] + line, line[:81], b"")
        given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            piece = self.pieces[Pipe.given]
            Pipe.given += 1
            buffer[: len(piece)] = piece
            return len(piece)

    blocks = read_blocks(BufferedReader(Pipe()), "p")
    first = next(blocks)
    assert (first.first_line, len(first.ranks), Pipe.given) == (1, 2, 1)
    assert [(block.first_line, len(block.ranks)) for block in blocks] == [(3, 2), (5, 1)]


@pytest.mark.parametrize("symbols", ["1234", "αβγδ", "abcd"])
def test_lines_are_written_as_the_slow_writer_does(grid_of: Make, symbols: str) -> None:
    grids = [grid_of(4, symbols, holes) for holes in (0, 3, 5)]
    ranks = np.array([grid.ranks for grid in grids], np.uint8)
    assert format_lines(ranks, symbols) == "".join(write(grids, "line")).encode()


def test_no_lines() -> None:
    assert format_lines(np.zeros((0, 81), np.uint8), "123456789") == b""


def test_integers_of_any_width() -> None:
    assert format_lines(np.array([[1, 0, 2, 4]], np.int64), "1234") == b"1.24\n"
