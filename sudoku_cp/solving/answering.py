"""Models compiled for their questions, whose limits may be reached meanwhile."""

from __future__ import annotations

from time import monotonic

from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model
from sudoku_cp.model.answers import Statistics, Status
from sudoku_cp.model.compiled import Enumerator
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.compiling import CompilationStoppedError
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.solver import Solver


class Uncompiled(LoweredModel):
    """A model that was not compiled in time: each answer has the status LIMIT, and nothing else.

    Parameters
    ----------
    model
        The model.
    solver
        The solver that was to compile it.
    seconds
        The time that it was given.
    """

    def __init__(self, model: Model, solver: Solver, seconds: float) -> None:
        super().__init__(model, solver)
        self._seconds = seconds

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        yield from ()
        return Status.LIMIT, Statistics(seconds=self._seconds)


def compiled(solver: str, model: Model) -> LoweredModel:
    """Compile a model for many questions.

    Raises
    ------
    ModelError
        If there is no such solver.
    LoweringError
        If the solver cannot express a constraint.
    """
    return load_solver(solver).compile(model)


def compiled_in_time(solver: Solver | str, model: Model, limits: Limits) -> tuple[LoweredModel, Limits]:
    """Compile a model for one question, whose limits include the compilation.

    Parameters
    ----------
    solver
        The solver, or its name with its settings.
    model
        The model.
    limits
        The limits of the question.

    Returns
    -------
    tuple
        The compiled model, or `Uncompiled` if a limit was reached; and the limits that are left.

    Raises
    ------
    ModelError
        If there is no such solver.
    LoweringError
        If the solver cannot express a constraint within its budget.
    """
    start = monotonic()
    solver = solver if isinstance(solver, Solver) else load_solver(solver)
    try:
        lowered: LoweredModel = solver.compile(model, limits)
    except CompilationStoppedError:
        lowered = Uncompiled(model, solver, monotonic() - start)
    return lowered, limits.after(start)
