"""Grounds for the clues of a case: any number of equal boards, and solutions of them."""

from __future__ import annotations

from random import Random

from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.drawing import Witness
from sudoku_cp.cross_check.fuzz.boards import random_board, random_layout, solved
from sudoku_cp.model import ModelError, Sudoku
from sudoku_cp.model.limits import Limits
from sudoku_cp.rules import RULES, AppliedRule

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
