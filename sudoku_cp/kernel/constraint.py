"""The base class of kernel constraints, with a scope, a meaning and a label; and the relations that they compare by."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import MISSING, Field, fields
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from sudoku_cp._base.arguments import refused, text
from sudoku_cp._base.errors import ModelError

if TYPE_CHECKING:
    from sudoku_cp.kernel.cell import Cell


class Relation(Enum):
    """The relation of a sum to its constant."""

    EQUAL = "="
    UNEQUAL = "≠"
    AT_MOST = "≤"
    AT_LEAST = "≥"

    @property
    def operator(self) -> str:
        """The comparison in Python."""
        return _OPERATORS[self]

    def compares(self, left: int, right: int) -> bool:
        """Return whether two numbers are in this relation.

        Parameters
        ----------
        left
            The number on the left of the sign.
        right
            The number on its right.

        Returns
        -------
        bool
            Whether the relation holds.
        """
        match self:
            case Relation.EQUAL:
                return left == right
            case Relation.UNEQUAL:
                return left != right
            case Relation.AT_MOST:
                return left <= right
            case Relation.AT_LEAST:
                return left >= right


def relation_of(value: object, what: str) -> Relation:
    """The relation with a sign: one of its own, or the operator of Python.

    Raises
    ------
    ModelError
        If there is none.

    >>> relation_of(">=", "the relation")
    <Relation.AT_LEAST: '≥'>
    """
    if type(value) is Relation:
        return value
    for relation in Relation:
        if isinstance(value, str) and value in (relation.value, relation.operator):
            return relation
    raise refused(what, "a Relation, or one of " + " ".join(_OPERATORS.values()), value)


_OPERATORS = {Relation.EQUAL: "==", Relation.UNEQUAL: "!=", Relation.AT_MOST: "<=", Relation.AT_LEAST: ">="}


def sum_text(terms: Iterable[tuple[int, object]], constant: int = 0, times: str = "·") -> str:
    """A weighted sum as people write it or, with another multiplication sign, as Python source."""
    write = str if times == "·" else repr
    text = ""
    for weight, term in terms:
        factor = "" if abs(weight) == 1 else f"{abs(weight)}{times}"
        sign = (" - " if weight < 0 else " + ") if text else ("-" if weight < 0 else "")
        text += f"{sign}{factor}{write(term)}"
    if not constant and text:
        return text
    return f"{text} {'-' if constant < 0 else '+'} {abs(constant)}" if text else str(constant)


class Operators:
    """The functions that make them."""

    linear: Callable[[tuple[tuple[int, Cell], ...], Relation, int], Constraint]
    """Compares a weighted sum of cells with a constant."""
    combination: Callable[[tuple[Constraint, ...], Relation, int], Constraint]
    """Compares the number of the constraints that hold with a constant."""


OPERATORS = Operators()


def source(value: object) -> str:
    """The Python source of a part of a constraint, with sets in ascending order.

    >>> source(frozenset({3, 1})), source(((1, 2),))
    ('{1, 3}', '((1, 2),)')
    """
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, Set):
        return f"{{{', '.join(map(source, sorted(value)))}}}" if value else "()"
    if isinstance(value, tuple):
        return f"({', '.join(map(source, value))}{',' * (len(value) == 1)})"
    return repr(value)


class Constraint(ABC):
    """A condition on the cells of its scope.

    A kernel constraint is a frozen dataclass: solving never changes it, and two constraints are equal only
    when they are the same object.
    """

    __slots__ = ()

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        """Refuse to override the meaning of a kind: solvers would still treat it as that kind."""
        for base in cls.__mro__[1:]:
            meaning = vars(base).get("holds")
            if "holds" in vars(cls) and meaning and not getattr(meaning, "__isabstractmethod__", False):
                raise ModelError(
                    f"{cls.__name__} cannot give {base.__name__} another meaning: derive it from Constraint, "
                    f"or combine constraints of the kernel"
                )

    label: str
    """The origin of the constraint in words: ``row 3``, ``killer r1c1 r1c2 = 7``."""

    @property
    @abstractmethod
    def scope(self) -> tuple[Cell, ...]:
        """The cells of the constraint in their given order; a cell may occur more than once."""

    @abstractmethod
    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        """The meaning of the constraint: test the values of its cells.

        Parameters
        ----------
        assignment
            A value for each cell of the scope.

        Returns
        -------
        bool
            Whether the values satisfy the constraint.
        """

    @property
    def has_terms(self) -> bool:
        """Whether it compares terms such as products, for which the model that takes it declares variables."""
        return False

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """Smaller constraints that together have the same meaning; itself if it cannot be divided."""
        return (self,)

    def labelled(self, label: str) -> Self:
        """Label the constraint, which has just been made and belongs to no model yet, unless it has a label.

        Parameters
        ----------
        label
            The origin of the constraint in words, such as ``row 3``.
        """
        if not self.label:
            object.__setattr__(self, "label", label if type(label) is str else text(label, "the label"))
        return self

    def _set(self, **parts: object) -> None:
        """Set fields of the frozen constraint, while it is made; a label that is no text is refused."""
        for name, part in parts.items():
            object.__setattr__(self, name, part)
        if type(self.label) is not str:
            text(self.label, f"the label of {type(self).__name__}")

    def __bool__(self) -> NoReturn:
        """Refuse a truth value: a constraint is declared, not evaluated."""
        raise TypeError(
            f"{self} is a constraint and has no truth value: write `a < b, b < c` for `a < b < c`, "
            "`c1 | c2` for `c1 or c2`, and look cells up in a set or dict, not with `in` on a list"
        )

    def __or__(self, other: Constraint) -> Constraint:
        """Require this constraint or the other, or both."""
        return OPERATORS.combination((self, other), Relation.AT_LEAST, 1)

    def __and__(self, other: Constraint) -> Constraint:
        """Require both constraints."""
        return OPERATORS.combination((self, other), Relation.AT_LEAST, 2)

    def __invert__(self) -> Constraint:
        """Require that the constraint does not hold."""
        return OPERATORS.combination((self,), Relation.EQUAL, 0)

    def __str__(self) -> str:
        return self.label or self.describe()

    def __repr__(self) -> str:
        """The declaration that makes it, without its label."""
        parts = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.init
            and field.name != "label"
            and (field.default is MISSING or getattr(self, field.name) != field.default)
        }
        return f"{type(self).__name__}({', '.join(f'{name}={source(part)}' for name, part in parts.items())})"

    @abstractmethod
    def describe(self) -> str:
        """The constraint as a formula over cell names.

        Returns
        -------
        str
            Text with relation signs and cell names.
        """
