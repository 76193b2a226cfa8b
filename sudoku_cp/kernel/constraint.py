"""The base class of kernel constraints: a scope, a meaning and a label."""

from __future__ import annotations

import sys
from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Callable, Mapping, Set
from dataclasses import MISSING, Field, fields
from enum import Enum
from functools import cache
from typing import Any, ClassVar, NoReturn, Self, cast

from sudoku_cp._base.arguments import text
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, LinearExpression, TermCell, WithTerms
from sudoku_cp.kernel.expression import OPERATORS, Expression, Formula


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


_OF_ARRAYS = "; of NumPy's comparisons of arrays with numbers, `np.equal(x, 3, dtype=object)` makes constraints"


class Constraint(Formula, ABC):
    """A condition on the cells of its scope; as a term it is 1 if it holds, and 0 otherwise.

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

    def as_term(self) -> Expression:
        return OPERATORS.term("truth", self)

    def linear(self) -> LinearExpression:
        return self.as_term().linear()

    def _set(self, **parts: object) -> None:
        """Set fields of the frozen constraint, while it is made; a label that is no text is refused.

        With a term in the place of a cell, the constraint becomes one `OverTerms`.
        """
        over_terms = False
        for name, part in parts.items():
            object.__setattr__(self, name, part)
            if type(part) is WithTerms or type(part) is TermCell:
                over_terms = True
        if over_terms and not isinstance(self, OverTerms):
            object.__setattr__(self, "__class__", _over_terms(type(self)))
        if type(self.label) is not str:
            text(self.label, f"the label of {type(self).__name__}")

    def __bool__(self) -> NoReturn:
        """Refuse a truth value: a constraint is declared, not evaluated."""
        raise TypeError(
            f"{self} is a constraint and has no truth value: write `a < b, b < c` for `a < b < c`, "
            "`c1 | c2` for `c1 or c2`, and look cells up in a set or dict, not with `in` on a list"
            + _OF_ARRAYS
            * ("numpy" in sys.modules)
        )

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


class OverTerms(Constraint):
    """A constraint of any kind that has terms in the place of some cells.

    No solver solves it: the model that it is added to replaces each term by a variable. With an index outside its
    array, or a division by 0, it does not hold.
    """

    __slots__ = ()

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(cell for place in places_of(self) for cell in place.cells())

    @property
    def has_terms(self) -> bool:
        return True

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        try:
            values = {place: place.value(assignment) for place in places_of(self)}
        except (IndexError, ArithmeticError):
            return False
        return super().holds(values)  # type: ignore[safe-super]

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (_kind_of(self), _fields_of(self), True)


def places_of(constraint: OverTerms) -> tuple[Cell, ...]:
    """The scope of its kind: cells, and the cells that stand for terms."""
    return super(OverTerms, constraint).scope  # type: ignore[safe-super]


def without_terms(constraint: OverTerms, replaced: Callable[[Any], Any]) -> Constraint:
    """The constraint with its parts replaced."""
    return _remade(_kind_of(constraint), {name: replaced(part) for name, part in _fields_of(constraint).items()})


@cache
def _over_terms(kind: type[Constraint]) -> type[Constraint]:
    """The kind with terms in the place of cells."""
    described = {"__slots__": (), "__module__": kind.__module__, "__doc__": kind.__doc__}
    return cast("type[Constraint]", ABCMeta(kind.__name__, (OverTerms, kind), described))


def _kind_of(constraint: OverTerms) -> type[Constraint]:
    return type(constraint).__mro__[2]


def _fields_of(constraint: OverTerms) -> dict[str, Any]:
    return {field.name: getattr(constraint, field.name) for field in fields(constraint)}


def _remade(kind: type[Constraint], parts: Mapping[str, object], over_terms: bool = False) -> Constraint:
    made = object.__new__(_over_terms(kind) if over_terms else kind)
    for name, part in parts.items():
        object.__setattr__(made, name, part)
    return made
