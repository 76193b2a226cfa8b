"""What the whole grid, or a large part of it, does with some digits."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator
from itertools import combinations

from sudoku_cp.model import AnyOf, Automaton, Board, Cell, Constraint, Count, CountDistinct, ModelError, Sudoku
from sudoku_cp.rules.drawings import Cage
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule


def _group(cells: Cells | None, values: Numbers) -> Iterator[Cage]:
    if cells is not None:
        yield Cage(cells, label=" ".join(map(str, values)))


@rule("doppelganger")
def doppelganger(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Each house has 0 and lacks a digit: rows lack different ones, so do columns, boxes, and the houses of any 0."""
    size = sudoku.size
    if tuple(sudoku.digits) != tuple(range(size + 1)) or not sudoku.boxes:
        raise ModelError(f"{sudoku.name} needs boxes and the digits 0 to {size}")
    for house in (*sudoku.rows, *sudoku.columns, *sudoku.boxes):
        yield Count(house, frozenset({0}), 1)
    # No digit is twice in a house: all lack different digits just if each digit but 0 is in all of them but one.
    for digit in sudoku.digits[1:]:
        yield Count(sudoku.grid, frozenset({digit}), size - 1)
    for row in sudoku.rows:
        for column, cell in enumerate(row):
            houses = row, sudoku.columns[column], sudoku.boxes[sudoku.box_of[cell]]
            for one, other in combinations(houses, 2):
                yield (cell != 0) | CountDistinct((*one, *other), size + 1)


@rule("one_digit_set")
def one_digit_set(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """All rows, columns and boxes hold the same digits, of more digits than a house has cells; find out which."""
    for digit in sudoku.digits:
        here = frozenset({digit})
        yield AnyOf(Count(sudoku.grid, here, 0), Count(sudoku.grid, here, sudoku.size))


@rule("connected_values", draw=_group, of_digits=True)
def connected_values(
    board: Board, values: Numbers, cells: Cells | None = None, size: int | None = None
) -> Generator[Constraint, None, None]:
    """The cells with one of the values form one area, of the size if told; of the cells given, or of a grid to 7×7."""
    group = cells or board.grid
    yield _one_area(group, frozenset(values))
    if size is not None:
        yield Count(group, frozenset(values), size)


def _one_area(cells: Cells, values: frozenset[int]) -> Automaton:
    """Read whether the cells with one of the values are connected from side to side.

    A state is the next place, and of each area so far the cells that later ones touch. Their number grows fast with the
    width of the group.
    """
    places = {_position(cell): cell for cell in cells}
    index = {position: number for number, position in enumerate(sorted(places))}
    touching = [[index[n] for n in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if n in index] for r, c in index]
    last = [max([number, *neighbours]) for number, neighbours in enumerate(touching)]
    complete = "complete"

    def step(state: Hashable, digit: int) -> Hashable | None:
        if state == complete:
            return None if digit in values else complete
        assert isinstance(state, tuple)
        here, areas = state
        if digit in values:
            met = [area for area in areas if not area.isdisjoint(touching[here])]
            areas = areas.difference(met) | {frozenset({here}).union(*met)}
        open_areas = frozenset(frozenset(cell for cell in area if last[cell] > here) for area in areas)
        if frozenset() in open_areas:
            return complete if len(areas) == 1 else None
        return (here + 1, open_areas) if here + 1 < len(last) else None

    ordered = (places[position] for position in index)
    return Automaton.stepping(ordered, (0, frozenset()), step, lambda state: state == complete)


def _position(cell: Cell) -> tuple[int, int]:
    if cell.row is None or cell.column is None:
        raise ModelError(f"cells: {cell.name} is not in the grid")
    return cell.row, cell.column
