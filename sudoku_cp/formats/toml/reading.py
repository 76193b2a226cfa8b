"""Reading puzzle documents: a TOML text becomes a board with givens, candidates, an objective and clues."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.entries import ROW_MARKS, candidates_of, givens_of, known_digits, places
from sudoku_cp.formats.grid_rows import Marks, read_rows
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import rank_table
from sudoku_cp.formats.toml.values import SHAPE, TEXTS, Values, board_of
from sudoku_cp.model import Board, Cell, InputError, LinearExpression, ModelError, Sudoku
from sudoku_cp.model.board import EMPTY_MARKS, refuse_symbols

PATTERN = re.compile(r"(?:sudoku-cp:|https?://)[^#\s]*#doc=([\w-]+=*)", re.ASCII)
"""An address that holds a document; any address with such a fragment is read."""

MAX_DOCUMENT = 1 << 20
"""The largest number of characters in a document."""

SCORES = ("maximize", "minimize", "then_maximize", "then_minimize")
KEYS = ("model", "name", *TEXTS, *SHAPE, "grid", "candidates", *SCORES)
"""The keys of a document except its clues."""


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read the single document of a stream.

    Parameters
    ----------
    lines
        The stream; it is read as a whole.
    symbols
        The characters of the digits in ``grid`` and ``candidates``; None for those of the model.

    Raises
    ------
    InputError
        If the text is not TOML, a key, rule or parameter is unknown, or a value is wrong.
    """
    first = next(lines, None)
    text = "" if first is None else lines.text_from(first, MAX_DOCUMENT) + "\n"
    if first is not None and text.strip():
        values = Values(text, lines.source)
        if not values.by_key:
            raise lines.error("a document without keys", first.number)
        yield Document(_Reader(values, symbols).board(), lines.source, first.number, texts_of(values))


def texts_of(values: Values) -> dict[str, str]:
    """The author and the rules in words, as far as a document has them.

    Raises
    ------
    InputError
        If one is not a text.
    """
    found = {kept: values.value(key, str, "a text") for key, kept in TEXTS.items()}
    return {kept: text for kept, text in found.items() if text}


