"""Connected groups in a formula: the distance of each cell in the group from its first one.

``reached[d]`` of a place is true if d steps inside the group lead there from its first cell; all variables are
functions of the cells.
"""

from __future__ import annotations

from sudoku_cp.kernel.connected import Connected
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solvers.pseudo_boolean.encoding import MAX_EDGES, Encoding, Guard, NotCoveredError, signed
from sudoku_cp.solvers.pseudo_boolean.formula import Formula


def encode(constraint: Connected, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    if constraint.size == 0:  # a group has a cell
        if positive:
            encoding.clause([], guard)
        return
    inside = []
    for cell in constraint.cells:
        inside.append(encoding.formula.variable())
        values = encoding.literals[cell.index].items()
        members = [(1, literal) for value, literal in values if value in constraint.values]
        encoding.formula.equal([*members, (-1, inside[-1])], 0)
    members = [(1, member) for member in inside]
    relation, size = (Relation.AT_LEAST, 1) if constraint.size is None else (Relation.EQUAL, constraint.size)
    apart = _strays(encoding.formula, constraint, inside)
    if positive:
        encoding.relate(members, relation, size, guard)
        for stray in apart:
            encoding.clause([stray ^ 1], guard)
        return
    sized = encoding.formula.variable()
    encoding.relate(members, relation, size, sized)
    opposite, more = signed(relation, False)
    encoding.relate(members, opposite, size + more, sized ^ 1)
    encoding.clause([sized ^ 1, *apart], guard)


def _strays(formula: Formula, constraint: Connected, inside: list[int]) -> list[int]:
    """For each place a literal that is true if it is in the group but not connected to its first cell.

    Parameters
    ----------
    inside
        For each place the literal that is true if it is in the group.
    """
    beside: list[list[int]] = [[] for _ in inside]
    for one, other in constraint.neighbours:
        beside[one].append(other)
        beside[other].append(one)
    steps = min(constraint.size or len(inside), len(inside)) - 1
    if steps * (len(inside) + len(constraint.neighbours)) > MAX_EDGES:
        raise NotCoveredError(f"a group of this size would need more than {MAX_EDGES:,} steps")
    reached = _first(formula, inside)
    for _ in range(steps):
        reached = [
            formula.both(member, formula.some([reached[place], *(reached[other] for other in beside[place])]))
            for place, member in enumerate(inside)
        ]
    return [formula.both(member, far ^ 1) for member, far in zip(inside, reached, strict=True)]


def _first(formula: Formula, inside: list[int]) -> list[int]:
    """For each place a literal that is true if it is the first in the group."""
    first: list[int] = []
    before: int | None = None
    for member in inside:
        first.append(member if before is None else formula.both(member, before ^ 1))
        before = member if before is None else formula.some([before, member])
    return first
