"""Solvers by name, with settings or behind a relation: ``cp-sat:presolve=true``, ``exact-cover~relabel``.

==========================  ==========================================================================================
name                        meaning
==========================  ==========================================================================================
``exact-cover`` …           a solver of `sudoku_cp.solving`, with settings if it has any
``brute-force``             exhaustive search: the referee for tiny models
``NAME~RELATION``           the model is transformed first (see `sudoku_cp.cross_check.relations`)
``NAME~batch``              counts and best solutions come from `solve_many` and `best_many`, in a batch of other
                            puzzles of the model
``NAME~no-node-limit``      solutions are searched for and counted without a node limit, so that ``exact-cover``
                            searches hard plain puzzles on many boards at once
==========================  ==========================================================================================

Relations can be combined: ``cp-sat:presolve=true,seed=7~transpose~reorder``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sudoku_cp._base.errors import unknown
from sudoku_cp.cross_check.batch_checks import BatchCheck
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.delegate import Delegate, Wrapper
from sudoku_cp.cross_check.related import Related
from sudoku_cp.cross_check.relations import RELATIONS
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model, ModelError
from sudoku_cp.model.answers import Result
from sudoku_cp.model.compiled import Enumerator
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.solver import Solver


def configured(name: str) -> Solver:
    """Load a solver by its name, with the settings and relations in the name.

    Raises
    ------
    ModelError
        If there is no such solver, setting or relation.

    >>> configured("cp-sat:seed=7,presolve=true~reorder").name
    'cp-sat:seed=7,presolve=true~reorder'
    """
    plain, tilde, relation = name.rpartition("~")
    if tilde:
        if relation not in RELATIONS and relation not in _OTHERWISE:
            raise ModelError(unknown("relation", relation, (*RELATIONS, *_OTHERWISE)))
        inner = configured(plain)
        if relation in _OTHERWISE:
            return _OTHERWISE[relation](inner)
        return Related(f"{inner.name}~{relation}", inner, RELATIONS[relation])
    if plain_name(name) != BruteForce.plain_name:
        return load_solver(name)
    if name != BruteForce.plain_name:
        raise ModelError(f"{BruteForce.plain_name} has no settings")
    return BruteForce()


def plain_name(name: str) -> str:
    """The name of a solver without settings and relations.

    >>> plain_name("cp-sat:presolve=true~reorder")
    'cp-sat'
    """
    return name.partition("~")[0].partition(":")[0]


class _NoNodeLimit(Wrapper):
    """A solver that finds and counts solutions without a node limit."""

    def __init__(self, plain: Solver) -> None:
        super().__init__(f"{plain.name}~no-node-limit", plain)

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        """Lower a model with the solver."""
        return _CompiledNoNodeLimit(model, self, self._plain.compile(model, limits))


class _CompiledNoNodeLimit(Delegate):
    def _solve(self, givens: Givens, limits: Limits) -> Result:
        return super()._solve(givens, replace(limits, nodes=None))

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        return super()._count(givens, limit, replace(limits, nodes=None))

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        return super()._enumerate(givens, replace(limits, nodes=None))


_OTHERWISE: dict[str, Callable[[Solver], Solver]] = {"batch": BatchCheck, "no-node-limit": _NoNodeLimit}
"""Other ways of asking, by the name of the relation."""
