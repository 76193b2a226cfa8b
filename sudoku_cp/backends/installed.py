"""Solvers that other packages register: entry points of the group ``sudoku_cp.solvers``."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

from sudoku_cp.backends.solver import Solver
from sudoku_cp.errors import unknown
from sudoku_cp.model import ModelError

GROUP = "sudoku_cp.solvers"


def installed_names() -> tuple[str, ...]:
    """The names that other packages register, in their order of the alphabet."""
    return tuple(sorted({found.name for found in entry_points(group=GROUP)}))


@lru_cache(maxsize=8)
def installed_solver(name: str, others: tuple[str, ...]) -> type[Solver]:
    """Load the solver that another package registers.

    Parameters
    ----------
    name
        The name of the entry point.
    others
        Further names that there are, for the message.

    Raises
    ------
    ModelError
        If no package registers it, or several do; if it cannot be loaded, or is not a `Solver` of that name.
    """
    found = {(point.value, _package(point)): point for point in entry_points(group=GROUP, name=name)}
    if not found:
        raise ModelError(unknown("backend", name, (*others, *installed_names())))
    if len(found) > 1:
        raise ModelError(f"{name} is registered by {' and by '.join(sorted(map(_package, found.values())))}")
    (point,) = found.values()
    where = f"the solver {name} of {_package(point)}"
    try:
        loaded = point.load()
    except Exception as error:  # whatever the package does when it is imported
        raise ModelError(f"{where} cannot be loaded: {type(error).__name__}: {error}") from error
    if not (isinstance(loaded, type) and issubclass(loaded, Solver)):
        raise ModelError(f"{where} is no subclass of sudoku_cp.solvers.Solver")
    if getattr(loaded, "plain_name", None) != name:
        raise ModelError(f"{where} has another plain_name: {getattr(loaded, 'plain_name', 'none')}")
    return loaded


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value
