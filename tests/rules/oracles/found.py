"""What is found beside the digits: modified cells, second digits, regions; and combinations of clues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import permutations
from typing import Any

from tests.rules.oracles.grids import ORACLES, Board, Clue, Draw, Grid, Hand, Place, Places, boxed, oracle, solutions

Layer = dict[Place, int]


# Modifiers whose places are given: the value is a layer of its own here, right or wrong.


def _given_modifier(change: Callable[[int, int], int | None], *factors: int) -> Callable[[Hand], Draw]:
    def draw(hand: Hand) -> Draw:
        board = hand.board((4, 4), (2, 3), (3, 3), (6, 6), negative=True)
        cells = tuple(hand.random.sample(board.places, hand.one_of(1, 2, 3)))
        factor = hand.one_of(*factors)
        grids = []
        for _ in range(40):
            digits = hand.filling(board)
            right = {cell: change(digits[cell], factor) or 0 for cell in cells}
            wrong = right | {hand.one_of(*cells): hand.one_of(*range(-6, 13))}
            halved = right | {cell: digits[cell] // 2 for cell in cells}
            grids += [Grid(board, digits, layers={"value": values}) for values in (right, wrong, halved)]
        given = {"factor": factor} if len(factors) > 1 else {}
        return Draw(board, {"cells": cells, **given}, cells, grids=grids)

    return draw


def _all_count(grid: Grid, cells: Places, factor: int) -> bool:
    return all(grid.layers["value"][cell] == factor * grid[cell] for cell in cells)


@oracle(_given_modifier(lambda digit, _: 2 * digit, 2))
def doubler(grid: Grid, cells: Places) -> bool:
    return _all_count(grid, cells, 2)


@oracle(_given_modifier(lambda digit, _: -digit, -1))
def negator(grid: Grid, cells: Places) -> bool:
    return _all_count(grid, cells, -1)


@oracle(_given_modifier(lambda digit, factor: factor * digit, 3, -2, 4))
def multiplier(grid: Grid, cells: Places, factor: int) -> bool:
    return _all_count(grid, cells, factor)


@oracle(_given_modifier(lambda digit, _: digit // 2, 2))
def halver(grid: Grid, cells: Places) -> bool:
    return all(2 * grid.layers["value"][cell] == grid[cell] for cell in cells)


# Modifiers whose places are found: a cell's layer "modified" is its digit, or one less than the lowest digit.


def _hidden_modifier(change: Callable[[int, int], int], *factors: int) -> Callable[[Hand], Draw]:
    def draw(hand: Hand) -> Draw:
        board = hand.one_of(
            boxed(4, 4, (1, 2, 3, 4), (2, 2)), Board(3, 3, (1, 2, 3)), Board(3, 3, (0, 2, 3), "AABABBCCC")
        )
        none, factor = board.digits[0] - 1, hand.one_of(*factors)
        grids = []
        for _ in range(15):
            digits = dict(zip(board.places, hand.one_of(*solutions(board)), strict=True))
            for column_of in permutations(range(board.width)):
                chosen = {row[at] for row, at in zip(board.rows, column_of, strict=True)}
                if hand.random.random() < 0.15:
                    chosen ^= {hand.one_of(*board.places)}
                modified = {place: digits[place] if place in chosen else none for place in board.places}
                values = {
                    place: change(digits[place], factor) if place in chosen else digits[place] for place in board.places
                }
                if hand.random.random() < 0.1:
                    modified[hand.one_of(*board.places)] = hand.one_of(none, *board.digits)
                if hand.random.random() < 0.1:
                    values[hand.one_of(*board.places)] = hand.one_of(*values.values())
                grids.append(Grid(board, digits, layers={"modified": modified, "value": values}))
        given = {"factor": factor} if len(factors) > 1 else {}
        return Draw(board, given, board.places, grids=hand.random.sample(grids, min(len(grids), 100)))

    return draw


def _hidden(grid: Grid, change: Callable[[int], int]) -> bool:
    """One modified cell in each house, each digit in one of them, and all cells count what they should."""
    none = grid.board.digits[0] - 1
    modified, values = grid.layers["modified"], grid.layers["value"]
    chosen = [place for place in grid.board.places if modified[place] != none]
    return (
        all(modified[place] == grid[place] for place in chosen)
        and all(sum(place in chosen for place in house) == 1 for house in grid.board.houses)
        and sorted(grid.word(chosen)) == sorted(grid.board.digits)
        and all(
            values[place] == (change(grid[place]) if place in chosen else grid[place]) for place in grid.board.places
        )
    )


@oracle(_hidden_modifier(lambda digit, _: 2 * digit, 2))
def doublers(grid: Grid) -> bool:
    return _hidden(grid, lambda digit: digit + digit)


@oracle(_hidden_modifier(lambda digit, _: -digit, -1))
def negators(grid: Grid) -> bool:
    return _hidden(grid, lambda digit: 0 - digit)


@oracle(_hidden_modifier(lambda digit, _: digit // 2 if digit % 2 == 0 else 0, 2))
def halvers(grid: Grid) -> bool:
    return _hidden(grid, lambda digit: {0: digit // 2, 1: 0}[digit % 2])


@oracle(_hidden_modifier(lambda digit, factor: factor * digit, 3, -2, 4))
def multipliers(grid: Grid, factor: int) -> bool:
    return _hidden(grid, lambda digit: digit * factor)


# Schrödinger cells.


@cache
def _superposed(board: Board) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Every way to place all digits in each house, one cell of which holds two: cells as (digit, second digit)."""
    none = board.digits[0] - 1
    lines = [
        tuple((min(both), max(both)) if at == double else (rest[at - (at > double)], none) for at in range(board.width))
        for double in range(board.width)
        for both in ((one, other) for one in board.digits for other in board.digits if one < other)
        for rest in permutations([digit for digit in board.digits if digit not in both])
    ]
    found: list[tuple[tuple[int, int], ...]] = []

    def extend(filled: tuple[tuple[int, int], ...]) -> None:
        places = board.places[: len(filled)]
        for house in (*board.columns, *board.regions):
            held = [cell for place, cell in zip(places, filled, strict=True) if place in house]
            digits = [digit for cell in held for digit in cell if digit != none]
            doubles = sum(second != none for _, second in held)
            if len(set(digits)) < len(digits) or doubles > 1 or (len(held) == len(house) and doubles == 0):
                return
        if len(filled) == len(board.places):
            found.append(filled)
            return
        for line in lines[:: 1 if board.width < 4 else 7]:
            extend(filled + line)

    extend(())
    return tuple(found)


