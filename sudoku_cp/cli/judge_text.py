"""The usual input of judges, read without loading the formats, a long one in blocks.

Any other input, such as one with comments or errors, is left to the formats.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

MOST = 1 << 15
"""The largest number of bytes of a short input: hundreds of puzzles, and less than the longest line of a format."""

BLOCK = 1 << 18
"""The number of bytes read at a time of a longer one."""

END = b"end"
"""The line after the last puzzle of POJ 3074."""

_EMPTY = ".0?"
"""Marks of empty cells in addition to that of answers; another one may draw a frame."""
_STRANGE = 255


class UsualText:
    """The text of grids of one kind, whose rows or whole grids stand between white space.

    Parameters
    ----------
    symbols
        The characters of the digits in ascending order, as many as a grid has rows.
    token
        The number of characters between white space.
    empty
        The character of an empty cell in answers.
    has_end
        Whether `END` may follow the last grid.
    """

    def __init__(self, symbols: str, token: int, empty: str, *, has_end: bool = False) -> None:
        self.size = len(symbols)
        self._token = token
        self._tokens = self.size**2 // token
        self._has_end = has_end
        ranks = bytearray([_STRANGE]) * 256
        for mark in _EMPTY + empty:
            ranks[ord(mark)] = 0
        for rank, symbol in enumerate(symbols, 1):
            ranks[ord(symbol)] = rank
        self._ranks = bytes(ranks)
        self._marks = (empty + symbols).encode().ljust(256)

    def read(self, text: bytes) -> list[bytes] | None:
        """The digits of each grid in reading order, 0 for an empty cell; None for a text of another form."""
        tokens = text.split()
        if self._has_end and tokens[-1:] == [END]:
            tokens.pop()
        if b"\f" in text or b"\v" in text or not {*map(len, tokens)} <= {self._token}:
            return None
        return self._grids(b"".join(tokens))

    def written(self, ranks: bytes) -> str:
        """The lines of a grid."""
        text = ranks.translate(self._marks).decode()
        return "\n".join([text[start : start + self._token] for start in range(0, len(text), self._token)]) + "\n"

    def whole(self, text: bytes) -> int:
        """The number of bytes up to the end of the last line at which a grid of usual text ends; 0 without one."""
        text = text[: text.rfind(b"\n") + 1]
        begun = len(text.split()) % self._tokens
        if not begun:
            return len(text)
        before = len(b"".join(text.rsplit(None, begun)[:-begun]))
        return text.rfind(b"\n", before, len(text) - len(text[before:].lstrip())) + 1

    def _grids(self, marks: bytes) -> list[bytes] | None:
        ranks, cells = marks.translate(self._ranks), self.size**2
        if _STRANGE in ranks or len(ranks) % cells:
            return None
        return [ranks[start : start + cells] for start in range(0, len(ranks), cells)]


class UsualRows(UsualText):
    """The text of 9×9 grids with one row on each line, whose cells stand between white space."""

    def __init__(self) -> None:
        super().__init__("123456789", 1, "0")

    def read(self, text: bytes) -> list[bytes] | None:
        """See `UsualText.read`."""
        lines = [line.split() for line in text.splitlines()]
        if not all(len(cells) in (0, self.size) for cells in lines):
            return None
        return super().read(text)

    def written(self, ranks: bytes) -> str:
        """See `UsualText.written`."""
        marks = ranks.translate(self._marks).decode()
        return "".join([" ".join(marks[start : start + self.size]) + "\n" for start in range(0, 81, self.size)])


class UsualBoards(UsualText):
    """The text of 9×9 grids in JSON, each on a line of its own: an array of rows, which are arrays of strings."""

    def __init__(self) -> None:
        super().__init__("123456789", 81, ".")

    def read(self, text: bytes) -> list[bytes] | None:
        """See `UsualText.read`."""
        lines = [line.strip(b" \t\r").replace(b", ", b",") for line in text.split(b"\n")]
        boards = [line for line in lines if line]
        marks = [board.translate(None, b'[],"') for board in boards]
        if any(len(cells) != 81 or _board(cells) != board for cells, board in zip(marks, boards, strict=True)):
            return None
        return self._grids(b"".join(marks))

    def written(self, ranks: bytes) -> str:
        """See `UsualText.written`."""
        return _board(ranks.translate(self._marks)).decode() + "\n"


def _board(marks: bytes) -> bytes:
    rows = [b'","'.join([marks[at : at + 1] for at in range(start, start + 9)]) for start in range(0, 81, 9)]
    return b'[["' + b'"],["'.join(rows) + b'"]]'


class UsualBlocks:
    """The grids of a stream in blocks, up to its end or to text of another form.

    Parameters
    ----------
    usual
        The form.
    stream
        A stream with ``read1``.
    """

    def __init__(self, usual: UsualText, stream: BinaryIO) -> None:
        self._usual = usual
        self._stream = stream
        self.rest = b""
        """What has been read, but is of another form; `stream` has the text after it."""
        self.line = 1
        """The number of its first line."""
        self.is_short = False
        """Whether the text is short, so that the first block has all grids."""

    def __iter__(self) -> Iterator[list[bytes]]:
        self.rest, is_all = beginning(self._stream, self.rest, MOST)
        self.is_short = is_all
        while True:
            if not is_all:
                self.rest, is_all = beginning(self._stream, self.rest, BLOCK)
            end = len(self.rest) if is_all else self._usual.whole(self.rest)
            text = self.rest[:end]
            grids = self._usual.read(text) if end or is_all else None
            if grids is None or _has_long_line(text):
                return
            self.rest = self.rest[end:]
            self.line += text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")
            yield grids
            if is_all:
                return


def _has_long_line(text: bytes) -> bool:
    """Whether a line may be longer than `MOST`, and too long for a format."""
    return any(b"\n" not in text[start : start + MOST // 2] for start in range(0, len(text) - MOST // 2, MOST // 2))


def beginning(stream: BinaryIO, text: bytes = b"", most: int = MOST) -> tuple[bytes, bool]:
    """Read on until a text has a number of bytes, and return it, and whether it ends where the stream or an `END` does.

    Parameters
    ----------
    text
        What has been read already.
    most
        The number of bytes.
    """
    while len(text) < most:
        more = stream.read1(most - len(text))  # type: ignore[attr-defined]
        text += more
        if not more or (text[-1:].isspace() and text.rstrip().endswith(END)):
            return text, True
    return text, False
