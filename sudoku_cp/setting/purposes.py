"""What sets of clues and givens suffice for: that there is no solution, or no solution but one."""

from __future__ import annotations

from sudoku_cp.model import Solution
from sudoku_cp.setting.sub_puzzles import SubPuzzles
from sudoku_cp.setting.sufficient import Purpose


class Contradiction(Purpose):
    """That there is no solution; every solution of a sub-puzzle is a counterexample."""

    def _find(self, kept: int) -> int | None:
        found = self.puzzles.solutions(kept, 1)
        return self.puzzles.violated(found[0]) if found else None


class Uniqueness(Purpose):
    """That there is no solution but one; every other solution of a sub-puzzle is a counterexample."""

    def __init__(self, puzzles: SubPuzzles, solution: Solution) -> None:
        super().__init__(puzzles)
        self.solution = solution

    def _find(self, kept: int) -> int | None:
        for other in self.puzzles.solutions(kept, 2):
            if other != self.solution:
                return self.puzzles.violated(other)
        return None
