"""The solvers behind one contract, each loaded at its first use."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from sudoku_cp._base.errors import ModelError, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from sudoku_cp.solving.solver import Solver, Value

__all__ = ["BACKENDS", "backend", "solver_named"]

_MODULES = {
    "exact-cover": "sudoku_cp.solvers.exact_cover",
    "cp-sat": "sudoku_cp.solvers.cp_sat",
    "python-constraint": "sudoku_cp.solvers.python_constraint",
}

BACKENDS = tuple(_MODULES)
"""The names of the built-in backends, the default first."""


def solver_named(name: str) -> type[Solver]:
    """Load the solver with a given name without settings.

    Parameters
    ----------
    name
        The name of a backend without settings.

    Returns
    -------
    type
        The class of the solver.

    Raises
    ------
    ModelError
        If there is no such backend, neither built in nor registered by another package.
    """
    if _checked(name) in _MODULES:
        built_in: type[Solver] = import_module(_MODULES[name]).BACKEND
        return built_in
    from sudoku_cp.solving.installed import installed_solver

    return installed_solver(name, BACKENDS)


def backend(name: str = "exact-cover", /, **settings: Value) -> Solver:
    """Load a backend by name.

    Parameters
    ----------
    name
        ``exact-cover``, ``cp-sat``, ``python-constraint``, or a name that another package registers; it may have
        settings.
    **settings
        Settings by name, as ``sudoku-cp doctor`` lists them.

    Returns
    -------
    Solver
        The backend; its ``name`` includes the settings that differ from the defaults.

    Raises
    ------
    ModelError
        If there is no such backend or setting, or a value is not valid for its setting.

    >>> backend("cp-sat", workers=2, seed=7).name, backend("cp-sat:workers=2,seed=7").name
    ('cp-sat:workers=2,seed=7', 'cp-sat:workers=2,seed=7')
    """
    if _checked(name) in _MODULES and not settings:
        return _without_settings(solver_named(name))
    from sudoku_cp.solving.names import parsed

    plain, texts = parsed(name)
    solver = solver_named(plain)
    declared = {each.name: each for each in solver.settings()}
    for word in (*texts, *settings):
        if not declared:
            raise ModelError(f"{plain} has no settings")
        if word not in declared:
            raise ModelError(unknown(f"setting of {plain}", word, declared))
        if word in texts and word in settings:
            raise ModelError(f"{name}: {word} is set twice")
    make: Callable[..., Solver] = solver
    return make(**{word: declared[word].read(text) for word, text in texts.items()}, **settings)


def _checked(name: str) -> str:
    from sudoku_cp._base.arguments import text  # not at the top: judges load this package alone

    return text(name, "the name of a solver")


@cache
def _without_settings(solver: type[Solver]) -> Solver:
    make: Callable[[], Solver] = solver
    return make()
