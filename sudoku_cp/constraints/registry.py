"""Finds what is done with a constraint: the files beside its meaning, each of which fills one slot.

This package and those of other people are alike here: what counts is the folder of the module that has the class. A
slot is loaded when a constraint first needs it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Generic, TypeVar, cast

from sudoku_cp.errors import LoweringError
from sudoku_cp.expressions.constraint import Constraint

Module = TypeVar("Module")
"""What the module of a slot has."""


class Slot(Generic[Module]):
    """One thing that can be done with constraints.

    Parameters
    ----------
    name
        Of the file beside the meaning, without ``.py``.
    function
        What the file must define to fill the slot.
    refusal
        What to say of a constraint whose slot is empty, before its name: ``"cp-sat cannot express"``.
    error
        What to raise then.
    """

    def __init__(self, name: str, function: str, refusal: str, error: type[LoweringError] = LoweringError) -> None:
        self._name = name
        self._function = function
        self._refusal = refusal
        self._error = error
        self._known: dict[type[Constraint], Module] = {}

    def of(self, constraint: Constraint) -> Module:
        """The module that fills the slot for a constraint.

        Raises
        ------
        LoweringError
            Or the error of the slot, if it is empty.
        """
        kind = type(constraint)
        module = self._known.get(kind)
        if module is None:
            module = self.find(kind)
            if module is None:
                raise self._error(f"{self._refusal} {constraint} ({kind.__name__})")
            self._known[kind] = module
        return module

    def find(self, kind: type[Constraint]) -> Module | None:
        """The module for a kind of constraints, or for the kind that it is derived from; None where there is none."""
        for base in kind.__mro__:
            if issubclass(base, Constraint) and base is not Constraint:
                module = self._load(sys.modules[base.__module__].__package__)
                if module is not None:
                    return module
        return None

    def _load(self, package: str | None) -> Module | None:
        if not package:
            return None
        path = f"{package}.{self._name}"
        try:
            module = import_module(path)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{path}.".startswith(f"{error.name}."):
                raise  # the slot is there, and something that it needs is not
            return None
        return cast(Module, module) if hasattr(module, self._function) else None
