"""Files in XML: puzzles of OpenSudoku, and games of KSudoku.

OpenSudoku has an element ``game`` for each puzzle. Its ``data`` are 81 digits, 0 for an empty cell; or, in a saved
game, ``version: N`` and after it, separated by ``|``, the digit, the notes and 0 for a given or 1 for each cell. Digits
and notes of the player are left out.

KSudoku has one game, with ``values`` and a ``graph`` that says what is a group. Values are ``_`` for an empty cell and
letters from ``b`` for 1 on, column by column; digits are read row by row. A graph may have ``clique`` elements, which
are regions or further groups, and ``cage`` elements, of Killer Sudoku or Mathdoku. Cells are numbered column by column
from 0. What has been entered is in the history, and left out.

XML is read piece by piece. Entities of its own are refused: a short text could expand to an immense one, or name a
file.

References
----------
The sources of OpenSudoku (``SudokuImportTask``, ``CellCollection``) and KSudoku (``serializer.cpp``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple, NoReturn

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, Peek, writer_of_grids
from sudoku_cp.formats.source_lines import MAX_DOCUMENT, SourceLines
from sudoku_cp.formats.symbols import GridText, SymbolReader, describe, ordinary_symbols
from sudoku_cp.model import Cell, InputError, ModelError, Sudoku
from sudoku_cp.model.board import MAX_SIZE

MAX_DEPTH = 50
"""The largest depth of elements inside each other; files of puzzles need less than ten."""

MAX_TEXT = 1 << 16
"""The largest number of characters in one element."""

MAX_PARTS = 4 * MAX_SIZE**2
"""The largest number of groups and cages of a puzzle."""

MAX_LINES = 20
"""The number of lines that are searched for the first element."""

_ROOT = re.compile(r"<([A-Za-z][\w-]*)")
_PROLOGUE = re.compile(r"\s*<")


class Element(NamedTuple):
    """An element that has ended."""

    name: str
    attributes: Mapping[str, str]
    text: str
    line: int


def elements(lines: SourceLines, names: Collection[str]) -> Iterator[Element]:
    """The elements with some names, each when it has ended.

    Parameters
    ----------
    lines
        The lines of one document.
    names
        The names; all other elements are left out.

    Raises
    ------
    InputError
        If the text is not XML, is too long, or declares entities.
    """
    from xml.parsers.expat import ParserCreate

    parser, ended, open_ = ParserCreate(), list[Element](), list[_Open]()
    parser.buffer_text = True
    number = lines.next_number

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(open_) == MAX_DEPTH:
            raise lines.error(f"more than {MAX_DEPTH} elements inside each other", number)
        open_.append(_Open(name, attributes if name in names else {}, number))

    def text(data: str) -> None:
        if open_ and open_[-1].name in names:
            open_[-1].add(data, lines)

    def end(name: str) -> None:
        if name in names:
            ended.append(Element(name, open_[-1].attributes, "".join(open_[-1].pieces).strip(), open_[-1].line))
        open_.pop()

    def entity(*_: object) -> NoReturn:
        raise lines.error("a declaration of an entity, which is refused", number)

    parser.StartElementHandler, parser.CharacterDataHandler, parser.EndElementHandler = start, text, end
    parser.EntityDeclHandler = parser.ExternalEntityRefHandler = parser.UnparsedEntityDeclHandler = entity
    while (blank := lines.peek()) is not None and blank.is_skipped:
        next(lines)
    if blank is None:
        return
    length = 0
    for line in lines:
        number, length = line.number, length + len(line.text) + 1
        if length > MAX_DOCUMENT:
            raise lines.error(f"a document of more than {MAX_DOCUMENT:,} characters", number)
        _parse(parser.Parse, line.text + "\n", lines, number)
        yield from ended
        ended.clear()
    _parse(parser.Parse, "", lines, number, is_last=True)


@dataclass(slots=True)
class _Open:
    """An element that has not ended."""

    name: str
    attributes: Mapping[str, str]
    line: int
    pieces: list[str] = field(default_factory=list)
    length: int = 0

    def add(self, data: str, lines: SourceLines) -> None:
        self.length += len(data)
        if self.length > MAX_TEXT:
            raise lines.error(f"an element of more than {MAX_TEXT:,} characters", self.line)
        self.pieces.append(data)


def _parse(
    parse: Callable[[bytes, bool], object], text: str, lines: SourceLines, number: int, *, is_last: bool = False
) -> None:
    from xml.parsers.expat import ErrorString, ExpatError

    try:
        parse(text.encode(), is_last)
    except ExpatError as error:
        column = None if is_last else error.offset + 1
        raise lines.error(f"not XML: {ErrorString(error.code)}", number, column) from None


def _is_root(peek: Peek, *names: str) -> bool:
    """Whether the first element has one of these names."""
    first = peek(0)
    if first is None or not _PROLOGUE.match(first.text):
        return False
    for ahead in range(MAX_LINES):
        line = peek(ahead)
        if line is None:
            break
        if found := _ROOT.search(line.text):
            return found[1] in names
    return False


_DIGITS = re.compile(r"[0-9.]+")
_SAVED = re.compile(r"version: (\d{1,3})\s+([\d,|\s-]*)")


def read_open_sudoku(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read the puzzles of OpenSudoku.

    Raises
    ------
    InputError
        If the text is not such a file, or the data of a game are not 81 cells.
    """
    reader = SymbolReader(symbols)
    for game in elements(lines, ("game",)):
        data = game.attributes.get("data", "").strip()
        try:
            cells = data if _DIGITS.fullmatch(data) else _saved(data)
        except InputError as error:
            raise lines.error(error.message, game.line) from None
        if len(cells) != 81:
            raise lines.error(f"a game of {len(cells)} cells, not 81", game.line)
        yield reader.grid(cells, 9, lines.source, lambda index, line=game.line: (line, 1))  # type: ignore[misc]


