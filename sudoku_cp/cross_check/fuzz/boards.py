"""Random boards and free variables, with an assignment that the rest of a case is built around.

A ground for the clues of a case is any number of equal boards, and solutions of them.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.instances import Witness
from sudoku_cp.model import Model, ModelError, Sudoku
from sudoku_cp.model.geometry import default_box
from sudoku_cp.model.limits import Limits
from sudoku_cp.rules import RULES, AppliedRule

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


SEARCH = Limits(nodes=1500)
"""The limits of the search for a solution that a clue allows."""


class Ground:
    """A board, which may have regions that are to be found, for clues about such regions.

    Parameters
    ----------
    size
        The size of the board.
    open_regions
        Whether its regions are variables.
    """

    def __init__(self, random: Random, size: int, open_regions: bool = False) -> None:
        self._size = size
        self._shape = random.random()
        self._layout = random_layout(random, size) if open_regions else self.fresh_without_regions()
        self.first: tuple[AppliedRule, ...] = (RULES["chaos_construction"](),) if open_regions else ()
        """The initial clues of its boards."""

    def fresh_without_regions(self) -> Sudoku:
        """A new board without the initial clues."""
        return random_board(Random(self._shape), self._size)

    def fresh(self) -> Sudoku:
        """A new board."""
        if not self.first:
            return self.fresh_without_regions()
        board = Sudoku(self._size, regions="", digits=self._layout.digits)
        board.add(*self.first)
        return board

    def solution(self, random: Random) -> tuple[int, ...] | None:
        """The digits of a random solution, in reading order; None if none is found."""
        return solved(self._layout, random)

    def solution_with(self, random: Random, clue: AppliedRule) -> tuple[int, ...] | None:
        """The digits of a solution that a clue allows; None if none is found within the limits."""
        if self.first:
            return None
        board, row = self.fresh(), self.solution(random)
        try:
            board.add(clue)
        except ModelError:
            return None
        for cell, digit in zip(board.grid, (row or ())[: board.size], strict=False):
            board.give(cell, digit)
        found = next(BruteForce().compile(board).solutions(limits=SEARCH), None)
        return None if found is None else tuple(found[cell] for cell in board.grid)

    def witness(self, board: Sudoku, digits: tuple[int, ...]) -> Witness:
        """The solution as an assignment of a board's cells, and of its regions if these are variables."""
        witness = dict(zip(board.grid, digits, strict=True))
        if not self.first:
            return witness
        places = zip(board.grid, self._layout.grid, strict=True)
        boxes = {board.region_of[cell]: self._layout.box_of[place] for cell, place in places}
        numbers = {box: region.domain[0] for region, box in boxes.items() if len(region.domain) == 1}
        for region, box in boxes.items():
            witness[region] = numbers.setdefault(box, len(numbers) + 1)
        return witness
