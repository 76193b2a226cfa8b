"""The prices by which the engine bounds scores, for whoever wants to show its bounds."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_cp.backends.contract import Givens
from sudoku_cp.backends.exact_cover.program import ExactCoverProgram

SCALE = 1024
"""Prices are counted in parts of a unit of cost."""

Prices = Mapping[tuple[frozenset[int], int], int]
"""By house (its cells) and value: what taking the value costs besides, in parts; below 0 it is a reward."""

_BOUND = 2
"""A step in the log of the engine that a vector of prices follows."""


def prices_at_root(program: ExactCoverProgram, target: int, givens: Givens) -> Prices:
    """The prices that bound the scores before any branching; empty where they exclude nothing.

    Parameters
    ----------
    target
        The score that is to be excluded, with all better ones.
    """
    solver = program.solver_reaching(target, givens)
    solver.keep_log()
    solver.take(1, nodes=0)
    problem = program.problem
    width = max(map(len, problem.tables), default=0)
    length = len(problem.houses) * width
    log, at = solver.log, 0
    while at + 1 + length < len(log) and log[at] == log[at + 1 + length] == _BOUND:
        at += 1 + length
    if not log or log[at] != _BOUND:
        return {}
    rewards = log[at + 1 : at + 1 + length]
    return {
        (frozenset(house), value): -rewards[number * width + place]
        for number, house in enumerate(problem.houses)
        for place, value in enumerate(problem.tables[house[0]])
    }