def _saved(data: str) -> str:
    """The givens of a saved game."""
    found = _SAVED.fullmatch(data)
    entries = found[2].split("|")[:-1] if found else []
    fields, rest = divmod(len(entries), 81)
    if found is None or rest or fields not in (3, 4):
        raise InputError("data of a game that are neither 81 digits nor version, digits, notes and marks of givens")
    values, is_open = [entry.strip() for entry in entries[::fields]], entries[fields - 1 :: fields]
    if not all(mark in ("0", "1") for mark in is_open) or not all(len(value) == 1 for value in values):
        raise InputError("a cell of a saved game whose digit is none, or that is neither given nor open")
    return "".join(value if mark == "0" else "0" for value, mark in zip(values, is_open, strict=True))


def write_open_sudoku(grids: Iterable[GridText]) -> Iterator[str]:
    """Write one file with all puzzles.

    Raises
    ------
    InputError
        If a grid is not 9×9.
    """
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n'
    for grid in grids:
        if grid.size != 9:
            wrong = f"OpenSudoku has grids of 9×9, and this is one of {grid.size}×{grid.size}"
            raise InputError(wrong, grid.source, grid.line)
        yield f'{head}  <game data="{"".join(map(str, grid.ranks))}" />\n'
        head = ""
    yield f"{head}</opensudoku>\n"


OPERATORS = ("", "/", "-", "*", "+")
"""The signs of cages by their number."""


