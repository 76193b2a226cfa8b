"""Rules of the whole grid: moves of chess pieces, neighbours, negative constraints, further houses, areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Any

from tests.rules.oracles.grids import Board, Clue, Draw, Grid, Hand, Place, Places, boxed, oracle
from tests.rules.oracles.lines import beside as two_cells

SHAPES = ((3, 3), (2, 4), (4, 2), (3, 4), (4, 4), (2, 3))


Moves = frozenset[tuple[int, int]]
"""Distances in rows and in columns."""

KNIGHT = frozenset({(1, 2), (2, 1)})
SIDES = frozenset({(0, 1), (1, 0)})
CORNERS = frozenset({(1, 1)})


@lru_cache(maxsize=512)
def apart(board: Board, moves: Moves, toroidal: bool = False) -> tuple[tuple[Place, Place], ...]:
    """Every two cells that a move joins; on a torus one may go round, even several times."""
    rounds = range(-4, 5) if toroidal else (0,)
    found = []
    for one, other in combinations(board.places, 2):
        down = {abs(one.row - other.row + times * board.height) for times in rounds}
        across = {abs(one.column - other.column + times * board.width) for times in rounds}
        if not moves.isdisjoint((row, column) for row in down for column in across):
            found.append((one, other))
    return tuple(found)


def chess(*, more: Callable[[Hand], dict[str, Any]] = lambda hand: {}) -> Callable[[Hand], Draw]:
    """A generator for rules under which two cells do not hold the same: a board on which all digits can differ."""

    def draw(hand: Hand) -> Draw:
        height, width = hand.one_of(*SHAPES, (5, 5), (1, 4))
        first = hand.one_of(-1, 0, 1, 1)
        board = Board(height, width, tuple(range(first, first + height * width)))
        given = hand.maybe(toroidal=hand.one_of(True, False)) | more(hand)
        if "digits" in given:
            given["digits"] = hand.random.sample(board.digits, max(len(board.digits) * 2 // 3, 1))
        return Draw(board, given, board.places, "copies", hand.factors(board.places))

    return draw


def _differ(grid: Grid, pairs: Iterable[tuple[Place, Place]], digits: list[int] | None = None) -> bool:
    return all(grid[one] != grid[other] or (digits is not None and grid[one] not in digits) for one, other in pairs)


@oracle(chess())
def anti_knight(grid: Grid, toroidal: bool = False) -> bool:
    return _differ(grid, apart(grid.board, KNIGHT, toroidal))


@oracle(chess())
def anti_king(grid: Grid, toroidal: bool = False) -> bool:
    return _differ(grid, apart(grid.board, SIDES | CORNERS, toroidal))


@oracle(chess(more=lambda hand: hand.maybe(digits=True)))
def anti_queen(grid: Grid, digits: list[int] | None = None, toroidal: bool = False) -> bool:
    if not toroidal:
        return _differ(grid, apart(grid.board, frozenset((step, step) for step in range(1, 9))), digits)
    return all(
        grid[one] != grid[other] or (digits is not None and grid[one] not in digits)
        for one in grid.board.places
        for other in _queen(grid.board, one)
        if one != other
    )


def _queen(board: Board, start: Place) -> Iterator[Place]:
    """Where diagonal steps lead that go on at the opposite side, until they are back."""
    for right in (1, -1):
        at = start
        while True:
            at = Place(at.row % board.height + 1, (at.column - 1 + right) % board.width + 1)
            if at == start:
                break
            yield at


def _leap(hand: Hand) -> dict[str, Any]:
    rows, columns = hand.one_of((0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (0, 2), (1, 3), (-1, 2), (2, 2))
    return {"rows": rows, "columns": columns, **hand.maybe(digits=True)}


@oracle(chess(more=_leap))
def anti_leaper(grid: Grid, rows: int, columns: int, digits: list[int] | None = None, toroidal: bool = False) -> bool:
    moves = frozenset({(abs(rows), abs(columns)), (abs(columns), abs(rows))})
    return _differ(grid, apart(grid.board, moves, toroidal), digits)


@oracle(chess(more=lambda hand: {"distance": hand.one_of(1, 2, 3, 4), **hand.maybe(digits=True)}))
def taxicab(grid: Grid, distance: int, digits: list[int] | None = None, toroidal: bool = False) -> bool:
    moves = frozenset((rows, distance - rows) for rows in range(distance + 1))
    return _differ(grid, apart(grid.board, moves, toroidal), digits)


def small(
    make: Callable[[Hand], dict[str, Any]] = lambda hand: {},
    shapes: tuple[tuple[int, int], ...] = SHAPES,
    digits: tuple[tuple[int, ...], ...] = (),
    **board: Any,
) -> Callable[[Hand], Draw]:
    """A generator for rules that speak of every two or four cells: boards without houses, digits may repeat."""

    def draw(hand: Hand) -> Draw:
        own = hand.board(*shapes, regions=False, digits=hand.one_of(*digits) if digits else None, **board)
        return Draw(own, make(hand), own.places, "free", hand.factors(own.places))

    return draw


@oracle(
    small(
        lambda hand: hand.maybe(sums=hand.random.sample(range(2, 9), 2), toroidal=hand.one_of(True, False)),
        digits=((1, 2, 3, 4), (2, 3, 7, 8), (1, 6, 8, 9)),
    )
)
def knightmare(grid: Grid, sums: tuple[int, ...] | list[int] = (5, 15), toroidal: bool = False) -> bool:
    pairs = apart(grid.board, KNIGHT, toroidal)
    return all(grid.value(one) + grid.value(other) not in sums for one, other in pairs)


def _touching(grid: Grid, touching: str, toroidal: bool) -> Iterator[tuple[int, int]]:
    moves = {"sides": SIDES, "corners": CORNERS, "both": SIDES | CORNERS}[touching]
    for one, other in apart(grid.board, moves, toroidal):
        yield grid.value(one), grid.value(other)


def _touch(hand: Hand) -> dict[str, Any]:
    return hand.maybe(
        touching=hand.one_of("sides", "corners", "both"),
        difference=hand.one_of(1, 2, 3),
        toroidal=hand.one_of(True, False),
    )


NARROW = ((2, 3), (3, 2), (2, 2), (3, 3), (1, 4), (2, 4))


@oracle(small(_touch, NARROW, negative=True))
def non_consecutive(grid: Grid, touching: str = "sides", difference: int = 1, toroidal: bool = False) -> bool:
    return all(abs(one - other) != difference for one, other in _touching(grid, touching, toroidal))


@oracle(small(_touch, NARROW, digits=((1, 2, 5, 6), (0, 1, 4, 5), (1, 3, 5, 7))))
def global_whisper(grid: Grid, difference: int = 4, touching: str = "sides", toroidal: bool = False) -> bool:
    return all(abs(one - other) >= difference for one, other in _touching(grid, touching, toroidal))


def _squares(board: Board) -> list[Places]:
    """All of 2×2 cells."""
    return [
        tuple(place for place in board.places if place.row - top in (0, 1) and place.column - left in (0, 1))
        for top in range(1, board.height)
        for left in range(1, board.width)
    ]


@oracle(small(digits=((1, 2, 3), (1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 5, 8)), shapes=((2, 2), (2, 3), (3, 3), (3, 2))))
def global_entropy(grid: Grid) -> bool:
    third = len(grid.board.digits) // 3
    classes = [set(grid.board.digits[at * third : at * third + third]) for at in range(3)]
    return all(not group.isdisjoint(grid.word(square)) for square in _squares(grid.board) for group in classes)


@oracle(
    small(lambda hand: hand.maybe(modulus=hand.one_of(2, 3, 4)), shapes=((2, 2), (2, 3), (3, 3), (3, 2)), negative=True)
)
def global_mod(grid: Grid, modulus: int = 3) -> bool:
    return all(len({digit % modulus for digit in grid.word(square)}) == modulus for square in _squares(grid.board))


def _rim(hand: Hand) -> Draw:
    board = hand.board((2, 3), (3, 3), (3, 2), (2, 2), (4, 4), regions=False, negative=True)
    cells = tuple(hand.random.sample(board.places, hand.one_of(1, 1, 2, 3)))
    around = {near for cell in cells for near in board.places if _beside(cell, near)} | set(cells)
    return Draw(board, {"cells": cells}, tuple(sorted(around)), factors=hand.factors(sorted(around)))


def _beside(one: Place, other: Place) -> bool:
    return abs(one.row - other.row) + abs(one.column - other.column) == 1


def _rims(grid: Grid, cells: Places) -> Iterator[tuple[int, int]]:
    for pair in apart(grid.board, SIDES):
        for cell, other in (pair, pair[::-1]):
            if cell in cells and other not in cells:
                yield grid.value(cell), grid.value(other)


@oracle(_rim)
def minimum(grid: Grid, cells: Places) -> bool:
    return all(own < other for own, other in _rims(grid, cells))


@oracle(_rim)
def maximum(grid: Grid, cells: Places) -> bool:
    return all(own > other for own, other in _rims(grid, cells))


@oracle(small(negative=True))
def anti_taxicab(grid: Grid) -> bool:
    return not any(
        grid[one] == grid[other] == abs(one.row - other.row) + abs(one.column - other.column)
        for one, other in combinations(grid.board.places, 2)
    )


@oracle(
    small(
        lambda hand: hand.maybe(above=hand.one_of(1, 2), middle=hand.one_of(3, 5), below=hand.one_of(2, 9)),
        digits=((1, 5, 9), (1, 2, 3, 5, 9)),
        shapes=((2, 2), (3, 2), (3, 1), (3, 3)),
    )
)
def dutch_flatmates(grid: Grid, above: int = 1, middle: int = 5, below: int = 9) -> bool:
    at = {(place.row, place.column): digit for place, digit in grid.digits.items()}
    return all(
        at.get((row - 1, column)) == above or at.get((row + 1, column)) == below
        for (row, column), digit in at.items()
        if digit == middle
    )


# Negative constraints.

DOTS = ("kropki_white", "kropki_black", "kropki_grey", "consecutive")


def _negative(signs: tuple[str, ...], values: Callable[[Hand], list[int]]) -> Callable[[Hand], Draw]:
    def draw(hand: Hand) -> Draw:
        board = hand.board((2, 3), (3, 2), (2, 2), (3, 3), regions=False, negative=True)
        clues: list[Clue] = []
        for _ in range(hand.one_of(0, 1, 2)):
            name = hand.one_of(*signs, "greater_than")
            clues.append((name, {"cells": two_cells(hand, board), **({"sum": 5} if name == "xv" else {})}))
        exempt = [place for _ in range(hand.one_of(1, 2)) for place in two_cells(hand, board)]
        given = hand.maybe(values=values(hand)) | (hand.maybe(exempt=tuple(exempt)) if hand.one_of(True, False) else {})
        return Draw(board, given, board.places, "free", hand.factors(board.places), beside=clues)

    return draw


def _unmarked(
    grid: Grid, signs: tuple[str, ...], exempt: Places | None, beside: list[Clue]
) -> Iterator[tuple[int, int]]:
    """What neighbours count that have no sign of those kinds and are not exempt."""
    free = [set(clue[1]["cells"]) for clue in beside if clue[0] in signs]
    free += [set((exempt or ())[at : at + 2]) for at in range(0, len(exempt or ()), 2)]
    for one, other in apart(grid.board, SIDES):
        if {one, other} not in free:
            yield grid.value(one), grid.value(other)


@oracle(_negative(DOTS, lambda hand: hand.random.sample(range(5), 2)))
def negative_difference(grid: Grid, values: Any = (1,), exempt: Places | None = None, beside: Any = ()) -> bool:
    return all(abs(one - other) not in values for one, other in _unmarked(grid, DOTS, exempt, beside))


@oracle(_negative(DOTS, lambda hand: hand.random.sample(range(1, 4), 2)))
def negative_ratio(grid: Grid, values: Any = (2,), exempt: Places | None = None, beside: Any = ()) -> bool:
    pairs = _unmarked(grid, DOTS, exempt, beside)
    return all(one != value * other and other != value * one for one, other in pairs for value in values)


@oracle(_negative(("xv",), lambda hand: hand.random.sample(range(2, 8), 2)))
def negative_sum(grid: Grid, values: Any = (5, 10), exempt: Places | None = None, beside: Any = ()) -> bool:
    return all(one + other not in values for one, other in _unmarked(grid, ("xv",), exempt, beside))


# Further houses.


def _square(hand: Hand) -> Board:
    size = hand.one_of(3, 4, 5)
    return Board(size, size, tuple(range(size * size)))


def _copies(make: Callable[[Hand], Board], **given: Callable[[Hand], Any]) -> Callable[[Hand], Draw]:
    def draw(hand: Hand) -> Draw:
        board = make(hand)
        parameters = {name: choose(hand) for name, choose in given.items()}
        return Draw(board, parameters, board.places, "copies", hand.factors(board.places))

    return draw


@oracle(_copies(_square, direction=lambda hand: hand.one_of("falling", "rising")))
def diagonal(grid: Grid, direction: str) -> bool:
    size = grid.board.height
    cells = [grid[Place(at, at if direction == "falling" else size + 1 - at)] for at in range(1, size + 1)]
    return len(set(cells)) == size


@oracle(_copies(_square))
def diagonals(grid: Grid) -> bool:
    return diagonal(grid, "falling") and diagonal(grid, "rising")


def _boxed(hand: Hand) -> Board:
    height, width, box = hand.one_of(
        (4, 4, (2, 2)), (4, 6, (2, 3)), (6, 4, (3, 2)), (4, 4, (4, 1)), (6, 6, (2, 3)), (6, 6, (2, 2)), (9, 9, (3, 3))
    )
    return boxed(height, width, tuple(range(height * width)), box)


def _windowed(hand: Hand) -> Board:
    size, side = hand.one_of((4, 2), (6, 2), (9, 3), (8, 2))
    return boxed(size, size, tuple(range(size * size)), (side, side))


@oracle(_copies(_windowed))
def windoku(grid: Grid) -> bool:
    """From the second row and column on windows alternate with single rows and columns, which also frame them."""
    assert grid.board.box is not None
    side, size = grid.board.box[0], grid.board.height
    tops = [top for top in range(2, size) if (top - 2) % (side + 1) == 0 and top + side <= size]
    windows = [
        [grid[Place(top + down, left + right)] for down in range(side) for right in range(side)]
        for top in tops
        for left in tops
    ]
    return all(len(set(window)) == side * side for window in windows)


@oracle(_copies(_boxed))
def disjoint_groups(grid: Grid) -> bool:
    boxes = grid.board.regions
    return all(len({grid[box[at]] for box in boxes}) == len(boxes) for at in range(len(boxes[0])))


# What the whole grid does with digits.


def _one_set(hand: Hand) -> Draw:
    board = hand.one_of(
        Board(2, 2, (1, 2, 3)),
        Board(3, 3, (1, 2, 3, 4)),
        Board(2, 3, (0, 1, 2, 3)),
        boxed(2, 4, (1, 2, 3, 4, 5), (2, 2)),
        boxed(2, 2, (0, 1, 2, 3, 4), (2, 2)),
        boxed(4, 2, (1, 2, 3, 4, 5), (2, 2)),
    )
    return Draw(board, {}, board.places, "solutions")


@oracle(_one_set)
def one_digit_set(grid: Grid) -> bool:
    largest = max(map(len, grid.board.houses))
    return len({frozenset(grid.word(house)) for house in grid.board.houses if len(house) == largest}) == 1


@cache
def _lacking_rows(board: Board) -> tuple[dict[Place, int], ...]:
    """The grids without a digit twice in a house whose rows have a 0 each and lack different digits.

    Of the first row there is just one; other grids are these with other names for the digits and other columns.
    """
    found: list[dict[Place, int]] = []

    def extend(filled: dict[Place, int], lacked: frozenset[int], rows: tuple[Places, ...]) -> None:
        if not rows:
            found.append(filled)
            return
        for own in permutations(board.digits, board.width) if filled else (board.digits[:-1],):
            (lacking,) = set(board.digits) - set(own)
            grown = filled | dict(zip(rows[0], own, strict=True))
            held = ([grown[place] for place in house if place in grown] for house in board.houses)
            if lacking and lacking not in lacked and all(len(set(digits)) == len(digits) for digits in held):
                extend(grown, lacked | {lacking}, rows[1:])

    extend({}, frozenset(), board.rows)
    return tuple(found)


def _doppelganger(hand: Hand) -> Draw:
    """Grids that are nearly right, and neighbours of those that are."""
    board = boxed(4, 4, (0, 1, 2, 3, 4), (2, 2))
    sample = []
    for digits in hand.random.sample(_lacking_rows(board), 50):
        names = (0, *hand.random.sample(board.digits[1:], 4))
        column_of = {1: 1, 2: 2, 3: 3, 4: 4} | hand.one_of({}, {1: 2, 2: 1}, {1: 3, 2: 4, 3: 2, 4: 1})
        turned = {Place(row, column_of[column]): names[digit] for (row, column), digit in digits.items()}
        sample.append(Grid(board, turned))
    near = [
        Grid(board, {**grid.digits, hand.one_of(*board.places): hand.one_of(*board.digits)})
        for grid in sample
        if doppelganger(grid)
    ]
    return Draw(board, {}, board.places, grids=sample + near)


@oracle(_doppelganger)
def doppelganger(grid: Grid) -> bool:
    """Each house has a 0 and lacks one digit: no two houses of a kind the same, nor the three of a cell with 0."""
    alphabet = set(grid.board.digits)
    lacking = {house: alphabet - set(grid.word(house)) for house in grid.board.houses}
    if any(0 in lacked or len(lacked) != 1 for lacked in lacking.values()):
        return False
    kinds = (grid.board.rows, grid.board.columns, grid.board.regions)
    own = {
        cell: [house for house in grid.board.houses if cell in house] for cell in grid.board.places if grid[cell] == 0
    }
    groups = [*kinds, *own.values()]
    return all(len(set().union(*(lacking[house] for house in group))) == len(group) for group in groups)


def _area(hand: Hand) -> Draw:
    board = hand.board((2, 3), (3, 3), (3, 2), (2, 2), (4, 4), negative=True)
    values = hand.random.sample(board.digits, hand.one_of(1, 2))
    cells = tuple(hand.random.sample(board.places, min(len(board.places), hand.one_of(3, 4, 5, 6))))
    given = hand.maybe(cells=cells, size=hand.one_of(1, 2, 3, 4))
    return Draw(board, {"values": values, **given}, cells if "cells" in given else board.places)


@oracle(_area)
def connected_values(grid: Grid, values: list[int], cells: Places | None = None, size: int | None = None) -> bool:
    left = {cell for cell in cells or grid.board.places if grid[cell] in values}
    if not left or size not in (None, len(left)):
        return False
    reached = {left.pop()}
    while step := {cell for cell in left if any(_beside(cell, near) for near in reached)}:
        reached |= step
        left -= step
    return not left


def _counter(hand: Hand) -> Draw:
    board = hand.board((2, 3), (3, 3), (3, 2), (2, 2), regions=False)
    cell = hand.one_of(*board.places)
    around = tuple(near for near in board.places if max(abs(near.row - cell.row), abs(near.column - cell.column)) <= 1)
    given = hand.maybe(
        which=hand.one_of("smaller", "greater", "even", "odd"), touching=hand.one_of("sides", "corners", "both")
    )
    return Draw(board, {"cell": cell, **given}, around, "free", factors=hand.factors(around))


@oracle(_counter)
def neighbour_count(grid: Grid, cell: Place, which: str = "smaller", touching: str = "both") -> bool:
    own = grid[cell]
    steps = {"sides": (1,), "corners": (2,), "both": (1, 2)}[touching]
    around = [
        grid[near]
        for near in grid.board.places
        if max(abs(near.row - cell.row), abs(near.column - cell.column)) == 1
        and abs(near.row - cell.row) + abs(near.column - cell.column) in steps
    ]
    fits: dict[str, Callable[[int], bool]] = {
        "smaller": lambda digit: digit < own,
        "greater": lambda digit: digit > own,
        "even": lambda digit: digit % 2 == 0,
        "odd": lambda digit: digit % 2 == 1,
    }
    return sum(1 for digit in around if fits[which](digit)) == own


@oracle(small(lambda hand: hand.maybe(length=hand.one_of(2, 3))))
def no_parity_run(grid: Grid, length: int = 3) -> bool:
    lines = ["".join(str(digit % 2) for digit in grid.word(line)) for line in (*grid.board.rows, *grid.board.columns)]
    return not any("0" * length in line or "1" * length in line for line in lines)


def _knights(hand: Hand) -> Draw:
    board = hand.board((3, 3), (2, 3), regions=False, digits=hand.one_of((1, 2, 3), (0, 1, 2), (1, 2, 3, 4, 5, 6)))
    cells = tuple(hand.random.sample(board.places, hand.one_of(1, 2)))
    return Draw(board, {"cells": cells, **hand.maybe(by=hand.one_of("entropy", "parity"))}, board.places, "free")


@oracle(_knights)
def knight_group(grid: Grid, cells: Places, by: str = "entropy") -> bool:
    third = len(grid.board.digits) // 3

    def group(place: Place) -> int:
        return grid[place] % 2 if by == "parity" else sorted(grid.board.digits).index(grid[place]) // third

    return all(
        group(cell) == group(other)
        for cell in cells
        for other in grid.board.places
        if {abs(cell.row - other.row), abs(cell.column - other.column)} == {1, 2}
    )
