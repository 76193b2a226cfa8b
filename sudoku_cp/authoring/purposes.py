"""What sets of clues and givens suffice for: no solution, no solution but one, or the solutions of the whole puzzle."""

from __future__ import annotations

from sudoku_cp.authoring.sub_puzzles import SubPuzzles
from sudoku_cp.authoring.sufficient import Purpose
from sudoku_cp.human.finder import StepFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.path import walk
from sudoku_cp.model import AllOf, Constraint, Not, Solution


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


class Solvability(Uniqueness):
    """That steps of a few elements lead to the only solution.

    More parts never take a step away: each set of elements eliminates all that it does with more candidates. So one of
    the parts outside of an insufficient set is needed, whatever else there is.
    """

    def __init__(self, puzzles: SubPuzzles, solution: Solution, most_elements: int) -> None:
        super().__init__(puzzles, solution)
        self.most_elements = most_elements

    def _find(self, kept: int) -> int | None:
        violated = super()._find(kept)
        if violated is not None:
            return violated
        return None if self._is_solved(kept) else self.everything & ~kept

    def _is_solved(self, kept: int) -> bool:
        def should_stop() -> bool:
            self.puzzles.limits_left()
            return False

        model = self.puzzles.model_of(kept)
        marks = Marks(model, self.puzzles.givens_of(kept))
        for _ in walk(StepFinder(model, should_stop), marks, self.most_elements):
            self.puzzles.count_nodes(0)
        return marks.is_solved()


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
