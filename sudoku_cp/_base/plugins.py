"""Entry points of other packages, which register solvers and formats."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sudoku_cp._base.errors import ModelError


def installed_names(group: str) -> tuple[str, ...]:
    """The names that other packages register in a group, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=group)}))


def load_installed(group: str, kind: str, name: str) -> tuple[Any, str] | None:
    """Load an object that another package registers.

    Parameters
    ----------
    group
        The group of entry points, such as ``sudoku_cp.solvers``.
    kind
        The kind of the objects in the group, for messages: ``solver``.
    name
        The name of the entry point.

    Returns
    -------
    tuple or None
        The object, and its name in messages; None if no package registers the name.

    Raises
    ------
    ModelError
        If more than one package registers the name, or it cannot be loaded.
    """
    found = {(point.value, _package(point)): point for point in entry_points(group=group, name=name)}
    if not found:
        return None
    if len(found) > 1:
        raise ModelError(f"{name} is registered by {' and by '.join(sorted(map(_package, found.values())))}")
    (point,) = found.values()
    where = f"the {kind} {name} of {_package(point)}"
    try:
        return point.load(), where
    except Exception as error:  # the package may raise anything when it is imported
        raise ModelError(f"{where} cannot be loaded: {type(error).__name__}: {error}") from error


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value