def _schroedinger(hand: Hand) -> Draw:
    board = hand.one_of(Board(2, 2, (0, 1, 2)), Board(3, 3, (1, 2, 3, 4)), boxed(4, 4, (0, 1, 2, 3, 4), (2, 2)))
    none = board.digits[0] - 1
    grids = []
    for filled in hand.random.sample(_superposed(board), min(len(_superposed(board)), 25)):
        for spoilt in (False, True, True, True):
            digits = {place: cell[0] for place, cell in zip(board.places, filled, strict=True)}
            seconds = {place: cell[1] for place, cell in zip(board.places, filled, strict=True)}
            values = {
                place: digits[place] + max(seconds[place], 0) * (seconds[place] != none) for place in board.places
            }
            if spoilt:
                one, other = hand.random.sample(board.places, 2)
                kind = hand.random.randrange(4)
                layer = (digits, seconds, values, seconds)[kind]
                layer[one] = hand.one_of(none, *board.digits) if kind == 3 else layer[other]
                if kind != 2:
                    values = {
                        place: digits[place] + (seconds[place] if seconds[place] != none else 0)
                        for place in board.places
                    }
            if all(digit in board.digits for digit in digits.values()):
                grids.append(Grid(board, digits, layers={"second": seconds, "value": values}))
    return Draw(board, {}, board.places, grids=grids)


@oracle(_schroedinger)
def schroedinger_cells(grid: Grid) -> bool:
    none = grid.board.digits[0] - 1
    held = {p: [grid[p]] + [d for d in (grid.layers["second"][p],) if d != none] for p in grid.board.places}
    return (
        all(digits == sorted(set(digits)) for digits in held.values())
        and all(grid.layers["value"][place] == sum(digits) for place, digits in held.items())
        and all(sum(len(held[place]) == 2 for place in house) == 1 for house in grid.board.houses)
        and all(
            sorted(d for place in house for d in held[place]) == list(grid.board.digits) for house in grid.board.houses
        )
    )


# Regions that are found: the layer "region" numbers them, first those of cells of the border that are too far apart to
# share one, then the others in the order of their first cells.


