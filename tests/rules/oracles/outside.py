"""Clues outside the grid, and digits that say where other digits are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise
from math import prod
from typing import Any

from tests.rules.oracles.grids import Board, Draw, Grid, Hand, Place, Places, oracle, solutions

Make = Callable[[Hand, Board, tuple[int, ...]], dict[str, Any]]
"""The further parameters, for a board and what the cells of the line count in some filling."""


def seen(
    make: Make, *, regions: bool | None = None, kind: str = "distinct", factors: bool = True, **board: Any
) -> Callable[[Hand], Draw]:
    """A generator of clues at the end of a line, whose digits differ."""

    def draw(hand: Hand) -> Draw:
        shapes = ((4, 4), (4, 4), (5, 5), (3, 3), (2, 4), (4, 6), (3, 4), (6, 6))
        own = hand.board(*shapes, regions=regions, **board)
        side = hand.side(own)
        line = own.seen_from(**side)
        counts = hand.factors(line) if factors else {}
        digits = dict(zip(line, hand.random.sample(own.digits, len(line)), strict=True))
        return Draw(own, side | make(hand, own, Grid(own, digits, counts).values(line)), line, kind, counts)

    return draw


def first_cells(grid: Grid, side: str, index: int, length: int | None) -> Places:
    """So many cells, or those of the line's first box."""
    line = grid.board.seen_from(side, index)
    if length is not None:
        return line[:length]
    box = grid.board.region_of(line[0])
    stop = next((at for at, place in enumerate(line) if place not in box), len(line))
    return line[:stop]


