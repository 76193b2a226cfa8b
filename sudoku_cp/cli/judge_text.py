"""The usual input of judges, whose rows stand between white space, read without loading the formats.

Any other input, such as one with comments, errors or cells apart from each other, is left to the formats.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

MOST = 1 << 15
"""The largest number of bytes read here: hundreds of puzzles, and less than the longest line of a format."""

END = b"end"
"""The line after the last puzzle of POJ 3074."""

_EMPTY = ".-0"
_STRANGE = 255


class UsualText:
    """The text of grids of one kind.

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
        self._has_end = has_end
        ranks = bytearray([_STRANGE]) * 256
        for mark in _EMPTY:
            ranks[ord(mark)] = 0
        for rank, symbol in enumerate(symbols, 1):
            ranks[ord(symbol)] = rank
        self._ranks = bytes(ranks)
        self._marks = (empty + symbols).encode().ljust(256)

    def read(self, text: bytes) -> list[bytes] | None:
        """The digits of each grid in reading order, 0 for an empty cell; None for a text of another form."""
        tokens, cells = text.split(), self.size**2
        if self._has_end and tokens[-1:] == [END]:
            tokens.pop()
        ranks = b"".join(tokens).translate(self._ranks)
        if _STRANGE in ranks or len(ranks) % cells or any(len(token) != self._token for token in tokens):
            return None
        return [ranks[start : start + cells] for start in range(0, len(ranks), cells)]

    def written(self, ranks: bytes) -> str:
        """The lines of a grid."""
        text = ranks.translate(self._marks).decode()
        return "".join([text[start : start + self._token] + "\n" for start in range(0, len(text), self._token)])


def beginning(stream: BinaryIO) -> tuple[bytes, bool]:
    """The first bytes of a stream, at most `MOST`, and whether they are all up to its end or to a line `END`."""
    text = b""
    while len(text) < MOST:
        more = stream.read1(MOST - len(text))  # type: ignore[attr-defined]
        text += more
        if not more or (text[-1:].isspace() and text.rstrip().endswith(END)):
            return text, True
    return text, False