@cache
def layouts(height: int, width: int, size: int, landmarks: Places | None = None) -> tuple[tuple[int, ...], ...]:
    """Every way to cut a grid into connected regions of a size, as the numbers of the cells in reading order."""
    places = tuple(Place(row, column) for row in range(1, height + 1) for column in range(1, width + 1))
    border = [place for place in places if place.row in (1, height) or place.column in (1, width)]
    apart = landmarks or _apart(border, size)

    def cut(left: frozenset[Place], number: int) -> Iterator[Layer]:
        if not left:
            yield {}
            return
        regions = {frozenset([min(left)])}
        for _ in range(size - 1):
            regions = {region | {near} for region in regions for near in left - region if _touches(near, region)}
        for region in sorted(regions, key=sorted):
            for rest in cut(left - region, number + 1):
                yield rest | dict.fromkeys(region, number)

    def numbered(layout: Layer) -> tuple[int, ...]:
        order = list(dict.fromkeys(layout[place] for place in (*apart, *places)))
        return tuple(order.index(layout[place]) + 1 for place in places)

    return tuple(map(numbered, cut(frozenset(places), 1)))


def _apart(places: Iterable[Place], size: int) -> Places:
    """Of some places the first, and each that no region of a size shares with one of those before."""
    apart: list[Place] = []
    for place in places:
        if not any(abs(place.row - p.row) + abs(place.column - p.column) < size for p in apart):
            apart.append(place)
    return tuple(apart)


def _touches(place: Place, region: frozenset[Place]) -> bool:
    return any(abs(place.row - other.row) + abs(place.column - other.column) == 1 for other in region)


def _chaos(hand: Hand) -> Draw:
    """Layouts that fit the digits and others, cut in other ways or with other numbers."""
    height, width, digits, size = hand.one_of(
        (3, 3, (1, 2, 3), 3),
        (2, 4, (0, 1, 2, 3), 4),
        (3, 2, (1, 2, 4), 3),
        (4, 4, (1, 2, 3, 4), 4),
        (2, 4, (1, 2, 3, 4), 2),
        (3, 3, (0, 1, 2, 3), 3),
    )
    board = Board(height, width, digits)
    landmarks = hand.maybe(landmarks=_apart(hand.random.sample(board.places, len(board.places)), size))
    grids = []
    for _ in range(24):
        layout = hand.one_of(*layouts(height, width, size, **landmarks))
        numbers = dict(zip(board.places, layout, strict=True))
        filled: Layer = {}
        for number in set(layout):
            own = [place for place in board.places if numbers[place] == number]
            filled |= dict(zip(own, hand.random.sample(digits, size), strict=True))
        one, other = hand.random.sample(board.places, 2)
        names = hand.random.sample(sorted(set(layout)), len(set(layout)))
        swapped = numbers | {one: numbers[other], other: numbers[one]}
        grids += [
            Grid(board, filled, layers={"region": numbers}),
            Grid(board, filled | {one: filled[other]}, layers={"region": numbers}),
            Grid(board, filled, layers={"region": swapped}),
            Grid(board, filled, layers={"region": numbers | {one: numbers[other]}}),
            Grid(board, filled, layers={"region": {place: names[number - 1] for place, number in numbers.items()}}),
        ]
    parameters = {} if size == len(digits) and hand.one_of(True, False) else {"size": size}
    return Draw(board, parameters | landmarks, board.places, grids=grids)


@oracle(_chaos)
def chaos_construction(grid: Grid, size: int | None = None, landmarks: Places | None = None) -> bool:
    numbers = grid.layers["region"]
    size = len(grid.board.digits) if size is None else size
    every = layouts(grid.board.height, grid.board.width, size, landmarks)
    if tuple(numbers[place] for place in grid.board.places) not in every:
        return False
    held = Counter((numbers[place], grid[place]) for place in grid.board.places)
    return max(held.values()) == 1


def _in_layouts(make: Callable[[Hand, Board], dict[str, Any]]) -> Callable[[Hand], Draw]:
    def draw(hand: Hand) -> Draw:
        height, width, digits = hand.one_of(
            (4, 4, (1, 2, 3, 4)), (3, 3, (1, 2, 3)), (3, 4, (1, 2, 3, 5)), (4, 4, (0, 1, 2, 3))
        )
        board = Board(height, width, digits)
        every = layouts(height, width, len(digits))
        chosen = hand.random.sample(every, min(len(every), 60))
        grids = [
            Grid(board, hand.filling(board), layers={"region": dict(zip(board.places, layout, strict=True))})
            for layout in chosen
            for _ in range(2)
        ]
        return Draw(board, make(hand, board), board.places, beside=[("chaos_construction", {})], grids=grids)

    return draw


