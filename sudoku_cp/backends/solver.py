"""What a solver is: a name, settings, and a way to compile models."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import Field, dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sudoku_cp.backends.answers import NO_LIMITS, Limits
from sudoku_cp.model import Model, ModelError

if TYPE_CHECKING:
    from sudoku_cp.backends.compiled_model import CompiledModel

Value = int | bool | str | None

MOST = 2**31 - 1
"""What a setting that is a number may be where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What can be set about a solver; solvers declare theirs with `setting`."""

    name: str
    kind: type
    default: Value
    meaning: str
    least: int = 0
    most: int = MOST
    choices: tuple[str, ...] = ()

    @property
    def values(self) -> str:
        """The values it takes, in words.

        >>> Setting("seed", int, 0, "another one gives other searches", most=9).values
        'an integer from 0 to 9'
        """
        if self.kind is bool:
            return "true or false"
        if self.kind is int:
            return f"an integer from {self.least:,} to {self.most:,}"
        return f"one of {', '.join(self.choices)}"

    def read(self, text: str) -> Value:
        """Read a value from text; `check` then tests whether the setting accepts it.

        Parameters
        ----------
        text
            The text of the value, as written in the name of a solver.

        Returns
        -------
        bool or int or str
            The value, not checked against range and choices.
        """
        if self.kind is bool:
            return {"true": True, "false": False}.get(text, text)
        if self.kind is int and re.fullmatch(r"-?\d{1,18}", text, re.ASCII):
            return int(text)
        return text

    def check(self, solver: str, value: Value) -> None:
        """Refuse a value that the setting does not take.

        Parameters
        ----------
        solver
            The name of the solver, for the message.
        value
            What it is set to; its default is taken whatever it is.

        Raises
        ------
        ModelError
            If it is of another type, out of range, or not among the choices.
        """
        if value == self.default and type(value) is type(self.default):
            return
        allowed = type(value) is self.kind
        if allowed and isinstance(value, str):
            allowed = value in self.choices
        elif allowed and self.kind is int and isinstance(value, int):
            allowed = self.least <= value <= self.most
        if not allowed:
            raise ModelError(f"{solver}: {self.name} must be {self.values}, not {written(value)}")

    def __str__(self) -> str:
        default = "" if self.default is None else f" (default: {written(self.default)})"
        return f"{self.values}{default}: {self.meaning}"


def written(value: Value) -> str:
    """A value as it stands in a name: ``true``, ``false``, a number or a word."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def setting(
    default: Value,
    meaning: str,
    *,
    kind: type | None = None,
    least: int = 0,
    most: int = MOST,
    choices: Iterable[str] = (),
) -> Any:
    """Declare a setting as a field of a solver that is a dataclass.

    Parameters
    ----------
    default
        Its value where nothing is said: a truth value, an integer or a word; None where the solver decides.
    meaning
        What it does, in a few words, for ``sudoku-cp doctor``.
    kind
        ``bool``, ``int`` or ``str``; by default the type of ``default``.
    least, most
        The range of an integer.
    choices
        The words that it may be.

    Returns
    -------
    Any
        A field, which type checkers take for a value of the type that the field is annotated with.
    """
    declared = (kind or type(default), default, meaning, least, most, tuple(choices))
    return field(default=default, metadata={"setting": declared})


def _declared(item: Field[Any]) -> Setting:
    return Setting(item.name, *item.metadata["setting"])


class Solver(ABC):
    """The base of solvers: a class stands behind a name, its instances have settings.

    A solver needs a `plain_name` and `compile`. Where there is something to set, it is a frozen dataclass whose fields
    are made by `setting`; ``docs/backends.md`` has an example.
    """

    plain_name: ClassVar[str]
    """The name that it is registered under."""
    package: ClassVar[str] = "sudoku-cp"
    """The distribution whose version is the solver's."""

    def __post_init__(self) -> None:
        for declared in self.settings():
            declared.check(self.plain_name, getattr(self, declared.name))

    @classmethod
    def settings(cls) -> tuple[Setting, ...]:
        """The settings that the solver has.

        Returns
        -------
        tuple
            The settings, in the order of the fields.
        """
        return tuple(map(_declared, fields(cls))) if is_dataclass(cls) else ()

    @classmethod
    def version(cls) -> str:
        """The version of the solver's package.

        Returns
        -------
        str
            The version of the distribution, such as ``"9.14"``.
        """
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version(cls.package)
        except PackageNotFoundError:
            return "unknown"

    @property
    def name(self) -> str:
        """The name with the settings that are not the default ones, such as ``cp-sat:workers=2,seed=7``."""
        values = {declared: getattr(self, declared.name) for declared in self.settings()}
        told = [f"{each.name}={written(value)}" for each, value in values.items() if value != each.default]
        return f"{self.plain_name}:{','.join(told)}" if told else self.plain_name

    @abstractmethod
    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> CompiledModel:
        """Lower a model.

        Parameters
        ----------
        model
            What is to be solved. It is not changed, and may change afterwards.
        limits
            When to stop compiling.

        Returns
        -------
        CompiledModel
            The compiled model.

        Raises
        ------
        LoweringError
            If the solver cannot express a constraint within its budget, or a limit comes first.
        """
