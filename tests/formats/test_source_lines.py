from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp.formats.source_lines import MAX_DOCUMENT, MAX_LINE, SourceLine, SourceLines
from sudoku_cp.model import InputError

Lines = Callable[[str | bytes], SourceLines]


def test_lines_and_numbers(lines_of: Lines) -> None:
    assert list(lines_of("a\r\n\nb")) == [SourceLine(1, "a"), SourceLine(2, ""), SourceLine(3, "b")]


def test_peek_leaves_the_line(lines_of: Lines) -> None:
    lines = lines_of("a\nb\nc")
    assert lines.peek(1) == SourceLine(2, "b")
    assert lines.peek() == next(lines) == SourceLine(1, "a")
    assert lines.peek(5) is None
    assert [line.text for line in lines] == ["b", "c"]


@pytest.mark.parametrize("peeked", [0, 1, 2, 9])
def test_the_rest_is_what_was_not_read(lines_of: Lines, peeked: int) -> None:
    lines = lines_of(b"\xef\xbb\xbfone\r\ntwo\nthree")
    next(lines)
    lines.peek(peeked)
    assert lines.rest().read() == b"two\nthree"


def test_the_number_of_the_next_line(lines_of: Lines) -> None:
    lines = lines_of("a\nb\nc")
    assert lines.next_number == 1
    lines.peek(1)
    assert lines.next_number == 1
    next(lines)
    assert lines.next_number == 2
    assert list(lines)[-1].number + 1 == lines.next_number == 4


def test_the_rest_with_a_byte_order_mark_is_unchanged(lines_of: Lines) -> None:
    lines = lines_of(b"\xef\xbb\xbfone\n")
    assert lines.peek() == SourceLine(1, "one")
    assert lines.rest().read() == b"\xef\xbb\xbfone\n"


def test_a_line_is_read_when_it_is_asked_for(endless: Callable[..., Any]) -> None:
    stream = endless(b"12\n")
    lines = SourceLines(stream, "endless")
    assert [next(lines).number for _ in range(1000)][-1] == 1000
    assert stream.served == 1000


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"ab\ncd\xff\n", "puzzles.txt:2, column 3: byte 0xff is not UTF-8"),
        ("é".encode() + b"\xc3\n", "puzzles.txt:1, column 2: byte 0xc3 is not UTF-8"),
        (b"1\x002\n", "puzzles.txt:1, column 2: NUL character: this is not a text file"),
        (b"1\n" + b"x" * MAX_LINE + b"\n", "puzzles.txt:2: the line is longer than 65,536 bytes"),
    ],
)
def test_what_is_no_text(lines_of: Lines, data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        list(lines_of(data))
    assert str(caught.value) == message


def test_a_huge_line_is_not_read_to_its_end(endless: Callable[..., Any]) -> None:
    huge = endless(b"x" * 1000)
    with pytest.raises(InputError, match="longer than"):
        next(SourceLines(huge, "huge"))
    assert 1000 * huge.served <= 2 * MAX_LINE


@pytest.mark.parametrize("beginning", [b"{", b"  {", b"https://f-puzzles.com/?load=", b"N4Ig", b"fpuzzlesN4Ig"])
def test_a_document_may_be_a_longer_line(lines_of: Lines, beginning: bytes) -> None:
    for length in (MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, MAX_DOCUMENT - 1):
        line = beginning.ljust(length, b"x")
        assert [found.text for found in lines_of(line + b"\nnext\n")] == [line.decode(), "next"]
    with pytest.raises(InputError, match=f"2: the line is longer than {MAX_DOCUMENT:,} bytes"):
        list(lines_of(b"1\n" + beginning.ljust(MAX_DOCUMENT, b"x") + b"\nnext\n"))


def test_the_rest_as_one_text(lines_of: Lines) -> None:
    lines = lines_of(b"one\ntwo\n\nthree")
    assert lines.text_from(next(lines), 14) == "one\ntwo\n\nthree"
    lines = lines_of(b"one\ntwo\n\nthree")
    with pytest.raises(InputError, match=r"txt:4: a document of more than 13 characters"):
        lines.text_from(next(lines), 13)


@pytest.mark.slow
def test_endless_lines_are_not_held(endless: Callable[..., Any]) -> None:
    stream = endless((b"   x: y" + b" z" * 60 + b"\n") * 100)
    lines = SourceLines(stream, "endless")
    with pytest.raises(InputError, match="a document of more than 4,194,304 characters"):
        lines.text_from(next(lines))
    comments = endless((b"# nothing but comments" + b", of some length" * 8 + b"\n") * 100)
    with pytest.raises(InputError, match="no puzzle found in 4,194,304 bytes"):
        SourceLines(comments, "endless").peek(10**9)


@pytest.mark.parametrize(
    ("text", "skipped"),
    [("", True), (" \t", True), ("# 1", True), ("  #", True), (".", False), ("0 # 1", False), ("\\#", False)],
)
def test_blank_lines_and_comments_are_skipped(text: str, skipped: bool) -> None:
    assert SourceLine(1, text).is_skipped is skipped