def _near(hand: Hand, board: Board, count: int) -> Places:
    """A few cells that may well lie in one region."""
    start = hand.one_of(*board.places)
    by_distance = sorted(
        board.places, key=lambda p: (abs(p.row - start.row) + abs(p.column - start.column), hand.random.random())
    )
    return tuple(by_distance[:count])


@oracle(_in_layouts(lambda hand, board: {"cells": _near(hand, board, hand.one_of(2, 3))}))
def same_region(grid: Grid, cells: Places, beside: Any = ()) -> bool:
    return len({grid.layers["region"][cell] for cell in cells}) == 1


@oracle(_in_layouts(lambda hand, board: {"cells": _near(hand, board, 2)}))
def region_border(grid: Grid, cells: Places, beside: Any = ()) -> bool:
    return grid.layers["region"][cells[0]] != grid.layers["region"][cells[1]]


def _region_count(hand: Hand, board: Board) -> dict[str, Any]:
    return {"count": hand.one_of(*board.places), **hand.maybe(cells=_near(hand, board, hand.one_of(2, 3, 4)))}


@oracle(_in_layouts(_region_count))
def region_count(grid: Grid, count: Place, cells: Places | None = None, beside: Any = ()) -> bool:
    numbers = grid.layers["region"]
    if cells is None:
        around = [place for place in numbers if max(abs(place.row - count.row), abs(place.column - count.column)) <= 1]
        return grid[count] == sum(numbers[place] == numbers[count] for place in around)
    return grid[count] == sum(numbers[place] == numbers[cells[0]] for place in cells)


_WAYS: Mapping[str, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def _region_view(hand: Hand, board: Board) -> dict[str, Any]:
    ways = hand.random.sample(list(_WAYS), hand.random.randint(1, 4))
    return {"cell": hand.one_of(*board.places), **hand.maybe(directions=" ".join(ways))}


@oracle(_in_layouts(_region_view))
def region_view(grid: Grid, cell: Place, directions: str = "left right up down", beside: Any = ()) -> bool:
    numbers, seen = grid.layers["region"], 1
    for down, right in (_WAYS[way] for way in directions.split()):
        at = Place(cell.row + down, cell.column + right)
        while numbers.get(at) == numbers[cell]:
            seen, at = seen + 1, Place(at.row + down, at.column + right)
    return grid[cell] == seen


# Combinations.


def _clues(hand: Hand, board: Board, cells: Places) -> list[Clue]:
    every: list[Clue] = [
        ("thermo", {"line": cells[:2]}),
        ("thermo", {"line": cells[:0:-1]}),
        ("even", {"cells": cells[1:]}),
        ("odd", {"cells": cells[:1]}),
        ("killer", {"cells": cells, "sum": hand.total(board, cells), "repeats": True}),
        ("killer", {"cells": cells[1:]}),
        ("palindrome", {"line": cells}),
        ("kropki_white", {"cells": cells[:2]}),
        ("any_of", {"clues": [("odd", {"cells": cells[1:]}), ("palindrome", {"line": cells})]}),
    ]
    return hand.random.sample(every, hand.one_of(1, 2, 3, 4))


def _combination(number: bool) -> Callable[[Hand], Draw]:
    def draw(hand: Hand) -> Draw:
        board = hand.board((3, 3), (4, 4), (2, 3))
        cells = hand.cells(board, 3, 4)
        clues = _clues(hand, board, cells)
        given: dict[str, Any] = {"number": hand.random.randint(0, len(clues))} if number else {}
        return Draw(board, {**given, "clues": clues}, cells)

    return draw


def _holding(grid: Grid, clues: list[Clue]) -> list[bool]:
    held = []
    for name, parameters in clues:
        own = Draw(grid.board, parameters)
        held.append(ORACLES[name].accepts(grid, own))
    return held


@oracle(_combination(False))
def any_of(grid: Grid, clues: list[Clue]) -> bool:
    return True in _holding(grid, clues)


@oracle(_combination(False))
def all_of(grid: Grid, clues: list[Clue]) -> bool:
    return False not in _holding(grid, clues)


@oracle(_combination(False))
def none_of(grid: Grid, clues: list[Clue]) -> bool:
    return True not in _holding(grid, clues)


@oracle(_combination(True))
def exactly(grid: Grid, number: int, clues: list[Clue]) -> bool:
    return _holding(grid, clues).count(True) == number


@oracle(_combination(True))
def at_least(grid: Grid, number: int, clues: list[Clue]) -> bool:
    return _holding(grid, clues).count(True) >= number


@oracle(_combination(True))
def at_most(grid: Grid, number: int, clues: list[Clue]) -> bool:
    return _holding(grid, clues).count(True) <= number
