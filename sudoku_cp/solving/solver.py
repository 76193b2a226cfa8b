"""The base class of solvers: a name, settings, and a method that compiles models."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sudoku_cp.model import Constraint, Model, ModelError
from sudoku_cp.model.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    from sudoku_cp.solving.lowered_model import LoweredModel


Value = int | bool | str | None

MOST = 2**31 - 1
"""The default range of a numeric setting."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a solver; solvers declare theirs with `setting`."""

    name: str
    """The name in the name of a solver: ``workers`` in ``cp-sat:workers=2``."""
    kind: type
    """The type of its values: bool, int or str."""
    default: Value
    """The value where none is given."""
    meaning: str
    """What it changes, in words."""
    least: int = 0
    """The least integer."""
    most: int = MOST
    """The largest integer."""
    choices: tuple[str, ...] = ()
    """The valid texts."""

    @property
    def values(self) -> str:
        """The valid values in words.

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
        """Refuse a value that is not valid for the setting.

        Parameters
        ----------
        solver
            The name of the solver, for the message.
        value
            The value; the default is always valid.

        Raises
        ------
        ModelError
            If it has another type, is out of range, or is not among the choices.
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
    """A value as written in a name: ``true``, ``false``, a number or a word."""
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
    """Declare a setting, as a field of a solver that is a dataclass.

    Parameters
    ----------
    default
        The default value: a truth value, an integer or a word; None if the solver decides.
    meaning
        The effect in a few words, for ``sudoku-cp doctor``.
    kind
        ``bool``, ``int`` or ``str``; by default the type of ``default``.
    least, most
        The range of an integer.
    choices
        The valid words.

    Returns
    -------
    Any
        A field; type checkers accept it for any annotation of the field.
    """
    declared = (kind or type(default), default, meaning, least, most, tuple(choices))
    return field(default=default, metadata={"setting": declared})


def _declared(item: Field[Any]) -> Setting:
    return Setting(item.name, *item.metadata["setting"])


class Solver(ABC):
    """The base class of solvers. A name refers to a class, and its instances have settings.

    A solver needs a `plain_name` and `compile`. A solver with settings is a frozen dataclass whose fields are made by
    `setting`; ``docs/guides/own-solvers.md`` has an example.
    """

    plain_name: ClassVar[str]
    """The name under which it is registered."""
    package: ClassVar[str] = "sudoku-cp"
    """The distribution whose version is reported for the solver."""

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

    @classmethod
    def missing(cls) -> str | None:
        """What the solver needs that is not installed.

        Returns
        -------
        str or None
            The missing part and how to install it, in words; None if nothing is missing.
        """
        return None

    @property
    def name(self) -> str:
        """The name with the settings that differ from the defaults, such as ``cp-sat:workers=2,seed=7``."""
        values = {declared: getattr(self, declared.name) for declared in self.settings()}
        changed = [f"{each.name}={written(value)}" for each, value in values.items() if value != each.default]
        return f"{self.plain_name}:{','.join(changed)}" if changed else self.plain_name

    def compile_groups(
        self, model: Model, groups: Sequence[Sequence[Constraint]], limits: Limits = NO_LIMITS
    ) -> CompiledGroups:
        """Prepare to compile some groups of constraints without the others.

        Parameters
        ----------
        model
            The cells with their candidates; its constraints are ignored.
        groups
            The constraints of each group.
        limits
            The time limit and the cancel flag of this preparation.

        Returns
        -------
        CompiledGroups
            Compiles any selection of the groups.

        Raises
        ------
        CompilationStoppedError
            If a limit is reached.
        LoweringError
            If the solver cannot express a constraint.
        """
        return CompiledGroups(self, model, groups)

    @abstractmethod
    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        """Lower a model.

        Parameters
        ----------
        model
            The model to solve. It is not changed here, and may change afterwards.
        limits
            When to stop compiling.

        Returns
        -------
        LoweredModel
            The compiled model.

        Raises
        ------
        LoweringError
            If the solver cannot express a constraint within its budget, or a limit is reached.
        """


class CompiledGroups:
    """Compiles some groups of constraints alone; a solver may derive its own class, and lower each constraint once.

    Parameters
    ----------
    solver
        The solver.
    model
        The cells with their candidates; its constraints are ignored.
    groups
        The constraints of each group.
    """

    def __init__(self, solver: Solver, model: Model, groups: Sequence[Sequence[Constraint]]) -> None:
        self._solver = solver
        self._model = model
        self._constraints = groups

    def model_of(self, chosen: Sequence[int]) -> Model:
        """The model with some groups only.

        Parameters
        ----------
        chosen
            The numbers of the groups.

        Returns
        -------
        Model
            The model, without givens.
        """
        return self._model.with_constraints(each for group in chosen for each in self._constraints[group])

    def compiled(self, chosen: Sequence[int], limits: Limits = NO_LIMITS) -> LoweredModel:
        """Compile some groups alone.

        Parameters
        ----------
        chosen
            The numbers of the groups.
        limits
            The time limit and the cancel flag.

        Returns
        -------
        LoweredModel
            The compiled model.

        Raises
        ------
        CompilationStoppedError
            If a limit is reached.
        LoweringError
            If the solver refuses a constraint.
        """
        return self._solver.compile(self.model_of(chosen), limits)
