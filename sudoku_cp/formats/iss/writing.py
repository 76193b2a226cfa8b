"""Writing constraint strings of Interactive Sudoku Solver; `sudoku_cp.formats.iss.reading` describes them.

Each string is read back, and refused where that gives another puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sudoku_cp.formats.document import sudoku_of
from sudoku_cp.formats.format import ParsedPuzzle
from sudoku_cp.formats.iss.text import entries_of
from sudoku_cp.formats.other_programs import Parameters, place_of, refuse_what_is_lost
from sudoku_cp.formats.symbols import GridText
from sudoku_cp.formats.toml.writing import refuse_what_has_no_rule
from sudoku_cp.model import Cell, Clue, InputError, ModelError, Sudoku
from sudoku_cp.model.sudoku import single_grid

PROGRAM = "a string of Interactive Sudoku Solver"

_LINES: Mapping[str, tuple[str, str, int | None]] = {
    "thermo": ("Thermo", "", None),
    "renban": ("Renban", "", None),
    "entropic_line": ("Entropic", "", None),
    "between_line": ("Between", "", None),
    "palindrome": ("Palindrome", "", None),
    "zipper_line": ("Zipper", "", None),
    "double_arrow": ("DoubleArrow", "", None),
    "region_sum_line": ("RegionSumLine", "", None),
    "whisper": ("Whisper", "difference", 5),
    "modular_line": ("Modular", "modulus", 3),
    "lockout_line": ("Lockout", "difference", 4),
    "sum_line": ("SumLine", "sum", 10),
}
"""The types of lines, with the parameter that stands before their cells and its default."""

_WHOLE: Mapping[str, str] = {
    "anti_knight": "AntiKnight",
    "anti_king": "AntiKing",
    "non_consecutive": "AntiConsecutive",
    "anti_taxicab": "AntiTaxicab",
    "global_entropy": "GlobalEntropy",
    "global_mod": "GlobalMod",
    "dutch_flatmates": "DutchFlatmates",
    "windoku": "Windoku",
    "disjoint_groups": "DisjointSets",
    "negative_sum": "StrictXV",
    "diagonals": "Diagonal~1.Diagonal~-1",
}
_CELLS: Mapping[str, str] = {
    "extra_region": "AllDifferent",
    "counting_circles": "CountingCircles",
    "equality_cage": "EqualityCage",
    "row_indexing": "Indexing~R",
    "column_indexing": "Indexing~C",
    "greater_than": "GreaterThan",
}
_PAIRS: Mapping[str, tuple[str, int | None, Mapping[int, str]]] = {
    "kropki_white": ("difference", 1, {1: "WhiteDot"}),
    "kropki_black": ("ratio", 2, {2: "BlackDot"}),
    "xv": ("sum", None, {10: "X", 5: "V"}),
}
_ENDS: Mapping[str, str] = {
    "x_sum": "XSum",
    "skyscraper": "Skyscraper",
    "hidden_skyscraper": "HiddenSkyscraper",
    "numbered_room": "NumberedRoom",
    "full_rank": "FullRank",
}
_STRICT = ("negative_difference", "negative_ratio")
"""The rules that ``StrictKropki`` is together."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

_PARITY = {"odd": 1, "even": 0}
"""Rules that are written as candidates of their cells."""


