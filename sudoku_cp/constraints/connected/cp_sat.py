"""Connected groups in CP-SAT: the cells reached from the first one of the group, step by step."""

from __future__ import annotations

from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.connected import Connected
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solvers.cp_sat.literals import negated
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_sum

MAX_STEPS = 500_000
"""The largest number of literals, one for each cell and number of steps."""


def define(constraint: Connected, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the cells with one of the values form one group, of the given size if any.

    Raises
    ------
    LoweringError
        If there are too many cells.
    """
    literals = definitions.literals
    members = [literals.among(cell, constraint.values) for cell in constraint.cells]
    size = len(members) if constraint.size is None else min(constraint.size, len(members))
    if len(members) * size > MAX_STEPS:
        raise LoweringError(f"{constraint}: more than {MAX_STEPS:,} steps, the limit for cp-sat")
    beside: list[set[int]] = [{place} for place in range(len(members))]
    for one, other in constraint.neighbours:
        beside[one].add(other)
        beside[other].add(one)
    some = literals.false
    reached = []
    for member in members:
        reached.append(literals.both(member, negated(some)))
        some = literals.some((some, member))
    for _ in range(size - 1):
        reached = [
            literals.both(member, literals.some(reached[place] for place in sorted(places)))
            for member, places in zip(members, beside, strict=True)
        ]
    wrong = [negated(some)]
    wrong += [literals.both(member, negated(there)) for member, there in zip(members, reached, strict=True)]
    if constraint.size is not None:
        is_so_large = literals.true if literals.is_true(holds) else literals.boolean()
        define_sum([(1, member) for member in members], Relation.EQUAL, constraint.size, is_so_large, literals)
        wrong.append(negated(is_so_large))
    literals.equate(negated(holds), literals.some(wrong))
