"""The solvers behind one contract, loaded only when asked for."""

from __future__ import annotations

from importlib import import_module

from sudoku_cp.backends.contract import Backend
from sudoku_cp.model import ModelError
from sudoku_cp.model.errors import unknown

_MODULES = {
    "exact-cover": "sudoku_cp.backends.exact_cover",
    "cp-sat": "sudoku_cp.backends.cp_sat",
    "python-constraint": "sudoku_cp.backends.python_constraint",
}

BACKENDS = tuple(_MODULES)
"""The names of the backends, the default first."""


def backend(name: str = "exact-cover") -> Backend:
    """Load a backend by name: ``exact-cover``, ``cp-sat`` or ``python-constraint``.

    Raises
    ------
    ModelError
        If there is no such backend.
    """
    if name not in _MODULES:
        raise ModelError(unknown("backend", name, BACKENDS))
    loaded: Backend = import_module(_MODULES[name]).BACKEND
    return loaded
