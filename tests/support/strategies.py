"""Strategies for models that brute force can solve; the kernel's constraints are those that fuzzing draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from random import Random

from hypothesis import strategies as st

from sudoku_cp import Cell, Constraint, Model, Not, Sudoku
from sudoku_cp.cross_check.instances import random_constraint
from sudoku_cp.kernel import Combination
from sudoku_cp.model import Relation, Sense
from tests.support.oracle import Values, solutions_by_meaning

MOST_SOLUTIONS = 400
WEIGHTS = st.integers(-3, 3)
REGIONS = {
    1: ["1"],
    2: ["1212", "1221"],
    3: ["112 132 332", "123 231 312", "111 232 323"],
    4: ["1112 1322 3324 3444", "1234 3412 2143 4321", "1122 1322 1334 3444"],
}
"""Connected and scattered regions; not all of them leave a solution."""


@cache
def tiny_models() -> st.SearchStrategy[Model]:
    """Models with at most 400 solutions: a grid or free variables, constraints, givens, pencil marks, an objective."""
    return _models().filter(_has_few_solutions)


@cache
def scored_models() -> st.SearchStrategy[Model]:
    """Tiny models with an objective."""
    return tiny_models().filter(lambda model: model.objective is not None)


def _has_few_solutions(model: Model) -> bool:
    return sum(1 for _ in islice(solutions_by_meaning(model), MOST_SOLUTIONS + 1)) <= MOST_SOLUTIONS


@st.composite
def _models(draw: st.DrawFn) -> Model:
    model: Model = draw(st.one_of(free_models(), tiny_sudokus()))
    witness = draw(witnesses(model))
    for _ in range(draw(st.integers(1, 4))):
        constraint = draw(constraints(model, witness))
        model.add(constraint if constraint.holds(witness) or not draw(st.integers(0, 3)) else Not(constraint))
    if model.cells:
        _give(draw, model, witness)
        _restrict(draw, model, witness)
        if draw(st.booleans()):
            _score(draw, model)
    return model


def _give(draw: st.DrawFn, model: Model, witness: Mapping[Cell, int]) -> None:
    least = 2 if len(model.cells) > 9 else 0
    for cell in draw(st.lists(st.sampled_from(model.cells), min_size=least, max_size=least + 3, unique=True)):
        model.give(cell, witness[cell] if draw(st.integers(0, 5)) else draw(st.sampled_from(cell.domain)))


def _restrict(draw: st.DrawFn, model: Model, witness: Mapping[Cell, int]) -> None:
    for cell in draw(st.lists(st.sampled_from(model.cells), max_size=2)):
        marks = draw(st.sets(st.sampled_from(cell.domain)))
        model.restrict(cell, marks | draw(st.sampled_from([{witness[cell]}, set()])))


def _score(draw: st.DrawFn, model: Model) -> None:
    terms = draw(st.lists(st.tuples(WEIGHTS, st.sampled_from(model.cells)), max_size=5))
    score = sum((weight * cell for weight, cell in terms), model.cells[0] * 0 + draw(st.integers(-5, 5)))
    places = st.sampled_from([(cell, value) for cell in model.cells for value in cell.domain])
    bonuses = draw(st.dictionaries(places, st.integers(-9, 9), max_size=3))
    set_objective = model.maximize if draw(st.sampled_from(Sense)) is Sense.MAXIMIZE else model.minimize
    set_objective(score, bonuses=bonuses)


@st.composite
def free_models(draw: st.DrawFn) -> Model:
    """A few variables with domains that need not start at 1 nor be without gaps."""
    model = Model("free variables")
    for number in range(draw(st.integers(0, 5))):
        model.variable(f"x{number}", draw(st.sets(st.integers(-3, 5), min_size=1, max_size=4)))
    return model


@st.composite
def tiny_sudokus(draw: st.DrawFn) -> Sudoku:
    """A grid of size 1 to 4 with boxes, regions or neither, or an oblong one; sometimes with a variable beside it."""
    size = draw(st.integers(1, 4))
    first = draw(st.integers(-2, 3))
    digits = range(first, first + size + (draw(st.integers(0, 1)) if size < 4 else 0))
    layout = draw(st.sampled_from(["box", "regions", "latin", "oblong"]))
    if layout == "oblong":
        height, width = draw(st.sampled_from([(1, 3), (2, 3), (3, 2), (2, 4), (4, 3)]))
        digits = range(first, first + max(height, width) + draw(st.integers(0, 1)))
        regions = draw(st.sampled_from([None, ""]))
        sudoku = Sudoku((height, width), regions=regions, digits=digits)
    elif layout == "box":
        height = draw(st.sampled_from([height for height in range(1, size + 1) if size % height == 0]))
        sudoku = Sudoku(size, box=(height, size // height), digits=digits)
    else:
        regions = draw(st.sampled_from(REGIONS[size])) if layout == "regions" else ""
        sudoku = Sudoku(size, regions=regions, digits=digits)
    if draw(st.booleans()):
        sudoku.variable("total", draw(st.sets(st.integers(0, 9), min_size=1, max_size=3)))
    return sudoku


@st.composite
def witnesses(draw: st.DrawFn, model: Model) -> dict[Cell, int]:
    """A value for every cell, mostly a solution where the model is a grid; the rest of the model is drawn around it."""
    grids: list[Values] = []
    if isinstance(model, Sudoku) and draw(st.integers(0, 5)):
        grids = list(islice(solutions_by_meaning(model), 20))
    if grids:
        return dict(zip(model.cells, draw(st.sampled_from(grids)), strict=True))
    return {cell: draw(st.sampled_from(cell.domain)) for cell in model.cells}


@st.composite
def constraints(draw: st.DrawFn, model: Model, witness: Mapping[Cell, int]) -> Constraint:
    """A kernel constraint or a combination of some, with any scope; it often holds for the witness.

    All of it is drawn from one seed, as when fuzzing: Hypothesis makes the model around it smaller, not the constraint.
    """
    return _random_constraint(Random(draw(st.binary(min_size=8, max_size=8))), model.cells, dict(witness), 2)


def _random_constraint(random: Random, cells: Sequence[Cell], witness: dict[Cell, int], depth: int) -> Constraint:
    if cells and (not depth or random.random() < 0.85):
        return random_constraint(random, cells, witness)
    number = random.randint(0, 3) if cells else 0
    parts = tuple(_random_constraint(random, cells, witness, depth - 1) for _ in range(number))
    holding = sum(part.holds(witness) for part in parts)
    return Combination(parts, random.choice(list(Relation)), holding + random.choice((0, 0, 0, -2, -1, 1, 2)))
