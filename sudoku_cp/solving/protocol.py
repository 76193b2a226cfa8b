"""The protocol of objects that compile models: solvers, and wrappers around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sudoku_cp.model import Model
from sudoku_cp.model.answers import NO_LIMITS, Limits

if TYPE_CHECKING:
    from sudoku_cp.solving.compiled_model import CompiledModel


class Backend(Protocol):
    """A way to solve models: a `Solver`, or a wrapper around one."""

    @property
    def name(self) -> str:
        """The name in its answers."""

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> CompiledModel:
        """Lower a model.

        Raises
        ------
        LoweringError
            If the backend cannot express a constraint within its budget, or a limit is reached.
        """
