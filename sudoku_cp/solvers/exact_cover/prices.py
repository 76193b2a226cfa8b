"""The prices by which the engine bounds scores, for proofs of these bounds."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_cp.model.givens import Givens
from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover

SCALE = 1024
"""The number of parts of prices in a unit of cost."""

Prices = Mapping[tuple[frozenset[int], int], int]
"""The extra cost of a value by house (its cells) and value, in parts; negative costs are rewards."""


def prices_at_root(compiled: CompiledExactCover, target: int, givens: Givens) -> Prices:
    """The prices that bound the scores at the root of the search; empty if there are none.

    Parameters
    ----------
    target
        The score to exclude, together with all better scores.
    """
    solver = compiled.solver_reaching(target, givens)
    solver.take(1, nodes=0)
    rewards = solver.multipliers
    if not any(rewards):
        return {}
    problem = compiled.problem
    width = max(map(len, problem.tables))
    return {
        (frozenset(house), value): -rewards[number * width + place]
        for number, house in enumerate(problem.houses)
        for place, value in enumerate(problem.tables[house[0]])
    }
