"""The prices by which the engine bounds scores, for whoever wants to show its bounds."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_cp.backends.contract import Givens
from sudoku_cp.backends.exact_cover.compiled import CompiledExactCover

SCALE = 1024
"""Prices are counted in parts of a unit of cost."""

Prices = Mapping[tuple[frozenset[int], int], int]
"""By house (its cells) and value: what taking the value costs besides, in parts; below 0 it is a reward."""


def prices_at_root(compiled: CompiledExactCover, target: int, givens: Givens) -> Prices:
    """The prices that bound the scores before any branching; empty where there are none.

    Parameters
    ----------
    target
        The score that is to be excluded, with all better ones.
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
