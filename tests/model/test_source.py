"""The text of a constraint is Python that makes it again."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from sudoku_cp import AllDifferent, AllOf, AnyOf, Constraint, Exactly, Model, Not, kernel, model
from sudoku_cp.cross_check.instances import random_constraint
from sudoku_cp.model import Relation

NAMES = {name: getattr(package, name) for package in (kernel, model) for name in vars(package)["__all__"]}


def remade(constraint: Constraint, model: Model) -> Constraint:
    again: Constraint = eval(repr(constraint), {**NAMES, **{cell.name: cell for cell in model.cells}})
    return again


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(150))
def test_kernel_constraints(seed: int) -> None:
    random = Random(seed)
    model = Model()
    cells = model.variables("abcd", (-1, 0, 2))
    constraint = random_constraint(random, cells, {cell: random.choice(cell.domain) for cell in cells})
    again = remade(constraint, model)
    assert type(again) is type(constraint)
    for values in product((-1, 0, 2), repeat=4):
        assignment = dict(zip(cells, values, strict=True))
        assert constraint.holds(assignment) == again.holds(assignment)


def test_texts() -> None:
    model = Model()
    a, b, c = model.variables("abc", (1, 2, 3))
    constraints = {
        "AllDifferent(a, b, c)": AllDifferent([a, b, c]),
        "a - b <= -1": a < b,
        "AnyOf(a == 1, b != 2)": (a == 1) | (b != 2),
        "AllOf(a == 1, b == 2)": AllOf(a == 1, b == 2),
        "Not(a == 1)": Not(a == 1),
        "Exactly(2, a == 1, b == 1, c == 1)": Exactly(2, a == 1, b == 1, c == 1),
        "Combination((a == 1, b == 1), Relation.AT_MOST, 1)": kernel.Combination((a == 1, b == 1), Relation.AT_MOST, 1),
        "AnyOf()": AnyOf(),
    }
    for text, constraint in constraints.items():
        assert repr(constraint) == text
        assert repr(remade(constraint, model)) == text