def read_ksudoku(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read the game of KSudoku.

    Raises
    ------
    InputError
        If the text is not such a file, or has a shape that is not a square of rows and columns.
    """
    first, parts = lines.next_number, list[Element]()
    for element in elements(lines, ("graph", "sudokugroups", "roxdokugroups", "clique", "cage", "values")):
        parts.append(element)
        if len(parts) > MAX_PARTS:
            raise lines.error(f"more than {MAX_PARTS:,} groups and cages", element.line)
        if element.name == "values" and sum(part.name == "values" for part in parts) > 1:
            raise lines.error("a second puzzle: a file of KSudoku holds one", element.line)
    values = next((part for part in parts if part.name == "values"), None)
    if values is None:
        return
    try:
        yield Document(_ksudoku(parts, values.text), lines.source, first)
    except InputError as error:
        raise lines.error(error.message, values.line) from None
    except ModelError as error:
        raise lines.error(str(error), values.line) from None


def _ksudoku(parts: list[Element], values: str) -> Sudoku:
    from sudoku_cp.formats.other_programs import sudoku_with

    graph = next((part for part in parts if part.name == "graph"), None)
    size = isqrt(len(values))
    shape = {} if graph is None else graph.attributes
    if size * size != len(values) or not 1 <= size <= MAX_SIZE:
        raise InputError(f"{len(values)} values, which are not a square: other shapes are not supported")
    order = shape.get("order", str(size))
    wanted = {"sizeX": size, "sizeY": size, "sizeZ": 1, "order": size}
    if any(shape.get(key, str(number)) != str(number) for key, number in wanted.items()):
        raise InputError(f"order {order} and {len(values)} cells: only squares of rows and columns are supported")
    if any(part.name == "roxdokugroups" for part in parts) or shape.get("type") == "roxdoku":
        raise InputError("Roxdoku: groups in three dimensions are not supported")
    groups = [part.attributes for part in parts if part.name == "sudokugroups"]
    has_blocks = shape.get("type") != "custom" or any(each.get("withblocks", "1") == "1" for each in groups)
    if shape.get("type") == "custom" and [each.get("at", "0") for each in groups] != ["0"]:
        raise InputError("a shape whose rows and columns are not those of the square")
    cliques = [_places(part, size) for part in parts if part.name == "clique"]
    name = shape.get("name") or "KSudoku"
    if has_blocks:
        sudoku, extra = Sudoku(size, name=name), [list(map(_named, cells)) for cells in cliques]
    else:
        sudoku, extra = sudoku_with(cliques, size, name)
    _give(sudoku, values)
    _add(sudoku, extra, [part for part in parts if part.name == "cage"], is_killer=has_blocks)
    return sudoku


def _give(sudoku: Sudoku, values: str) -> None:
    """Give the digits of letters column by column, or of digits row by row."""
    if any(mark.isdecimal() for mark in values):
        symbols, cells = ordinary_symbols(sudoku.size), sudoku.grid
    else:
        symbols, cells = "".join(chr(ord("b") + rank) for rank in range(sudoku.size)), _by_columns(sudoku)
    for cell, mark in zip(cells, values, strict=True):
        if mark in symbols:
            sudoku.give(cell, sudoku.digits[symbols.index(mark)])
        elif mark not in "_0":
            raise InputError(f"{cell.name}: {mark!r} is not a digit of {describe(symbols)}; _ is an empty cell")


def _by_columns(sudoku: Sudoku) -> tuple[Cell, ...]:
    return tuple(cell for column in zip(*sudoku.rows, strict=True) for cell in column)


def _add(sudoku: Sudoku, extra: list[list[str]], cages: list[Element], *, is_killer: bool) -> None:
    """Add further groups and cages; digits of a cage of Mathdoku may repeat."""
    from sudoku_cp import rules
    from sudoku_cp.formats.other_programs import at_place

    for cells in extra:
        with at_place(f"the group of {cells[0]}"):
            sudoku.add(rules.extra_region(cells))
    for number, cage in enumerate(cages, 1):
        with at_place(f"cage {number}"):
            cells = list(map(_named, _places(cage, sudoku.size)))
            operator, value = _number(cage, "operator", len(OPERATORS)), _number(cage, "value", 10**9)
            if not OPERATORS[operator]:
                if len(cells) != 1:
                    raise InputError("a cage of several cells without an operator")
                sudoku.give(cells[0], value)
            elif is_killer and OPERATORS[operator] == "+":
                sudoku.add(rules.killer(cells, value))
            elif is_killer:
                raise InputError(f"a cage of Killer Sudoku with the operator {OPERATORS[operator]}")
            else:
                sudoku.add(rules.calcudoku(cells, value, OPERATORS[operator]))


def _number(element: Element, key: str, below: int) -> int:
    text = element.attributes.get(key, "")
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or int(text) >= below:
        raise InputError(f"{key} must be a number from 0 to {below - 1:,}, not {text!r}")
    return int(text)


def _places(group: Element, size: int) -> list[tuple[int, int]]:
    """The rows and columns, from 1, of the cells of a clique or a cage."""
    cells = group.text.split()
    if not cells or group.attributes.get("size") != str(len(cells)):
        raise InputError(f"{group.name} has {len(cells)} cells, and its size is {group.attributes.get('size')}")
    if not all(re.fullmatch(r"\d{1,4}", cell, re.ASCII) and int(cell) < size * size for cell in cells):
        raise InputError(f"{group.name} has a cell that is not a number from 0 to {size * size - 1}")
    return [(int(cell) % size + 1, int(cell) // size + 1) for cell in cells]


def _named(place: tuple[int, int]) -> str:
    return f"r{place[0]}c{place[1]}"


_P = "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9."
_VALUES = "bc______dbec____"

OPEN_SUDOKU = Format(
    "opensudoku",
    "OpenSudoku: an XML file with any number of 9×9 puzzles",
    read_open_sudoku,
    writer_of_grids(write_open_sudoku),
    recognises=lambda peek: _is_root(peek, "opensudoku"),
    givens_only=True,
    samples=(
        f'<?xml version="1.0"?>\n<opensudoku>\n <game data="{_P.replace(".", "0")}"/>\n</opensudoku>\n',
        '<opensudoku version="2"><game state="1" data="version: 3&#10;'
        + "".join(f"{mark}|0|{int(mark == '0')}|" for mark in _P.replace(".", "0"))
        + '"/></opensudoku>\n',
    ),
)

KSUDOKU = Format(
    "ksudoku",
    "KSudoku: the game in an XML file: sudokus, jigsaws, killers, Mathdoku and further groups on a square; only read",
    read_ksudoku,
    recognises=lambda peek: _is_root(peek, "ksudoku", "ksudoku-puzzle"),
    has_one=True,
    samples=(
        '<!DOCTYPE ksudoku>\n<ksudoku>\n <game had-help="0" msecs-elapsed="1">\n  <puzzle>\n'
        f'   <graph order="4" type="sudoku" specific-type="Plain"/>\n   <values>{_VALUES}</values>\n'
        "  </puzzle>\n </game>\n</ksudoku>\n",
    ),
)
