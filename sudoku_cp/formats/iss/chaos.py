"""Chaos constructions: the landmarks of their regions, and entries about regions that are to be found.

The variables ``CC1``, ``CC2``, … are the regions of the cells in reading order. Entries name them or the cells.

Landmarks are cells that lie in the regions 1, 2, …, chosen where cells share regions. Where regions are only counted,
other landmarks than the usual ones have made puzzles harder as often as easier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, product
from operator import itemgetter
from typing import Any

from sudoku_cp import rules
from sudoku_cp.formats.iss.grid import GRID, GRID_NAME, REGIONS, PuzzleDraft, Shape
from sudoku_cp.formats.iss.lines import Arguments, Kind, Meaning
from sudoku_cp.formats.iss.text import Entry, segments
from sudoku_cp.kernel import DFA, AnyOf, Automaton, Count
from sudoku_cp.model import Cell, InputError

SHARING = ("ChaosArrow", "SameValues")
"""The types of entries that say which cells share a region."""

BORDER_WEIGHT = 0.5
"""What a cell of the border has more: its region goes on in three directions at most."""

_REGION_NAME = re.compile(rf"{REGIONS}([1-9]\d{{0,3}})")

Place = tuple[int, int]
"""A row and a column, from 1."""


def landmarks_of(entries: Sequence[Entry], shape: Shape) -> list[Place]:
    """The largest set of landmarks that grows from a pair, and among such sets that of the greatest weight.

    Each entry that says which cells share a region divides a weight of 1 equally among those that it names.
    """
    weights = dict.fromkeys(product(range(1, shape.height + 1), range(1, shape.width + 1)), 0.0)
    for row, column in weights:
        if row in (1, shape.height) or column in (1, shape.width):
            weights[row, column] = BORDER_WEIGHT
    for entry in _with_inner(entries):
        named = [place for place in _named(entry, shape) if place in weights]
        for place in named:
            weights[place] += 1 / len(named)
    places = sorted(weights, key=lambda place: -weights[place])
    heaviest = (1, weights[places[0]], [0])
    sets = _sets_from_pairs(_far_from(places, shape.region_size), [weights[place] for place in places])
    chosen = max(chain([heaviest], sets), key=itemgetter(0, 1))[2]
    return sorted(places[index] for index in chosen)


def _sets_from_pairs(far_from: Sequence[int], weights: Sequence[float]) -> Iterator[tuple[int, float, list[int]]]:
    """Each two places that are far apart, with the first places that can be added one after another.

    Each set comes with its size and its weight. Places are given by their indices.
    """
    for one, far in enumerate(far_from):
        later = far >> one + 1 << one + 1
        while later:
            other = (later & -later).bit_length() - 1
            later &= later - 1
            chosen, weight, left = [one, other], weights[one] + weights[other], far & far_from[other]
            while left:
                place = (left & -left).bit_length() - 1
                left &= far_from[place]
                weight += weights[place]
                chosen.append(place)
            yield len(chosen), weight, chosen


def _far_from(places: Sequence[Place], steps: int) -> list[int]:
    """For each place of a grid, as a bit each, those that are at least `steps` away."""
    height, width = map(max, zip(*places, strict=True))
    bit = {place: 1 << index for index, place in enumerate(places)}
    before = [  # for each row the places before each column, and all of them
        list(accumulate((bit[row, column] for column in range(1, width + 1)), initial=0))
        for row in range(1, height + 1)
    ]
    far_from = []
    for at, column in places:
        far = (1 << len(places)) - 1
        for row in range(max(at - steps, 0) + 1, min(at + steps, height + 1)):
            most = steps - 1 - abs(row - at)
            far ^= before[row - 1][min(column + most, width)] ^ before[row - 1][max(column - most, 1) - 1]
        far_from.append(far)
    return far_from


def _with_inner(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _with_inner(entry.inner)


def _named(entry: Entry, shape: Shape) -> Iterator[Place]:
    """The cells whose regions an entry compares; for an arrow, also the cell with its count."""
    if entry.type not in SHARING:
        return
    names = [name for argument in entry.arguments for name in argument.split("_")]
    for found in filter(None, map(_REGION_NAME.fullmatch, names)):
        row, column = divmod(int(found[1]) - 1, shape.width)
        yield row + 1, column + 1
    if entry.type == "ChaosArrow":
        yield from ((int(found[1], 17), int(found[2], 17)) for found in map(GRID_NAME.fullmatch, names) if found)


_DIRECTIONS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
_WORDS = {step: word for word, step in _DIRECTIONS.items()}


def _control(puzzle: PuzzleDraft, arguments: Arguments) -> tuple[Cell, int, Arguments]:
    """The cell with the count, the offset by which it is reduced, and the cells that it counts."""
    if REGIONS not in puzzle.names.groups:
        raise InputError("there are no regions to find: ChaosConstruction is missing")
    control, offset, *cells = arguments if len(arguments) > 1 else (*arguments, "")
    if offset not in ("", "0", "1"):
        raise InputError(f"0 or 1 is needed after the first cell, not {offset!r}")
    return puzzle.cell(control), int(offset or 0), tuple(cells)


def _in_grid(puzzle: PuzzleDraft, names: Iterable[str]) -> list[Cell]:
    """The cells of the grid, given by their own names or those of their regions."""
    grid = puzzle.names.groups[GRID]
    placed = [(cell, *puzzle.names.place(cell)) for cell in puzzle.cells(names)]
    cells = [
        grid.cells[row * grid.columns + column] if group == REGIONS else cell for cell, group, row, column in placed
    ]
    if stray := [cell.name for cell in cells if cell not in puzzle.board.region_of]:
        raise InputError(f"{stray[0]} is not in the grid")
    return cells


def _steps(puzzle: PuzzleDraft, start: Cell, down: int, right: int) -> Iterator[Cell]:
    """The cells of the grid from a cell in a direction."""
    prefix, row, column = puzzle.names.place(start)
    if prefix != GRID:
        raise InputError(f"{start.name} is not in the grid: list the cells that it counts")
    here = puzzle.names.groups[GRID].at(row, column)
    while here is not None:
        yield here
        row, column = row + down, column + right
        here = puzzle.names.groups[GRID].at(row, column)


def _chaos_arrow(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    control, offset, names = _control(puzzle, arguments)
    if names:
        arms = [_in_grid(puzzle, arm) for arm in segments(names)]
    else:
        arms = [list(_steps(puzzle, control, *direction)) for direction in _DIRECTIONS.values()]
    if any(arm[0] is not arms[0][0] for arm in arms):
        raise InputError("all arms must begin at the same cell")
    words = [_straight(puzzle, arm) for arm in arms]
    if not offset and control is arms[0][0] and "" not in words and len(set(words)) == len(words):
        yield rules.region_view(control, " ".join(words))
        return
    yield _view(control, offset, [[puzzle.board.region_of[cell] for cell in arm] for arm in arms])


def _straight(puzzle: PuzzleDraft, arm: list[Cell]) -> str:
    """The direction in which the arm reaches the border of the grid; none if it is another line."""
    if len(arm) < 2:
        return ""
    (_, row, column), (_, down, right) = map(puzzle.names.place, arm[:2])
    word = _WORDS.get((down - row, right - column), "")
    steps = _steps(puzzle, arm[0], *_DIRECTIONS[word]) if word else ()
    return word if [cell.name for cell in steps] == [cell.name for cell in arm] else ""


def _view(control: Cell, offset: int, arms: Sequence[Sequence[Cell]]) -> Automaton:
    """The count plus the offset is the number of cells that arms pass through before another region.

    The first cell, which all arms share, counts once.
    """
    tails = [arm[1:] for arm in arms]
    cells = [arms[0][0], *(cell for tail in tails for cell in tail), control]
    alphabet = tuple(sorted({value for cell in cells for value in cell.domain}))
    return Automaton(cells, _counts(tuple(map(len, tails)), offset, control.domain[-1] + offset, alphabet))


@lru_cache(maxsize=64)
def _counts(lengths: tuple[int, ...], offset: int, most: int, alphabet: tuple[int, ...]) -> DFA:
    """Read the region of the first cell, those of the other cells of each arm, and the count."""
    starts = {sum(lengths[:index]) for index in range(len(lengths))}
    length = sum(lengths)

    def step(state: Any, value: int) -> Any:
        """A state is the region, the numbers of cells read and counted, and whether the arm goes on; or "all"."""
        if state is None:
            return (value, 0, 1, True)
        if state == "all":
            return None
        region, read, counted, goes_on = state
        if read == length:
            return "all" if value + offset == counted else None
        goes_on = (goes_on or read in starts) and value == region
        counted += goes_on
        return (region, read + 1, counted, goes_on) if counted <= most else None

    return DFA.unfold(None, step, lambda state: state == "all", alphabet)


def _chaos_count(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    control, offset, names = _control(puzzle, arguments)
    cells = _in_grid(puzzle, names) if names else _around(puzzle, control)
    if not offset:
        yield rules.region_count(control, cells)
        return
    regions = tuple(puzzle.board.region_of[cell] for cell in cells)
    for region in regions[0].domain:
        here = frozenset({region})
        counts = [Count(regions, here, value + offset) & (control == value) for value in control.domain]
        yield AnyOf(regions[0] != region, *counts)


def _around(puzzle: PuzzleDraft, control: Cell) -> list[Cell]:
    """A cell and those that touch it."""
    others = [list(_steps(puzzle, control, *step))[1:2] for step in product((-1, 0, 1), repeat=2) if any(step)]
    return [control, *(cell for beside in others for cell in beside)]


CHAOS: Mapping[str, Kind] = {
    "ChaosArrow": Kind(_chaos_arrow, ("region_view",)),
    "ChaosCount": Kind(_chaos_count, ("region_count",)),
}
