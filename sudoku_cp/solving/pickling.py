"""Pickled compiled models: the solver and the model, which is compiled again once in each process."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sudoku_cp._base.errors import ModelError

if TYPE_CHECKING:
    from sudoku_cp.model import Cell, Constraint, Model, Objective
    from sudoku_cp.solving.lowered_model import LoweredModel
    from sudoku_cp.solving.solver import Solver

MOST_COMPILED = 8
"""The number of unpickled models that a process keeps compiled."""

Lowered = tuple[int, "tuple[Constraint, ...]", "Objective | None", "dict[Cell, tuple[int, ...]]"]
"""What a solver read of a model: the number of cells, the constraints, the objective and the pencil marks."""


def packed(compiled: LoweredModel, known: Lowered, now: Lowered) -> bytes:
    """A compiled model as bytes.

    Parameters
    ----------
    compiled
        The compiled model.
    known
        What its solver read of the model.
    now
        What it would read of it now.

    Returns
    -------
    bytes
        The pickled solver and model.

    Raises
    ------
    ModelError
        If the model was changed after it was compiled: another process would compile the changed one.
    """
    name = compiled.model.name
    same = len(now[1]) == len(known[1]) and all(one is other for one, other in zip(now[1], known[1], strict=True))
    if not same or now[0] != known[0] or now[2] is not known[2] or now[3] != known[3]:
        raise ModelError(f"{name} was changed after it was compiled: compile it again before you send it elsewhere")
    import pickle

    return pickle.dumps((compiled.solver, compiled.model))


@lru_cache(MOST_COMPILED)
def unpacked(data: bytes) -> LoweredModel:
    """The compiled model of `packed`, compiled at the first call with the same bytes.

    Parameters
    ----------
    data
        The bytes.

    Returns
    -------
    LoweredModel
        The compiled model, for the processor of this machine.

    Raises
    ------
    LoweringError
        If the solver cannot express a constraint.
    """
    solver, model = _solver_and_model(data)
    return solver.compile(model)


def _solver_and_model(data: bytes) -> tuple[Solver, Model]:
    import pickle

    solver, model = pickle.loads(data)
    return solver, model
