"""The plug-ins of constraints: files in the folder of a constraint, each of which fills one slot.

The folder of a constraint in this package is ``sudoku_cp.constraints.<module>``; for packages of other authors, it is
the folder of the module with the class. A slot is loaded when a constraint first needs it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Generic, TypeVar, cast

from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.constraint import Constraint

_KERNEL, _PLUGINS = "sudoku_cp.kernel", "sudoku_cp.constraints"
Module = TypeVar("Module")
"""The contents of a slot's module."""


class Slot(dict[type[Constraint], Module], Generic[Module]):
    """One use of constraints: the modules that fill it, by kind, as far as they have been needed.

    Parameters
    ----------
    name
        The name of the file in the folder of a constraint, without ``.py``.
    function
        The name that the file must define to fill the slot.
    refusal
        The message for a constraint with an empty slot, before its name: ``"cp-sat cannot express"``.
    error
        The error to raise in that case.
    """

    def __init__(self, name: str, function: str, refusal: str, error: type[LoweringError] = LoweringError) -> None:
        super().__init__()
        self._name = name
        self._function = function
        self._refusal = refusal
        self._error = error

    def of(self, constraint: Constraint) -> Module:
        """The module that fills the slot for a constraint.

        Raises
        ------
        LoweringError
            If the slot is empty; slots may raise another error instead.
        """
        kind = type(constraint)
        module = self.get(kind)
        if module is None:
            module = self.find(kind)
            if module is None:
                raise self._error(f"{self._refusal} {constraint} ({kind.__name__})")
            self[kind] = module
        return module

    def find(self, kind: type[Constraint]) -> Module | None:
        """The module for a kind of constraint, or for its base class; None if there is none."""
        for base in kind.__mro__:
            if issubclass(base, Constraint) and base is not Constraint:
                module = self._load(_folder(base.__module__))
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
                raise  # the slot exists, but a module that it imports does not
            return None
        return cast(Module, module) if hasattr(module, self._function) else None


def _folder(module: str) -> str | None:
    """The package with the plug-ins of the constraints of a module."""
    package, _, name = module.rpartition(".")
    if package == _KERNEL:
        return f"{_PLUGINS}.{name}"
    return sys.modules[module].__package__
