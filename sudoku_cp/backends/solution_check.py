"""A fast check whether values solve a model, in microseconds; `Model.violations` explains why they do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import getitem, or_
from typing import TYPE_CHECKING

from sudoku_cp.constraints.all_different.meaning import AllDifferent
from sudoku_cp.errors import UnsoundAnswerError

if TYPE_CHECKING:
    from sudoku_cp.model import Cell, Model, Objective, Solution


class SolutionCheck:
    """Tests whether values in cell order satisfy the candidates and constraints of a model, without givens.

    Each value of each all-different has a bit, and a candidate has the bits of its value in the all-differents of its
    cell. If the union of all chosen candidates has as many bits as the all-differents have cells, no two share a bit.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._cells = model.cells
        houses = [constraint.cells for constraint in model.constraints if isinstance(constraint, AllDifferent)]
        self._others = [constraint for constraint in model.constraints if not isinstance(constraint, AllDifferent)]
        self._bits = sum(map(len, houses))
        values = sorted({value for cell in self._cells for value in cell.domain})
        units = dict.fromkeys(self._cells, 0)  # the bits of the least value of each cell
        for number, house in enumerate(houses):
            for cell in house:
                units[cell] |= 1 << number * len(values)
        place = {value: at for at, value in enumerate(values)}
        self._marks = [_Marks(place, model.domain_of(cell), unit) for cell, unit in units.items()]

    def __call__(self, values: tuple[int, ...]) -> bool:
        try:
            union = reduce(or_, map(getitem, self._marks, values), 0)
        except KeyError:
            return False
        if union.bit_count() != self._bits:
            return False
        if not self._others:
            return True
        assignment = dict(zip(self._cells, values, strict=True))
        return all(constraint.holds(assignment) for constraint in self._others)

    def verify(
        self, backend: str, solution: Solution, givens: Mapping[Cell, int], said: int | None, target: int | None
    ) -> None:
        """Refuse a wrong solution, and one whose score differs from the reported one or is worse than the target.

        Raises
        ------
        UnsoundAnswerError
            If it is one.
        """
        values, objective = solution.values_in_order, self._model.objective
        if not self(values) or any(values[cell.index] != value for cell, value in givens.items()):
            raise UnsoundAnswerError(f"{backend} gave a wrong solution: {reason(self._model, values, givens)}")
        if objective is not None and (said is not None or target is not None):
            check_score(backend, objective, solution, said, target)


def reason(model: Model, values: Sequence[int], givens: Mapping[Cell, int]) -> str:
    """Explain why a quick check has refused values, or report that the model does not agree."""
    broken = model.violations(values, givens)
    return str(broken[0]) if broken else "the quick check refuses it, although the model finds nothing broken"


def check_score(backend: str, objective: Objective, solution: Solution, said: int | None, target: int | None) -> None:
    """Refuse a solution whose score differs from the reported one, or is worse than the target.

    Raises
    ------
    UnsoundAnswerError
        If the score is wrong or too bad.
    """
    score = objective.value(solution)
    if said is not None and score != said:
        raise UnsoundAnswerError(f"{backend} reports {said} for a solution with the score {score}")
    if target is not None and objective.better(target, score):
        raise UnsoundAnswerError(f"{backend} gave a solution with the score {score}, worse than {target}")


class _Marks(dict[int, int]):
    """The bits of each candidate of a cell, made at their first use, as they are long in a large grid."""

    def __init__(self, place: dict[int, int], candidates: tuple[int, ...], unit: int) -> None:
        super().__init__()
        self._place = place
        self._candidates = candidates
        self._unit = unit

    def __missing__(self, value: int) -> int:
        if value not in self._candidates:
            raise KeyError(value)
        self[value] = self._unit << self._place[value]
        return self[value]
