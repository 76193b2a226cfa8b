"""Models with cells of more values than a mask has bits, compiled digit by digit, and over bounds."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, cast

from sudoku_cp.kernel.cell import Cell, Givens
from sudoku_cp.model import Model, Objective
from sudoku_cp.model.answers import Statistics
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.exact_cover.bounds import Bounds
from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover, status_of
from sudoku_cp.solvers.exact_cover.lowering import lower
from sudoku_cp.solvers.exact_cover.narrow import NarrowModel
from sudoku_cp.solving.lowered_model import LoweredModel

if TYPE_CHECKING:
    from sudoku_cp.model.answers import Candidates, Solution, Status
    from sudoku_cp.model.questions import Enumerator
    from sudoku_cp.solvers.exact_cover.compiled import ExactCoverSolver


class CompiledWide(CompiledExactCover):
    """A model with wide cells, lowered digit by digit.

    Parameters
    ----------
    model, solver, limits
        See `CompiledExactCover`.
    """

    def __init__(self, model: Model, solver: ExactCoverSolver, limits: Limits = NO_LIMITS) -> None:
        start = monotonic()
        self._narrow = NarrowModel(model, limits)
        problem = lower(self._narrow, limits.after(start), add=Bounds(self._narrow).add)
        super().__init__(model, solver, problem=problem)

    def _by_cell(self, givens: Givens) -> tuple[tuple[Cell, ...], dict[Cell, int]]:
        return self._narrow.cells, self._narrow.givens_of(givens)

    def _solution(self, row: tuple[int, ...]) -> Solution:
        return self.model.solution(self._narrow.values_of(row))

    def _engine_objective(self) -> Objective:
        assert self._narrow.objective is not None
        return self._narrow.objective

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        return self._values(super()._enumerate(givens, limits))

    def _enumerate_reaching(self, target: int, givens: Givens, limits: Limits) -> Enumerator:
        return self._values(super()._enumerate_reaching(target, givens, limits))

    def _values(self, rows: Enumerator) -> Enumerator:
        """The solutions, with values in place of digits."""
        while True:
            try:
                row = next(rows)
            except StopIteration as end:
                return cast("tuple[Status, Statistics]", end.value)
            yield self._narrow.values_of(row)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        """Find the first digits that occur; then, with each of a wide cell, its second ones, and so on."""
        from sudoku_cp.model.answers import Candidates

        start = monotonic()
        cells, fixed = self._by_cell(givens)
        nodes = propagations = 0
        complete = True
        found: dict[Solution, None] = {}
        asked: set[tuple[Cell, tuple[int, ...]]] = set()

        def ask(further: dict[Cell, int]) -> None:
            nonlocal nodes, propagations, complete
            left = limits.after(start)
            if limits.nodes is not None:
                left = replace(left, nodes=max(limits.nodes - nodes, 0))
            covers, is_complete, more_nodes, more = self._covers((cells, {**fixed, **further}), left)
            nodes, propagations = nodes + more_nodes, propagations + more
            complete &= is_complete
            for row in covers:
                found.setdefault(self.verified(self._solution(row), givens))

        ask({})
        for cell in self._narrow.wide_cells:
            digits = [digit for _, digit in self._narrow.digits_of(cell).terms]
            for depth in range(1, len(digits)):
                of = self._narrow.digits_of(cell).of
                for prefix in sorted({of(solution[cell])[:depth] for solution in found}):
                    if complete and (cell, prefix) not in asked:
                        asked.add((cell, prefix))
                        ask(dict(zip(digits, prefix, strict=False)))
        values = {cell: tuple(sorted({solution[cell] for solution in found})) for cell in self.model.cells}
        statistics = Statistics(nodes, propagations, monotonic() - start)
        return Candidates(self.solver_name, status_of(complete, bool(found)), values, statistics)

    _solve_many = LoweredModel._solve_many
    _best_many = LoweredModel._best_many
