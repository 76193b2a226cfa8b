"""Lines: thermometers, arrows, whispers, sums, sets, words; and signs on the border between two cells."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from tests.rules.oracles.grids import Board, Draw, Grid, Hand, Place, Places, oracle


def line(
    least: int = 1, most: int = 4, *, factors: bool = True, negative: bool = True, **optional: Callable[[Hand], Any]
) -> Callable[[Hand], Draw]:
    """A generator of lines, with parameters that may be left out."""

    def draw(hand: Hand) -> Draw:
        board = hand.board(negative=negative)
        cells = hand.cells(board, least, most)
        counts = hand.factors(cells, *(() if negative else (2, 3))) if factors else {}
        given = hand.maybe(**{name: make(hand) for name, make in optional.items()})
        return Draw(board, {"line": cells, **given}, cells, factors=counts)

    return draw


@oracle(line())
def thermo(grid: Grid, line: Places) -> bool:
    return all(one < other for one, other in pairwise(grid.values(line)))


@oracle(line(2, 4))
def fibonacci_line(grid: Grid, line: Places) -> bool:
    ways = (list(grid.values(line)), list(grid.values(line))[::-1])
    return any(
        way == sorted(set(way)) and all(way[at] == way[at - 1] + way[at - 2] for at in range(2, len(way)))
        for way in ways
    )


@oracle(line(2, 4, first=lambda hand: hand.one_of(1, 2), last=lambda hand: hand.one_of(1, 2)))
def equal_ends(grid: Grid, line: Places, first: int = 2, last: int = 2) -> bool:
    return sum(grid.values(line[:first])) == sum(grid.values(line[len(line) - last :]))


@oracle(line())
def slow_thermo(grid: Grid, line: Places) -> bool:
    return list(grid.values(line)) == sorted(grid.values(line))


@oracle(line(most=3, step=lambda hand: hand.one_of(0, 1, 2, 3)))
def fast_thermo(grid: Grid, line: Places, step: int = 2) -> bool:
    return all(other - one >= step for one, other in pairwise(grid.values(line)))


@oracle(line(step=lambda hand: hand.one_of(0, 1, 2)))
def ambiguous_thermo(grid: Grid, line: Places, step: int = 1) -> bool:
    steps = [other - one for one, other in pairwise(grid.values(line))]
    return all(rise >= step for rise in steps) or all(rise <= -step for rise in steps)


@oracle(line(2, 4, difference=lambda hand: hand.one_of(1, 2, 3)))
def whisper(grid: Grid, line: Places, difference: int = 5) -> bool:
    return all(abs(one - other) >= difference for one, other in pairwise(grid.values(line)))


@oracle(line())
def parity_line(grid: Grid, line: Places) -> bool:
    return all({one % 2, other % 2} == {0, 1} for one, other in pairwise(grid.word(line)))


@oracle(line(2, 5, modulus=lambda hand: hand.one_of(1, 2, 3, 4)))
def modular_line(grid: Grid, line: Places, modulus: int = 3) -> bool:
    remainders = [digit % modulus for digit in grid.word(line)]
    stretches = [remainders[at : at + modulus] for at in range(max(len(line) - modulus, 0) + 1)]
    return all(len(set(stretch)) == len(stretch) for stretch in stretches)


def _entropic(hand: Hand) -> Draw:
    board = hand.board(
        (3, 3), (2, 3), (6, 6), digits=hand.one_of((1, 2, 3, 4, 5, 6), (0, 1, 2, 4, 5, 7), (-1, 0, 1, 2, 3, 4))
    )
    cells = hand.cells(board, 2, 4)
    return Draw(board, {"line": cells}, cells, factors=hand.factors(cells))


@oracle(_entropic)
def entropic_line(grid: Grid, line: Places) -> bool:
    ranks = [grid.board.digits.index(digit) * 3 // len(grid.board.digits) for digit in grid.word(line)]
    return all(
        len({ranks[one], ranks[other]}) == 2 for one in range(len(ranks)) for other in range(one) if one - other < 3
    )


@oracle(line())
def palindrome(grid: Grid, line: Places) -> bool:
    return grid.values(line) == grid.values(line)[::-1]


@oracle(line())
def sequence_line(grid: Grid, line: Places) -> bool:
    word = grid.values(line)
    return len({after - before for before, after in pairwise(word)}) <= 1


@oracle(line(2, 5))
def zipper_line(grid: Grid, line: Places) -> bool:
    counted = list(grid.values(line))
    sums = set()
    while len(counted) > 1:
        sums.add(counted.pop(0) + counted.pop())
    return len(sums | set(counted)) == 1


@oracle(line(1, 5))
def renban(grid: Grid, line: Places) -> bool:
    counted = grid.values(line)
    return set(counted) == set(range(min(counted), min(counted) + len(counted)))


@oracle(line(1, 5))
def nabner(grid: Grid, line: Places) -> bool:
    return all(other - one > 1 for one, other in pairwise(sorted(grid.values(line))))


@oracle(line(2, 6))
def between_line(grid: Grid, line: Places) -> bool:
    first, last = grid.value(line[0]), grid.value(line[-1])
    return all(first < digit < last or last < digit < first for digit in grid.values(line[1:-1]))


@oracle(line(1, 4, difference=lambda hand: hand.one_of(0, 1, 2, 3)))
def lockout_line(grid: Grid, line: Places, difference: int = 4) -> bool:
    counted = grid.values(line)
    if len(counted) < 2:
        return True
    low, high = min(counted[0], counted[-1]), max(counted[0], counted[-1])
    return high - low >= difference and all(digit < low or digit > high for digit in counted[1:-1])


def _index(hand: Hand) -> Draw:
    board = hand.board((4, 4), (5, 5), (6, 6))
    cells = hand.cells(board, 1, 5)
    return Draw(board, {"line": cells}, cells, kind=hand.one_of("free", "distinct"), factors=hand.factors(cells))


@oracle(_index)
def index_line(grid: Grid, line: Places) -> bool:
    holder = dict(enumerate(grid.word(line), 1))
    return all(holder.get(pointed) == number for number, pointed in holder.items())


@oracle(line(3, 5))
def double_arrow(grid: Grid, line: Places) -> bool:
    counted = grid.values(line)
    return counted[0] + counted[-1] == sum(counted[1:-1])


@oracle(line(3, 5))
def ambiguous_arrow(grid: Grid, line: Places) -> bool:
    counted = grid.values(line)
    return sum(counted) in (2 * counted[0], 2 * counted[-1])


def _arrow(hand: Hand) -> Draw:
    board = hand.board(negative=False)
    cells = hand.cells(board, 2, 5)
    pill = hand.one_of(1, 1, 2, 3) if len(cells) > 3 else 1
    if pill > 1 and hand.random.random() < 0.5:  # digits large enough for two places
        board = hand.board((4, 4), (3, 3), digits=(0, 1, 2, 9))
        cells = hand.cells(board, 5, 5)
    return Draw(board, {"circle": cells[:pill], "line": cells[pill:]}, cells, factors=hand.factors(cells))


@oracle(_arrow)
def arrow(grid: Grid, circle: Places, line: Places) -> bool:
    total = sum(grid.values(line))
    if len(circle) == 1:
        return grid.value(circle[0]) == total
    number = 0
    for digit in grid.word(circle):
        number = 10 * number + digit
    return number == total


def _pea(hand: Hand) -> Draw:
    board = hand.board((4, 4), (3, 3), digits=hand.one_of((0, 1, 2, 9), (1, 2, 3, 8), (0, 1, 7, 8)))
    cells = hand.cells(board, 3, 5)
    return Draw(board, {"line": cells}, cells, factors=hand.factors(cells))


@oracle(_pea)
def split_pea(grid: Grid, line: Places) -> bool:
    first, last = grid[line[0]], grid[line[-1]]
    return sum(grid.values(line[1:-1])) in (10 * first + last, 10 * last + first)


def _region_sum(hand: Hand) -> Draw:
    board = hand.board((4, 4), (3, 3), (2, 4), (6, 6), regions=True, negative=True)
    cells = hand.cells(board, 2, 5)
    factors = hand.factors(cells)
    total = hand.total(board, cells[: hand.one_of(1, 2)], factors)
    line = cells + cells[:1] if len(cells) > 2 and hand.one_of(True, False) else cells
    return Draw(board, {"line": line, **hand.maybe(sum=total)}, cells, factors=factors)


@oracle(_region_sum)
def region_sum_line(grid: Grid, line: Places, sum_: int | None = None) -> bool:
    sums: list[int] = []
    if len(line) > 2 and line[0] == line[-1]:  # a loop starts at a border, if it has one
        around = line[1:]
        starts = [
            at for at, place in enumerate(around) if grid.board.region_of(place) != grid.board.region_of(line[at])
        ]
        line = around[starts[0] :] + around[: starts[0]] if starts else around
    for at, place in enumerate(line):
        if at and grid.board.region_of(place) == grid.board.region_of(line[at - 1]):
            sums[-1] += grid.value(place)
        else:
            sums.append(grid.value(place))
    return len(set(sums)) == 1 if sum_ is None else set(sums) == {sum_}


def _sum_line(hand: Hand) -> Draw:
    board = hand.board((4, 4), (3, 3), (2, 3), zero=hand.one_of(True, False))
    cells = hand.cells(board, 2, 6)
    factors = hand.factors(cells, 2, 3)
    total = hand.total(board, cells[: hand.one_of(1, 2, 3)], factors)
    given = hand.maybe(sum=max(total, 1), loop=hand.one_of(True, False))
    return Draw(board, {"line": cells, **given}, cells, factors=factors)


@oracle(_sum_line)
def sum_line(grid: Grid, line: Places, sum_: int = 10, loop: bool = False) -> bool:
    def splits(counted: tuple[int, ...]) -> bool:
        return not counted or any(
            sum(counted[:at]) == sum_ and splits(counted[at:]) for at in range(1, len(counted) + 1)
        )

    counted = grid.values(line)
    return any(splits(counted[at:] + counted[:at]) for at in range(len(counted) if loop else 1))


# Words of digits.


def _expression(hand: Hand, digits: tuple[int, ...], depth: int) -> tuple[str, str]:
    """An expression as the rule writes it, and as Python does with a letter for each digit."""

    def letter(digit: int) -> tuple[str, str]:
        name = str(digit) if 0 <= digit < 10 and hand.random.random() < 0.8 else f"<{digit}>"
        return name, chr(97 + digits.index(digit))

    kind = hand.random.randrange(8) if depth else hand.random.randrange(3)
    if kind == 0:
        return ".", "."
    if kind == 1:
        return letter(hand.one_of(*digits))
    if kind == 2:
        low, high = sorted(hand.random.sample(digits, 2))
        single = letter(hand.one_of(*digits))
        sign = hand.one_of("", "^")
        return f"[{sign}{letter(low)[0]}-{letter(high)[0]}{single[0]}]", (
            f"[{sign}{letter(low)[1]}-{letter(high)[1]}{single[1]}]"
        )
    one, two = (_expression(hand, digits, depth - 1) for _ in range(2))
    if kind in (3, 4):
        return f"{one[0]} {two[0]}", one[1] + two[1]
    if kind == 5:
        return f"({one[0]}|{two[0]})", f"({one[1]}|{two[1]})"
    repeat = hand.one_of("*", "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}", "{1,}")
    return f"({one[0]}){repeat}{two[0]}", f"({one[1]}){repeat}{two[1]}"


_IN_PYTHON: dict[tuple[tuple[int, ...], str], str] = {}


def _regular(hand: Hand) -> Draw:
    board = hand.board((3, 3), (4, 4), negative=True)
    if hand.random.random() < 0.2:
        board = hand.board((3, 3), digits=(8, 9, 10, 12))
    cells = hand.cells(board, 2, 4)
    fillings = [hand.filling(board) for _ in range(60)]
    while True:
        ours, theirs = _expression(hand, board.digits, 3)
        _IN_PYTHON[board.digits, ours] = theirs
        if 1 < sum(regular_line(Grid(board, digits), cells, ours) for digits in fillings) < 59:
            return Draw(board, {"line": cells, "expression": ours}, cells)


@oracle(_regular)
def regular_line(grid: Grid, line: Places, expression: str) -> bool:
    digits = grid.board.digits
    word = "".join(chr(97 + digits.index(digit)) for digit in grid.word(line))
    return re.fullmatch(_IN_PYTHON[digits, expression], word) is not None


def _hidden(hand: Hand) -> Draw:
    board = hand.board((3, 3), (4, 4), negative=True)
    cells = hand.cells(board, 1, 5)
    digits = [hand.one_of(*board.digits[:2]) for _ in range(hand.random.randint(1, min(3, len(cells))))]
    return Draw(board, {"line": cells, "digits": digits}, cells)


@oracle(_hidden)
def hidden_sequence(grid: Grid, line: Places, digits: list[int]) -> bool:
    word = list(grid.word(line))
    return any(word[at : at + len(digits)] == digits for at in range(len(word)))


def _pairs(hand: Hand) -> Draw:
    board = hand.board((3, 3), (4, 4), negative=True)
    cells = hand.cells(board, 2, 5)
    every = [(one, other) for one in board.digits for other in board.digits]
    pairs = hand.random.sample(every, len(every) * 3 // 4)
    text = "; ".join(f"{one} {other}" for one, other in pairs)
    return Draw(board, {"line": cells, "pairs": text, **hand.maybe(apart=hand.one_of(True, False))}, cells)


@oracle(_pairs)
def pair_line(grid: Grid, line: Places, pairs: str, apart: bool = False) -> bool:
    listed = {tuple(map(int, pair.split())) for pair in pairs.split(";")}
    word = grid.word(line)
    furthest = len(word) if apart else 2
    return all((word[at], word[to]) in listed for to in range(len(word)) for at in range(to) if to - at < furthest)


def _automaton(hand: Hand) -> Draw:
    board = hand.board((3, 3), (4, 4), negative=True)
    cells = hand.cells(board, 1, 4)
    states = range(hand.one_of(1, 2, 3))
    moves = []
    for state in [*states, *states]:
        digits = hand.random.sample(board.digits, hand.random.randint(1, 3))
        moves.append(f"{state} {','.join(map(str, digits))} {hand.one_of(*states)}")
    given = {"line": cells, "moves": "; ".join(moves), "accepting": [hand.one_of(*states), hand.one_of(*states)]}
    return Draw(board, given | hand.maybe(start=hand.random.sample(states, hand.random.randint(1, len(states)))), cells)


@oracle(_automaton)
def automaton_line(grid: Grid, line: Places, moves: str, accepting: list[int], start: list[int] | None = None) -> bool:
    table = [move.split() for move in moves.split(";")]
    states = {str(state) for state in ([0] if start is None else start)}
    for digit in grid.word(line):
        states = {after for before, digits, after in table if before in states and str(digit) in digits.split(",")}
    return bool(states & {str(state) for state in accepting})


# Two cells.


def pair(**optional: Callable[[Hand], Any]) -> Callable[[Hand], Draw]:
    """A generator of signs between two cells side by side."""

    def draw(hand: Hand) -> Draw:
        board = hand.board(negative=True)
        cells = beside(hand, board)
        return Draw(
            board,
            {"cells": cells, **hand.maybe(**{name: make(hand) for name, make in optional.items()})},
            cells,
            factors=hand.factors(cells),
        )

    return draw


def beside(hand: Hand, board: Board) -> Places:
    """Two cells that share a side."""
    one = hand.one_of(*board.places)
    others = [other for other in board.places if abs(other.row - one.row) + abs(other.column - one.column) == 1]
    return one, hand.one_of(*others)


@oracle(pair(difference=lambda hand: hand.one_of(0, 1, 2, 3)))
def kropki_white(grid: Grid, cells: Places, difference: int = 1) -> bool:
    one, other = grid.values(cells)
    return one + difference == other or other + difference == one


@oracle(pair(ratio=lambda hand: hand.one_of(1, 2, 3)))
def kropki_black(grid: Grid, cells: Places, ratio: int = 2) -> bool:
    one, other = grid.values(cells)
    return one * ratio == other or other * ratio == one


@oracle(pair())
def kropki_grey(grid: Grid, cells: Places) -> bool:
    low, high = sorted(grid.values(cells))
    return high == low + 1 or high == 2 * low or low == 2 * high


@oracle(pair())
def consecutive(grid: Grid, cells: Places) -> bool:
    low, high = sorted(grid.values(cells))
    return high - low == 1


@oracle(pair())
def greater_than(grid: Grid, cells: Places) -> bool:
    return grid.value(cells[0]) > grid.value(cells[1])


def _xv(hand: Hand) -> Draw:
    drawn = pair()(hand)
    drawn.parameters["sum"] = hand.total(drawn.board, drawn.vary, drawn.factors)
    return drawn


@oracle(_xv)
def xv(grid: Grid, cells: Places, sum_: int) -> bool:
    return sum(grid.values(cells)) == sum_


# Cells by themselves.


def _some(hand: Hand) -> Draw:
    board = hand.board(negative=True)
    cells = hand.cells(board, 1, 4)
    return Draw(board, {"cells": cells}, cells, factors=hand.factors(cells))


@oracle(_some)
def even(grid: Grid, cells: Places) -> bool:
    return not any(digit & 1 for digit in grid.word(cells))


@oracle(_some)
def odd(grid: Grid, cells: Places) -> bool:
    return all(digit & 1 for digit in grid.word(cells))


@oracle(_some)
def extra_region(grid: Grid, cells: Places) -> bool:
    return all(grid[one] != grid[other] for one in cells for other in cells if one != other)


def _clone(hand: Hand) -> Draw:
    board = hand.board(negative=True)
    cells = hand.cells(board, 2, 5)
    half = len(cells) // 2
    given = {"cells": cells[:half], "copy": cells[half : 2 * half]}
    return Draw(board, given, cells[: 2 * half], factors=hand.factors(cells))


@oracle(_clone)
def clone(grid: Grid, cells: Places, copy: Places) -> bool:
    return grid.word(cells) == grid.word(copy)


def _slingshot(hand: Hand) -> Draw:
    board = hand.board(negative=True)
    index, value, *cells = hand.cells(board, 3, 5)
    given: dict[str, Any] = {"index": index, "value": value, "cells": tuple(cells)}
    return Draw(board, given, (index, value, *cells), factors=hand.factors(cells))


@oracle(_slingshot)
def value_indexing(grid: Grid, index: Place, value: Place, cells: Places) -> bool:
    pointed = dict(enumerate(grid.word(cells), 1))
    return pointed.get(grid[index]) == grid[value]
