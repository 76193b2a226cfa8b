"""Cases of one constraint: small domains, its declaration, and a plain predicate that says what it means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from sudoku_cp import Constraint, Model
from sudoku_cp.solving.registry import load_solver
from tests.support.contexts import in_every_context


@dataclass(frozen=True)
class Case:
    domains: Sequence[Sequence[int]]
    declare: Callable[..., Constraint | Sequence[Constraint]]
    holds: Callable[..., bool]
    all_or_none: bool = False
    """Whether every assignment or none is to be a solution; every other case must have both kinds."""


def assert_means(case: Case, solver: str) -> None:
    """The constraint holds where the predicate is true, and the solver finds just that, wherever it stands."""
    everything = list(product(*case.domains))
    cells = [Model().variable(f"x{number}", domain) for number, domain in enumerate(case.domains)]
    declared = case.declare(*cells)
    parts = [declared] if isinstance(declared, Constraint) else declared
    held = {values for values in everything if all(c.holds(dict(zip(cells, values, strict=True))) for c in parts)}
    solutions = in_every_context(load_solver(solver), case.domains, case.declare, case.holds)
    assert held == solutions
    assert case.all_or_none == (len(solutions) in (0, len(everything)))