class _Reader:
    """Turns one document into a board."""

    def __init__(self, values: Values, symbols: str | None) -> None:
        self._values = values
        self._symbols = symbols

    def board(self) -> Board:
        """The board that the document declares."""
        board = board_of(self._values)
        board.name = self._values.value("name", str, "a text") or board.name
        for key in self._values.by_key:
            match key:
                case "grid":
                    self._give(board)
                case "candidates":
                    self._restrict(board)
                case _ if key in SCORES:
                    self._score(board, key)
                case _ if key not in KEYS:
                    self._add(board, key)
        return board

    def _ranks(self, board: Board) -> Mapping[str, int]:
        symbols, source = board.symbols if self._symbols is None else self._symbols, self._values.source
        if len(symbols) not in (0, len(board.digits)):
            raise InputError(f"{len(board.digits)} digits need as many symbols, not {symbols!r}", source)
        try:
            refuse_symbols(symbols)
        except ModelError as error:
            raise InputError(str(error), source) from None
        return rank_table(symbols)

    def _give(self, board: Board) -> None:
        lines, ranks = self._values.lines("grid", "a text"), self._ranks(board)
        entries: Iterator[tuple[Cell, str, tuple[int, int]]]
        if isinstance(board, Sudoku):
            cells = self._cells(lines, board)
            entries = ((cell, text, place) for cell, (text, place) in zip(board.grid, cells, strict=True))
        else:
            entries = places(lines, board, "cells")
        for cell, digit in givens_of(entries, lines, board, ranks):
            board.give(cell, digit)

    def _cells(self, lines: SourceLines, sudoku: Sudoku) -> list[tuple[str, tuple[int, int]]]:
        """The entries of the grid and their places."""
        first = lines.peek()
        if first is not None and lines.peek(1) is None and len(first.text.strip()) == len(sudoku.grid):
            start = len(first.text) - len(first.text.lstrip()) + 1
            return [(cell, (first.number, start + index)) for index, cell in enumerate(first.text.strip())]
        marks = Marks(ROW_MARKS)
        rows = read_rows(lines, sudoku.height, sudoku.width, marks)
        if rows is None:
            raise self._values.error(("grid",), "the grid is empty")
        further = read_rows(lines, sudoku.height, sudoku.width, marks)
        if further is not None:
            raise lines.error(f"the grid has more than {sudoku.height} rows", further[0].line.number)
        return [
            (entry, (row.line.number, row.column(index))) for row in rows for index, entry in enumerate(row.entries)
        ]

    def _restrict(self, board: Board) -> None:
        if isinstance(self._values.by_key["candidates"], dict):
            self._restrict_by_table(board)
        else:
            self._restrict_by_text(board)

    def _restrict_by_table(self, board: Board) -> None:
        ranks = self._ranks(board)
        for name, entry in self._values.by_key["candidates"].items():
            path, digits = ("candidates", name), None
            if isinstance(entry, str):
                digits = candidates_of(entry, board, ranks)
            elif isinstance(entry, list) and all(type(digit) is int for digit in entry):
                digits = tuple(entry)
            if digits is None:
                wanted = f"digits of {known_digits(board, ranks)}"
                raise self._values.error(path, f"{name} must be {wanted}, not {entry!r}")
            with self._values.at(path):
                board.restrict(name, digits)

    def _restrict_by_text(self, board: Board) -> None:
        ranks = self._ranks(board)
        lines = self._values.lines("candidates", "a table of cells, or a text with an entry for each cell")
        for cell, text, place in places(lines, board, "entries"):
            if text in set(EMPTY_MARKS):
                continue
            digits = candidates_of(text, board, ranks)
            if digits is None:
                message = f"{text!r} are not digits of {known_digits(board, ranks)}; use . for a free cell"
                raise lines.error(message, *place)
            board.restrict(cell, digits)

    def _score(self, board: Board, key: str) -> None:
        from sudoku_cp.model.goals import GOALS, in_order
        from sudoku_cp.model.objective import Sense

        objective, sense = board.objective, Sense(key.removeprefix("then_"))
        if key != sense.value and objective is None:
            raise self._values.error((key,), f"{key} needs maximize or minimize before it")
        if key == sense.value and objective is not None:
            raise self._values.error((key,), f"{board.name} has an objective already: {objective}")
        if isinstance(self._values.by_key[key], dict):
            goal = GOALS[sense](bonuses=self._bonuses(board, key))
        else:
            goal = GOALS[sense](self._weights(board, key))
        with self._values.at((key,)):
            made = goal.objective(board, board._auxiliaries)
        board.objective = in_order([*(() if objective is None else objective.stages), made])

    def _bonuses(self, board: Board, key: str) -> dict[tuple[Cell, int], int]:
        bonuses = {}
        for name, points in self._values.by_key[key].items():
            if not _are_integers(points, len(board.digits)):
                wanted = f"a list of {len(board.digits)} whole numbers, the points for each digit"
                raise self._values.error((key, name), f"{name} must be {wanted}, not {points!r}")
            with self._values.at((key, name)):
                cell = board[name]
            bonuses.update({(cell, digit): number for digit, number in zip(board.digits, points, strict=True)})
        return bonuses

    def _weights(self, board: Board, key: str) -> LinearExpression:
        lines = self._values.lines(key, "a text with rows of weights, one for each cell")
        terms = []
        for cell, text, place in places(lines, board, "weights"):
            if not re.fullmatch(r"[+-]?\d{1,9}", text):
                raise lines.error(f"{text!r} is not a weight: a whole number below 10⁹", *place)
            terms.append((int(text), cell))
        return LinearExpression(tuple(term for term in terms if term[0]))

    def _add(self, board: Board, key: str) -> None:
        from sudoku_cp import rules
        from sudoku_cp.rules.registry import suggestion

        tables, error = self._values.by_key[key], self._values.error
        if not (isinstance(tables, list) and tables and all(isinstance(table, dict) for table in tables)):
            if key in rules.RULES:
                raise error((key,), f"write a clue of the rule {key} as [[{key}]]")
            raise error((key,), f"unknown key {key}{suggestion(key, KEYS)}")
        for number, parameters in enumerate(tables):
            try:
                board.add(rules.clue(key, parameters))
            except ModelError as wrong:
                raise error((key, number, *_blamed(str(wrong), parameters)), str(wrong)) from None
            except RecursionError:
                raise error((key, number), f"{key}: clues are nested too deeply") from None


def _are_integers(value: object, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(type(number) is int for number in value)


def _blamed(message: str, names: Iterable[str]) -> tuple[str, ...]:
    """The parameter that the error message of a rule refers to, if it is one of the names."""
    return tuple(
        name for name in names if re.search(rf"\b(parameter {re.escape(name)}\b|{re.escape(name)}(:| must))", message)
    )[:1]


def read_addresses(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read documents from addresses, one on each line.

    Parameters
    ----------
    lines
        The stream.
    symbols
        See `read`.

    Raises
    ------
    InputError
        If an address is damaged, or its document is wrong.
    """
    for line in lines:
        if line.is_skipped:
            continue
        try:
            text = unpacked(line.text)
            found = next(read(SourceLines(BytesIO(text.encode()), ""), symbols), None)
            if found is None:
                raise InputError("the document in the address is empty")
        except InputError as error:
            place = f"line {error.line} of the document in the address: " if error.line else ""
            raise lines.error(f"{place}{error.message}", line.number) from None
        yield Document(found.model, lines.source, line.number, found.carried)


def unpacked(address: str) -> str:
    """The document in an address.

    Parameters
    ----------
    address
        The address.

    Returns
    -------
    str
        The text.

    Raises
    ------
    InputError
        If it is no such address, or damaged.
    """
    found = PATTERN.fullmatch(address.strip())
    if found is None:
        raise InputError("the document in the address is damaged")
    inflating = zlib.decompressobj()
    try:
        payload = urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
        text = inflating.decompress(payload, MAX_DOCUMENT).decode()
    except (ValueError, zlib.error):
        raise InputError("the document in the address is damaged") from None
    if not inflating.eof:
        is_long = len(text) >= MAX_DOCUMENT
        raise InputError("the document in the address is too long" if is_long else "the address is cut off")
    return text