def write(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    """Write one string on each line.

    Raises
    ------
    ModelError
        If such a string cannot express a puzzle.
    """
    for puzzle in puzzles:
        yield string_of(sudoku_of(puzzle) if isinstance(puzzle, GridText) else single_grid(puzzle.model)) + "\n"


def string_of(sudoku: Sudoku) -> str:
    """The constraint string that declares a puzzle.

    Raises
    ------
    ModelError
        If such a string cannot express some part of it.

    >>> string_of(Sudoku(4).give("r1c2", 3))
    '.Shape~4x4.~R1C2_3'
    """
    from sudoku_cp.formats.iss.reading import board_of

    refuse_what_has_no_rule(sudoku)
    if sudoku.objective is not None:
        raise ModelError(f"{sudoku.name}: {PROGRAM} cannot express the objective")
    left = {cell: set(sudoku.pencilmarks.get(cell, sudoku.digits)) for cell in sudoku.grid}
    left |= {cell: {digit} for cell, digit in sudoku.givens.items()}
    entries, parity = list(_shape(sudoku)), []
    strict = [clue for clue in sudoku.clues if _name(clue) in _STRICT and not _parameters(clue)]
    is_strict = sorted(map(_name, strict)) == list(_STRICT)
    entries += ["StrictKropki"] if is_strict else []
    for clue in sudoku.clues:
        if _name(clue) in _PARITY:
            parity.append(clue)
            for name in _listed(_parameters(clue)["cells"]):
                left[sudoku[name]] &= {digit for digit in sudoku.digits if digit % 2 == _PARITY[_name(clue)]}
        elif not (is_strict and clue in strict):
            parameters = _parameters(clue)
            entry = _entry(_name(clue), parameters, sudoku)
            if entry is None or parameters:
                raise ModelError(f"{sudoku.name}: {PROGRAM} cannot express the clue {clue}")
            entries.append(entry)
    given = [
        f"{_spelled(cell)}_{'_'.join(map(str, sorted(digits)))}"
        for cell, digits in left.items()
        if len(digits) < len(sudoku.digits)
    ]
    entries += ["~" + "~".join(given)] if given else []
    if any(not digits for digits in left.values()):
        raise ModelError(f"{sudoku.name}: {PROGRAM} cannot express a cell without candidates")
    text = "." + ".".join(entries)
    try:
        again = single_grid(board_of(entries_of(text)))
    except InputError as error:
        raise ModelError(f"{sudoku.name}: {PROGRAM} cannot express it: {error.message}") from None
    refuse_what_is_lost(sudoku, again, PROGRAM, {cell.name: digits for cell, digits in left.items()}, parity)
    return text


def _shape(sudoku: Sudoku) -> Iterator[str]:
    sides, digits = f"{sudoku.height}x{sudoku.width}", sudoku.digits
    if digits != tuple(range(1, max(sudoku.height, sudoku.width) + 1)):
        yield f"Shape~{sides}~{digits[0]}-{digits[-1]}"
    elif sides != "9x9":
        yield f"Shape~{sides}"
    if sudoku.box is None:
        yield "NoBoxes"
    if sudoku.box is None and sudoku.boxes:
        labels = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        yield "Jigsaw~" + "".join(labels[sudoku.box_of[cell] % len(labels)] for cell in sudoku.grid)


def _name(clue: Clue) -> str:
    from sudoku_cp.rules import AppliedRule

    return clue.rule.name if isinstance(clue, AppliedRule) else ""


def _parameters(clue: Clue) -> dict[str, Any]:
    from sudoku_cp.rules import AppliedRule

    return dict(clue.parameters) if isinstance(clue, AppliedRule) else {}


def _entry(name: str, left: Parameters, sudoku: Sudoku) -> str | None:
    """The entries of a clue, whose parameters are taken from ``left``; None if there are none."""
    if name in _LINES:
        kind, parameter, default = _LINES[name]
        first = [] if default is None else [str(left.pop(parameter, default))]
        last = ["LOOP"] if name == "sum_line" and left.pop("loop", False) else []
        return "~".join([kind, *first, *_cells(left.pop("line")), *last])
    if name in _WHOLE:
        return _WHOLE[name]
    if name == "diagonal":
        return "Diagonal~" + {"rising": "1", "falling": "-1"}[left.pop("direction")]
    if name in _CELLS:
        return "~".join([_CELLS[name], *_cells(left.pop("cells"))])
    if name in _PAIRS:
        parameter, default, kinds = _PAIRS[name]
        sign = kinds.get(left.pop(parameter, default))
        return None if sign is None else "~".join([sign, *_cells(left.pop("cells"))])
    if name == "killer":
        sum_, cells = left.pop("sum", 0), _cells(left.pop("cells"))
        return "~".join(["Sum" if left.pop("repeats", False) else "Cage", str(sum_), *cells])
    if name == "arrow":
        circle, line = _cells(left.pop("circle")), _cells(left.pop("line"))
        return "~".join([*(["Arrow"] if len(circle) == 1 else ["PillArrow", str(len(circle))]), *circle, *line])
    if name == "quadruple":
        corner = min((sudoku[cell] for cell in _listed(left.pop("cells"))), key=lambda cell: cell.index)
        return "~".join(["Quad", _spelled(corner), *_listed(left.pop("digits"))])
    if name == "clone":
        pairs = zip(_cells(left.pop("cells")), _cells(left.pop("copy")), strict=True)
        return ".".join(f"SameValues~2~{one}~{other}" for one, other in pairs)
    return _outside(name, left, sudoku)


def _outside(name: str, left: Parameters, sudoku: Sudoku) -> str | None:
    """The entry of a number beside the grid."""
    if name == "little_killer":
        return _little_killer(left, sudoku)
    if name not in _ENDS and name != "sandwich":
        return None
    side, index, value = left.pop("side"), left.pop("index"), left.pop("value")
    line = f"{'R' if side in ('left', 'right') else 'C'}{index}"
    if name == "sandwich":
        return f"Sandwich~{value}~{line}"
    return f"{_ENDS[name]}~{line}" + (f"~{value}~" if side in ("left", "top") else f"~~{value}")


def _little_killer(left: Parameters, sudoku: Sudoku) -> str:
    """The entry of a diagonal, which has one of its ends as its start."""
    from sudoku_cp.formats.iss.sets import STEPS, diagonals

    start, direction, sum_ = sudoku[left.pop("start")], left.pop("direction"), left.pop("sum")
    down, right = next(step for step, words in STEPS.items() if words == direction)
    assert start.row is not None
    assert start.column is not None
    row, column = start.row, start.column
    if diagonals(sudoku.height, sudoku.width).get((row, column)) != (down, right):
        while sudoku.has(row + down, column + right):
            row, column = row + down, column + right
    return f"LittleKiller~{sum_}~{_spelled(sudoku[row, column])}"


def _listed(value: Any) -> list[str]:
    return value.replace(",", " ").split() if isinstance(value, str) else [str(each) for each in value]


def _cells(value: Any) -> list[str]:
    return [_named(*place_of(cell)) for cell in _listed(value)]


def _spelled(cell: Cell) -> str:
    assert cell.row is not None
    assert cell.column is not None
    return _named(cell.row, cell.column)


def _named(row: int, column: int) -> str:
    """The name of a cell, whose row and column from 10 on are letters."""
    return f"R{_DIGITS[row]}C{_DIGITS[column]}"
