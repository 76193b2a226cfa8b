"""Entries that stand for lines."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from sudoku_cp import rules
from sudoku_cp.formats.iss.cells import Puzzle
from sudoku_cp.formats.iss.shape import boxes_of
from sudoku_cp.formats.iss.text import number, segments
from sudoku_cp.model import Board, Cell, Constraint, InputError, LinearExpression, Sudoku
from sudoku_cp.rules import AppliedRule

Arguments: TypeAlias = tuple[str, ...]
Meaning: TypeAlias = AppliedRule | Constraint
"""The meaning of an entry: a named rule if one has the same meaning, otherwise a constraint."""

Reader: TypeAlias = Callable[[Puzzle, Arguments], Iterable[Meaning]]


class Kind(NamedTuple):
    """One type of entry."""

    read: Reader
    rules: tuple[str, ...] = ()
    """The rules that it usually means; none if it stands for constraints without a name."""


def line_of(rule: str, parameter: str = "line", least: int = 1) -> Kind:
    """A rule whose only parameter is cells."""

    def read(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
        cells = puzzle.cells(arguments)
        if len(cells) < least:
            raise InputError(f"at least {least} cells are needed, not {len(cells)}")
        yield rules.clue(rule, {parameter: cells})

    return Kind(read, (rule,))


def total(cells: Iterable[Cell]) -> LinearExpression:
    """The sum of the cells."""
    return LinearExpression(tuple((1, cell) for cell in cells))


def equal_sums(parts: Iterable[Iterable[Cell]]) -> Iterator[Constraint]:
    """All parts have the same sum as the first one."""
    first, *others = map(total, parts)
    for other in others:
        yield first == other


def _numbered(rule: str, parameter: str, name: str) -> Kind:
    """A rule with a number and then a line."""

    def read(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
        first, *cells = arguments or ("",)
        yield rules.clue(rule, {"line": puzzle.cells(cells), parameter: number(first, name)})

    return Kind(read, (rule,))


def _whisper(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    """The difference may be missing."""
    difference, *cells = arguments if arguments and arguments[0].isdecimal() else ("5", *arguments)
    yield rules.whisper(puzzle.cells(cells), number(difference, "difference"))


def _sum_line(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    is_loop = arguments[-1:] == ("LOOP",)
    sum_, *cells = (arguments[:-1] if is_loop else arguments) or ("",)
    yield rules.sum_line(puzzle.cells(cells), number(sum_, "sum"), is_loop)


def _arrow(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    circle, *line = puzzle.cells(arguments)
    if line and circle not in set(line):
        yield rules.arrow(circle, line)
    else:
        yield total((circle,)) == total(line)


def _pill_arrow(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    """The pill is read from its most significant cell; only that cell may contain a number above 9."""
    size, *names = arguments or ("",)
    cells = puzzle.cells(names)
    if size not in ("2", "3") or len(cells) <= int(size):
        raise InputError(f"a pill has 2 or 3 cells and its arrow at least one, not {size!r} of {len(cells)} cells")
    pill, line = sorted(cells[: int(size)], key=puzzle.names.place), cells[int(size) :]
    for one, other in itertools.pairwise(pill):
        (group, row, column), (its_group, its_row, its_column) = map(puzzle.names.place, (one, other))
        if group != its_group or (its_row - row, its_column - column) not in ((0, 1), (1, 0), (1, 1)):
            raise InputError("the cells of a pill must follow each other to the right or downwards")
    yield rules.arrow(pill, line)
    if puzzle.shape.digits[-1] > 9:
        for cell in pill[1:]:
            yield total((cell,)) <= 9


def _region_sum_line(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    """Boxes divide the line, or jigsaw pieces if there are no boxes; without either the entry has no effect.

    A cell that is listed first and last counts twice.
    """
    cells, board = puzzle.cells(arguments), puzzle.board
    if isinstance(board, Sudoku) and board.boxes and not (cells and cells[0] is cells[-1]):
        yield rules.region_sum_line(cells)
        return
    if board.region_of:
        raise InputError("region sum lines are not supported where regions are to be found")
    regions = boxes_of(puzzle.shape) or puzzle.shape.pieces
    if regions:
        yield from equal_sums(_stretches(cells, board, regions))


def _stretches(
    cells: Iterable[Cell], board: Board, regions: Iterable[Iterable[tuple[int, int]]]
) -> Iterator[list[Cell]]:
    """The parts of a line between region borders."""
    region_of = {board[f"r{row}c{column}"]: index for index, region in enumerate(regions) for row, column in region}
    part: list[Cell] = []
    for cell in cells:
        if part and region_of.get(cell) != region_of.get(part[-1]):
            yield part
            part = []
        part.append(cell)
    yield part


def _equal_sum(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    yield from equal_sums(puzzle.cells(part) for part in segments(arguments))


def _value_indexing(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    cells = puzzle.cells(arguments)
    if len(cells) < 3:
        raise InputError(f"at least 3 cells are needed, not {len(cells)}")
    value, index, *others = cells
    yield rules.value_indexing(index, value, others)


LINES: Mapping[str, Kind] = {
    "Thermo": line_of("thermo"),
    "Whisper": Kind(_whisper, ("whisper",)),
    "Renban": line_of("renban"),
    "Modular": _numbered("modular_line", "modulus", "modulus"),
    "Entropic": line_of("entropic_line"),
    "RegionSumLine": Kind(_region_sum_line, ("region_sum_line",)),
    "Between": line_of("between_line"),
    "Lockout": _numbered("lockout_line", "difference", "difference"),
    "Palindrome": line_of("palindrome"),
    "Zipper": line_of("zipper_line"),
    "SumLine": Kind(_sum_line, ("sum_line",)),
    "Arrow": Kind(_arrow, ("arrow",)),
    "PillArrow": Kind(_pill_arrow, ("arrow",)),
    "DoubleArrow": line_of("double_arrow", least=3),
    "EqualSum": Kind(_equal_sum),
    "ValueIndexing": Kind(_value_indexing, ("value_indexing",)),
}
