"""Cages, arithmetic, counting and quadruples."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from math import prod
from typing import Any

from tests.rules.oracles.grids import Draw, Grid, Hand, Place, Places, oracle


def _caged(hand: Hand, least: int = 1, most: int = 4, **board: Any) -> tuple[Draw, int]:
    """A clue on some cells, and what they may add up to."""
    own = hand.board(**board)
    cells = hand.cells(own, least, most)
    factors = hand.factors(cells)
    return Draw(own, {"cells": cells}, cells, factors=factors), hand.total(own, cells, factors)


def _killer(hand: Hand) -> Draw:
    drawn, total = _caged(hand)
    drawn.parameters.update(hand.maybe(sum=hand.one_of(total, total, total, 0), repeats=hand.one_of(True, False)))
    return drawn


@oracle(_killer)
def killer(grid: Grid, cells: Places, sum_: int | None = None, repeats: bool = False) -> bool:
    if not repeats and len(set(grid.word(cells))) < len(cells):
        return False
    return sum_ is None or sum(grid.values(cells)) == sum_


def _multi_sum_cage(hand: Hand) -> Draw:
    drawn, total = _caged(hand)
    others = hand.random.sample(range(1, 20), hand.one_of(0, 1, 2))
    drawn.parameters.update(sums=[*others, total], **hand.maybe(repeats=hand.one_of(True, False)))
    return drawn


@oracle(_multi_sum_cage)
def multi_sum_cage(grid: Grid, cells: Places, sums: list[int], repeats: bool = False) -> bool:
    is_allowed = repeats or len(set(grid.word(cells))) == len(cells)
    return is_allowed and any(sum(grid.values(cells)) == wanted for wanted in sums)


def _compare_cages(hand: Hand) -> Draw:
    drawn, _ = _caged(hand, 2, 4)
    at = hand.random.randint(1, len(drawn.vary) - 1)
    own = {"cells": drawn.vary[:at], "other": drawn.vary[at:]}
    return Draw(drawn.board, own | hand.maybe(sign=hand.one_of(*"<>=")), drawn.vary, factors=drawn.factors)


@oracle(_compare_cages)
def compare_cages(grid: Grid, cells: Places, other: Places, sign: str = ">") -> bool:
    one, two = sum(grid.values(cells)), sum(grid.values(other))
    return {">": one > two, "<": one < two, "=": one == two}[sign]


def _calcudoku(hand: Hand) -> Draw:
    """Cages of up to five cells: more fillings than a table lists."""
    size = hand.one_of(1, 2, 3, 4, 5, 5)
    digits_of = hand.one_of((0, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6), (-1, 0, 1, 2, 3, 4)) if size == 5 else None
    board = hand.board((6, 6), (5, 5), (4, 4), negative=True, digits=digits_of)
    cells = tuple(hand.random.sample(board.places, size))
    factors = hand.factors(cells)
    digits = sorted(Grid(board, hand.filling(board), factors).values(cells))
    largest, rest = digits[-1], digits[:-1]
    value = hand.one_of(sum(digits), prod(digits), largest - sum(rest), largest // (prod(rest) or 1), 1, 0, 2, -1)
    given = {"cells": cells, "value": value, **hand.maybe(operator=hand.one_of(*"+-*/", *"-/"))}
    if len(cells) < 5:
        return Draw(board, given, cells, factors=factors)
    given["value"] = hand.one_of(value, 0, 0, 1, 2, 3)
    few = [digit for digit in board.digits if abs(digit) < 3]  # whose product another digit may be a multiple of
    grids = [
        Grid(board, hand.filling(board) | {cell: hand.one_of(*few) for cell in hand.random.sample(cells, 4)}, factors)
        for _ in range(150)
    ]
    return Draw(board, given, cells, factors=factors, grids=grids)


@oracle(_calcudoku)
def calcudoku(grid: Grid, cells: Places, value: int, operator: str | None = None) -> bool:
    digits = grid.values(cells)
    made = {"+": {sum(digits)}, "*": {prod(digits)}, "-": set(), "/": set()}
    for place, digit in enumerate(digits):
        others = digits[:place] + digits[place + 1 :]
        made["-"].add(digit - sum(others))
        if prod(others) and digit % prod(others) == 0:
            made["/"].add(digit // prod(others))
    return any(value in made[sign] for sign in operator or "+-*/")


def _rellik(hand: Hand) -> Draw:
    board = hand.board()
    cells = hand.cells(board, 1, 4)
    factors = hand.factors(cells, 2, 3)
    total = hand.total(board, cells[: hand.random.randint(1, len(cells))], factors)
    return Draw(board, {"cells": cells, "sum": hand.one_of(total, total, 0, 1, -1)}, cells, factors=factors)


@oracle(_rellik)
def rellik(grid: Grid, cells: Places, sum_: int) -> bool:
    digits = grid.values(cells)
    subsets = chain.from_iterable(combinations(digits, size) for size in range(1, len(digits) + 1))
    return all(sum(subset) != sum_ for subset in subsets)


def _equality_cage(hand: Hand) -> Draw:
    board = hand.board((4, 4), (5, 5), (3, 3), (6, 6), negative=True)
    cells = hand.cells(board, 4, 4)[: hand.one_of(2, 4)]
    return Draw(board, {"cells": cells}, cells, factors=hand.factors(cells))


@oracle(_equality_cage)
def equality_cage(grid: Grid, cells: Places) -> bool:
    digits, alphabet = grid.word(cells), grid.board.digits
    low = [digit for digit in digits if alphabet.index(digit) < len(alphabet) / 2 - 0.5]
    high = [digit for digit in digits if alphabet.index(digit) > len(alphabet) / 2 - 0.5]
    odd = [digit for digit in digits if digit % 2]
    return len(set(digits)) == len(digits) == 2 * len(odd) == 2 * len(low) == 2 * len(high)


def _lunchbox(hand: Hand) -> Draw:
    drawn, _ = _caged(hand, 2, 5)
    if hand.random.random() < 0.2:  # two cells, which may count the same
        pair = drawn.vary[:2]
        return Draw(drawn.board, {"cells": pair, "sum": 0}, pair, factors={pair[0]: 2})
    between = hand.total(drawn.board, drawn.vary[: hand.one_of(0, 1, 1, 2)], drawn.factors)
    drawn.parameters["sum"] = between
    return drawn


@oracle(_lunchbox)
def lunchbox(grid: Grid, cells: Places, sum_: int) -> bool:
    counted = grid.values(cells)
    if len(set(grid.word(cells))) < len(cells) or counted.count(min(counted)) + counted.count(max(counted)) > 2:
        return False
    start, stop = sorted((counted.index(min(counted)), counted.index(max(counted))))
    return sum(counted[start + 1 : stop]) == sum_


def _circles(hand: Hand) -> Draw:
    board = hand.board((3, 3), (4, 4), (2, 3), negative=True)
    cells = hand.cells(board, 1, 6)
    return Draw(board, {"cells": cells}, cells, factors=hand.factors(cells))


@oracle(_circles)
def counting_circles(grid: Grid, cells: Places) -> bool:
    return all(times == digit for digit, times in Counter(grid.word(cells)).items())


def _counted(hand: Hand) -> Draw:
    """A cell that counts, which may be one of those it counts."""
    board = hand.board(negative=True)
    count, *cells = hand.cells(board, 2, 4)
    if hand.random.random() < 0.2:
        cells.append(count)
    return Draw(board, {"count": count, "cells": tuple(cells)}, (count, *(c for c in cells if c != count)))


@oracle(_counted)
def count_distinct(grid: Grid, count: Place, cells: Places) -> bool:
    return grid[count] == len(set(grid.word(cells)))


def _listed(hand: Hand, digits: tuple[int, ...], most: int) -> list[int]:
    return [hand.one_of(*digits) for _ in range(hand.random.randint(1, most))]


def _count_digits(hand: Hand) -> Draw:
    drawn = _counted(hand)
    drawn.parameters["values"] = _listed(hand, drawn.board.digits, 3)
    return drawn


@oracle(_count_digits)
def count_digits(grid: Grid, count: Place, cells: Places, values: list[int]) -> bool:
    return grid[count] == sum(digit in values for digit in grid.word(cells))


def _contained(hand: Hand) -> Draw:
    board = hand.board(negative=True)
    cells = hand.cells(board, 1, 4)
    return Draw(board, {"cells": cells, "values": _listed(hand, board.digits, len(cells))}, cells)


@oracle(_contained)
def contain_at_least(grid: Grid, cells: Places, values: list[int]) -> bool:
    left = list(grid.word(cells))
    for value in values:
        if value not in left:
            return False
        left.remove(value)
    return True


@oracle(_contained)
def contain_exactly(grid: Grid, cells: Places, values: list[int]) -> bool:
    return sorted(digit for digit in grid.word(cells) if digit in values) == sorted(values)


def _look_and_say(hand: Hand) -> Draw:
    board = hand.board()
    cells = hand.cells(board, 2, 4)
    digits = hand.random.sample(board.digits, hand.one_of(1, 2))
    return Draw(
        board, {"cells": cells, "clue": "".join(f"{hand.one_of(0, 1, 1, 2)}{digit}" for digit in digits)}, cells
    )


@oracle(_look_and_say)
def look_and_say(grid: Grid, cells: Places, clue: str) -> bool:
    digits = "".join(map(str, grid.word(cells)))
    return all(digits.count(clue[at + 1]) == int(clue[at]) for at in range(0, len(clue), 2))


def _same_values(hand: Hand) -> Draw:
    board = hand.board(negative=True)
    cells = hand.cells(board, 2, 4)
    half = len(cells) // 2
    one, other = list(cells[:half]), list(cells[half : 2 * half])
    if hand.random.random() < 0.3:
        one.append(other[0])
        other.append(hand.one_of(*cells))
    return Draw(board, {"cells": tuple(one), "others": tuple(other)}, tuple(dict.fromkeys(one + other)))


@oracle(_same_values)
def same_values(grid: Grid, cells: Places, others: Places) -> bool:
    return sorted(grid.word(cells)) == sorted(grid.word(others))


def _quadruple(hand: Hand) -> Draw:
    board = hand.board((4, 4), (3, 4), (5, 5), (2, 3), (6, 6))
    row, column = hand.random.randint(1, board.height - 1), hand.random.randint(1, board.width - 1)
    cells = tuple(Place(row + down, column + right) for down in (0, 1) for right in (0, 1))
    return Draw(board, {"cells": cells, "digits": _listed(hand, board.digits, 4)}, cells, factors=hand.factors(cells))


@oracle(_quadruple)
def quadruple(grid: Grid, cells: Places, digits: list[int]) -> bool:
    held = grid.word(cells)
    return all(held.count(digit) >= digits.count(digit) for digit in digits)


def _square(hand: Hand) -> Draw:
    """Squares of one to nine cells; a box of nine digits is one whose sums are known."""
    board = hand.board((4, 4), (3, 3), (4, 6), (6, 6), (9, 9), zero=False)
    side = 3 if board.width == 9 else hand.one_of(1, 2, 2, 3)
    row, column = hand.one_of((1, 1), (4, 7)) if board.width == 9 else (1, 1)
    cells = tuple(Place(row + down, column + right) for down in range(side) for right in range(side))
    if board.width < 9:
        kind = "distinct" if set(cells) in map(set, board.regions) else "free"
        return Draw(board, {"cells": cells}, cells, kind, hand.factors(cells))
    magic = hand.one_of((2, 7, 6, 9, 5, 1, 4, 3, 8), (8, 1, 6, 3, 5, 7, 4, 9, 2))
    grids = []
    for _ in range(40):
        square = dict(zip(cells, magic, strict=True))
        one, other = hand.random.sample(cells, 2)
        rest = hand.filling(board)
        grids += [Grid(board, rest | square), Grid(board, rest | square | {one: square[other], other: square[one]})]
        grids += [Grid(board, rest | dict(zip(cells, hand.random.sample(range(1, 10), 9), strict=True)))]
    return Draw(board, {"cells": cells}, cells, grids=grids)


@oracle(_square)
def magic_square(grid: Grid, cells: Places) -> bool:
    side = round(len(cells) ** 0.5)
    square = [grid.values(cells[start : start + side]) for start in range(0, len(cells), side)]
    sums = {sum(row) for row in square} | {sum(column) for column in zip(*square, strict=True)}
    sums |= {sum(square[at][at] for at in range(side)), sum(square[at][side - 1 - at] for at in range(side))}
    return len(sums) == 1
