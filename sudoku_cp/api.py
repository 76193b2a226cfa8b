"""Solving a puzzle with one call; and the questions of setters, which are methods of models too."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Unpack

from sudoku_cp._base.lazy import LazyNames
from sudoku_cp.formats import as_model
from sudoku_cp.model import Model
from sudoku_cp.model.answers import Result
from sudoku_cp.model.compiled import AUTO
from sudoku_cp.model.limits import AnyLimits

with LazyNames(globals(), public=("solve",)):
    from sudoku_cp.authoring import equal as equal, reduce as reduce, why as why
    from sudoku_cp.human import explain as explain, path as path
    from sudoku_cp.rating import rate as rate


def solve(puzzle: Model | str | Path | Iterable[Any], *, solver: str = AUTO, **limits: Unpack[AnyLimits]) -> Result:
    """Solve a puzzle: find a solution, the best one if there is a score, or prove that there is none.

    Parameters
    ----------
    puzzle
        A model; or the path of a file, the name of a puzzle that comes with the package, or the text of a puzzle, as
        for `sudoku_cp.formats.load`.
    solver
        ``"exact-cover"``, ``"cp-sat"``, ``"python-constraint"`` or one that another package registers; settings
        follow, as in ``"cp-sat:workers=2,seed=7"``. ``"auto"`` is the first of the former two
        that can express the model.
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
