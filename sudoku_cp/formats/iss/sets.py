"""Entries for cages, sets of cells, dots and signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sudoku_cp import rules
from sudoku_cp.formats.iss.cells import GRID, Puzzle
from sudoku_cp.formats.iss.lines import Arguments, Kind, Meaning, line_of
from sudoku_cp.formats.iss.text import number, numbers
from sudoku_cp.model import Cell, Connected, InputError, LinearExpression, Sudoku

MAX_WEIGHT = 100
"""The largest weight of a cell in a sum."""


def _all_different(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    yield rules.extra_region(list(dict.fromkeys(puzzle.cells(arguments))))


def _cage(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    """A cell that is listed twice counts twice."""
    sum_, cells = _number_and_cells(puzzle, arguments, "sum")
    if len(set(cells)) == len(cells):
        yield rules.killer(cells, sum_ or None)
    else:
        yield rules.extra_region(list(dict.fromkeys(cells)))
        if sum_:
            yield rules.killer(cells, sum_, repeats=True)


def _number_and_cells(puzzle: Puzzle, arguments: Arguments, name: str) -> tuple[int, list[Cell]]:
    text, *cells = arguments or ("",)
    return number(text, name) if text else 0, puzzle.cells(cells)


def _sum(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    """``0_=_1_-1`` is the sum and the weights of the cells."""
    text, *names = arguments or ("",)
    cells = puzzle.cells(names)
    first, *weighted = text.split("_")
    sum_ = number(first, "sum")
    weights = [1] * len(cells) if weighted[:1] != ["="] else [number(weight, "weight") for weight in weighted[1:]]
    if len(weights) != len(cells) or max(map(abs, weights)) > MAX_WEIGHT:
        raise InputError(f"a weight from -{MAX_WEIGHT} to {MAX_WEIGHT} is needed for each of {len(cells)} cells")
    if sum_ and set(weights) == {1}:
        yield rules.killer(cells, sum_, repeats=True)
    else:
        yield LinearExpression(tuple(zip(weights, cells, strict=True))) == sum_


def _rellik(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    sum_, cells = _number_and_cells(puzzle, arguments, "sum")
    yield rules.killer(cells)
    yield rules.rellik(cells, sum_)


def _lunchbox(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    sum_, cells = _number_and_cells(puzzle, arguments, "sum")
    yield rules.lunchbox(cells, sum_)


def _look_and_say(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    clue, *cells = arguments or ("",)
    yield rules.look_and_say(puzzle.cells(cells), clue)


def _contain(rule: str) -> Kind:
    def read(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
        values, *cells = arguments or ("",)
        yield rules.clue(rule, {"cells": puzzle.cells(cells), "values": numbers(values, "value")})

    return Kind(read, (rule,))


def _same_values(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    count, cells = _number_and_cells(puzzle, arguments, "number of sets")
    size, rest = divmod(len(cells), max(count, 1))
    if count < 1 or rest:
        raise InputError(f"{len(cells)} cells do not divide into {count} sets")
    same = rules.clone if size == 1 else rules.same_values
    for start in range(size, len(cells), size):
        yield same(cells[:size], cells[start : start + size])


def _count_distinct(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    count, *cells = puzzle.cells(arguments)
    yield rules.count_distinct(count, cells)


def _connected(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    group, values, size, *_ = (*arguments, "", "", "")
    if group not in puzzle.names.groups:
        raise InputError(f"there is no group of cells {group!r}")
    wanted = number(size, "size") if size else None
    chosen = numbers(values, "value")
    if group == GRID:
        yield rules.connected_values(chosen, size=wanted)
        return
    cells = puzzle.names.groups[group].cells
    index = {cell: place for place, cell in enumerate(cells)}
    beside = [(index[one], index[other]) for one, other in puzzle.neighbours(cells)]
    yield Connected(cells, tuple(beside), frozenset(chosen), wanted)


def _indexing(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    kind, *cells = arguments or ("",)
    rule = {"C": rules.column_indexing, "R": rules.row_indexing}.get(kind)
    if rule is None or not isinstance(puzzle.board, Sudoku):
        raise InputError(f"C or R for columns or rows is needed, in a grid with houses, not {kind!r}")
    yield rule(puzzle.cells(cells))


def _quad(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    corner, *digits = arguments or ("",)
    group, row, column = puzzle.names.place(puzzle.cell(corner))
    square = [puzzle.names.groups[group].at(row + down, column + right) for down in (0, 1) for right in (0, 1)]
    cells = [cell for cell in square if cell is not None]
    if len(cells) < len(square):
        raise InputError(f"there is no square of four cells at {corner}")
    yield rules.quadruple(cells, [number(digit, "digit") for digit in digits])


def _pairs(rule: str, **parameters: int) -> Kind:
    """A sign between each two cells of a list that share a side."""

    def read(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
        for pair in puzzle.neighbours(puzzle.cells(arguments)):
            yield rules.clue(rule, {"cells": pair, **parameters})

    return Kind(read, (rule,))


SETS: Mapping[str, Kind] = {
    "AllDifferent": Kind(_all_different, ("extra_region",)),
    "Cage": Kind(_cage, ("killer",)),
    "Sum": Kind(_sum, ("killer",)),
    "RellikCage": Kind(_rellik, ("rellik",)),
    "EqualityCage": line_of("equality_cage", "cells"),
    "Lunchbox": Kind(_lunchbox, ("lunchbox",)),
    "LookAndSay": Kind(_look_and_say, ("look_and_say",)),
    "ContainAtLeast": _contain("contain_at_least"),
    "ContainExact": _contain("contain_exactly"),
    "SameValues": Kind(_same_values, ("same_values", "clone")),
    "CountingCircles": line_of("counting_circles", "cells"),
    "CountDistinct": Kind(_count_distinct, ("count_distinct",)),
    "ConnectedValues": Kind(_connected, ("connected_values",)),
    "Indexing": Kind(_indexing, ("row_indexing", "column_indexing")),
    "Quad": Kind(_quad, ("quadruple",)),
    "WhiteDot": _pairs("kropki_white"),
    "BlackDot": _pairs("kropki_black"),
    "GreaterThan": _pairs("greater_than"),
    "X": _pairs("xv", sum=10),
    "V": _pairs("xv", sum=5),
}
