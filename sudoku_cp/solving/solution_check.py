"""A fast check whether values solve a model, in microseconds; `Model.violations` explains why they do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from sudoku_cp import _verifier
from sudoku_cp._base.errors import LoweringError, UnsoundAnswerError
from sudoku_cp.kernel.all_different import AllDifferent

if TYPE_CHECKING:
    from sudoku_cp.model import Cell, Model, Objective, Solution

LARGEST_VALUE = 2**63 - 1
"""The largest value that solutions may have, and the largest negative one."""


class SolutionCheck:
    """Tests whether values satisfy the candidates and constraints of a model, and keep givens.

    A compiled module tests candidates, all-differents and givens (``verifier/``); all other constraints are asked.

    Raises
    ------
    LoweringError
        If a value of a domain is too large for it.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._cells = model.cells
        constraints = model.constraints
        self.others = [constraint for constraint in constraints if not isinstance(constraint, AllDifferent)]
        """The constraints that the verifier does not test."""
        candidates = [model.pencilmarks.get(cell, cell.domain) for cell in self._cells]
        for cell in self._cells:
            if max(map(abs, cell.domain)) > LARGEST_VALUE:
                raise LoweringError(f"the domain of {cell.name} has values of more than 64 bits")
        houses = [constraint.cells for constraint in constraints if isinstance(constraint, AllDifferent)]
        index = attrgetter("index")
        self.verifier = _verifier.Verifier(candidates, [list(map(index, cells)) for cells in houses])

    def __call__(self, values: tuple[int, ...], givens: dict[Cell, int]) -> bool:
        """Check values in cell order."""
        if not self.verifier.holds(values, givens, self._cells):
            return False
        if not self.others:
            return True
        assignment = dict(zip(self._cells, values, strict=True))
        return all(constraint.holds(assignment) for constraint in self.others)

    def verify(
        self, solver: str, solution: Solution, givens: Mapping[Cell, int], said: int | None, target: int | None
    ) -> None:
        """Refuse a wrong solution, and one whose score differs from the reported one or is worse than the target.

        Raises
        ------
        UnsoundAnswerError
            If it is one.
        """
        values, objective = solution.values_in_order, self._model.objective
        if not self(values, givens if isinstance(givens, dict) else dict(givens)):
            raise UnsoundAnswerError(f"{solver} gave a wrong solution: {reason(self._model, values, givens)}")
        if objective is not None and (said is not None or target is not None):
            check_score(solver, objective, solution, said, target)


def reason(model: Model, values: Sequence[int], givens: Mapping[Cell, int]) -> str:
    """Explain why a quick check has refused values, or report that the model does not agree."""
    broken = model.violations(values, givens)
    return str(broken[0]) if broken else "the quick check refuses it, although the model finds nothing broken"


def check_score(solver: str, objective: Objective, solution: Solution, said: int | None, target: int | None) -> None:
    """Refuse a solution whose score differs from the reported one, or is worse than the target.

    Raises
    ------
    UnsoundAnswerError
        If the score is wrong or too bad.
    """
    score = objective.value(solution)
    if said is not None and score != said:
        raise UnsoundAnswerError(f"{solver} reports {said} for a solution with the score {score}")
    if target is not None and objective.better(target, score):
        raise UnsoundAnswerError(f"{solver} gave a solution with the score {score}, worse than {target}")
