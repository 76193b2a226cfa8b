"""An oracle that shares no code with a backend, and strategies for models small enough for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from sudoku_cp import AllDifferent, Cell, Constraint, Linear, Model, Relation, Sense, Sudoku, Table
from sudoku_cp.rules import registry

settings.register_profile(
    "sudoku-cp",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("sudoku-cp")

Values = tuple[int, ...]
BruteForce = Callable[..., list[Values]]


@pytest.fixture(autouse=True)
def spare_registry() -> Iterator[None]:
    """Forget after each test the rules that it declares."""
    before = dict(registry._rules)
    yield
    registry._rules.clear()
    registry._rules.update(before)


def solutions_by_meaning(model: Model, givens: Mapping[Cell, int] | None = None) -> Iterator[Values]:
    """Every solution in lexicographic order, by `holds` alone: constraints are tried once their scope is assigned."""
    cells = model.cells
    due: list[list[Constraint]] = [[] for _ in range(len(cells) + 1)]
    for constraint in model.constraints:
        due[max((cell.index + 1 for cell in constraint.scope), default=0)].append(constraint)
    fixed = model.givens if givens is None else givens
    assignment: dict[Cell, int] = {}

    def extend(index: int) -> Iterator[Values]:
        if not all(constraint.holds(assignment) for constraint in due[index]):
            return
        if index == len(cells):
            assert not model.violations(assignment, fixed)
            yield tuple(assignment[cell] for cell in cells)
            return
        cell = cells[index]
        for value in model.candidates(cell):
            if fixed.get(cell, value) == value:
                assignment[cell] = value
                yield from extend(index + 1)
                del assignment[cell]

    yield from extend(0)


@pytest.fixture(scope="session")
def brute_force() -> BruteForce:
    """``brute_force(model, givens=None)``: the list of all solutions, as values in cell order."""
    return lambda model, givens=None: list(solutions_by_meaning(model, givens))


WEIGHTS = st.integers(-3, 3)
REGIONS = {
    1: ["1"],
    2: ["1212", "1221"],
    3: ["112 132 332", "123 231 312", "111 232 323"],
    4: ["1112 1322 3324 3444", "1234 3412 2143 4321", "1122 1322 1334 3444"],
}
"""Connected and scattered regions; not all of them leave a solution."""


@st.composite
def free_models(draw: st.DrawFn) -> Model:
    """A few variables with domains that need not start at 1 nor be without gaps."""
    model = Model("free variables")
    for number in range(draw(st.integers(0, 5))):
        model.variable(f"x{number}", draw(st.sets(st.integers(-3, 5), min_size=1, max_size=4)))
    return model


@st.composite
def tiny_sudokus(draw: st.DrawFn) -> Sudoku:
    """A grid of size 1 to 4 with boxes, regions or neither; sometimes with a variable beside it."""
    size = draw(st.integers(1, 4))
    first = draw(st.integers(-2, 3))
    digits = range(first, first + size + (draw(st.integers(0, 1)) if size < 4 else 0))
    layout = draw(st.sampled_from(["box", "regions", "latin"]))
    if layout == "box":
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
        return dict(zip(model.cells, grids[draw(st.integers(0, len(grids) - 1))], strict=True))
    return {cell: draw(st.sampled_from(cell.domain)) for cell in model.cells}


@st.composite
def constraints(draw: st.DrawFn, model: Model, witness: Mapping[Cell, int]) -> Constraint:
    """A kernel constraint with any scope: empty, of one cell, with repeated cells; it often holds for the witness."""
    size = draw(st.integers(0, 4)) if model.cells else 0
    unique = draw(st.booleans()) and size <= len(model.cells)
    scope = draw(st.lists(st.sampled_from(model.cells), min_size=size, max_size=size, unique=unique)) if size else []
    kind = draw(st.sampled_from(["all different", "linear", "table"]))
    if kind == "all different":
        return AllDifferent(scope)
    if kind == "linear":
        terms = tuple((draw(WEIGHTS), cell) for cell in scope)
        constant = sum(weight * witness[cell] for weight, cell in terms) + draw(
            st.sampled_from([0, 0, 0, -2, -1, 1, 2])
        )
        return Linear(terms, draw(st.sampled_from(Relation)), constant)
    rows = list(product(*(cell.domain for cell in scope)))
    share = draw(st.sampled_from(["some", "all", "foreign", "none"]))
    if share == "none":
        rows = []
    elif share != "all":
        rows = draw(st.lists(st.sampled_from(rows), max_size=12))
        rows.append(tuple(witness[cell] for cell in scope))
    if share == "foreign":
        rows.append((99,) * len(scope))
    return Table(scope, rows)


def _solvable(model: Model, limit: int = 400) -> bool:
    return sum(1 for _ in zip(solutions_by_meaning(model), range(limit + 1), strict=False)) <= limit


@st.composite
def tiny_models(draw: st.DrawFn) -> Model:
    """A model with at most 400 solutions: a grid or free variables, constraints, givens, pencil marks, an objective."""
    model: Model = draw(st.one_of(free_models(), tiny_sudokus()))
    witness = draw(witnesses(model))
    for _ in range(draw(st.integers(0, 3))):
        model.add(draw(constraints(model, witness)))
    if model.cells:
        least = 2 if len(model.cells) > 9 else 0
        for cell in draw(st.lists(st.sampled_from(model.cells), min_size=least, max_size=least + 3, unique=True)):
            model.give(cell, witness[cell] if draw(st.integers(0, 5)) else draw(st.sampled_from(cell.domain)))
        for cell in draw(st.lists(st.sampled_from(model.cells), max_size=2)):
            model.restrict(
                cell, draw(st.sets(st.sampled_from(cell.domain))) | draw(st.sampled_from([{witness[cell]}, set()]))
            )
        if draw(st.booleans()):
            terms = draw(st.lists(st.tuples(WEIGHTS, st.sampled_from(model.cells)), max_size=5))
            score = sum((weight * cell for weight, cell in terms), model.cells[0] * 0 + draw(st.integers(-5, 5)))
            (model.maximize if draw(st.sampled_from(Sense)) is Sense.MAXIMIZE else model.minimize)(score)
    return model


@pytest.fixture(scope="session")
def models_of_any_kind() -> st.SearchStrategy[Model]:
    """Models that brute force can solve, at most 400 solutions each."""
    return tiny_models().filter(_solvable)
