"""A constraint in every place where it can stand: required, in combinations, beside an objective."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from sudoku_cp import AllOf, AnyOf, Constraint, Exactly, Model, Not
from sudoku_cp.model.answers import Status
from sudoku_cp.solving.solver import Solver
from tests.support.comparison import assert_same_sets
from tests.support.oracle import Values

Declare = Callable[..., Constraint | Sequence[Constraint]]
Holds = Callable[..., bool]
InEveryContext = Callable[[Solver, Sequence[Sequence[int]], Declare, Holds], set[Values]]

CONTEXTS: tuple[tuple[Callable[..., Constraint] | None, Callable[[bool, bool], bool]], ...] = (
    (None, lambda held, at_first: held),
    (lambda c, first, other: Not(c), lambda held, at_first: not held),
    (lambda c, first, other: AnyOf(first, c), lambda held, at_first: held or at_first),
    (lambda c, first, other: Exactly(1, c, first, c), lambda held, at_first: at_first and not held),
    (lambda c, first, other: Exactly(1, ~c, other), lambda held, at_first: held == (not at_first)),
    (lambda c, first, other: ~(AnyOf(~c, first) & (c | other)), lambda held, at_first: held != at_first),
)
"""How the constraint is combined with "the first cell has its last value" and "it has another", None where it stands
alone; and what the combination then means."""


def in_every_context(solver: Solver, domains: Sequence[Sequence[int]], declare: Declare, holds: Holds) -> set[Values]:
    """Compare the solutions of a constraint with those of a predicate in every context, and the best score.

    Parameters
    ----------
    solver
        The one that is asked.
    domains
        Of the cells, in order.
    declare
        Makes the constraint, or several that are required together, of the cells.
    holds
        The predicate on the cells' values.

    Returns
    -------
    set of tuple of int
        The solutions of the constraint itself.
    """
    everything = list(product(*domains))
    for combine, combined in CONTEXTS:
        model = Model()
        cells = [model.variable(f"x{number}", domain) for number, domain in enumerate(domains)]
        declared = declare(*cells)
        parts = [declared] if isinstance(declared, Constraint) else list(declared)
        first = domains[0][-1]
        if combine is None:
            model.add(*parts)
        else:
            model.add(combine(parts[0] if len(parts) == 1 else AllOf(*parts), cells[0] == first, cells[0] != first))
        _compare(solver, model, {values for values in everything if combined(holds(*values), values[0] == first)})
    return {values for values in everything if holds(*values)}


def _compare(solver: Solver, model: Model, expected: set[Values]) -> None:
    cells = model.cells
    score = sum((number * cell for number, cell in enumerate(cells, 1)), -3 * cells[-1])
    model.maximize(score)
    compiled = solver.compile(model)
    assert_same_sets((solution.values_in_order for solution in compiled.solutions()), expected)
    assert compiled.count().count == len(expected)
    best = compiled.solve()
    scores = (score.value(dict(zip(cells, values, strict=True))) for values in expected)
    assert best.objective == max(scores, default=None)
    assert best.status is (Status.OPTIMAL if expected else Status.INFEASIBLE)
