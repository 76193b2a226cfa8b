"""Solving a puzzle with one call, and the answers to the questions of models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from sudoku_cp._base.arguments import listed, text
from sudoku_cp.formats import as_model
from sudoku_cp.model import Model
from sudoku_cp.model.answers import Result
from sudoku_cp.model.compiled import DEFAULT_SOLVER
from sudoku_cp.model.limits import AnyLimits, Limits
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.uncompiled import compiled_in_time

if TYPE_CHECKING:
    from sudoku_cp.cross_check.report import Report
    from sudoku_cp.model.compiled import CompiledModel


def solve(puzzle: Model | str | Path, *, solver: str = DEFAULT_SOLVER, **limits: Unpack[AnyLimits]) -> Result:
    """Solve a puzzle: find a solution, the best one if there is a score, or prove that there is none.

    Parameters
    ----------
    puzzle
        A model; or the path of a file, the name of a puzzle that comes with the package, or the text of a puzzle, as
        for `sudoku_cp.formats.load`.
    solver
        ``"exact-cover"``, ``"cp-sat"``, ``"python-constraint"`` or one that another package registers; settings follow,
        as in ``"cp-sat:workers=2,seed=7"``.
    **limits
        When to stop early: ``limits``, or ``seconds``, ``nodes``, ``cancel``, ``on_progress``.

    Returns
    -------
    Result
        The solution, its score if there is an objective, and the status.

    Raises
    ------
    InputError
        If the text cannot be read.
    ModelError
        If there is no such solver.
    LoweringError
        If the solver cannot express a constraint.

    >>> result = solve("1234..1.4.......")
    >>> result.status.name, result.solution["r2c1"]
    ('SOLVED', 3)
    """
    return as_model(puzzle).solve(solver=solver, **limits)


class ModelAnswerer:
    """What answers the questions of models; see `sudoku_cp.model.providers.answer_with`."""

    def compile(self, model: Model, solver: str) -> CompiledModel:
        """Compile a model for a solver."""
        return load_solver(solver).compile(model)

    def compile_in_time(self, model: Model, solver: str, limits: Limits) -> tuple[CompiledModel, Limits]:
        """Compile a model for one question; return the limits that are left, too."""
        return compiled_in_time(load_solver(solver), model, limits)

    def check(self, model: Model, solvers: Sequence[str], seconds: float | None) -> Report:
        """Ask several solvers the same questions, and compare their proofs."""
        from sudoku_cp.cross_check import cross_check

        names = [text(name, "the name of a solver") for name in listed(solvers, "the solvers", "a list of names")]
        return cross_check(model, names, limits=Limits(seconds=seconds))
