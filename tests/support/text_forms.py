"""Grids as texts of every kind, written without the code of the product, and changed as people and programs do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt
from random import Random

from tests.support.text_changes import CHANGES, HARMLESS, joined_lines

Ranks = tuple[int, ...]
"""The rank of each cell; 0 for a free one, and -m for one with candidates, of which bit r-1 of m is that of rank r."""

SYMBOLS = "123456789ABCDEFG"
BOXES = {1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4)}
SIZES = (1, 2, 3, 4, 4, 4, 6, 6, 9, 9, 9, 9, 16)


@dataclass(frozen=True)
class Written:
    """Grids, their text, and the name of its format."""

    grids: tuple[Ranks, ...]
    text: str
    name: str
    how: str

    @property
    def size(self) -> int:
        """The number of rows of each grid."""
        return isqrt(len(self.grids[0]))


def grids_of(random: Random) -> tuple[Ranks, ...]:
    """Some grids of one size, with few or many of the digits of a solution, or only 1s, or an empty first column."""
    size = random.choice(SIZES)
    return tuple(_grid(random, size) for _ in range(random.choice((1, 1, 1, 2, 3))))


def _grid(random: Random, size: int) -> Ranks:
    height, width = BOXES[size]
    digits = random.sample(range(1, size + 1), size)
    full = [
        digits[(width * (row % height) + row // height + column) % size]
        for row in range(size)
        for column in range(size)
    ]
    share = random.choice((0.1, 0.3, 0.5, 0.9))
    ranks = [rank if random.random() < share else 0 for rank in full]
    kind = random.randrange(6)
    if kind == 0:
        ranks = [rank if rank == 1 else 0 for rank in full]
    if kind in (0, 1):
        ranks = [0 if index % size == 0 and rank != 1 else rank for index, rank in enumerate(ranks)]
    if kind == 2:
        ranks = [0 if index % size == 0 else rank for index, rank in enumerate(ranks)]
    if not any(ranks):
        ranks[random.randrange(size * size)] = 1
    return tuple(ranks)


def _marks(ranks: Ranks, empty: str) -> list[str]:
    return [SYMBOLS[rank - 1] if rank else empty for rank in ranks]


def _rows(ranks: Ranks, empty: str) -> list[list[str]]:
    size, marks = isqrt(len(ranks)), _marks(ranks, empty)
    return [marks[start : start + size] for start in range(0, size * size, size)]


def _line(random: Random, grids: Sequence[Ranks]) -> list[str]:
    empty = random.choice("..0?*_-")
    return ["".join(_marks(grid, empty)) for grid in grids]


def _poj3074(random: Random, grids: Sequence[Ranks]) -> list[str]:
    return ["".join(_marks(grid, ".")) for grid in grids] + ["end"] * random.randrange(2)


def _plain_rows(random: Random, grids: Sequence[Ranks]) -> list[str]:
    empty = random.choice("..0?*_-")
    separator = random.choice(("", " ", "  ", ",", ";", ":", "\t", ", ", " ; "))
    between = random.choice(([""], [""], [], ["", ""]))
    lines: list[str] = []
    for grid in grids:
        lines += between if lines else []
        lines += [separator.join(row) for row in _rows(grid, empty)]
    return lines


def _blank_cells(random: Random, grids: Sequence[Ranks]) -> list[str]:
    separator = random.choice(",;")
    lines: list[str] = []
    for grid in grids:
        lines += [""] if lines else []
        lines += [separator.join(row) for row in _rows(grid, "")]
    return lines


def _numbers(random: Random, grids: Sequence[Ranks]) -> list[str]:
    separator, first = random.choice((" ", "  ", ",", "; ")), random.randrange(2)
    has_zero = all(1 in grid and 0 in grid for grid in grids)
    least, empty = (0, ".") if first and has_zero else (1, random.choice("..0?-"))
    lines: list[str] = []
    for grid in grids:
        size = isqrt(len(grid))
        marks = [str(rank - 1 + least) if rank else empty for rank in grid]
        lines += [""] if lines else []
        lines += [separator.join(marks[start : start + size]) for start in range(0, size * size, size)]
    return lines


def _framed(random: Random, grids: Sequence[Ranks]) -> list[str]:
    """Frames around boxes, of the kinds that programs draw."""
    empty = random.choice("..0?*_-")
    upright, gap = random.choice(("|", "|", "│", "║", "")), random.choice((" ", ""))
    top, middle, bottom, stroke = random.choice(
        (("+++", "+++", "+++", "-"), ("*-*", "|+|", "*-*", "-"), (".-.", ":+:", "'-'", "-"), ("...", ":+:", "'''", "-"),
         ("   ", "|+|", "|||", "_"), ("===", "+++", "===", "="), ("***", "***", "***", "*"), ("---", "---", "---", "-"),
         ("┌┬┐", "├┼┤", "└┴┘", "─"), ("+++", "+++", "+++", "="))
    )  # fmt: skip
    lines: list[str] = []
    for grid in grids:
        size = isqrt(len(grid))
        height, width = BOXES[size]
        boxes = size // width

        def rule(ends: str, width: int = width, boxes: int = boxes) -> str:
            inner = stroke * (width * (1 + len(gap)) + len(gap))
            return ends[0] + ends[1].join([inner] * boxes) + ends[2]

        lines += [""] if lines else []
        lines.append(rule(top))
        for number, row in enumerate(_rows(grid, empty)):
            if number and number % height == 0:
                lines.append(rule(middle))
            pieces = [gap + gap.join(row[start : start + width]) + gap for start in range(0, size, width)]
            lines.append(upright + (upright or " ").join(pieces) + upright)
        lines.append(rule(bottom))
    return lines


def _boxed(random: Random, grids: Sequence[Ranks]) -> list[str]:
    """Boxes with bars or spaces and lines between them, without an outer frame."""
    empty, bar = random.choice("..0?"), random.choice((" | ", "|", " ", "  "))
    rule = random.choice(("---+---+---", "------", "======", "- - - - -", ""))
    lines: list[str] = []
    for grid in grids:
        size = isqrt(len(grid))
        height, width = BOXES[size]
        lines += [""] if lines else []
        inner = random.choice((" ", ""))
        for number, row in enumerate(_rows(grid, empty)):
            if number and number % height == 0:
                lines.append(rule)
            lines.append(bar.join(inner.join(row[start : start + width]) for start in range(0, size, width)))
    return lines


def _boards(random: Random, grids: Sequence[Ranks]) -> list[str]:
    def board(grid: Ranks) -> str:
        rows = ["[" + ",".join(f'"{mark}"' for mark in row) + "]" for row in _rows(grid, ".")]
        return "[" + ",".join(rows) + "]"

    return [board(grid) for grid in grids]


def _lists(random: Random, grids: Sequence[Ranks]) -> list[str]:
    """Lists of numbers as Python, C and NumPy print them."""
    opening, closing = random.choice(("[]", "{}", "()", "[]"))
    separator = random.choice((", ", ",", " ")) if opening == "[" else random.choice((", ", ","))
    empty, is_flat = random.choice(("0", "0", "None", "null")), random.random() < 0.3
    lines: list[str] = []
    for grid in grids:
        rows = [separator.join(str(rank) if rank else empty for rank in row) for row in _ranks_in_rows(grid)]
        if is_flat:
            lines.append(opening + separator.join(rows) + closing)
        elif random.random() < 0.5:
            rows = [opening + row + closing for row in rows]
            lines.append(opening + separator.join(rows) + closing)
        else:
            rows = [" " * bool(at) + opening + row + closing for at, row in enumerate(rows)]
            joined = (separator.strip() + "\n").join(rows)
            lines += (opening + joined + closing).split("\n")
    return lines


def _ranks_in_rows(grid: Ranks) -> list[Ranks]:
    size = isqrt(len(grid))
    return [grid[start : start + size] for start in range(0, size * size, size)]


def _json_lines(random: Random, grids: Sequence[Ranks]) -> list[str]:
    """Objects with a grid in a field, as a text or as lists."""
    key, is_text = random.choice(("puzzle", "quiz", "grid of it")), random.random() < 0.5
    lines = []
    for at, grid in enumerate(grids):
        value = "".join(_marks(grid, "."))
        field = f'"{value}"' if is_text else str([list(row) for row in _ranks_in_rows(grid)])
        lines.append(f'{{"id": {at}, "{key}": {field}, "level": "easy"}}')
    return lines


def _of_judge(empty: str, separator: str, between: Sequence[str], letters: bool = False) -> Form:
    def form(random: Random, grids: Sequence[Ranks]) -> list[str]:
        lines: list[str] = []
        for grid in grids:
            lines += between if lines else []
            rows = _rows(grid, empty)
            if letters:
                rows = [
                    [mark if mark == empty else "ABCDEFGHIJKLMNOP"[SYMBOLS.index(mark)] for mark in row] for row in rows
                ]
            lines += [separator.join(row) for row in rows]
        return lines

    return form


def _jigsaws(random: Random, grids: Sequence[Ranks]) -> list[str]:
    lines = []
    for grid in grids:
        size = isqrt(len(grid))
        height, width = BOXES[size]
        labels = [
            SYMBOLS[row // height * (size // width) + column // width] for row in range(size) for column in range(size)
        ]
        lines.append("".join(_marks(grid, ".")) + "".join(labels))
    return lines


def _pencil_marks(random: Random, grids: Sequence[Ranks]) -> list[str]:
    lines = []
    for grid in grids:
        size = isqrt(len(grid))
        all_marks = SYMBOLS[:size]
        cells = ["".join(mark if not rank or SYMBOLS[rank - 1] == mark else "." for mark in all_marks) for rank in grid]
        lines.append("".join(cells))
    return lines


def with_candidates(random: Random, grid: Ranks) -> Ranks:
    """A grid with some candidates in free cells, and in one cell at least."""
    size, masks = isqrt(len(grid)), list(grid)
    free = [at for at, rank in enumerate(grid) if not rank] or [random.randrange(len(grid))]
    share = random.choice((0.2, 0.9, 1.0))
    for at in [free[0], *(at for at in free[1:] if random.random() < share)]:
        ranks = random.sample(range(size), random.randint(2, max(2, size - 1)))
        masks[at] = -sum(1 << rank for rank in ranks)
    return tuple(masks)


def _entry(value: int, size: int, free: str) -> str:
    if value >= 0:
        return SYMBOLS[value - 1] if value else free
    return "".join(mark for rank, mark in enumerate(SYMBOLS[:size]) if -value >> rank & 1)


def _candidates(random: Random, grids: Sequence[Ranks]) -> list[str]:
    """Pencil marks of whole grids, padded or not, alone or in the frames of programs."""
    is_framed, is_padded = random.random() < 0.6, random.random() < 0.7
    ends = random.choice(
        ((".--.", ":--:", "'--'"), ("*--*", "|++|", "*--*"), ("+++-", "+++-", "+++-"), ("....", "::::", "...."))
    )
    lines: list[str] = []
    for grid in grids:
        size = isqrt(len(grid))
        height, width = BOXES[size]
        free = random.choice((SYMBOLS[:size], ".", "0"))
        entries = [_entry(value, size, free) for value in grid]
        across = [max(map(len, entries[column::size])) if is_padded else 0 for column in range(size)]
        lines += [""] if lines else []
        for row in range(size):
            cells = [entries[row * size + column].ljust(across[column]) for column in range(size)]
            boxes = [" ".join(cells[start : start + width]) for start in range(0, size, width)]
            text = "| " + " | ".join(boxes) + " |" if is_framed else random.choice((" ", "  ")).join(cells)
            if is_framed and row % height == 0:
                left, right = ends[1 if row else 0][0], ends[1 if row else 0][-1]
                lines.append(left + "-" * (len(text) - 2) + right)
            lines.append(text.rstrip() if not is_framed else text)
        if is_framed:
            lines.append(ends[2][0] + "-" * (len(lines[-1]) - 2) + ends[2][-1])
    return lines


def _tatham(random: Random, grids: Sequence[Ranks]) -> list[str]:
    lines = []
    for grid in grids:
        height, width = BOXES[isqrt(len(grid))]
        text, run = "", 0
        for rank in (*grid, None):
            if rank == 0:
                run += 1
                continue
            while run:
                text += chr(ord("a") + min(run, 26) - 1)
                run -= min(run, 26)
            if rank is not None:
                text += ("_" if text and text[-1].isdigit() else "") + str(rank)
        lines.append(f"{width}x{height}:{text}")
    return lines


def _constraint_strings(random: Random, grids: Sequence[Ranks]) -> list[str]:
    lines = []
    for grid in grids:
        size = isqrt(len(grid))
        cells = [f"R{index // size + 1}C{index % size + 1}_{rank}" for index, rank in enumerate(grid) if rank]
        lines.append((f".Shape~{size}x{size}" if size != 9 else "") + ".~" + ".~".join(cells))
    return lines


def _document(random: Random, grids: Sequence[Ranks]) -> list[str]:
    size = isqrt(len(grids[0]))
    rows = random.choice((_plain_rows, _framed, _boxed))(random, grids[:1])
    return [f"size = {size}", "grid = '''", *rows, "'''"]


Form = Callable[[Random, Sequence[Ranks]], list[str]]

FORMS: dict[str, tuple[str, Form, tuple[int, ...]]] = {
    "lines": ("line", _line, (1, 2, 3, 4, 6, 9, 16)),
    "tokens": ("poj3074", _poj3074, (9,)),
    "rows": ("grid", _plain_rows, (1, 2, 3, 4, 6, 9, 16)),
    "blank cells": ("grid", _blank_cells, (4, 6, 9)),
    "numbers": ("grid", _numbers, (16,)),
    "frames": ("grid", _framed, (2, 3, 4, 6, 9, 16)),
    "boxes": ("grid", _boxed, (4, 6, 9, 16)),
    "boards": ("leetcode37", _boards, (4, 6, 9)),
    "lists": ("list", _lists, (4, 6, 9)),
    "json lines": ("json-lines", _json_lines, (4, 6, 9)),
    "hdu1426": ("hdu1426", _of_judge("?", " ", [""]), (9,)),
    "noip2009": ("noip2009", _of_judge("0", " ", []), (9,)),
    "poj3076": ("poj3076", _of_judge("-", "", [""], letters=True), (16,)),
    "jigsaws": ("variant-line", _jigsaws, (4, 6, 9)),
    "pencil marks": ("variant-line", _pencil_marks, (4, 6, 9)),
    "candidates": ("pencil-marks", _candidates, (4, 6, 9, 16)),
    "tatham": ("tatham", _tatham, (4, 6, 9)),
    "constraints": ("iss", _constraint_strings, (9,)),
    "document": ("toml", _document, (4, 6, 9, 16)),
}
"""Forms by name: the format that reads them, the function that writes lines, and the sizes."""


def written(random: Random, grids: tuple[Ranks, ...], form: str, changes: int) -> Written:
    """The text of grids in a form, changed a number of times.

    Parameters
    ----------
    form
        The name of a form that has the size of the grids.
    """
    name, write, _ = FORMS[form]
    if name == "toml":
        grids = grids[:1]
    if name == "pencil-marks":
        grids = tuple(with_candidates(random, grid) for grid in grids)
    lines, how = write(random, grids), [form]
    size = isqrt(len(grids[0]))
    for _ in range(changes):
        change = random.choice(CHANGES if size > 3 else HARMLESS)
        if change is joined_lines and (form == "constraints" or any("#" in line for line in lines)):
            continue  # joined constraints are one text, and what is behind a # is a comment
        before, lines = lines, change(random, lines, size)
        if form == "poj3076" and lines.count("-" * size) > before.count("-" * size):
            lines = before  # a row without digits in that format, and no line of a frame
            continue
        how.append(change.__name__.strip("_"))
    end = random.choice(("\n", "\n", "\r\n", "\r")) if changes else "\n"
    if changes and random.random() < 0.05:
        end = random.choice(("\x0b", "\x0c", "\x1c", "\x85", "\u2028"))
        how.append(f"ends {end!a}")
    return Written(grids, end.join(lines) + random.choice(("", end)), name, ", ".join(how))


LONG = 1 << 16
"""The number of cells in a long text."""


def long_text(random: Random, form: str) -> Written:
    """A text of a form with as many grids as make it long, unless it is a document of one grid."""
    size = 9 if 9 in FORMS[form][2] else FORMS[form][2][-1]
    grids: tuple[Ranks, ...] = ()
    while len(grids) < (1 if FORMS[form][0] == "toml" else LONG // size**2):
        grids += (_grid(random, size),)
    return written(random, grids, form, 0)
