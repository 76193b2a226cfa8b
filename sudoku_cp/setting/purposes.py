"""What sets of clues and givens suffice for: no solution, no solution but one, or the solutions of the whole puzzle."""

from __future__ import annotations

from sudoku_cp.model import AllOf, Constraint, Not, Solution
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


class Equivalence(Purpose):
    """That the solutions are those of the whole puzzle; a solution that violates some part is a counterexample."""

    def _find(self, kept: int) -> int | None:
        left = self.puzzles.members(self.everything & ~kept)
        if not left:
            return None
        broken: list[Constraint] = [AllOf(*part.constraints) for part in left if not part.is_given]
        broken += [part.cell == part.value for part in left if part.cell is not None and part.value is not None]
        found = self.puzzles.solution_with(kept, Not(AllOf(*broken)))
        return self.puzzles.violated(found) if found is not None else None
