'''The puzzle document: a TOML text that declares a puzzle by a model, givens and clues.

=====================  =================================================================================================
key                    value
=====================  =================================================================================================
``model``              the name of a variant in `sudoku_cp.models`; without it a plain `Sudoku`
``size`` ``box``       parameters of that variant, or of `Sudoku`: ``size = 6`` or, of rows and columns, ``[6, 9]``;
                       ``box = [2, 3]``; ``digits = [0, 1, 2, 3]``;
``regions`` ``grids``  ``regions`` is a text with a label a cell; ``grids`` are the places of several grids that
``layout``             overlap; ``layout`` is the text of a `Kakuro`
``digits`` ``symbols``
``name``               what the puzzle is called
``grid``               a text as in the formats ``grid`` and ``line``; numbers of several digits are the puzzle's digits
``candidates``         a table of cell names, ``r1c1 = [1, 2]`` or ``r1c1 = "12"``; or a text with an entry a cell such
                       as ``12`` (or ``10,12``), ``.`` for a free cell
``maximize``           a text with rows of a weight a cell: the score of a grid is the sum of weight · digit; or a table
``minimize``           of cells with the points of each digit in ascending order, ``r1c1 = [5, 0, -3]``
``[[rule]]``           a clue; the keys are the parameters of that rule in `sudoku_cp.rules`. The clues within a clue
                       that takes some follow it: ``[[any_of]]``, then ``[[any_of.killer]]``, ``[[any_of.thermo]]``
=====================  =================================================================================================

>>> from io import BytesIO
>>> text = """
... size = 4
... grid = \'\'\'
... 1 2 | . .
... . . | 1 2
... ----+----
... . . | . .
... . . | . .\'\'\'
... [[killer]]
... cells = "r3c1 r3c2"
... sum = 5
... """
>>> from sudoku_cp.formats import read
>>> document, = read(BytesIO(text.encode()), "example.toml")
>>> document.model.givens
{r1c1: 1, r1c2: 2, r2c3: 1, r2c4: 2}
'''

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, TypeVar

from sudoku_cp.errors import nearest
from sudoku_cp.formats import entries
from sudoku_cp.formats.entries import candidates_of, digit_of, known_digits
from sudoku_cp.formats.grid import read_rows
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import rank_table
from sudoku_cp.formats.toml_places import Path, places
from sudoku_cp.model import Board, Cell, InputError, LinearExpression, ModelError, MultiGrid, Sudoku
from sudoku_cp.model.symbols import EMPTY_MARKS, refuse_symbols

MAX_DOCUMENT = 1 << 20
"""The longest document in characters."""

MAX_PARTS = 400
"""Of a dotted key."""

_LONG_KEY = re.compile(
    r"""(?<![\w.-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){%d}""" % MAX_PARTS  # noqa: UP031
)

SHAPE = ("size", "box", "regions", "grids", "layout", "digits", "symbols")
"""The keys that are parameters of the model."""

