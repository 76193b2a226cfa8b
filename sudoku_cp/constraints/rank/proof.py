"""The rank of a line in a formula: variables for the lines that are lower or the same, functions of the cells."""

from __future__ import annotations

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.rank import Rank
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard, signed


def encode(constraint: Rank, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    if not constraint.line:
        if constraint.holds({}) != positive:
            encoding.clause([], guard)
        return
    formula = encoding.formula
    lower, same = [], []
    for other in constraint.others:
        pairs = list(zip(other, constraint.line, strict=True))
        is_lower, is_same = _less(*pairs[-1], encoding), _equal(*pairs[-1], encoding)
        for there, here in reversed(pairs[:-1]):
            equal = _equal(there, here, encoding)
            is_lower = formula.some([_less(there, here, encoding), formula.both(equal, is_lower)])
            is_same = formula.both(equal, is_same)
        lower.append((1, is_lower))
        same.append(is_same)
    if not constraint.ties and positive:
        for literal in same:
            encoding.clause([literal ^ 1], guard)
    elif not constraint.ties:
        differs = formula.some(same) ^ 1
        guard = differs if guard is None else formula.both(guard, differs)
    relation, more = signed(Relation.EQUAL, positive)
    encoding.relate(lower, relation, constraint.rank - 1 + more, guard)


def _less(one: Cell, other: Cell, encoding: Encoding) -> int:
    """A variable that is true exactly if one cell is less than another."""
    less = encoding.formula.variable()
    of_one = encoding.literals[one.index]
    for value, literal in encoding.literals[other.index].items():
        encoding.formula.clause([literal ^ 1, less ^ 1, *(there for lower, there in of_one.items() if lower < value)])
        encoding.formula.clause([literal ^ 1, less, *(there for higher, there in of_one.items() if higher >= value)])
    return less


def _equal(one: Cell, other: Cell, encoding: Encoding) -> int:
    """A variable that is true exactly if two cells are equal."""
    equal = encoding.formula.variable()
    of_other = encoding.literals[other.index]
    for value, literal in encoding.literals[one.index].items():
        there = of_other.get(value)
        encoding.formula.clause([literal ^ 1, equal ^ 1] if there is None else [literal ^ 1, equal ^ 1, there])
        if there is not None:
            encoding.formula.clause([literal ^ 1, there ^ 1, equal])
    return equal
