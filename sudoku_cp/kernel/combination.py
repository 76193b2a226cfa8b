"""A cardinality over constraints: the number that hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sudoku_cp._base.arguments import integer, listed, refused
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint, source
from sudoku_cp.kernel.expression import Condition, Expression, Formula, Relation, relation_of

MAX_DEPTH = 100
"""The largest depth of nested combinations, which are traversed by recursion."""

MAX_PARTS = 400_000
"""The largest number of parts; a nested part counts once for each combination around it."""


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Combination(Constraint):
    """The number of the constraints that hold, compared with a constant; a constraint listed twice counts twice.

    `AnyOf`, `AllOf`, `Not` and `Exactly` build the usual cases.

    Raises
    ------
    ModelError
        If a part is not a constraint, or combinations are nested more than `MAX_DEPTH` deep or have more than
        `MAX_PARTS` parts.
    """

    constraints: tuple[Constraint, ...]
    """The constraints; the number of those that hold is compared."""
    relation: Relation
    """How the number compares with the constant."""
    constant: int
    """The number that it is compared with."""
    label: str = ""
    if TYPE_CHECKING:  # conditions become constraints

        def __init__(
            self, constraints: Iterable[Condition], relation: Relation | str, constant: int, label: str = ""
        ) -> None: ...

    _depth: int = field(init=False)
    _size: int = field(init=False)
    _parts: int = field(init=False)

    def __post_init__(self) -> None:
        self._set(
            constraints=_conditions(
                listed(self.constraints, "the constraints of Combination", "a list of constraints")
            ),
            relation=relation_of(self.relation, "the relation of Combination"),
            constant=integer(self.constant, "the number of Combination"),
        )
        inner = [part for part in self.constraints if isinstance(part, Combination)]
        depth = 1 + max((part._depth for part in inner), default=0)
        size = len(self.constraints) + sum(part._size for part in inner)
        parts = size + sum(part._parts for part in inner)
        if depth > MAX_DEPTH:
            raise ModelError(f"combinations are nested more than {MAX_DEPTH} deep")
        if parts > MAX_PARTS:
            raise ModelError(f"a combination has more than {MAX_PARTS:,} parts")
        self._set(_depth=depth, _size=size, _parts=parts)

    @property
    def has_terms(self) -> bool:
        return any(part.has_terms for part in self.constraints)

    @property
    def size(self) -> int:
        """The number of parts, those of combinations inside included."""
        return self._size

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(cell for constraint in self.constraints for cell in constraint.scope)

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        count = sum(constraint.holds(assignment) for constraint in self.constraints)
        return self.relation.compares(count, self.constant)

    def __repr__(self) -> str:
        parts = ", ".join(map(repr, self.constraints))
        match self.relation, self.constant:
            case Relation.AT_LEAST, 1:
                return f"AnyOf({parts})"
            case Relation.AT_LEAST, number if number == len(self.constraints):
                return f"AllOf({parts})"
            case Relation.EQUAL, 0 if len(self.constraints) == 1:
                return f"Not({parts})"
            case Relation.EQUAL, number:
                return f"Exactly({number}, {parts})"
        return f"Combination({source(self.constraints)}, {self.relation}, {self.constant})"

    def describe(self) -> str:
        inner = "; ".join(map(str, self.constraints))
        match self.relation, self.constant:
            case Relation.AT_LEAST, 1:
                return f"any of ({inner})"
            case Relation.AT_LEAST, number if number == len(self.constraints):
                return f"all of ({inner})"
            case Relation.EQUAL, 0:
                return f"not ({inner})"
        return f"{self.relation.value} {self.constant} of ({inner})"


def _conditions(given: tuple[object, ...]) -> tuple[Constraint, ...]:
    for condition in given:
        if not isinstance(condition, Constraint):
            return tuple(map(constraint_of, given))
    return given  # type: ignore[return-value]


def constraint_of(condition: object, what: str = "a combination") -> Constraint:
    """The condition as a constraint.

    Raises
    ------
    ModelError
        If it is neither a constraint, nor a truth value, nor an expression with no values but 0 and 1.
    """
    if isinstance(condition, Constraint):
        return condition
    if isinstance(condition, bool) or type(condition).__name__ == "bool":  # of NumPy, too
        return (AllOf() if condition else AnyOf()).labelled(str(bool(condition)))
    if not isinstance(condition, Expression):
        raise ModelError(f"{what} needs constraints, and {shown(condition)} is not one")
    if not condition.possible_values() <= {0, 1}:
        raise ModelError(f"{what} needs constraints, and {condition} has other values than 0 and 1: compare it")
    return condition == 1


def _listed(conditions: tuple[Condition | Iterable[Condition], ...]) -> tuple[Condition, ...]:
    """The conditions, which may be given as one list."""
    if len(conditions) == 1 and not isinstance(conditions[0], Formula | bool):
        return listed(conditions[0], "the constraints", "a list of constraints")
    return conditions  # type: ignore[return-value]


def AnyOf(*constraints: Condition | Iterable[Condition]) -> Combination:  # noqa: N802 (it reads as the constraint it makes)
    """Require that at least one of the constraints holds; without constraints it never holds.

    Parameters
    ----------
    *constraints
        The constraints to combine, or one list of them. Truth values, and expressions with no values but 0 and 1, are
        constraints, too.

    Returns
    -------
    Combination
        The constraint.

    >>> from sudoku_cp import Model
    >>> a, b = Model().variables("ab", domain=(1, 2, 3))
    >>> AnyOf(a == 1, b == 1).holds({a: 2, b: 1})
    True
    """
    return Combination(_listed(constraints), Relation.AT_LEAST, 1)


def AllOf(*constraints: Condition | Iterable[Condition]) -> Combination:  # noqa: N802
    """Require that all constraints hold, for use inside another combination.

    Parameters
    ----------
    *constraints
        The constraints to combine, or one list of them. Truth values, and expressions with no values but 0 and 1, are
        constraints, too.

    Returns
    -------
    Combination
        The constraint.
    """
    parts = _listed(constraints)
    return Combination(parts, Relation.AT_LEAST, len(parts))


def Not(constraint: Condition) -> Combination:  # noqa: N802
    """Require that the constraint does not hold.

    Parameters
    ----------
    constraint
        The constraint to negate.

    Returns
    -------
    Combination
        The constraint.
    """
    return Combination((constraint,), Relation.EQUAL, 0)


def Exactly(number: int, *constraints: Condition | Iterable[Condition]) -> Combination:  # noqa: N802
    """Require that exactly the given number of constraints hold.

    Parameters
    ----------
    number
        The number of constraints that hold.
    *constraints
        The constraints to combine, or one list of them. Truth values, and expressions with no values but 0 and 1, are
        constraints, too.

    Returns
    -------
    Combination
        The constraint.
    """
    return Combination(_listed(constraints), Relation.EQUAL, number)


def condition_of(item: object) -> Constraint:
    """What is no constraint, but can stand for one in a model.

    Raises
    ------
    ModelError
        If it cannot.
    """
    if isinstance(item, Formula | bool) or type(item).__name__ == "bool":
        return constraint_of(item, "add")
    raise ModelError(f"add: {shown(item)} is neither a constraint nor a clue")


def flattened(items: Iterable[object]) -> Iterator[Constraint]:
    """The constraints in nested lists of what is added to a model with a name.

    Raises
    ------
    ModelError
        If an item is a clue, or no constraint.
    """
    for item in items:
        if isinstance(item, Constraint):
            yield item
        elif isinstance(item, Iterable) and not isinstance(item, str | bytes):
            yield from flattened(own_items(item))
        elif callable(getattr(item, "constraints", None)):
            raise refused("add: what has a name", "a constraint (clues have their own)", item)
        else:
            yield condition_of(item)


def own_items(items: Iterable[object]) -> tuple[Any, ...]:
    """The items of a collection that is added to a model.

    Raises
    ------
    ModelError
        If it contains itself.
    """
    own = tuple(items)
    if any(item is items for item in own):
        raise refused("add: a list", "one that does not contain itself", own)
    return own
