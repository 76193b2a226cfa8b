"""The puzzles of the input, one by one, each with its model.

A FILE is a file, standard input, the name of a puzzle, or the puzzle itself.
"""

from __future__ import annotations

import io
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from sudoku_cp.cli.process import STDIN, buffered, notify, standard_input
from sudoku_cp.model import Board, Cell, InputError, MultiGrid, Sudoku

if TYPE_CHECKING:
    from sudoku_cp import formats
    from sudoku_cp.formats.source_lines import SourceLines


_Key = TypeVar("_Key", int, str)


BOARD_ROWS = ("grid", "line", "picture")
"""The formats that rows of several grids may be mistaken for."""


@dataclass(frozen=True)
class Puzzle:
    """One puzzle and its place in the input."""

    model: Board
    """The model, shared by all puzzles of its kind so that it is compiled once."""
    givens: Mapping[Cell, int]
    symbols: str
    """The characters for the model's digits in the text; empty if there are none."""
    source: str
    line: int
    notes: tuple[str, ...] = ()
    """Notes on the texts of its document."""
    is_partial: bool = False
    """Whether its document has rules that were not read."""

    @cached_property
    def shown(self) -> Board:
        """A model with the givens and the symbols of this puzzle, for drawing and writing."""
        from copy import copy

        model = copy(self.model)
        model.givens = dict(self.givens)
        model.symbols = self.symbols
        return model

    @cached_property
    def symbol_of(self) -> Mapping[int, str]:
        """The text of each digit."""
        symbols = self.symbols or map(str, self.model.digits)
        return dict(zip(self.model.digits, symbols, strict=False))

    def text_of(self, solution: Mapping[Cell, int] | None) -> str | list[int]:
        """A solution on one line, or as a list if the digits have no symbols; the empty grid if it is None."""
        values = [None if solution is None else solution[cell] for cell in self.model.grid]
        if not self.symbols:
            return [value or 0 for value in values]
        symbols = self.symbol_of
        return "".join(["." if value is None else symbols[value] for value in values])

    def found_in(self, solution: Mapping[Cell, int] | None) -> dict[str, dict[str, list[int]]]:
        """The field with what was found besides digits; none if that is nothing, or not known."""
        layers = {} if solution is None else self.model.layers
        values = {
            name: [solution[variable] for variable in variables.values() if variable in solution]
            for name, variables in layers.items()
            if solution is not None
        }
        return {"found": values} if values and all(values.values()) else {}

    def line_of(self, solution: Mapping[Cell, int] | None) -> str:
        """A solution on one line, with spaces between digits that have no symbols; the empty grid if it is None."""
        text = self.text_of(solution)
        return text if isinstance(text, str) else " ".join(map(str, text))


