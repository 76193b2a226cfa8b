"""Models compiled for their questions, whose limits may be reached meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import monotonic

from sudoku_cp._base.arguments import refused
from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model
from sudoku_cp.model.answers import Statistics, Status
from sudoku_cp.model.compiled import AUTO
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.model.questions import Enumerator
from sudoku_cp.solving.compiling import CompilationStoppedError
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import SOLVERS, load_solver
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


CHOICES = SOLVERS[:2]
"""The solvers that `AUTO` tries, in their order."""

SECONDS_OF_HINT = 2.0
"""The time to find out which other solver can express a model that one has refused."""


def compiled(solver: str, model: Model) -> LoweredModel:
    """Compile a model for many questions.

    Raises
    ------
    ModelError
        If there is no such solver.
    LoweringError
        If the solver cannot express a constraint; the message names one that can.
    """
    return _compiled(_choices(solver), model, NO_LIMITS)


def compiled_in_time(solver: Solver | str, model: Model, limits: Limits) -> tuple[LoweredModel, Limits]:
    """Compile a model for one question, whose limits include the compilation.

    Parameters
    ----------
    solver
        The solver, or its name with its settings; `AUTO` for the first of `CHOICES` that can express the model.
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
        If the solver cannot express a constraint within its budget; the message names one that can.
    """
    start = monotonic()
    try:
        lowered = _compiled(_choices(solver), model, limits)
    except _StoppedError as stopped:
        lowered = Uncompiled(model, stopped.solver, monotonic() - start)
    return lowered, limits.after(start)


class _StoppedError(CompilationStoppedError):
    """The compilation of a solver was stopped."""

    def __init__(self, error: CompilationStoppedError, solver: Solver) -> None:
        super().__init__(*error.args)
        self.solver = solver


def _choices(solver: Solver | str) -> Sequence[Solver | str]:
    if not isinstance(solver, Solver | str):
        raise refused("solver", "the name of a solver, or a solver", solver)
    return CHOICES if solver == AUTO else (solver,)


def _compiled(choices: Sequence[Solver | str], model: Model, limits: Limits) -> LoweredModel:
    """The model compiled by the first solver that can express it."""
    start = monotonic()
    refusals: list[str] = []
    for place, choice in enumerate(choices, 1):
        solver = load_solver(choice) if isinstance(choice, str) else choice
        try:
            lowered: LoweredModel = solver.compile(model, limits.after(start) if refusals else limits)
        except CompilationStoppedError as error:
            raise _StoppedError(error, solver) from None
        except LoweringError as error:
            refusals.append(str(error))
        else:
            if len(choices) > 1:
                lowered.refusals, lowered.others = tuple(refusals), CHOICES[place:]
            return lowered
    others = [name for name in CHOICES if name != solver.plain_name] if len(choices) == 1 else []
    able = next((name for name in others if _can_express(name, model, limits.after(start))), None)
    raise LoweringError("; ".join(refusals) + (f': solver="{able}" can' if able else ""))


def _can_express(name: str, model: Model, limits: Limits) -> bool:
    seconds = SECONDS_OF_HINT if limits.seconds is None else min(limits.seconds, SECONDS_OF_HINT)
    try:
        load_solver(name).compile(model, replace(limits, seconds=seconds))
    except (LoweringError, ImportError):
        return False
    return True
