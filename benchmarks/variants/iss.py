"""Puzzles of Interactive Sudoku Solver: its constraint strings, read into models by our rules as far as we have them.

A string is a sequence of ``.Type~argument~argument``; cells are ``R1C1``, in base 17. Types without a rule of the same
meaning (state machines, variables, copies) are not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from sudoku_cp import Sudoku, rules
from sudoku_cp.rules import AppliedRule

Arguments: TypeAlias = Sequence[str]
Clues: TypeAlias = list[AppliedRule]


class UnreadError(Exception):
    """A type of constraints that is not read here."""


def model_of(constraint: str) -> Sudoku:
    """The model of a constraint string.

    Raises
    ------
    UnreadError
        If it has a type that is not read here.
    """
    parts = [part.split("~") for part in constraint.split(".") if part.strip()]
    sudoku = _grid({name.strip(): arguments for name, *arguments in parts})
    groups: list[list[AppliedRule]] = [[]]
    names: list[str] = []
    for name, *arguments in ([entry.strip() for entry in part] for part in parts):
        if (name == "" or name.startswith("Strict")) and names:
            raise UnreadError(f"{name or 'a given'} within {names[-1]}")
        if name == "":
            for given in arguments:
                cell, *digits = given.split("_")
                sudoku.restrict(_cell(cell), map(int, digits))
        elif name == "And" and "Strict" in constraint:
            raise UnreadError("dots within And")
        elif name in ("Or", "And"):
            names.append(name)
            groups.append([])
        elif name == "End":
            group, combine = groups.pop(), {"Or": rules.any_of, "And": rules.all_of}[names.pop()]
            groups[-1].append(combine(group))
        elif name not in _SHAPE:
            groups[-1] += _clues(name, arguments, sudoku)
    sudoku.add(*groups[0])
    return sudoku


_SHAPE = ("Shape", "NoBoxes", "Jigsaw", "SearchPriority")


def _grid(parts: Mapping[str, Arguments]) -> Sudoku:
    shape, *rest = parts.get("Shape", ["9x9"])
    height, width = map(int, shape.split("x"))
    digits = None
    if rest and rest[0]:
        low, _, high = rest[0].rpartition("-")
        digits = range(int(low or 1), int(high) + 1)
    if "Raw" in rest or "RegionSize" in parts:
        raise UnreadError("Shape")
    if "Jigsaw" in parts:
        return Sudoku((height, width), regions=parts["Jigsaw"][-1], digits=digits)
    return Sudoku((height, width), regions="" if "NoBoxes" in parts else None, digits=digits)


def _cell(name: str) -> str:
    row, _, column = name.removeprefix("R").partition("C")
    if not name.startswith("R") or not column:
        raise UnreadError(name)
    return f"r{int(row, 17)}c{int(column, 17)}"


def _cells(names: Arguments) -> list[str]:
    return [_cell(name) for name in names if name]


def _pairs(rule: str, **parameters: int) -> Callable[[Arguments, Sudoku], Clues]:
    """A sign between all cells of a list that share a side."""

    def read(arguments: Arguments, sudoku: Sudoku) -> Clues:
        cells = [sudoku[name] for name in _cells(arguments)]
        return [
            rules.clue(rule, {"cells": [one, other], **parameters})
            for at, one in enumerate(cells)
            for other in cells[at + 1 :]
            if abs((one.row or 0) - (other.row or 0)) + abs((one.column or 0) - (other.column or 0)) == 1
        ]

    return read


def _listed(rule: str, parameter: str = "cells", number: str | None = None, default: int | None = None) -> Any:
    """A rule of some cells, after a number if it has one."""

    def read(arguments: Arguments, sudoku: Sudoku) -> Clues:
        given: dict[str, Any] = {}
        if number is not None and not arguments[0].startswith("R"):
            first, *arguments = arguments
            given = {number: int(first)} if first else {}
        if default is not None:
            given.setdefault(str(number), default)
        return [rules.clue(rule, {parameter: _cells(arguments), **given})]

    return read


def _ends(rule: str) -> Callable[[Arguments, Sudoku], Clues]:
    """Numbers at the two ends of a row or column."""

    def read(arguments: Arguments, sudoku: Sudoku) -> Clues:
        line, *values = arguments
        sides = ("left", "right") if line[0] == "R" else ("top", "bottom")
        return [
            rules.clue(rule, {"side": side, "index": int(line[1:], 17), "value": int(value)})
            for side, value in zip(sides, values, strict=False)
            if value
        ]

    return read


def _sandwich(arguments: Arguments, sudoku: Sudoku) -> Clues:
    value, line = arguments
    return _ends("sandwich")([line, value], sudoku)


def _whole(rule: str, **parameters: Any) -> Callable[[Arguments, Sudoku], Clues]:
    return lambda arguments, sudoku: [rules.clue(rule, parameters)]


def _arrow(arguments: Arguments, sudoku: Sudoku) -> Clues:
    circle, *line = _cells(arguments)
    return [rules.arrow(circle, line)]


def _pill(arguments: Arguments, sudoku: Sudoku) -> Clues:
    size, cells = int(arguments[0]), [sudoku[name] for name in _cells(arguments[1:])]
    pill = sorted(cells[:size], key=lambda cell: cell.index)
    return [rules.arrow(pill, cells[size:])]


def _quad(arguments: Arguments, sudoku: Sudoku) -> Clues:
    corner = sudoku[_cell(arguments[0])]
    row, column = corner.row or 0, corner.column or 0
    cells = [sudoku[row + down, column + right] for down in (0, 1) for right in (0, 1)]
    return [rules.quadruple(cells, [int(digit) for digit in arguments[1:]])]


def _little_killer(arguments: Arguments, sudoku: Sudoku) -> Clues:
    """A cell of the top row looks down left, and so on around the grid; a corner looks along its one diagonal."""
    start = sudoku[_cell(arguments[1])]
    row, column = start.row or 0, start.column or 0
    if row == 1:
        direction = "down-right" if column == 1 else "down-left"
    elif column == 1:
        direction = "down-right" if row < sudoku.height else "up-right"
    elif row == sudoku.height:
        direction = "up-right" if column < sudoku.width else "up-left"
    else:
        direction = "up-left"
    return [rules.little_killer(start, direction, int(arguments[0]))]


def _values(rule: str) -> Callable[[Arguments, Sudoku], Clues]:
    return lambda arguments, sudoku: [
        rules.clue(rule, {"cells": _cells(arguments[1:]), "values": _numbers(arguments[0])})
    ]


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split("_")]


def _same(arguments: Arguments, sudoku: Sudoku) -> Clues:
    groups, cells = int(arguments[0]), _cells(arguments[1:])
    size = len(cells) // groups
    sets = [cells[start : start + size] for start in range(0, len(cells), size)]
    return [rules.same_values(sets[0], other) for other in sets[1:]]


def _sum_line(arguments: Arguments, sudoku: Sudoku) -> Clues:
    is_loop = arguments[-1] == "LOOP"
    cells = _cells(arguments[1 : -1 if is_loop else None])
    return [rules.sum_line(cells, int(arguments[0]), is_loop)]


def _indexing(arguments: Arguments, sudoku: Sudoku) -> Clues:
    rule = {"C": "column_indexing", "R": "row_indexing"}[arguments[0]]
    return [rules.clue(rule, {"cells": _cells(arguments[1:])})]


def _strict_kropki(arguments: Arguments, sudoku: Sudoku) -> Clues:
    return [rules.negative_difference(), rules.negative_ratio()]


def _connected(arguments: Arguments, sudoku: Sudoku) -> Clues:
    group, values, *size = arguments
    if group:
        raise UnreadError("ConnectedValues")
    return [rules.connected_values(_numbers(values), size=int(size[0]) if size and size[0] else None)]


def _rellik(arguments: Arguments, sudoku: Sudoku) -> Clues:
    return [rules.killer(_cells(arguments[1:])), rules.rellik(_cells(arguments[1:]), int(arguments[0]))]


def _look_and_say(arguments: Arguments, sudoku: Sudoku) -> Clues:
    return [rules.look_and_say(_cells(arguments[1:]), arguments[0])]


def _count_distinct(arguments: Arguments, sudoku: Sudoku) -> Clues:
    count, *cells = _cells(arguments)
    return [rules.count_distinct(count, cells)]


def _pointing(arguments: Arguments, sudoku: Sudoku) -> Clues:
    value, index, *cells = _cells(arguments)
    return [rules.value_indexing(index, value, cells)]


_READERS: Mapping[str, Callable[[Arguments, Sudoku], Clues]] = {
    "AllDifferent": _listed("extra_region"),
    "AntiConsecutive": _whole("non_consecutive"),
    "AntiKing": _whole("anti_king"),
    "AntiKnight": _whole("anti_knight"),
    "AntiTaxicab": _whole("anti_taxicab"),
    "Arrow": _arrow,
    "Between": _listed("between_line", "line"),
    "BlackDot": _pairs("kropki_black"),
    "Cage": _listed("killer", number="sum"),
    "ChaosConstruction": _whole("chaos_construction"),
    "ConnectedValues": _connected,
    "ContainAtLeast": _values("contain_at_least"),
    "ContainExact": _values("contain_exactly"),
    "CountDistinct": _count_distinct,
    "CountingCircles": _listed("counting_circles"),
    "Diagonal": lambda arguments, sudoku: [rules.diagonal("rising" if int(arguments[0]) > 0 else "falling")],
    "DisjointSets": _whole("disjoint_groups"),
    "Doppelganger": _whole("doppelganger"),
    "DoubleArrow": _listed("double_arrow", "line"),
    "DutchFlatmates": _whole("dutch_flatmates"),
    "Entropic": _listed("entropic_line", "line"),
    "EqualityCage": _listed("equality_cage"),
    "FullRank": _ends("full_rank"),
    "GlobalEntropy": _whole("global_entropy"),
    "GlobalMod": _whole("global_mod"),
    "GreaterThan": _pairs("greater_than"),
    "HiddenSkyscraper": _ends("hidden_skyscraper"),
    "Indexing": _indexing,
    "LittleKiller": _little_killer,
    "Lockout": _listed("lockout_line", "line", "difference"),
    "LookAndSay": _look_and_say,
    "Lunchbox": _listed("lunchbox", number="sum", default=0),
    "Modular": _listed("modular_line", "line", "modulus"),
    "NumberedRoom": _ends("numbered_room"),
    "Palindrome": _listed("palindrome", "line"),
    "PillArrow": _pill,
    "Quad": _quad,
    "RegionSameValues": _whole("one_digit_set"),
    "RegionSumLine": _listed("region_sum_line", "line"),
    "RellikCage": _rellik,
    "Renban": _listed("renban", "line"),
    "SameValues": _same,
    "Sandwich": _sandwich,
    "Skyscraper": _ends("skyscraper"),
    "StrictKropki": _strict_kropki,
    "StrictXV": _whole("negative_sum"),
    "SumLine": _sum_line,
    "Thermo": _listed("thermo", "line"),
    "V": _pairs("xv", sum=5),
    "ValueIndexing": _pointing,
    "Whisper": _listed("whisper", "line", "difference"),
    "WhiteDot": _pairs("kropki_white"),
    "Windoku": _whole("windoku"),
    "X": _pairs("xv", sum=10),
    "XSum": _ends("x_sum"),
    "Zipper": _listed("zipper_line", "line"),
}


def _clues(name: str, arguments: Arguments, sudoku: Sudoku) -> Iterator[AppliedRule]:
    if name not in _READERS:
        raise UnreadError(name)
    yield from _READERS[name](arguments, sudoku)
