"""A second opinion on steps, from a solver that shares no code with the one that found them."""

from __future__ import annotations

from sudoku_cp._base.errors import UnsoundAnswerError
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.step import Step
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solving.registry import load_solver


def check_step(step: Step, marks: Marks, solver: str = "cp-sat", limits: Limits = NO_LIMITS) -> bool:
    """Ask a solver whether a step follows from its elements and the candidates alone.

    A step that assumes a unique solution has to follow from all constraints.

    Parameters
    ----------
    step
        The step.
    marks
        The candidates before it.
    solver
        The name of the solver.
    limits
        When to stop.

    Returns
    -------
    bool
        True if every elimination is proved; False where a limit is reached.

    Raises
    ------
    UnsoundAnswerError
        If an eliminated candidate is possible.
    LoweringError
        If the solver cannot express a constraint.
    """
    constraints = {
        id(each): each for element in step.elements for group in element.groups for each in group.constraints
    }
    used = marks.model.constraints if step.assumes_uniqueness else constraints.values()
    model = marks.model.with_constraints(used)
    model.pencilmarks = {
        cell: marks.values(cell) for cell in marks.model.cells if cell.index not in marks.hidden and marks.values(cell)
    }
    compiled = load_solver(solver).compile(model)
    refuted = [(cell, value) for cell, values in step.eliminated.items() for value in values]
    refuted += [(cell, other) for cell, value in step.placed.items() for other in marks.values(cell) if other != value]
    complete = True
    for cell, value in refuted:
        result = compiled.solve({cell: value}, limits)
        if result.solution is not None:
            raise UnsoundAnswerError(f"{step}: {solver} finds a solution with {cell.name} = {value}")
        complete &= result.status is Status.INFEASIBLE
    return complete
