"""Constraints as keys that do not depend on the order of what has none, and on cells only through their numbers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from dataclasses import fields
from functools import lru_cache

from sudoku_cp.kernel import AllDifferent, Combination, Linear, Table
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.relation import Relation
from sudoku_cp.model import Constraint

Key = Hashable
Numbers = Mapping[Cell, int]


def key_of(constraint: Constraint, numbers: Numbers) -> Key:
    """The key of a constraint: equal keys mean the same, but the same may have different keys.

    Parameters
    ----------
    constraint
        The constraint.
    numbers
        A number for each cell.

    Returns
    -------
    Hashable
        The key.
    """
    match constraint:
        case Linear(terms=((1, one), (-1, other)), relation=Relation.UNEQUAL, constant=0):
            return "differ", tuple(sorted((numbers[one], numbers[other])))
        case AllDifferent(cells=cells):
            return "differ", tuple(sorted(numbers[cell] for cell in cells))
        case Linear(terms=terms, relation=relation, constant=constant):
            return "sum", relation.value, constant, tuple(sorted((weight, numbers[cell]) for weight, cell in terms))
        case Combination(constraints=parts, relation=relation, constant=constant):
            inner = sorted((key_of(part, numbers) for part in parts), key=repr)
            return "combination", relation.value, constant, tuple(inner)
        case Table(cells=(one, other), tuples=tuples) if _is_symmetric(tuples):
            return "table", tuple(sorted((numbers[one], numbers[other]))), tuple(sorted(tuples))
    named = ((field.name, getattr(constraint, field.name)) for field in fields(constraint) if field.name != "label")
    return type(constraint).__qualname__, tuple((name, _value(value, numbers)) for name, value in named)


def role_of(constraint: Constraint, place: int) -> Key:
    """What distinguishes a place in the scope of a constraint from others: cells change places only within a role.

    Parameters
    ----------
    constraint
        The constraint.
    place
        A place in its scope.

    Returns
    -------
    Hashable
        The role.
    """
    match constraint:
        case AllDifferent() | Combination():
            return 0
        case Linear(terms=terms):
            return 0 if is_difference(constraint) else terms[place][0]
        case Table(cells=(_, _), tuples=tuples) if _is_symmetric(tuples):
            return 0
    return place


def is_difference(constraint: Constraint) -> bool:
    """Whether a constraint says that cells differ, and no more.

    Parameters
    ----------
    constraint
        The constraint.

    Returns
    -------
    bool
        Whether any permutation of the values leaves it as it is.
    """
    match constraint:
        case Linear(terms=((1, _), (-1, _)), relation=Relation.UNEQUAL, constant=0) | AllDifferent():
            return True
    return False


@lru_cache(maxsize=256)
def _is_symmetric(tuples: frozenset[tuple[int, ...]]) -> bool:
    return all((second, first) in tuples for first, second in tuples)


def _value(value: object, numbers: Numbers) -> Key:
    if isinstance(value, Cell):
        return "cell", numbers[value]
    if isinstance(value, Constraint):
        return key_of(value, numbers)
    if isinstance(value, tuple):
        return tuple(_value(part, numbers) for part in value)
    if isinstance(value, Set):
        return "set", tuple(sorted((_value(part, numbers) for part in value), key=repr))
    if isinstance(value, Mapping):
        pairs = ((_value(key, numbers), _value(part, numbers)) for key, part in value.items())
        return "mapping", tuple(sorted(pairs, key=repr))
    return repr(value)
