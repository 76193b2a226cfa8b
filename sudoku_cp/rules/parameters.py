"""Parameters of a rule: read from annotations, checked when a clue is made, resolved when it is added to a model."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from sudoku_cp._base.arguments import integer, is_integer
from sudoku_cp._base.text import shown
from sudoku_cp.kernel import AllOf
from sudoku_cp.model import Cell, Clue, Constraint, Model, ModelError

Cells: TypeAlias = tuple[Cell, ...]
"""One or more cells, written ``"r1c1 r1c2"`` or as a list."""

Pair: TypeAlias = tuple[Cell, Cell]
"""Exactly two different cells."""

Numbers: TypeAlias = tuple[int, ...]
"""One or more whole numbers, written ``[1, 2]`` or ``"1 2"``."""

Clues: TypeAlias = tuple[Constraint, ...]
"""One or more clues, each combined into a single constraint."""

Argument: TypeAlias = tuple[str, ...] | tuple[int, ...] | tuple[Clue, ...] | str | int | None
"""The value that a clue stores for a parameter: cells as a tuple of names, anything else as it is."""

_DIVIDER = re.compile(r"[\s,;]+")
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_GRID_NAME = re.compile(r"[rR]0*(\d+)[cC]0*(\d+)")


@dataclass(frozen=True)
class Parameter:
    """One parameter of a rule.

    Parameters
    ----------
    name
        The name in clues: that in the function without a trailing underscore.
    keyword
        The name in the function.
    annotation
        `Cells`, `Pair`, `Cell`, `Numbers`, `Clues`, ``int``, ``bool``, ``str``, a ``Literal`` of strings, or `Model`
        or a subclass, which stands for the model itself and is not written in clues.
    optional
        May be None.
    default
        The value in clues that leave it out; `inspect.Parameter.empty` for a required parameter.
    """

    name: str
    keyword: str
    annotation: Any
    optional: bool
    default: Any

    @cached_property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    @cached_property
    def is_model(self) -> bool:
        return isinstance(self.annotation, type) and issubclass(self.annotation, Model)

    @cached_property
    def is_cells(self) -> bool:
        return self.annotation in (Cells, Pair, Cell)

    @cached_property
    def is_clues(self) -> bool:
        return bool(self.annotation == Clues)

    @cached_property
    def cells_wanted(self) -> int | None:
        """The number of cells that it takes; None for one or more."""
        return {Cell: 1, Pair: 2}.get(self.annotation)

    @property
    def kind(self) -> str:
        """A description of its values for messages: ``one or more cells``, ``a whole number``."""
        if get_origin(self.annotation) is Literal:
            return " or ".join(repr(choice) for choice in get_args(self.annotation))
        return _KINDS[self.annotation]

    def read(self, value: object) -> Argument:
        """Check a value given in a clue, and convert it to the form that clues store.

        Parameters
        ----------
        value
            The value, as a document or a caller writes it.

        Returns
        -------
        Argument
            The value in the form that clues store.

        Raises
        ------
        ModelError
            If the value is of the wrong kind.
        """
        return None if value is None and self.optional else self._reader(value)

    @cached_property
    def _reader(self) -> Callable[[object], Argument]:
        """What reads a value of its kind."""
        if self.is_cells:
            return self._names
        if get_origin(self.annotation) is Literal:
            return self._choice
        if self.is_clues:
            return self._clues
        if self.annotation == Numbers:
            return self._numbers
        return self._number if self.annotation is int else self._plain

    def _number(self, value: object) -> int:
        return integer(value, self.name, self.kind)

    def _choice(self, value: object) -> str:
        if not isinstance(value, str) or value not in get_args(self.annotation):
            raise ModelError(f"{self.name} must be {self.kind}, not {shown(value)}")
        return value

    def _plain(self, value: object) -> Argument:
        if not isinstance(value, self.annotation):
            raise ModelError(f"{self.name} must be {self.kind}, not {shown(value)}")
        return value  # type: ignore[no-any-return]

    def _clues(self, value: object) -> tuple[Clue, ...]:
        clues = tuple(value) if isinstance(value, Iterable) else ()
        if not clues or not all(hasattr(clue, "constraints") for clue in clues):
            raise ModelError(f"{self.name} must be {self.kind}, not {shown(value)}")
        return clues

    def _numbers(self, value: object) -> tuple[int, ...]:
        if isinstance(value, str):
            value = [int(token) if _NUMBER.fullmatch(token) else token for token in _DIVIDER.split(value) if token]
        entries = [value] if is_integer(value) else list(value) if isinstance(value, Iterable) else []
        if not entries or not all(map(is_integer, entries)):
            raise ModelError(f"{self.name} must be {self.kind}, not {shown(value)}")
        return tuple([integer(entry, self.name) for entry in entries])

    def _names(self, value: object) -> tuple[str, ...]:
        if isinstance(value, str):
            value = [token for token in _DIVIDER.split(value) if token]
        elif isinstance(value, Cell):
            value = [value]
        if not isinstance(value, Iterable):
            raise ModelError(f"{self.name} must be {self.kind}, not {shown(value)}")
        names = tuple([item.name if isinstance(item, Cell) else self._name(item) for item in value])
        if len(names) != (self.cells_wanted or len(names) or 1):
            raise ModelError(f"{self.name} must be {self.kind}, not {' '.join(names) or 'empty'}")
        if self.cells_wanted == 2 and names[0] == names[1]:
            raise ModelError(f"{self.name} must be two different cells, and {names[0]} is listed twice")
        return names

    def _name(self, item: object) -> str:
        if not isinstance(item, str):
            raise ModelError(f"{self.name}: {shown(item)} is not a cell name such as r1c1")
        return _plain_name(item)

    def resolve(self, argument: Argument, model: Model) -> object:
        """The value that the rule's function receives: names become cells of the model.

        Parameters
        ----------
        argument
            The value that the clue stores.
        model
            The model that the clue is added to.

        Returns
        -------
        object
            The value for the rule's function.

        Raises
        ------
        ModelError
            If the model has no such cell, or is not of the kind the rule needs.
        """
        if self.is_cells and argument is not None:
            assert isinstance(argument, tuple)
            cells = self._cells(cast("tuple[str, ...]", argument), model)
            return cells[0] if self.annotation is Cell else cells
        if self.is_model:
            if not isinstance(model, self.annotation):
                raise ModelError(f"the rule needs a {self.annotation.__name__}, and {model.name} is not one")
            return model
        if self.is_clues:
            assert isinstance(argument, tuple)
            return tuple([AllOf(*cast("Clue", clue).constraints(model)) for clue in argument])
        return argument

    def _cells(self, names: tuple[str, ...], model: Model) -> Cells:
        try:
            return model.cells_named(names)
        except ModelError:
            own = {cell.name for cell in model.cells}
            stray = next(name for name in names if name not in own and name.lower() not in own)
            cells = model.cells
            extent = f", whose cells go from {cells[0].name} to {cells[-1].name}" if cells else ""
            raise ModelError(f"{self.name}: {stray} is not a cell of {model.name}{extent}") from None


@lru_cache(maxsize=4096)
def _plain_name(name: str) -> str:
    """The name as models write it: ``R01C2`` becomes ``r1c2``."""
    return _GRID_NAME.sub(r"r\1c\2", name) if _GRID_NAME.fullmatch(name) else name


_KINDS: dict[Any, str] = {
    Cells: "one or more cells such as 'r1c1 r1c2'",
    Pair: "two cells such as 'r1c1 r1c2'",
    Cell: "a cell such as 'r1c1'",
    Clues: "one or more clues",
    Numbers: "one or more whole numbers such as [1, 2]",
    int: "a whole number",
    bool: "true or false",
    str: "a text",
}


def read_parameters(function: Callable[..., object]) -> tuple[Parameter, ...]:
    """Read the parameters of a rule from the annotations of its function.

    Raises
    ------
    ModelError
        If a parameter has no annotation, an unknown one, or a default of another kind.
    """
    try:
        hints = get_type_hints(function)
    except (NameError, TypeError, AttributeError, SyntaxError) as error:
        raise ModelError(f"the annotations cannot be read: {error}") from None
    parameters = []
    for keyword, declared in inspect.signature(function).parameters.items():
        annotation, optional = _without_none(hints.get(keyword))
        if declared.kind not in (declared.POSITIONAL_OR_KEYWORD, declared.KEYWORD_ONLY):
            raise ModelError(f"{keyword} must be a plain named parameter")
        parameter = Parameter(keyword.rstrip("_"), keyword, annotation, optional, declared.default)
        if not (parameter.is_model or _is_kind(annotation)):
            raise ModelError(
                f"{keyword} needs an annotation: Cells, Pair, Cell, Numbers, Clues, int, bool, str, "
                "a Literal of strings, or Sudoku"
            )
        if not (parameter.required or parameter.is_model):
            _check_default(parameter)
        parameters.append(parameter)
    return tuple(parameters)


def _is_kind(annotation: object) -> bool:
    if get_origin(annotation) is Literal:
        return all(isinstance(choice, str) for choice in get_args(annotation))
    return any(annotation == kind for kind in _KINDS)


def _check_default(parameter: Parameter) -> None:
    """Refuse a default that is not in the form that clues store: defaults are not parsed."""
    if parameter.read(parameter.default) != parameter.default:
        raise ModelError(f"the default of {parameter.name} must be {parameter.kind}, given as a tuple")


def _without_none(annotation: Any) -> tuple[Any, bool]:
    if get_origin(annotation) in (Union, UnionType):
        rest = [part for part in get_args(annotation) if part is not NoneType]
        if len(rest) == 1:
            return rest[0], len(get_args(annotation)) == 2
    return annotation, False
