"""Grids as texts of every kind, written without the code of the product, and changed as people and programs do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt
from random import Random

Ranks = tuple[int, ...]

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
    lines, how = write(random, grids), [form]
    size = isqrt(len(grids[0]))
    for _ in range(changes):
        change = random.choice(CHANGES if size > 3 else HARMLESS)
        if change is _joined and (form == "constraints" or any("#" in line for line in lines)):
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


def _numbered(random: Random, lines: list[str], size: int) -> list[str]:
    """A number or a letter before each line, or before each row of a grid."""
    mark, every = (
        random.choice((" ", ": ", ". ", ") ", ",", "\t", " | ", "  ", ":")),
        random.choice((size, len(lines) + 1)),
    )
    labels = random.choice(("1", "0", "A", "001", "000000001"))
    found, number = [], 0
    for line in lines:
        if not line.strip():
            found.append(line)
            continue
        at = number % every
        label = chr(ord("A") + at % 26) if labels == "A" else str(int(labels) + at).zfill(len(labels))
        found.append(label + mark + line)
        number += 1
    return found


def _headed(random: Random, lines: list[str], size: int) -> list[str]:
    """A heading before the text, or one before each block."""
    number = random.randrange(1, 4)
    columns = range(1, size + 1)
    words = ["Grid 01", f"#{number}", f"# {number}", f"P{number}", "Sudoku", "id,puzzle", "puzzle", "[Puzzle]", "-"]
    numbers = [f"{number}", f"{number:04}", f"{number:09}", f"{number}".zfill(min(size, 9)), "1" * min(size, 9)]
    sizes = [f"{size}", f"{size} {size}", "".join(map(str, columns)), " ".join(map(str, columns))]
    heading = random.choice(words + numbers + sizes)
    if random.random() < 0.5:
        return [heading, *lines]
    blocks = "\n".join(lines).split("\n\n")
    return f"\n{heading}\n".join(["", *blocks])[1:].split("\n")


def _ruled(random: Random, lines: list[str], size: int) -> list[str]:
    """Lines of a frame around the text, or between some lines."""
    mark = random.choice(("-", "*", "=", "_", "+-", "-+", "#", "~"))
    length = random.choice((size, size * size, 2 * size - 1, 2 * size + 1, 9, 16, 49, 64, 81, 80))
    length = max(2, length)  # a single - or _ is an empty grid of 1×1, and no line of a frame
    rule = (mark * length)[:length]
    if random.random() < 0.3 and length > 2:
        rule = random.choice(("*{}*", ".{}.", "'{}'", "+{}+", "|{}|", ":{}:")).format(rule[1:-1])
    if random.random() < 0.4:
        return [rule, *lines, rule]
    every = random.choice((1, 2, 3, size))
    found = []
    for at, line in enumerate(lines):
        found += [rule] if at and at % every == 0 else []
        found.append(line)
    return found


def _spaced(random: Random, lines: list[str], size: int) -> list[str]:
    """Blanks before or behind lines, or blank lines."""
    kind = random.randrange(4)
    if kind == 0:
        return [f"  {line}" for line in lines]
    if kind == 1:
        return [f"{line} " for line in lines]
    every = random.choice((1, 2, 3, size))
    return [each for at, line in enumerate(lines) for each in ([""] if at and at % every == 0 else []) + [line]]


def _followed(random: Random, lines: list[str], size: int) -> list[str]:
    """Something behind each line: a separator, a count, a comment or a number."""
    tail = random.choice((",", ";", "|", " # easy", ",1", "\t2", ":1:", " 17", ",1.2,7", " hard", ";;"))
    return [line + tail if line.strip() else line for line in lines]


def _respelled(random: Random, lines: list[str], size: int) -> list[str]:
    """Another separator or mark in place of one."""
    before, after = random.choice(((" ", ","), (" ", ";"), (",", " "), ("|", "!"), ("|", ","), (" ", ":"), (",", ",,"),
                                   ("|", "¦"), (" ", "\t"), (",", "\t"), (".", " ")))  # fmt: skip
    return [line.replace(before, after) for line in lines]


def _joined(random: Random, lines: list[str], size: int) -> list[str]:
    """Several lines as one, with a separator or a line end of another kind between them."""
    mark = random.choice((" ", ",", ";", "\x0c", "\x0b", "\x85", "\u2028", "/", "|"))
    every = random.choice((2, size, len(lines)))
    return [mark.join(lines[start : start + every]) for start in range(0, len(lines), every)]


HARMLESS = (_ruled, _spaced)
"""Changes that leave no other grid; a number before a puzzle of 1×1 makes a row of 2×2."""

CHANGES = (_numbered, _headed, _ruled, _spaced, _followed, _respelled, _joined)
