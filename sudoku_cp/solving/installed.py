"""Solvers that other packages register: entry points of the group ``sudoku_cp.solvers``."""

from __future__ import annotations

from functools import lru_cache

from sudoku_cp._base import plugins
from sudoku_cp._base.errors import unknown
from sudoku_cp.model import ModelError
from sudoku_cp.solving.solver import Solver

GROUP = "sudoku_cp.solvers"


def installed_names() -> tuple[str, ...]:
    """The names of the solvers that other packages register, sorted."""
    return plugins.installed_names(GROUP)


@lru_cache(maxsize=8)
def installed_solver(name: str, others: tuple[str, ...]) -> type[Solver]:
    """Load the solver that another package registers.

    Parameters
    ----------
    name
        The name of the entry point.
    others
        Further known names, for the message.

    Raises
    ------
    ModelError
        If no package or more than one registers it; if it cannot be loaded, or is not a `Solver` with that name.
    """
    found = plugins.load_installed(GROUP, "solver", name)
    if found is None:
        raise ModelError(unknown("backend", name, (*others, *installed_names())))
    loaded, where = found
    if not (isinstance(loaded, type) and issubclass(loaded, Solver)):
        raise ModelError(f"{where} is not a subclass of sudoku_cp.solvers.Solver")
    if getattr(loaded, "plain_name", None) != name:
        raise ModelError(f"{where} has another plain_name: {getattr(loaded, 'plain_name', 'none')}")
    return loaded
