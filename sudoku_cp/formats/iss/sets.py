"""Entries for cages, sets of cells, dots and signs, and for clues outside the grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from sudoku_cp import rules
from sudoku_cp.formats.iss.grid import GRID, PuzzleDraft
from sudoku_cp.formats.iss.lines import Arguments, Kind, Meaning, line_of
from sudoku_cp.formats.iss.text import number, numbers
from sudoku_cp.kernel import Automaton, Connected
from sudoku_cp.model import Cell, InputError, LinearExpression, Sudoku

MAX_WEIGHT = 100
"""The largest weight of a cell in a sum."""


def _all_different(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    yield rules.extra_region(list(dict.fromkeys(puzzle.cells(arguments))))


def _cage(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    """A cell that is listed twice counts twice."""
    sum_, cells = _number_and_cells(puzzle, arguments, "sum")
    if len(set(cells)) == len(cells):
        yield rules.killer(cells, sum_ or None)
    else:
        yield rules.extra_region(list(dict.fromkeys(cells)))
        if sum_:
            yield rules.killer(cells, sum_, repeats=True)


def _number_and_cells(puzzle: PuzzleDraft, arguments: Arguments, name: str) -> tuple[int, list[Cell]]:
    text, *cells = arguments or ("",)
    return number(text, name) if text else 0, puzzle.cells(cells)


def _sum(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
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


def _rellik(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    sum_, cells = _number_and_cells(puzzle, arguments, "sum")
    yield rules.killer(cells)
    yield rules.rellik(cells, sum_)


def _lunchbox(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    sum_, cells = _number_and_cells(puzzle, arguments, "sum")
    yield rules.lunchbox(cells, sum_)


def _look_and_say(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    clue, *cells = arguments or ("",)
    yield rules.look_and_say(puzzle.cells(cells), clue)


def _contain(rule: str) -> Kind:
    def read(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
        values, *cells = arguments or ("",)
        yield rules.clue(rule, {"cells": puzzle.cells(cells), "values": numbers(values, "value")})

    return Kind(read, (rule,))


def _same_values(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    count, cells = _number_and_cells(puzzle, arguments, "number of sets")
    size, rest = divmod(len(cells), max(count, 1))
    if count < 1 or rest:
        raise InputError(f"{len(cells)} cells do not divide into {count} sets")
    same = rules.clone if size == 1 else rules.same_values
    for start in range(size, len(cells), size):
        yield same(cells[:size], cells[start : start + size])


def _count_distinct(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    count, *cells = puzzle.cells(arguments)
    yield rules.count_distinct(count, cells)


def _connected(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
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


def _indexing(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    kind, *cells = arguments or ("",)
    rule = {"C": rules.column_indexing, "R": rules.row_indexing}.get(kind)
    if rule is None or not isinstance(puzzle.board, Sudoku):
        raise InputError(f"C or R for columns or rows is needed, in a grid with houses, not {kind!r}")
    yield rule(puzzle.cells(cells))


def _quad(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    corner, *digits = arguments or ("",)
    group, row, column = puzzle.names.place(puzzle.cell(corner))
    square = [puzzle.names.groups[group].at(row + down, column + right) for down in (0, 1) for right in (0, 1)]
    cells = [cell for cell in square if cell is not None]
    if len(cells) < len(square):
        raise InputError(f"there is no square of four cells at {corner}")
    yield rules.quadruple(cells, [number(digit, "digit") for digit in digits])


def _pairs(rule: str, **parameters: int) -> Kind:
    """A sign between each two cells of a list that share a side."""

    def read(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
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


STEPS = {(1, 1): "down-right", (1, -1): "down-left", (-1, 1): "up-right", (-1, -1): "up-left"}

Clue = Callable[[PuzzleDraft, Sudoku, str, int, int], Iterator[Meaning]]
"""Reads a clue by its side, the number of its row or column, and its value."""


def _grid(puzzle: PuzzleDraft) -> Sudoku:
    if not isinstance(puzzle.board, Sudoku):
        raise InputError("a grid with houses is needed")
    return puzzle.board


def _line(puzzle: PuzzleDraft, name: str) -> tuple[str, int]:
    """``R`` or ``C`` with the number of a row or column, which is decimal here."""
    board = _grid(puzzle)
    kind, index = name[:1], name[1:]
    if kind not in ("R", "C") or not 1 <= number(index, "row or column") <= (
        board.height if kind == "R" else board.width
    ):
        raise InputError(f"{name!r} is not a row or column such as R1 or C1")
    return kind, int(index)


def _ends(rule: str, clue: Clue | None = None, least: int = 1) -> Kind:
    """Values at the two ends of a line, one of which may be missing, for a rule, or what usually is this rule."""
    clue = clue or _named(rule)

    def read(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
        line, *values = arguments or ("",)
        kind, index = _line(puzzle, line)
        for side, value in zip(("left", "right") if kind == "R" else ("top", "bottom"), values, strict=False):
            if value:
                if number(value, "value") < least:
                    raise InputError(f"the value must be at least {least}, not {value}")
                yield from clue(puzzle, _grid(puzzle), side, index, int(value))

    return Kind(read, (rule,))


def _named(rule: str) -> Clue:
    """A rule with the same meaning."""

    def read(puzzle: PuzzleDraft, board: Sudoku, side: str, index: int, value: int) -> Iterator[Meaning]:
        yield rules.clue(rule, {"side": side, "index": index, "value": value})

    return read


def _seen(board: Sudoku, side: str, index: int) -> tuple[Cell, ...]:
    """The cells of a line from that side on."""
    line = board.rows[index - 1] if side in ("left", "right") else board.columns[index - 1]
    return line if side in ("left", "top") else line[::-1]


def _skyscraper(puzzle: PuzzleDraft, board: Sudoku, side: str, index: int, value: int) -> Iterator[Meaning]:
    """A building of height 0 is never seen."""
    if board.digits[0] > 0:
        yield rules.skyscraper(side, index, value)
        return

    def step(state: tuple[int, int], height: int) -> tuple[int, int] | None:
        seen, highest = state
        if height <= highest:
            return state
        return (seen + 1, height) if seen < value else None

    line = _seen(board, side, index)
    yield Automaton.stepping(line, (0, 0), step, lambda state: state[0] == value)


def _full_rank(puzzle: PuzzleDraft, board: Sudoku, side: str, index: int, value: int) -> Iterator[Meaning]:
    if len(board.digits) != board.size:
        raise InputError("ranks need a square grid with as many digits as rows")
    yield rules.full_rank(side, index, value, "any" if puzzle.ties == "any" else "unclued")


def _sandwich(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    """The smallest and the largest digit of the line bound the filling if the line does not have all digits."""
    value, line, *_ = (*arguments, "", "")
    kind, index = _line(puzzle, line)
    side = "left" if kind == "R" else "top"
    board, sum_ = _grid(puzzle), number(value, "value")
    cells = _seen(board, side, index)
    if len(cells) == len(board.digits):
        yield rules.sandwich(side, index, sum_)
    else:
        yield rules.lunchbox(cells, sum_)


def _little_killer(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    value, start, *_ = (*arguments, "", "")
    board, cell = _grid(puzzle), puzzle.cell(start)
    group, row, column = puzzle.names.place(cell)
    steps = diagonals(board.height, board.width).get((row + 1, column + 1))
    if steps is None or group != GRID:
        raise InputError(f"no diagonal starts at {start}")
    yield rules.little_killer(cell, STEPS[steps], number(value, "sum"))


@lru_cache(maxsize=64)
def diagonals(height: int, width: int) -> Mapping[tuple[int, int], tuple[int, int]]:
    """The direction of the diagonal that starts at a place of the border; each diagonal has one start.

    It is down right from the left, up left from the right, down left from the top and up right from the bottom.
    """
    starts = [(row, 1, (1, 1)) for row in range(1, height)]
    starts += [(row, width, (-1, -1)) for row in range(2, height)]
    starts += [(1, column, (1, -1)) for column in range(2, width + 1)]
    starts += [(height, column, (-1, 1)) for column in range(2, width)]
    found: dict[tuple[int, int], tuple[int, int]] = {}
    taken: set[frozenset[tuple[int, int]]] = set()
    for row, column, (down, right) in starts:
        rows = range(row, height + 1 if down > 0 else 0, down)
        columns = range(column, width + 1 if right > 0 else 0, right)
        places = frozenset(zip(rows, columns, strict=False))
        if len(places) > 1 and places not in taken:
            taken.add(places)
            found[row, column] = down, right
    return found


OUTSIDE: Mapping[str, Kind] = {
    "LittleKiller": Kind(_little_killer, ("little_killer",)),
    "Sandwich": Kind(_sandwich, ("sandwich",)),
    "XSum": _ends("x_sum"),
    "Skyscraper": _ends("skyscraper", _skyscraper),
    "HiddenSkyscraper": _ends("hidden_skyscraper", least=0),
    "NumberedRoom": _ends("numbered_room", least=0),
    "FullRank": _ends("full_rank", _full_rank),
}
