"""Models, constraints and questions with wrong arguments of every kind: a result, or an error of the project."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from inspect import isclass, signature
from itertools import islice
from typing import Any, get_origin

import pytest

import sudoku_cp.kernel as kernel
from sudoku_cp import Model, SudokuError
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Expression
from tests.support.right_arguments import CALLS, CONSTRAINTS, World
from tests.support.right_functions import FUNCTIONS
from tests.support.wrong_arguments import WRONG

CALLED = ("predicate", "on_progress", "executor", "should_stop")
"""Parameters that are called: what a function of the caller raises is passed on."""


def outcome(call: Callable[[], object]) -> str | None:
    """What is wrong with the outcome of a call: a raw error; None for a result or an error of the project."""
    try:
        used(call())
    except SudokuError as error:
        return None if str(error) else "an empty message"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:150]}"
    return None


def used(result: object) -> None:
    """Use what a call returns, so that a wrong argument cannot hide in it."""
    str(result), repr(result)
    if isinstance(result, Iterator):
        list(islice(result, 2))
    if isinstance(result, Expression):
        result = result <= 3
    if isinstance(result, Constraint):
        scope = list(dict.fromkeys(result.scope))
        if scope:
            model = Model()
            model._cells, model._own_cells = scope, set(scope)
            for index, cell in enumerate(scope):
                cell.index = index
            model.add(result)
            model.count(2, nodes=50)
    if isinstance(result, Model):
        result.count(2, nodes=50)


def faults(make: Callable[[], tuple[Callable[..., Any], dict[str, Any]]]) -> list[str]:
    found = []
    for name in make()[1]:
        for kind, wrong in WRONG:
            if kind in ("function", "type") and name in CALLED:
                continue
            call, right = make()
            given = {**right, name: wrong()}
            listed = given.pop("*", ())
            if name == "*":
                listed = [listed]
            label = f"{name}={kind}"
            if fault := outcome(lambda call=call, listed=listed, given=given: call(*listed, **given)):  # type: ignore[misc]
                found.append(f"{label}: {fault}")
    return found


ALL = {**CALLS, **FUNCTIONS}

MODULES = (
    *("sudoku_cp", "sudoku_cp.model", "sudoku_cp.kernel"),
    *("sudoku_cp.models", "sudoku_cp._base.schemas", "sudoku_cp.formats"),
    *("sudoku_cp.render", "sudoku_cp.rating", "sudoku_cp.human.techniques"),
    *("sudoku_cp.canonical_forms", "sudoku_cp.exact_cover", "sudoku_cp.columns"),
    *("sudoku_cp.authoring", "sudoku_cp.human"),
    *("sudoku_cp.cross_check", "sudoku_cp.cubes", "sudoku_cp.proofs"),
)
"""Those whose callables all have right arguments."""

MADE = {
    "abstract": {"Board", "Clue", "CompiledModel", "Constraint", "Expression", "Goal"},
    "what the package makes and returns": {
        *("Block", "Candidates", "Cell", "Front", "Point", "Ranking", "Result", "Run"),
        *("Solution", "SubGrid", "Violation"),
        *("formats.Document", "formats.Format", "formats.GridText", "formats.SourceLine", "formats.SourceLines"),
        *("canonical_forms.CanonicalForms", "exact_cover.CoverResult", "exact_cover.Covers"),
        *("cross_check.Answers", "cross_check.Comparison", "cross_check.Failure", "cross_check.Fault"),
        *("cross_check.Listing", "cross_check.Position", "cross_check.Report", "cubes.Cube", "proofs.Proof"),
        *("rating.Rating", "rating.Score", "render.SVG"),
        *("human.Path", "human.Size", "human.Step"),
        *("authoring.Ambiguity", "authoring.Equalities", "authoring.Estimate", "authoring.Generated"),
        *("authoring.MinimalConflict", "authoring.MinimalCorrection", "authoring.OpenClaim", "authoring.Reason"),
        *("authoring.Reduction", "authoring.Relation", "authoring.Unique", "authoring.Unknown"),
        *(f"human.techniques.{name}" for name in ("House", "Pattern", "Position", "Technique")),
    },
}
"""Public callables without right arguments, and why."""


def callables(module: str) -> set[str]:
    """The callables that a module exports, but for errors, enumerations and types of functions, by name.

    Those of a module with its own page have its name in front: ``load`` of ``models`` is ``models.load``.
    """
    home = import_module(module)
    found = set()
    for name in home.__all__:
        item = getattr(home, name)
        if isclass(item) and issubclass(item, (BaseException, Enum)):
            continue
        if callable(item) and get_origin(item) is None and (isclass(item) or signature(item).parameters):
            found.add(f"{module.removeprefix('sudoku_cp.')}.{name}" if module in MODULES[3:] else name)
    return found


def test_every_public_callable_has_right_arguments() -> None:
    public = set().union(*map(callables, MODULES))
    assert public - {*ALL, *CONSTRAINTS} == set().union(*MADE.values())


@pytest.mark.parametrize("name", ALL)
def test_public_callables(name: str) -> None:
    def make() -> tuple[Callable[..., Any], dict[str, Any]]:
        call, right = ALL[name](World())
        return call, dict(right)

    call, right = make()
    used(call(*right.pop("*", ()), **right))
    assert faults(make) == []


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_constraints(name: str) -> None:
    def make() -> tuple[Callable[..., Any], dict[str, Any]]:
        right = CONSTRAINTS[name](World().variables)
        if name == "AllDifferent":
            return kernel.AllDifferent, {"*": right["cells"], "label": "x"}
        return getattr(kernel, name), {**right, "label": "x"}

    call, right = make()
    used(call(*right.pop("*", ()), **right))
    assert faults(make) == []
