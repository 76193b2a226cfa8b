"""A cardinality over constraints: the number that hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sudoku_cp._base.arguments import integer, listed
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint, Relation, relation_of, source

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
    _depth: int = field(init=False)
    _size: int = field(init=False)
    _parts: int = field(init=False)

    def __post_init__(self) -> None:
        self._set(
            constraints=listed(self.constraints, "the constraints of Combination", "a list of constraints"),
            relation=relation_of(self.relation, "the relation of Combination"),
            constant=integer(self.constant, "the number of Combination"),
        )
        for constraint in self.constraints:
            if not isinstance(constraint, Constraint):
                raise ModelError(f"a combination needs constraints, and {shown(constraint)} is not one")
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


def AnyOf(*constraints: Constraint) -> Combination:  # noqa: N802 (it reads as the constraint it makes)
    """Require that at least one of the constraints holds; without constraints it never holds.

    Parameters
    ----------
    *constraints
        The constraints to combine.

    Returns
    -------
    Combination
        The constraint.

    >>> from sudoku_cp import Model
    >>> a, b = Model().variables("ab", domain=(1, 2, 3))
    >>> AnyOf(a == 1, b == 1).holds({a: 2, b: 1})
    True
    """
    return Combination(constraints, Relation.AT_LEAST, 1)


def AllOf(*constraints: Constraint) -> Combination:  # noqa: N802
    """Require that all constraints hold, for use inside another combination.

    Parameters
    ----------
    *constraints
        The constraints to combine.

    Returns
    -------
    Combination
        The constraint.
    """
    return Combination(constraints, Relation.AT_LEAST, len(constraints))


def Not(constraint: Constraint) -> Combination:  # noqa: N802
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


def Exactly(number: int, *constraints: Constraint) -> Combination:  # noqa: N802
    """Require that exactly the given number of constraints hold.

    Parameters
    ----------
    number
        The number of constraints that hold.
    *constraints
        The constraints to combine.

    Returns
    -------
    Combination
        The constraint.
    """
    return Combination(constraints, Relation.EQUAL, number)
