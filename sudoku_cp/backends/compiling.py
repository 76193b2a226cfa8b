"""The constraints of a model during compilation, within the limits."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from sudoku_cp.backends.answers import Limits
from sudoku_cp.model import Constraint, LoweringError, Model

LEAST = 0.1
"""The time in seconds that compilation may always take: a compiled model gives a better answer than an error."""


def in_time(backend: str, model: Model, limits: Limits) -> Iterator[Constraint]:
    """Yield the constraints of the model one by one while the limits allow compilation.

    Parameters
    ----------
    backend
        The name of the backend, for messages.
    model
        The model that is being compiled.
    limits
        The time limit and the cancel flag; other limits do not apply.

    Yields
    ------
    Constraint
        Each constraint of the model, in order.

    Raises
    ------
    LoweringError
        If the time limit is reached, or the cancel flag is set.
    """
    start = monotonic()
    for number, constraint in enumerate(model.constraints, 1):
        yield constraint
        seconds = monotonic() - start
        if seconds < LEAST:
            continue
        done = f"{model.name} was compiled, after {number:,} of {len(model.constraints):,} constraints"
        if limits.cancel is not None and limits.cancel.is_set():
            raise LoweringError(f"{backend}: stopped while {done}")
        if limits.seconds is not None and seconds > limits.seconds:
            raise LoweringError(f"{backend}: the time limit was reached while {done}")
