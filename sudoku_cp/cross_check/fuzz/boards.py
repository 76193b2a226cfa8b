"""Random boards and free variables, with an assignment that the rest of a case is built around."""

from __future__ import annotations

from itertools import islice
from random import Random

from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.model import Model, Sudoku
from sudoku_cp.model.geometry import default_box
from sudoku_cp.model.limits import Limits

_REGIONS = {
    2: ("1122", "1221"),
    3: ("112132332", "123231312", "111232323"),
    4: ("1112132233243444", "1234341221434321", "1122132213343444"),
    5: ("1112213322133245534455544", "1234534512512342345145123"),
    6: ("111222111222333444333444555666555666", "112233112233112233445566445566445566"),
}
"""Connected and scattered regions; not all of them admit a solution."""

_CONNECTED = {size: _REGIONS[size][0] for size in (2, 3, 4)}
"""Connected regions that admit solutions."""

_OFFSETS = (1, 1, 1, 1, 0, -1, -2, 2)


def free_variables(random: Random) -> Model:
    """Up to five variables whose domains may start at any value and have gaps."""
    model = Model("free")
    shared = random.random() < 0.5
    domain = _domain(random)
    for number in range(random.choice((1, 2, 2, 3, 3, 4, 5))):
        model.variable(f"x{number}", domain if shared else _domain(random))
    return model


def _domain(random: Random) -> list[int]:
    values = range(-3, 6) if random.random() < 0.9 else (-9, -4, 0, 1, 7, 12, 30)
    return random.sample(values, random.choice((1, 2, 2, 3, 3, 4)))


def random_layout(random: Random, size: int) -> Sudoku:
    """A grid with connected boxes or regions, and as many digits as each has cells."""
    first = random.choice(_OFFSETS)
    digits = range(first, first + size)
    if size in _CONNECTED and random.random() < 0.4:
        return Sudoku(size, regions=_CONNECTED[size], digits=digits)
    return Sudoku(size, box=_random_box(random, size), digits=digits)


def _random_box(random: Random, size: int) -> tuple[int, int]:
    heights = [height for height in range(1, size + 1) if size % height == 0]
    height = default_box(size)[0] if random.random() < 0.7 else random.choice(heights)
    return height, size // height


def random_board(random: Random, size: int) -> Sudoku:
    """A grid with boxes, regions or neither, with digits from any number on, sometimes one or two extra."""
    first = random.choice(_OFFSETS)
    further = random.choice((0, 0, 0, 1, 1, 2)) if size < 9 else random.choice((0, 0, 0, 0, 1))
    digits = range(first, first + size + further) if random.random() < 0.9 else range(size + 1)
    layout = random.choice(("box", "box", "box", "regions", "latin"))
    if layout == "regions" and size in _REGIONS:
        return Sudoku(size, regions=random.choice(_REGIONS[size]), digits=digits)
    if layout == "latin":
        return Sudoku(size, regions="", digits=digits)
    return Sudoku(size, box=_random_box(random, size), digits=digits)


def solved(board: Sudoku, random: Random) -> tuple[int, ...] | None:
    """The digits of a random solution of a board without clues, in reading order; None if none is found.

    Boards with boxes or without regions follow a pattern that needs no search; for others, one of the first solutions
    is taken.
    """
    digits = random.sample(board.digits, len(board.digits))
    if board.box is not None or not board.boxes:
        return tuple(digits[place] for row in _pattern(board, random) for place in row)
    found = list(islice(BruteForce().compile(board).solutions(limits=Limits(nodes=4000)), 20))
    return random.choice(found).values_in_order if found else None


def _pattern(board: Sudoku, random: Random) -> list[list[int]]:
    """A grid of numbers from 0 to size - 1: shifted rows, with bands, stacks and their lines permuted."""
    size = board.size
    height, width = board.box or (1, size)
    rows = _lines(random, width, height)
    columns = _lines(random, height, width)
    return [[(row % height * width + row // height + column) % size for column in columns] for row in rows]


def _lines(random: Random, bands: int, lines: int) -> list[int]:
    """The numbers of all lines, permuted within their bands, and the bands permuted."""
    order = random.sample(range(bands), bands)
    return [band * lines + line for band in order for line in random.sample(range(lines), lines)]
