"""Writing documents of SudokuMaker; `sudoku_cp.formats.sudokumaker.clues` describes their constraints.

Each document is read back, and refused where that gives another puzzle.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sudoku_cp._base.text import with_json_escapes
from sudoku_cp.formats.addresses import sudokumaker_address
from sudoku_cp.formats.document import sudoku_of, with_rules
from sudoku_cp.formats.format import ParsedPuzzle
from sudoku_cp.formats.other_programs import Parameters, place_of, refuse_what_is_lost
from sudoku_cp.formats.sudokumaker.clues import KINDS, Places
from sudoku_cp.formats.sudokumaker.reading import TEXTS, document_from
from sudoku_cp.formats.symbols import GridText
from sudoku_cp.formats.toml.writing import refuse_what_has_no_rule
from sudoku_cp.model import Clue, ModelError, Sudoku
from sudoku_cp.model.sudoku import single_grid

VERSION = "1.5.0"
PROGRAM = "a document of SudokuMaker"

_WHOLE = range(10, 16)
"""The types that have no parameters."""

_CELLS = {KINDS[type_].rules[0]: type_ for type_ in (*range(100, 104), 305, 600, 601)}
"""The types of marked cells by their rules."""

_LINES = {KINDS[type_].rules[0]: type_ for type_ in (*range(400, 406), 407, 409)}
_OUTSIDE = {KINDS[type_].rules[0]: type_ for type_ in range(501, 505)}
_EDGES = {"kropki_white": (200, "difference"), "kropki_black": (201, "ratio"), "xv": (202, "sum")}
_NEGATIVES = {"negative_difference": (200, 1), "negative_ratio": (201, 2), "negative_sum": (202, None)}
_STEPS = {"down-right": (1, 1), "down-left": (1, -1), "up-right": (-1, 1), "up-left": (-1, -1)}

_Made = tuple[int, str, list[Any], dict[str, Any]]
"""A constraint: its type, the key of its list, the items, and other keys."""


def write(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    """Write one document on each line.

    Raises
    ------
    ModelError
        If a document of SudokuMaker cannot express a puzzle.
    """
    for puzzle in puzzles:
        yield _written(puzzle) + "\n"


def write_addresses(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    """Write one address on each line."""
    for puzzle in puzzles:
        yield sudokumaker_address(_written(puzzle)) + "\n"


def _written(puzzle: ParsedPuzzle) -> str:
    is_grid = isinstance(puzzle, GridText)
    sudoku = sudoku_of(puzzle) if isinstance(puzzle, GridText) else single_grid(puzzle.model)
    document = document_of(sudoku, {} if is_grid else puzzle.carried)  # type: ignore[union-attr]
    return with_json_escapes(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


def document_of(sudoku: Sudoku, carried: Mapping[str, Any]) -> dict[str, Any]:
    """The document that declares a puzzle.

    Raises
    ------
    ModelError
        If a document of SudokuMaker cannot express some part of it.
    """
    refuse_what_has_no_rule(sudoku)
    unsaid = next(_unsaid(sudoku), None)
    if unsaid is not None:
        raise ModelError(f"{sudoku.name}: {PROGRAM} cannot express {unsaid}")
    size, places = sudoku.size, Places(sudoku.size)
    constraints: list[dict[str, Any]] = [{"type": 0}]
    if sudoku.boxes:
        constraints.append({"type": 1, "regions": [sudoku.box_of.get(cell, -1) for cell in sudoku.grid]})
    for clue in sudoku.clues:
        if str(clue) == "diagonals":
            constraints += [{"type": 10}, {"type": 11}]
            continue
        made = _made(clue, places)
        if made is None:
            raise ModelError(f"{sudoku.name}: {PROGRAM} cannot express the clue {clue}")
        _add(constraints, *made)
    carried = with_rules(carried, sudoku)
    puzzle: dict[str, Any] = {"name": sudoku.name}
    puzzle |= {key: str(carried[kept]) for key, kept in TEXTS.items() if carried.get(kept)}
    puzzle |= {"width": size, "height": size, "minDigit": sudoku.digits[0], "maxDigit": sudoku.digits[-1]}
    puzzle["cells"] = [
        {"value": sudoku.givens[cell], "given": True} if cell in sudoku.givens else {} for cell in sudoku.grid
    ]
    document = {"formatVersion": VERSION, "puzzle": puzzle | {"constraints": constraints}}
    found = document_from(document, sudoku.name, 1)
    if found.unsupported:
        raise ModelError(f"{sudoku.name}: {PROGRAM} cannot express {found.unsupported[0]}")
    refuse_what_is_lost(sudoku, single_grid(found.model), PROGRAM)
    return document


def _unsaid(sudoku: Sudoku) -> Iterator[str]:
    if sudoku.objective is not None:
        yield "the objective"
    if not sudoku.is_square:
        yield f"the shape of {sudoku.height}×{sudoku.width} cells"
    if sudoku.pencilmarks:
        yield "the candidates"
    if len(sudoku.digits) != sudoku.digits[-1] - sudoku.digits[0] + 1:
        yield "digits with gaps"


def _add(constraints: list[dict[str, Any]], type_: int, key: str, items: list[Any], others: dict[str, Any]) -> None:
    """Add items to the constraint of their type that says the same beside them, or a new one.

    Signs on edges are one constraint of each type, since what it says of all other edges depends on them.
    """
    for constraint in constraints:
        rest = {name: value for name, value in constraint.items() if name not in ("type", key)}
        if constraint["type"] == type_ and key and (rest == others or (type_ in (200, 201, 202))):
            constraint[key] += items
            constraint.update(others)
            return
    constraints.append({"type": type_} | ({key: items} if key else {}) | others)


def _made(clue: Clue, places: Places) -> _Made | None:
    from sudoku_cp.rules import AppliedRule

    if not isinstance(clue, AppliedRule):
        return None
    name, left = clue.rule.name, dict(clue.parameters)
    for type_ in _WHOLE:
        if next(KINDS[type_].read({}, places)) == (name, left):
            return type_, "", [], {}
    made = _of_cells(name, left, places.size) or _beside(name, left, places.size)
    return None if left else made


def _of_cells(name: str, left: Parameters, size: int) -> _Made | None:
    """The constraint of a clue on cells, whose parameters are taken from ``left``."""

    def cells(parameter: str) -> list[int]:
        return [(row - 1) * size + column - 1 for row, column in map(place_of, _listed(left.pop(parameter)))]

    if name in _CELLS:
        return _CELLS[name], "", [], {"cells": cells("cells")}
    if name in _LINES:
        difference = {"minDifference": left.pop("difference")} if name == "whisper" and "difference" in left else {}
        return _LINES[name], "lines", [cells("line")], difference
    if name in ("thermo", "slow_thermo"):
        return 300, "thermometers", [cells("line")], {"slow": True} if name == "slow_thermo" else {}
    if name == "killer" and left.get("sum") != 0:
        sum_ = left.pop("sum", None)
        return 301, "cages", [{"cells": cells("cells")} | ({} if sum_ is None else {"value": sum_})], {}
    if name == "look_and_say":
        return 304, "cages", [{"cells": cells("cells"), "value": left.pop("clue")}], {}
    if name == "clone":
        return 302, "groups", [list(pair) for pair in zip(cells("cells"), cells("copy"), strict=True)], {}
    if name == "arrow":
        circle, line = cells("circle"), cells("line")
        return 408, "bulbsWithArrows", [{"bulbCells": circle[::-1], "arrows": [[circle[-1], *line]]}], {}
    if name == "quadruple":
        row, column = divmod(min(cells("cells")), size)
        digits = [int(digit) for digit in _listed(left.pop("digits"))]
        return 303, "clues", [{"corner": (row + 1) * (size + 1) + column + 1, "digits": digits}], {}
    return None


def _beside(name: str, left: Parameters, size: int) -> _Made | None:
    """The constraint of a clue on an edge or beside the grid."""
    if name in _EDGES:
        type_, parameter = _EDGES[name]
        value = left.pop(parameter, None)
        pair = sorted(map(place_of, _listed(left.pop("cells"))))
        (row, column), (below, right) = (pair[0][0] - 1, pair[0][1] - 1), (pair[1][0] - 1, pair[1][1] - 1)
        if (below - row, right - column) not in ((0, 1), (1, 0)):
            return None
        edge = (2 * row + 1) * size + column if below > row else 2 * row * size + right
        return type_, "clues", [{"edge": edge} | ({} if value is None else {"value": value})], {}
    if name in _NEGATIVES:
        type_, default = _NEGATIVES[name]
        values = left.pop("values", [5, 10] if default is None else [default])
        listed = [int(value) for value in _listed(values if isinstance(values, str | list | tuple) else [values])]
        return type_, "clues", [], {"negative": listed}
    if name == "little_killer":
        (row, column), direction = place_of(left.pop("start")), left.pop("direction")
        down, right = _STEPS[direction]
        outer = (row - down) * (size + 2) + column - right
        return 500, "clues", [{"outerCell": outer, "value": left.pop("sum"), "diagonal": -down * right}], {}
    if name in _OUTSIDE:
        side, index = left.pop("side"), left.pop("index")
        row, column = {"left": (index, 0), "right": (index, size + 1), "top": (0, index), "bottom": (size + 1, index)}[
            side
        ]
        return _OUTSIDE[name], "clues", [{"outerCell": row * (size + 2) + column, "value": left.pop("value")}], {}
    return None


def _listed(value: Any) -> list[str]:
    return value.replace(",", " ").split() if isinstance(value, str) else [str(each) for each in value]
