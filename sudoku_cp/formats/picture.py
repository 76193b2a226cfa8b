"""Framed pictures of grids: those that ``show`` draws, and frames in which empty cells are blank.

Frames may part boxes or single cells, or both by lines of two kinds, of which the outer one is that of boxes.
A picture extends from a border with two upper corners to the last border below it. The line above it is a heading. The
line below it may state that a point marks the givens; anything else, such as a legend of clues, is refused, and so is
a frame of irregular regions, because a picture does not define their meaning. In colour, bold digits are the givens. If
empty cells have a mark, a blank place has no cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sudoku_cp.formats.format import Format
from sudoku_cp.formats.shapes import fits, is_top, without_styles
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.symbols import GridText, SymbolReader, ordinary_symbols
from sudoku_cp.formats.text_lines import is_frame, is_ruling
from sudoku_cp.model import InputError
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE
from sudoku_cp.model.geometry import default_box

NO_CELL = "#"

_POINTED = re.compile(r"[^.]+\.")
"""A given in a picture of a solution."""

_STYLE = re.compile(r"\x1b\[(\d*)m")
_BORDER = re.compile(r"\s*[+\u250c-\u254b\u2554-\u256c╭╮╰╯├┤╞╡][\s+=\-\u2500-\u257f]*")
_UPRIGHTS = "|¦│┃║"
_SAYS_GIVENS = "a point marks the givens"
_CAPTION = re.compile(r".*\(.*, [\d,]+ nodes, .*\)")


@dataclass(frozen=True, slots=True)
class Picture:
    """The entries of a picture, row by row; ``#`` where there is no cell."""

    line: int
    rows: tuple[tuple[str, ...], ...]
    places: tuple[tuple[int, int], ...]
    """The line and the column of every entry."""
    box: tuple[int, int]
    """The numbers of rows and columns in each box of the frame."""
    has_gaps: bool
    """Whether some lines of the frame are missing."""


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read pictures of square grids.

    Raises
    ------
    InputError
        If a picture is not a square grid, or shows more than digits.
    """
    reader = SymbolReader(symbols)
    for picture in pictures(lines):
        size = len(picture.rows)
        if any(NO_CELL in row or len(row) != size for row in picture.rows):
            raise lines.error("the picture is not a square grid: name its variant with --model", picture.line)
        if picture.box == (1, 1) and size > 1 and picture.has_gaps:
            raise lines.error("the frame shows irregular regions: declare them in a TOML document", picture.line)
        if picture.box not in ((1, 1), default_box(size), (size, size)):
            raise lines.error("the frame shows irregular regions: declare them in a TOML document", picture.line)
        yield _grid(lines, reader, picture, size)


def pictures(lines: SourceLines) -> Iterator[Picture]:
    """Find the pictures of a text."""
    while _to_top(lines):
        drawn = [next(lines)]
        while (line := lines.peek()) is not None and _is_drawn(line.text):
            if is_top(line) and _is_border(without_styles(drawn[-1].text)):
                break  # the next picture
            drawn.append(next(lines))
        picture = _picture(lines, drawn)
        _pass_legend(lines)
        yield picture


def _to_top(lines: SourceLines) -> bool:
    while (line := lines.peek()) is not None and not is_top(line):
        next(lines)
    return line is not None


def _is_drawn(text: str) -> bool:
    plain = without_styles(text)
    return plain.lstrip().startswith(tuple(_UPRIGHTS)) or _is_border(plain)


def _pass_legend(lines: SourceLines) -> None:
    while (line := lines.peek()) is not None and line.text.strip():
        text, further = line.text.strip(), lines.peek(1)
        if is_top(further):
            return
        if text != _SAYS_GIVENS and not _CAPTION.fullmatch(text):
            raise lines.error("only the digits of a picture can be read, and this line describes more", line.number)
        next(lines)


def _is_border(text: str) -> bool:
    """Whether a line without styles is one of the frame, which may begin with a vertical line: ``|---+---+---|``."""
    if _BORDER.fullmatch(text):
        return True
    if not text.strip() or not is_frame(text):
        return False
    return not is_ruling(text) or re.fullmatch(r"\s*[|¦│┃║]?[^\s|¦│┃║]{3,}[|¦│┃║]?\s*", text) is not None


def _picture(lines: SourceLines, drawn: Sequence[SourceLine]) -> Picture:
    if not _is_border(without_styles(drawn[-1].text)):
        raise lines.error("the picture ends without a border", drawn[-1].number)
    texts = [line for line in drawn if not _is_border(without_styles(line.text))]
    first = drawn[0].number
    if not texts:
        raise lines.error("a frame without rows", first)
    kinds: dict[int, set[str]] = {}
    for line in texts:
        for at, mark in enumerate(without_styles(line.text)):
            if mark in _UPRIGHTS:
                kinds.setdefault(at, set()).add(mark)
    uprights = sorted(kinds)
    heavy = [number for number, at in enumerate(uprights) if kinds[at] == kinds[uprights[0]]]
    widths = {right - left for left, right in pairwise(heavy)}
    is_plain = len(widths) == 1 and heavy[-1] == len(uprights) - 1 and len(set().union(*kinds.values())) < 3
    if not is_plain or max(map(len, kinds.values())) > 1 or len({b - a for a, b in pairwise(uprights)}) != 1:
        raise lines.error("the frame shows more than boxes: declare it in a TOML document", first)
    bands = _bands(drawn)
    if len(set(bands)) != 1:
        raise lines.error("the frame has bands of different heights", first)
    stacks = len(uprights) - 1
    across = len(texts) // stacks if len(texts) % stacks == 0 else bands[0]
    across = 1 if len(heavy) < len(uprights) else across
    if len(texts) > 4 * MAX_SIZE or not across:
        raise lines.error(f"the picture has {len(texts)} rows", first)
    entries = [_entries(lines, line, uprights, across) for line in texts]
    if len(texts) == 1 and not any(entry.text for entry in entries[0]):
        raise lines.error("a frame without digits", first)
    has_gaps = not _has_all_lines([without_styles(line.text) for line in drawn], uprights)
    return _settled(first, entries, (bands[0], across * widths.pop()), has_gaps)


def _has_all_lines(drawn: Sequence[str], uprights: Sequence[int]) -> bool:
    """Whether a frame has no gap: around single cells it shows no regions then."""
    rows = [text.ljust(uprights[-1] + 1) for text in drawn if not _is_border(text)]
    return all(row[at] in _UPRIGHTS for row in rows for at in uprights) and not any(
        " " in text.strip() for text in drawn if _is_border(text)
    )


def _bands(drawn: Sequence[SourceLine]) -> list[int]:
    """The number of rows between each two borders with the stroke of the first one; lighter ones part cells."""
    texts = [without_styles(line.text) for line in drawn]
    stroke = max(texts[0].strip()[1:-1] or " ", key=texts[0].count)
    marks = "".join(["x" if not _is_border(text) else "-" if stroke in text else "" for text in texts])
    return [len(band) for band in marks.split("-") if band]


@dataclass(frozen=True, slots=True)
class _Entry:
    text: str
    place: tuple[int, int]
    is_bold: bool


def _entries(lines: SourceLines, line: SourceLine, uprights: Sequence[int], across: int) -> list[_Entry]:
    plain = without_styles(line.text).ljust(uprights[-1] + 1)
    bold = _bold_places(line.text)
    found = []
    for left, right in pairwise(uprights):
        inside = plain[left + 1 : right]
        for at, text in _pieces(lines, line, inside, across):
            start = left + 1 + at
            found.append(_Entry(text, (line.number, start + 1), start in bold))
    return found


def _pieces(lines: SourceLines, line: SourceLine, inside: str, across: int) -> list[tuple[int, str]]:
    """The cells between two vertical lines: one token for each, or pieces of equal width."""
    tokens = [(token.start(), token[0]) for token in re.finditer(r"\S+", inside)]
    if len(tokens) == across:
        return tokens
    if not inside.strip():
        return [(at, "") for at in range(across)]
    offset = 1 if len(inside) == 2 * across + 1 else 0
    width, rest = (2, 0) if abs(len(inside) - 2 * across) == 1 else divmod(len(inside), across)
    if rest:
        raise lines.error(f"{inside.strip()!r} does not have {across} cells", line.number)
    cuts = [(offset + at * width, inside[offset + at * width : offset + (at + 1) * width]) for at in range(across)]
    return [(at + len(cut) - len(cut.lstrip()), cut.strip()) for at, cut in cuts]


def _bold_places(text: str) -> set[int]:
    """The positions of bold characters in the text without styles."""
    places, is_bold, at, end = set[int](), False, 0, 0
    for style in [*_STYLE.finditer(text), None]:
        length = (len(text) if style is None else style.start()) - end
        places |= set(range(at, at + length)) if is_bold else set()
        at += length
        if style is not None:
            is_bold, end = style[1] == "1", style.end()
    return places


def _settled(first: int, entries: list[list[_Entry]], box: tuple[int, int], has_gaps: bool) -> Picture:
    """Decide which digits are givens, and whether a blank is an empty cell or no cell."""
    every = [entry for row in entries for entry in row]
    marks_empty = any(entry.text in set(EMPTY_MARKS) for entry in every)
    styled = any(entry.is_bold for entry in every)
    pointed = any(_POINTED.fullmatch(entry.text) for entry in every)

    def text_of(entry: _Entry) -> str:
        if not entry.text:
            return NO_CELL if marks_empty else "."
        if entry.text in set(EMPTY_MARKS):
            return "."
        is_given = entry.is_bold if styled else _POINTED.fullmatch(entry.text) if pointed else True
        return entry.text.removesuffix(".") if is_given else "."

    rows = tuple(tuple(text_of(entry) for entry in row) for row in entries)
    return Picture(first, rows, tuple(entry.place for entry in every), box, has_gaps)


def _grid(lines: SourceLines, reader: SymbolReader, picture: Picture, size: int) -> GridText:
    cells = [cell for row in picture.rows for cell in row]
    if all(len(cell) == 1 for cell in cells):
        return reader.grid("".join(cells), size, lines.source, lambda index: picture.places[index])
    for cell, place in zip(cells, picture.places, strict=True):
        if cell != "." and not (re.fullmatch(r"[1-9]\d{0,8}", cell) and int(cell) <= size):
            raise InputError(
                f"{cell!r} is not a number from 1 to {size}; use . for an empty cell", lines.source, *place
            )
    ranks = tuple(0 if cell == "." else int(cell) for cell in cells)
    return GridText(ranks, size, ordinary_symbols(size), lines.source, picture.line)


FORMAT = Format(
    "picture",
    "framed pictures, as `show` draws them (with colours, or with solved digits, the givens count), and frames with "
    "blanks for empty cells; only read",
    read,
    recognises=fits("picture"),
    samples=(
        "+---+---+---+---+\n| 1 | 2 |   |   |\n+---+---+---+---+\n|   |   | 1 | 2 |\n+---+---+---+---+\n"
        "| 2 | 1 |   |   |\n+---+---+---+---+\n|   |   | 2 | 1 |\n+---+---+---+---+\n",
        "╔═══╤═══╦═══╤═══╗\n║ 1 │ 2 ║   │   ║\n╟───┼───╫───┼───╢\n║   │   ║ 1 │ 2 ║\n╠═══╪═══╬═══╪═══╣\n"
        "║ 2 │ 1 ║   │   ║\n╟───┼───╫───┼───╢\n║   │   ║ 2 │ 1 ║\n╚═══╧═══╩═══╧═══╝\n",
        "+-------+-------+-------+\n| . . 9 | 3 . 7 | . 4 . |\n| 7 . . | . 4 . | . . 2 |\n"
        "| . . . | . . . | 8 . . |\n+-------+-------+-------+\n| 9 . . | . 8 . | . . . |\n"
        "| . . 5 | . . 6 | 1 . . |\n| . . . | . 7 2 | . . . |\n+-------+-------+-------+\n"
        "| 4 . . | . . . | 2 8 . |\n| . 3 . | 9 . . | . 5 1 |\n| . . . | 2 . . | . 9 . |\n"
        "+-------+-------+-------+\n",
        "+-----------+\n|..9|3.7|.4.|\n|7..|.4.|..2|\n|...|...|8..|\n|---+---+---|\n|9..|.8.|...|\n"
        "|..5|..6|1..|\n|...|.72|...|\n|---+---+---|\n|4..|...|28.|\n|.3.|9..|.51|\n|...|2..|.9.|\n"
        "+-----------+\n",
        "┌───────┬───────┬───────┐\n│ . . 9 │ 3 . 7 │ . 4 . │\n│ 7 . . │ . 4 . │ . . 2 │\n"
        "│ . . . │ . . . │ 8 . . │\n├───────┼───────┼───────┤\n│ 9 . . │ . 8 . │ . . . │\n"
        "│ . . 5 │ . . 6 │ 1 . . │\n│ . . . │ . 7 2 │ . . . │\n├───────┼───────┼───────┤\n"
        "│ 4 . . │ . . . │ 2 8 . │\n│ . 3 . │ 9 . . │ . 5 1 │\n│ . . . │ 2 . . │ . 9 . │\n"
        "└───────┴───────┴───────┘\n",
        "┏━━━━━━━┳━━━━━━━┳━━━━━━━┓\n┃     9 ┃ 3   7 ┃   4   ┃\n┃ 7     ┃   4   ┃     2 ┃\n"
        "┃       ┃       ┃ 8     ┃\n┣━━━━━━━╋━━━━━━━╋━━━━━━━┫\n┃ 9     ┃   8   ┃       ┃\n"
        "┃     5 ┃     6 ┃ 1     ┃\n┃       ┃   7 2 ┃       ┃\n┣━━━━━━━╋━━━━━━━╋━━━━━━━┫\n"
        "┃ 4     ┃       ┃ 2 8   ┃\n┃   3   ┃ 9     ┃   5 1 ┃\n┃       ┃ 2     ┃   9   ┃\n"
        "┗━━━━━━━┻━━━━━━━┻━━━━━━━┛\n",
    ),
)
