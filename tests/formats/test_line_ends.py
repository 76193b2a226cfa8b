"""Line ends of any system, however a stream is cut into pieces."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO, RawIOBase

import pytest

from sudoku_cp.formats import GridText, read
from sudoku_cp.formats.source_lines import with_plain_line_ends

TEXTS = [
    (b"", b""),
    (b"one", b"one"),
    (b"one\ntwo\n", b"one\ntwo\n"),
    (b"one\r\ntwo\r\n", b"one\ntwo\n"),
    (b"one\rtwo\r", b"one\ntwo\n"),
    (b"one\n\rtwo\r\r\n\r", b"one\n\ntwo\n\n\n"),
    (b"one\n\x1a", b"one\n"),
    (b"one\r\n\x1a\r\n \t\x1a", b"one\n"),
    (b"\x1a", b""),
    (b"one\x1a\ntwo\x1a", b"one\x1a\ntwo"),
    (b"one\x1a\n\n\r\ntwo", b"one\x1a\n\n\ntwo"),
    (b"one\x1a" + b"\n" * 9000 + b"two", b"one\x1a" + b"\n" * 9000 + b"two"),
]


class InPieces(RawIOBase):
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        self.data = data
        self.size = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        part, self.data = self.data[: self.size], self.data[self.size :]
        buffer[: len(part)] = part
        return len(part)


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 3, 5, 10_000])
@pytest.mark.parametrize(("data", "plain"), TEXTS)
def test_translation(data: bytes, plain: bytes, size: int) -> None:
    stream = with_plain_line_ends(InPieces(data, size))  # type: ignore[arg-type]
    assert stream.read() == plain
    assert with_plain_line_ends(stream) is stream


def test_what_has_come_is_not_waited_for() -> None:
    class Pipe(InPieces):
        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            assert self.data, "asked for more than was needed"
            return super().readinto(buffer)

    stream = with_plain_line_ends(Pipe(b"one\ntwo\n", 4))  # type: ignore[arg-type]
    assert [stream.readline(), stream.readline()] == [b"one\n", b"two\n"]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("close", ["", "\x1a", "\x1a\r\n"])
@pytest.mark.parametrize("text", ["12..\n...3\n", "12..............\n...............3\n" * 40])
def test_every_system(read_grids: Callable[..., list[GridText]], text: str, ends: str, close: str) -> None:
    text = text if len(text) > 20 else f"{text}..2.\n....\n"
    grids = read_grids(text)
    again = list(read(BytesIO((text.replace("\n", ends) + close).encode()), "puzzles.txt"))
    assert again == grids
    assert len(grids) in (1, 80)