class PuzzleReader:
    """Reads puzzles according to the options."""

    def __init__(self, options: Namespace) -> None:
        self._format: str | None = options.input_format
        self._symbols: str | None = options.symbols
        self._key: str | None = getattr(options, "key", None)
        self._keys: dict[str, str | None] = {}
        self._ignore_unsupported: bool = options.ignore_unsupported
        self._name: str | None = options.model
        self._models: dict[int | str, Board] = {}
        if self._name is not None:
            from sudoku_cp import models

            models.require(self._name)  # even if every puzzle names its own
        if getattr(options, "read", None):
            from sudoku_cp.formats.document import CHOSEN

            CHOSEN.set(tuple(options.read))
        if options.rules:
            from sudoku_cp.rules import load_rules

            for path in options.rules:
                load_rules(path)

    def items(
        self, stream: BinaryIO, source: str, first_line: int = 1, name: str | None = None
    ) -> Iterator[formats.ParsedPuzzle]:
        """Read one stream into grids and documents, as `formats.read` does, and report their unsupported content.

        Parameters
        ----------
        name
            The format, if it is known and the options do not give it.
        """
        from sudoku_cp import formats
        from sudoku_cp.formats import entries, json_lines
        from sudoku_cp.formats.source_lines import SourceLines

        if (key := self._key or self._keys.get(source)) is not None:
            yield from json_lines.read(SourceLines(stream, source, first_line), self._symbols, key)
            return
        if (board := self._board_of_grids()) is not None:
            lines = SourceLines(stream, source, first_line)
            if (name or self._format or _sniffed(lines)) in BOARD_ROWS:
                yield from entries.read_boards(lines, board)
                return
            stream, first_line = lines.rest(), lines.next_number
        ignore, name = self._ignore_unsupported, self._format or name
        for item in formats.read(stream, source, name, self._symbols, ignore_unsupported=ignore, first_line=first_line):
            if isinstance(item, formats.Document):
                for unsupported in item.unsupported:
                    notify(f"{item.source}:{item.line}: ignored: {unsupported}")
                for note in item.notes:
                    notify(f"{item.source}:{item.line}: {note}")
            yield item

    def read(self, stream: BinaryIO, source: str) -> Iterator[Puzzle]:
        """Read one stream.

        Raises
        ------
        InputError
            At the first puzzle that cannot be read, after the puzzles before it.
        """
        return map(self.puzzle, self.items(stream, source))

    def _board_of_grids(self) -> MultiGrid | None:
        """The requested model, if it consists of several grids."""
        model = None if self._name is None else self.named_model()
        return model if isinstance(model, MultiGrid) else None

    def only_item(self, text: str, source: str, line: int, name: str | None = None) -> formats.ParsedPuzzle:
        """The single puzzle of a text that starts on a given line.

        Raises
        ------
        InputError
            If the text is not a puzzle, has more than one, or has a small one although no format is named.
        """
        if text.lstrip().startswith("{") and self._keys.get(source) is None:
            from sudoku_cp.formats.json_lines import key_of

            self._keys[source] = key_of(text)  # of the first row: no other field of a later one is its puzzle
        items = list(self.items(BytesIO(text.encode()), source, line, name))
        if len(items) > 1:
            raise InputError(f"{len(items)} puzzles, not one", source, line)
        if self._format is None:
            from sudoku_cp.formats.format import refuse_small

            refuse_small(items[0])
        return items[0]

    def only(self, text: str, source: str, line: int, name: str | None = None) -> Puzzle:
        """The single puzzle of a text, with its model; see `only_item`."""
        return self.puzzle(self.only_item(text, source, line, name))

    def puzzle(self, item: formats.ParsedPuzzle) -> Puzzle:
        """A document as it is, or a grid with the requested model or the usual one for its size.

        Raises
        ------
        InputError
            If a grid does not fit the model.
        """
        from sudoku_cp.formats import Document, givens

        if isinstance(item, Document):
            model = item.model if item.names_variant or self._name is None else self._named_with(item)
            return Puzzle(model, model.givens, model.symbols, item.source, item.line, item.notes, item.is_partial)
        model = self.model_of_size(item.size) if self._name is None else self.named_model()
        if not isinstance(model, Sudoku):
            raise InputError(f"{model.name} is several grids: declare it in a TOML document", item.source, item.line)
        return Puzzle(model, givens(item, model), item.symbols, item.source, item.line)

    def _named_with(self, item: formats.Document) -> Board:
        """The requested model with the candidates of a document that does not say which variant it is."""
        from copy import copy

        model, cells = self.named_model(), item.model.grid
        if (model.height, model.width, len(model.grid)) != (item.model.height, item.model.width, len(cells)):
            shape = f"{item.model.height}×{item.model.width}"
            raise InputError(f"{model.name} has another size than this grid of {shape}", item.source, item.line)
        model = copy(model)
        model.pencilmarks = dict(model.pencilmarks)
        rank = {digit: at for at, digit in enumerate(item.model.digits)}
        for cell, other in zip(model.grid, cells, strict=True):
            if other in item.model.pencilmarks:
                model.restrict(cell, [model.digits[rank[digit]] for digit in item.model.pencilmarks[other]])
        return model

    def named_model(self) -> Board:
        """The requested model.

        Raises
        ------
        ModelError
            If there is no such model.
        """
        from sudoku_cp import models

        return self._load(models.load, str(self._name))

    def model_of_size(self, size: int) -> Board:
        """The usual model for a size."""
        from sudoku_cp import models

        return self._load(models.of_size, size)

    def _load(self, make: Callable[[_Key], Board], key: _Key) -> Board:
        if key not in self._models:
            self._models[key] = make(key)
        return self._models[key]


def _sniffed(lines: SourceLines) -> str:
    """The format of a text that may begin with places without cells, which look like a comment."""
    from sudoku_cp.formats.sniffing import sniff

    try:
        return sniff(lines).name
    except InputError:
        return BOARD_ROWS[0]


@contextmanager
def opened(argument: str) -> Iterator[tuple[io.BufferedReader, str]]:
    """Open a FILE argument; return the stream and its name in messages.

    Raises
    ------
    InputError
        If it does not exist, or cannot be read.
    """
    if argument == "-":
        yield standard_input(), STDIN
        return
    from sudoku_cp.formats import loading

    raw, name = loading.opened(argument, buffering=0)
    with buffered(raw, name) as stream:
        yield stream, name
