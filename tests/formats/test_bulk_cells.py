"""Puzzles from texts in a buffer, compared with the reader of single lines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from sudoku_cp.formats.bulk_cells import Shape, line_ends, pack, read_cells, read_lines, unpack

SHAPE = Shape(16, "1234")

PUZZLE = st.text("1234.0*_", min_size=16, max_size=16)
LINES = st.one_of(
    PUZZLE,
    st.builds("{}{}{}".format, PUZZLE, st.sampled_from(" ,;:\t\r"), st.text("ab1.,", max_size=5)),
    st.builds("  {}".format, PUZZLE),
    st.sampled_from(["", "  ", "# comment", "end", "1234", "." * 81, "123456" + "." * 10, "é" * 16, "." * 16 + " é"]),
    st.text("1234.x\0\r", max_size=20),
)


def expected(line: str) -> list[int] | str | None:
    """The ranks of a line, None where there is no puzzle, or that it is bad: by the rules of the format."""
    text = line.removesuffix("\r")
    if "\r" in text or "\0" in text:
        return "bad"
    if not text.strip() or text.lstrip().startswith("#") or text.strip() == "end":
        return None
    field = ""
    for character in text.lstrip():
        if character.isspace() or character in ":,;":
            break
        field += character
    if len(field) != 16 or not set(field) <= set("1234.0*_?-·"):
        return "bad"
    return ["1234".find(character) + 1 for character in field]


@given(st.lists(LINES, max_size=12), st.sampled_from(["\n", "\r\n"]))
def test_lines_are_those_of_the_format(lines: list[str], end: str) -> None:
    text = "".join(line + end for line in lines).encode()
    cells, number = read_lines(text, SHAPE)
    assert number == len(lines)
    found = dict(zip(cells.indices.tolist(), cells.ranks.tolist(), strict=True))
    bad = [fault.index for fault in cells.faults]
    wanted = {index: expected(line + end[:-1]) for index, line in enumerate(lines)}
    assert found == {index: ranks for index, ranks in wanted.items() if isinstance(ranks, list)}
    assert bad == [index for index, ranks in wanted.items() if ranks == "bad"]
    assert list(found) == sorted(found)


@given(st.lists(PUZZLE | st.text("1234.x ", min_size=15, max_size=17), max_size=12))
def test_texts_without_anything_between_them(puzzles: list[str]) -> None:
    """The same as with line ends, which cannot be read as adjacent texts."""
    places = np.cumsum([0, *map(len, puzzles)])
    found = read_cells("".join(puzzles).encode(), places[:-1], places[1:], SHAPE)
    wanted, _ = read_lines("".join(puzzle + "\n" for puzzle in puzzles).encode(), SHAPE)
    assert (found.ranks.tolist(), found.indices.tolist()) == (wanted.ranks.tolist(), wanted.indices.tolist())
    assert found.faults == wanted.faults


@given(st.lists(PUZZLE, min_size=1), st.sampled_from(["1234", "ABCD"]))
def test_lines_of_one_length(lines: list[str], symbols: str) -> None:
    text = "".join(line + "\n" for line in lines).translate(str.maketrans("1234", symbols)).encode()
    cells, number = read_lines(text, Shape(16, symbols))
    assert (number, cells.faults) == (len(lines), [])
    assert cells.ranks.tolist() == [["1234".find(character) + 1 for character in line] for line in lines]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"1..", "a puzzle of 3 characters"),
        (b"." * 81, "a puzzle of 81 characters, not 16"),
        (b"123x" + b"." * 12, "column 4: 'x' is not a digit of 1–4"),
        (b"\xff" + b"." * 15, "column 1: byte 0xff is not UTF-8"),
    ],
)
def test_faults_say_what_is_wrong(line: bytes, message: str) -> None:
    text = b"1" * 16 + b"\n" + line + b"\n"
    [fault] = read_cells(text, *line_ends(text), SHAPE).faults
    assert fault.index == 1
    assert message in fault.message


@given(st.integers(1, 20), st.integers(1, 20), st.integers(0, 4))
def test_packed_grids_are_unpacked(cells: int, digits: int, rows: int) -> None:
    ranks = np.random.default_rng(cells).integers(0, digits + 1, (rows, cells), np.uint8)
    packed = pack(ranks, digits)
    assert packed.shape == (rows, cells if digits > 15 else (cells + 1) // 2)
    assert (unpack(packed, cells, digits) == ranks).all()