KEYS = ("model", "name", *SHAPE, "grid", "candidates", "maximize", "minimize")

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Document:
    """A puzzle declared by a document."""

    model: Board
    source: str
    line: int
    carried: Mapping[str, Any] = field(default_factory=dict)
    """What the document holds besides, and is no logic: texts and drawings, by their keys in it."""
    unsupported: tuple[str, ...] = ()
    """What the document says and the model does not."""
    notes: tuple[str, ...] = ()
    """What to tell about its texts: the rules that they name and nothing in it states."""


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read the one document of a stream.

    Parameters
    ----------
    symbols
        The characters of the digits in ``grid`` and ``candidates``, if not those of the model.

    Raises
    ------
    InputError
        If the text is no TOML, a key, rule or parameter is unknown, or a value is wrong.
    """
    first = next(lines, None)
    text = "" if first is None else lines.text_from(first, MAX_DOCUMENT) + "\n"
    if first is not None and text.strip():
        yield Document(_Reader(text, lines.source, symbols).board(), lines.source, first.number)


class _Reader:
    """Turns one document into a model, and tells the place of what is wrong."""

    def __init__(self, text: str, source: str, symbols: str | None) -> None:
        self._source = source
        self._symbols = symbols
        self._values = self._parse(text)
        self._places = places(text)

    def _parse(self, text: str) -> dict[str, Any]:
        import tomllib

        if found := _LONG_KEY.search(text):  # tomllib takes quadratic time and memory for it
            place = text.count("\n", 0, found.start()) + 1
            raise InputError(f"not TOML that can be read: a key of more than {MAX_PARTS} parts", self._source, place)
        try:
            return tomllib.loads(text)
        except ValueError as error:
            message = re.fullmatch(r"(.*?)(?: \(at (?:line (\d+), column (\d+)|end of document)\))?", str(error), re.S)
            assert message is not None
            line, column = (int(number) if number else None for number in message.group(2, 3))
            raise InputError(f"not TOML: {message[1]}", self._source, line, column) from None
        except RecursionError:
            raise InputError("not TOML that can be read: arrays too deep", self._source) from None

    def board(self) -> Board:
        """The model that the document declares."""
        board = self._model()
        board.name = self._value("name", str, "a text") or board.name
        for key in self._values:
            match key:
                case "grid":
                    self._give(board)
                case "candidates":
                    self._restrict(board)
                case "maximize" | "minimize":
                    self._score(board, key)
                case _ if key not in KEYS:
                    self._add(board, key)
        return board

    def _error(self, path: Path, message: str) -> InputError:
        while path and path not in self._places:
            path = path[:-1]
        return InputError(message, self._source, self._places[path].line if path else None)

    def _at(self, path: Path, action: Callable[[], _T]) -> _T:
        """Do something, and give the place of a key to its error."""
        try:
            return action()
        except ModelError as error:
            raise self._error(path, str(error)) from None

    def _value(self, key: str, kind: type[_T], what: str) -> _T | None:
        value = self._values.get(key)
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
            raise self._error((key,), f"{key} must be {what}, not {value!r}")
        return value

    def _model(self) -> Board:
        from sudoku_cp import models

        shape: dict[str, Any] = {
            "size": self._size(),
            "box": self._integers("box", "its height and width, such as [2, 3]"),
            "regions": self._value("regions", str, "a text with a label a cell"),
            "grids": self._texts("grids", 'a list of places, such as ["r1c1", "r1c13"]'),
            "layout": self._value("layout", str, "a text with an entry a place"),
            "digits": self._integers("digits", "a list of whole numbers"),
            "symbols": self._value("symbols", str, "a text with a character a digit"),
        }
        given = {key: value for key, value in shape.items() if value is not None}
        if "box" in given and len(given["box"]) != 2:
            raise self._error(("box",), f"box must be its height and width, such as [2, 3], not {list(given['box'])}")
        name = self._value("model", str, "the name of a model") or ("kakuro" if "layout" in given else None)
        path = next(((key,) for key in ("layout", "model", *SHAPE) if key in self._values), ())
        if "grids" in given and "regions" in given:
            raise self._error(("regions",), "grids have boxes: regions cannot be given with them")
        kind = MultiGrid if "grids" in given else Sudoku
        try:
            return kind(**given) if name is None else models.load(name, **given)
        except ModelError as error:
            about_symbols = "symbols" in given and str(error).startswith("the symbol ")
            raise self._error(("symbols",) if about_symbols else path, str(error)) from None

    def _size(self) -> int | tuple[int, ...] | None:
        what = "a whole number, or the numbers of rows and columns, such as [6, 9]"
        if not isinstance(self._values.get("size"), list):
            return self._value("size", int, what)
        size = self._integers("size", what)
        if size is None or len(size) != 2:
            raise self._error(("size",), f"size must be {what}, not {self._values['size']!r}")
        return size

    def _texts(self, key: str, what: str) -> tuple[str, ...] | None:
        values = self._value(key, list, what)
        if values is not None and not all(isinstance(value, str) for value in values):
            raise self._error((key,), f"{key} must be {what}, not {values!r}")
        return None if values is None else tuple(values)

    def _integers(self, key: str, what: str) -> tuple[int, ...] | None:
        values = self._value(key, list, what)
        if values is None:
            return None
        if not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            raise self._error((key,), f"{key} must be {what}, not {values!r}")
        return tuple(values)

    def _lines(self, key: str, what: str) -> SourceLines:
        """The lines of a text, counted and set as they stand in the document."""
        text, place = self._value(key, str, what) or "", self._places[(key,)]
        return SourceLines(BytesIO((" " * place.text_column + text).encode()), self._source, place.text_line)

    def _table(self, board: Board) -> Mapping[str, int]:
        symbols = board.symbols if self._symbols is None else self._symbols
        if len(symbols) not in (0, len(board.digits)):
            raise InputError(
                f"the symbols {symbols!r} are not one for each of {len(board.digits)} digits", self._source
            )
        try:
            refuse_symbols(symbols)
        except ModelError as error:
            raise InputError(str(error), self._source) from None
        return rank_table(symbols)

    def _give(self, board: Board) -> None:
        lines, table = self._lines("grid", "a text"), self._table(board)
        given: Iterable[tuple[Cell, tuple[str, tuple[int, int]]]]
        if isinstance(board, Sudoku):
            given = zip(board.grid, self._cells(lines, board), strict=True)
        else:
            given = ((cell, (text, place)) for cell, text, place in entries.places(lines, board, "cells"))
        for cell, (text, place) in given:
            if table.get(text) == 0:
                continue
            digit = digit_of(text, board, table)
            if digit is None:
                message = f"{text!r} is not a digit of {known_digits(board, table)}; use . for an empty cell"
                raise lines.error(message, *place)
            board.give(cell, digit)

    def _cells(self, lines: SourceLines, sudoku: Sudoku) -> list[tuple[str, tuple[int, int]]]:
        """The entries of the grid and their places."""
        first = lines.peek()
        if first is not None and lines.peek(1) is None and len(first.text.strip()) == len(sudoku.grid):
            start = len(first.text) - len(first.text.lstrip()) + 1
            return [(cell, (first.number, start + index)) for index, cell in enumerate(first.text.strip())]
        rows = read_rows(lines, sudoku.height, across=sudoku.width)
        if rows is None:
            raise self._error(("grid",), "the grid is empty")
        further = read_rows(lines, sudoku.height, across=sudoku.width)
        if further is not None:
            raise lines.error(f"the grid has more than {sudoku.height} rows", further[0].line.number)
        return [
            (entry, (row.line.number, row.column(index))) for row in rows for index, entry in enumerate(row.entries)
        ]

    def _restrict(self, board: Board) -> None:
        table = self._table(board)
        wanted = self._values["candidates"]
        if not isinstance(wanted, dict):
            lines = self._lines("candidates", "a table of cells, or a text with an entry a cell")
            for cell, text, place in entries.places(lines, board, "entries"):
                if text in set(EMPTY_MARKS):
                    continue
                digits = candidates_of(text, board, table)
                if digits is None:
                    message = f"{text!r} are not digits of {known_digits(board, table)}; use . for a free cell"
                    raise lines.error(message, *place)
                board.restrict(cell, digits)
            return
        for name, entry in wanted.items():
            path = ("candidates", name)
            if isinstance(entry, str):
                digits = candidates_of(entry, board, table)
            elif isinstance(entry, list) and all(type(digit) is int for digit in entry):
                digits = tuple(entry)
            else:
                digits = None
            if digits is None:
                raise self._error(path, f"{name} must be digits of {known_digits(board, table)}, not {entry!r}")
            self._at(path, lambda name=name, digits=digits: board.restrict(name, digits))  # type: ignore[misc]

    def _score(self, board: Board, key: str) -> None:
        set_objective = board.maximize if key == "maximize" else board.minimize
        if isinstance(self._values[key], dict):
            bonuses = {}
            for name, points in self._values[key].items():
                if not _are_integers(points, len(board.digits)):
                    wanted = f"a list of {len(board.digits)} whole numbers, the points of each digit"
                    raise self._error((key, name), f"{name} must be {wanted}, not {points!r}")
                cell = self._at((key, name), lambda name=name: board[name])  # type: ignore[misc]
                bonuses.update({(cell, digit): number for digit, number in zip(board.digits, points, strict=True)})
            self._at((key,), lambda: set_objective(bonuses=bonuses))
            return
        lines = self._lines(key, "a text with rows of a weight a cell")
        terms = []
        for cell, text, place in entries.places(lines, board, "weights"):
            if not re.fullmatch(r"[+-]?\d{1,9}", text):
                raise lines.error(f"{text!r} is not a weight: a whole number below 10⁹", *place)
            terms.append((int(text), cell))
        self._at((key,), lambda: set_objective(LinearExpression(tuple(term for term in terms if term[0]))))

    def _add(self, board: Board, key: str) -> None:
        from sudoku_cp import rules

        tables = self._values[key]
        if not (isinstance(tables, list) and tables and all(isinstance(table, dict) for table in tables)):
            if key in rules.RULES:
                raise self._error((key,), f"write [[{key}]] for a clue of the rule {key}")
            raise self._error((key,), f"unknown key {key}{nearest(key, (*KEYS, *rules.RULES))}")
        for number, parameters in enumerate(tables):
            try:
                board.add(rules.clue(key, parameters))
            except ModelError as error:
                raise self._error((key, number, *_blamed(str(error), parameters)), str(error)) from None
            except RecursionError:
                raise self._error((key, number), f"{key}: clues within clues are nested too deep") from None


def _are_integers(value: object, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(type(number) is int for number in value)


def _blamed(message: str, names: Iterable[str]) -> tuple[str, ...]:
    """The parameter that a rule's error message is about, if it is one of the names."""
    return tuple(
        name for name in names if re.search(rf"\b(parameter {re.escape(name)}\b|{re.escape(name)}(:| must))", message)
    )[:1]
