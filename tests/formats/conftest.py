"""Reading from strings, and grids of our own making."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO, RawIOBase

import pytest

from sudoku_cp.formats import Document, GridText, read
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import ordinary_symbols
from sudoku_cp.model import InputError, Sudoku
from sudoku_cp.model.geometry import default_box
from sudoku_cp.model.sudoku import single_grid

Read = Callable[..., list[GridText]]


def as_bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


class Endless(RawIOBase):
    """A stream that repeats a text for ever, and gives it once a call at most."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.at = 0
        self.served = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        part = self.text[self.at : self.at + len(buffer)]
        buffer[: len(part)] = part
        self.at = (self.at + len(part)) % len(self.text)
        self.served += self.at == 0
        return len(part)


@pytest.fixture
def endless() -> type[Endless]:
    return Endless


@pytest.fixture
def read_grids() -> Read:
    """Read a text into grids."""

    def reader(text: str | bytes, format: str | None = None, symbols: str | None = None) -> list[GridText]:  # noqa: A002
        puzzles = list(read(BytesIO(as_bytes(text)), "puzzles.txt", format, symbols))
        return [puzzle for puzzle in puzzles if isinstance(puzzle, GridText)]

    return reader


@pytest.fixture
def read_document() -> Callable[[str], Sudoku]:
    """Read a document into a model."""

    def reader(text: str) -> Sudoku:
        (document,) = read(BytesIO(text.encode()), "puzzle.toml", "toml")
        assert isinstance(document, Document)
        return single_grid(document.model)

    return reader


@pytest.fixture
def error_of() -> Callable[..., str]:
    """The message for a text that cannot be read."""

    def message(text: str | bytes, format: str | None = None, symbols: str | None = None) -> str:  # noqa: A002
        with pytest.raises(InputError) as caught:
            list(read(BytesIO(as_bytes(text)), "puzzles.txt", format, symbols))
        return str(caught.value)

    return message


@pytest.fixture
def lines_of() -> Callable[[str | bytes], SourceLines]:
    return lambda text: SourceLines(BytesIO(as_bytes(text)), "puzzles.txt")


@pytest.fixture
def grid_of() -> Callable[..., GridText]:
    """A valid grid of a size: rows of a cyclic pattern, with ``holes`` of every seven cells empty."""

    def make(size: int, symbols: str | None = None, holes: int = 4) -> GridText:
        height, width = default_box(size)
        ranks = tuple(
            0 if (row * size + column) * 3 % 7 < holes else (width * (row % height) + row // height + column) % size + 1
            for row in range(size)
            for column in range(size)
        )
        return GridText(ranks, size, symbols or ordinary_symbols(size), "puzzles.txt", 1)

    return make