def _length(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
    """A length, which boards without boxes need."""
    length = hand.random.randint(1, len(line))
    return hand.maybe(length=length) if board.labels else {"length": length}


def _margin(combine: Callable[[tuple[int, ...]], int]) -> Make:
    def make(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
        given = _length(hand, board, line)
        return given | {"value": combine(line[: given.get("length", hand.one_of(2, 3))])}

    return make


@oracle(seen(_margin(sum), negative=True))
def margin_sum(grid: Grid, side: str, index: int, value: int, length: int | None = None) -> bool:
    return sum(grid.values(first_cells(grid, side, index, length))) == value


@oracle(seen(_margin(prod), negative=True))
def margin_product(grid: Grid, side: str, index: int, value: int, length: int | None = None) -> bool:
    return prod(grid.values(first_cells(grid, side, index, length))) == value


def _listed(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
    return _length(hand, board, line) | {"digits": hand.random.sample(board.digits, hand.one_of(1, 1, 2))}


@oracle(seen(_listed, negative=True))
def outside(grid: Grid, side: str, index: int, digits: list[int], length: int | None = None) -> bool:
    near = grid.word(first_cells(grid, side, index, length))
    return all(digit in near for digit in digits)


def _digit(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
    return {"value": hand.one_of(*board.digits)}


@oracle(seen(_digit, negative=True))
def numbered_room(grid: Grid, side: str, index: int, value: int) -> bool:
    rooms = dict(enumerate(grid.word(grid.board.seen_from(side, index)), 1))
    return rooms.get(rooms[1]) == value


@oracle(seen(_digit, negative=True))
def first_seen(grid: Grid, side: str, index: int, value: int) -> bool:
    for digit in grid.word(grid.board.seen_from(side, index)):
        if digit % 2 == value % 2:
            return digit == value
    return False


def _order(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
    order = hand.one_of("increasing", "decreasing", "neither")
    return {"order": order, **hand.maybe(length=hand.random.randint(1, len(line)))} if len(line) > 2 else {
        "order": order, "length": len(line)
    }  # fmt: skip


@oracle(seen(_order, kind="free", negative=True))
def rossini(grid: Grid, side: str, index: int, order: str, length: int = 3) -> bool:
    """Where cells count the same, as doublers make it possible, they neither increase nor decrease."""
    steps = [other - one for one, other in pairwise(grid.values(grid.board.seen_from(side, index)[:length]))]
    rises, falls = all(step > 0 for step in steps), all(step < 0 for step in steps)
    return {"increasing": rises, "decreasing": falls, "neither": not rises and not falls}[order]


def _seen_heights(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
    return {"value": hand.random.randint(1, min(4, len(line)))}


@oracle(seen(_seen_heights, negative=True))
def skyscraper(grid: Grid, side: str, index: int, value: int) -> bool:
    return len(set(accumulate(grid.values(grid.board.seen_from(side, index)), max))) == value


def _hidden_height(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
    return {"value": hand.one_of(*line)}


@oracle(seen(_hidden_height, negative=True))
def hidden_skyscraper(grid: Grid, side: str, index: int, value: int) -> bool:
    heights = grid.values(grid.board.seen_from(side, index))
    hidden = [height for at, height in enumerate(heights) if any(before > height for before in heights[:at])]
    return hidden[:1] == [value]


def _stretch(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
    start = hand.random.randint(0, len(line))
    return {"value": sum(line[start : hand.random.randint(start, len(line))])}


def _beginning(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
    return {"value": sum(line[: hand.random.randint(0, len(line))])}


@oracle(seen(_beginning, negative=True))
def x_sum(grid: Grid, side: str, index: int, value: int) -> bool:
    line = grid.board.seen_from(side, index)
    return 0 <= grid[line[0]] <= len(line) and sum(grid.values(line[: grid[line[0]]])) == value


def _crusts(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
    low, high = hand.random.sample(board.digits[1:-1] if len(board.digits) > 3 else board.digits, 2)
    crusts: dict[str, Any] = hand.one_of({}, {}, {}, {"low": low, "high": high}, {"low": low}, {"high": high})
    return _stretch(hand, board, line) | crusts


@oracle(seen(_crusts, negative=True))
def sandwich(grid: Grid, side: str, index: int, value: int, low: int | None = None, high: int | None = None) -> bool:
    line = grid.board.seen_from(side, index)
    crusts = {min(grid.board.digits) if low is None else low, max(grid.board.digits) if high is None else high}
    ends = [at for at, place in enumerate(line) if grid[place] in crusts]
    return len(ends) == 2 and sum(grid.values(line[ends[0] + 1 : ends[1]])) == value


def _battle(hand: Hand, board: Board, line: tuple[int, ...]) -> dict[str, Any]:
    value = 0 if hand.random.random() < 0.3 else _stretch(hand, board, line)["value"]
    return {"value": value, **hand.maybe(meeting=hand.one_of("overlap", "gap"))}


@oracle(seen(_battle, negative=True))
def battlefield(grid: Grid, side: str, index: int, value: int, meeting: str | None = None) -> bool:
    """Two armies as long as their leaders say march in from both ends; where they just meet, no cell is in both."""
    line = grid.board.seen_from(side, index)
    x, y = grid[line[0]], grid[line[-1]]
    if not (0 <= x <= len(line) and 0 <= y <= len(line)):
        return False
    first, last = set(line[:x]), set(line[len(line) - y :])
    fighters, nobody = first & last, set(line) - first - last
    if meeting == "overlap" and not fighters:
        return False
    if meeting == "gap" and fighters:
        return False
    return sum(grid.values(fighters or nobody)) == value


def _little_killer(hand: Hand) -> Draw:
    board = hand.board((4, 4), (3, 3), (2, 3), (3, 4), (4, 6), (5, 5), negative=True)
    direction = hand.one_of("down-right", "down-left", "up-right", "up-left")
    steps = _steps(direction)
    starts = [place for place in board.places if _beyond(board, place, (-steps[0], -steps[1])) is None]
    start = hand.one_of(*starts)
    cells = _diagonal(board, start, steps)
    factors = hand.factors(cells)
    given = {"start": start, "direction": direction, "sum": hand.total(board, cells, factors)}
    return Draw(board, given, cells, factors=factors)


def _steps(direction: str) -> tuple[int, int]:
    return 1 if "down" in direction else -1, 1 if "right" in direction else -1


def _beyond(board: Board, place: Place, step: tuple[int, int]) -> Place | None:
    other = Place(place.row + step[0], place.column + step[1])
    return other if other in board.places else None


def _diagonal(board: Board, start: Place, step: tuple[int, int]) -> Places:
    beyond = _beyond(board, start, step)
    return (start,) if beyond is None else (start, *_diagonal(board, beyond, step))


@oracle(_little_killer)
def little_killer(grid: Grid, start: Place, direction: str, sum_: int) -> bool:
    return sum(grid.values(_diagonal(grid.board, start, _steps(direction)))) == sum_


# Ranks.


def _square_latin(hand: Hand) -> Board:
    digits = hand.one_of((1, 2, 3), (0, 1, 2), (1, 2, 3, 4), (0, 1, 2, 4), (-1, 0, 1), (1, 2, 4))
    return hand.board((3, 3) if len(digits) == 3 else (4, 4), digits=digits)


def _full_rank(hand: Hand) -> Draw:
    """A rank that the line has in some grid."""
    board = _square_latin(hand)
    given = hand.side(board)
    grid = Grid(board, dict(zip(board.places, hand.one_of(*solutions(board)), strict=True)))
    numbers = _numbers(grid)
    given["value"] = sorted(numbers.values()).index(numbers[given["side"], given["index"]]) + 1
    return Draw(board, given | hand.maybe(ties=hand.one_of("unclued", "any")), board.places, "solutions")


def _numbers(grid: Grid) -> dict[tuple[str, int], tuple[int, ...]]:
    size = grid.board.height
    ends = [(side, index) for side in ("left", "right", "top", "bottom") for index in range(1, size + 1)]
    return {end: grid.word(grid.board.seen_from(*end)) for end in ends}


@oracle(_full_rank)
def full_rank(grid: Grid, side: str, index: int, value: int, ties: str = "unclued") -> bool:
    numbers = _numbers(grid)
    own, ranked = numbers[side, index], sorted(numbers.values())
    return ranked.index(own) + 1 == value and (ties == "any" or ranked.count(own) == 1)


def _rank_ties(hand: Hand) -> Draw:
    board = hand.one_of(
        Board(3, 3, tuple(range(5))), hand.board((4, 4), digits=hand.one_of((1, 2, 3, 4), (0, 2, 3, 5)))
    )
    return Draw(board, {}, board.places, "solutions")


@oracle(_rank_ties)
def no_rank_ties(grid: Grid) -> bool:
    numbers = list(_numbers(grid).values())
    return len(set(numbers)) == len(numbers)


# Indexing.


def _indexing(**board: Any) -> Callable[[Hand], Draw]:
    def draw(hand: Hand) -> Draw:
        own = hand.board((4, 4), (3, 3), (3, 4), (2, 3), (2, 4), **board)
        cells = tuple(hand.random.sample(own.places, hand.one_of(1, 1, 2, 3)))
        return Draw(own, {"cells": cells}, own.places, "solutions", hand.factors(cells))

    return draw


def _points(grid: Grid, place: Place, house: Places, number: int) -> bool:
    """The digit of a cell is the place in the house at which the number stands."""
    return dict(enumerate(grid.word(house), 1)).get(grid[place]) == number


@oracle(_indexing())
def row_indexing(grid: Grid, cells: Places) -> bool:
    return all(_points(grid, cell, grid.board.columns[cell.column - 1], cell.row) for cell in cells)


@oracle(_indexing())
def column_indexing(grid: Grid, cells: Places) -> bool:
    return all(_points(grid, cell, grid.board.rows[cell.row - 1], cell.column) for cell in cells)


@oracle(_indexing(regions=True))
def box_indexing(grid: Grid, cells: Places) -> bool:
    houses = [(cell, grid.board.region_of(cell)) for cell in cells]
    return all(_points(grid, cell, box, box.index(cell) + 1) for cell, box in houses)


def _indexing_159(hand: Hand) -> Draw:
    if hand.random.random() < 0.4:
        board = Board(1, 9, tuple(range(1, 10)))
        given = hand.maybe(columns=hand.one_of((1, 5), (1, 5, 9, 2), (3, 4)))
        return Draw(board, given, board.places, "distinct")
    drawn = _indexing()(hand)
    columns = hand.random.sample(range(1, drawn.board.width + 1), hand.one_of(1, 2))
    return Draw(drawn.board, {"columns": columns}, drawn.vary, "solutions")


@oracle(_indexing_159)
def indexing_159(grid: Grid, columns: tuple[int, ...] | list[int] = (1, 5, 9)) -> bool:
    cells = [Place(row, column) for row in range(1, grid.board.height + 1) for column in columns]
    return column_indexing(grid, tuple(cells))
