"""An oracle that shares no code with a backend, and strategies for models small enough for it; signals and time."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from math import prod

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from sudoku_cp import (
    DFA,
    AllDifferent,
    Automaton,
    Cell,
    Connected,
    Constraint,
    Count,
    CountDistinct,
    Element,
    Holding,
    Linear,
    Maximum,
    Minimum,
    Model,
    Not,
    Product,
    Relation,
    Sense,
    Sudoku,
    Table,
    Tables,
)
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


PATIENCE = 600
"""Seconds that a test may take, on a machine that is busy with much else."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let no test hang, where pytest-timeout is installed."""
    if config.pluginmanager.hasplugin("timeout"):
        for item in items:
            item.add_marker(pytest.mark.timeout(PATIENCE))


@pytest.fixture(autouse=True)
def usual_signals() -> Iterator[None]:
    """Hear Ctrl-C, SIGTERM and SIGHUP as usual, though the tests may have been started with ``&`` or by nohup."""
    before = {
        signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler),
        signal.SIGTERM: signal.signal(signal.SIGTERM, signal.SIG_DFL),
        signal.SIGHUP: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    }
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


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
        for part in constraint.parts:
            due[max((cell.index + 1 for cell in part.scope), default=0)].append(part)
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
        for value in model.domain_of(cell):
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
        return dict(zip(model.cells, grids[draw(st.integers(0, len(grids) - 1))], strict=True))
    return {cell: draw(st.sampled_from(cell.domain)) for cell in model.cells}


@st.composite
def constraints(draw: st.DrawFn, model: Model, witness: Mapping[Cell, int], depth: int = 2) -> Constraint:
    """A kernel constraint with any scope: empty, of one cell, with repeated cells; it often holds for the witness."""
    size = draw(st.integers(0, 4)) if model.cells else 0
    unique = draw(st.booleans()) and size <= len(model.cells)
    scope = draw(st.lists(st.sampled_from(model.cells), min_size=size, max_size=size, unique=unique)) if size else []
    kinds: list[Callable[[], st.SearchStrategy[Constraint]]] = [
        lambda: st.just(AllDifferent(scope)),
        lambda: sums(scope, witness),
        lambda: tables(scope, witness),
        lambda: automata(scope, witness),
        lambda: counts(scope, model, witness),
        lambda: functions(scope, model, witness),
        lambda: elements(scope, model, witness),
        lambda: connections(scope, witness),
        lambda: combinations(model, witness, depth - 1),
    ]
    last = len(kinds) - (not depth)
    return draw(kinds[draw(st.integers(0, last - 1))]())


NEAR = st.sampled_from([0, 0, 0, -2, -1, 1, 2])


@st.composite
def sums(draw: st.DrawFn, scope: list[Cell], witness: Mapping[Cell, int]) -> Constraint:
    """A linear comparison, sharp or nearly so."""
    terms = tuple((draw(WEIGHTS), cell) for cell in scope)
    constant = sum(weight * witness[cell] for weight, cell in terms) + draw(NEAR)
    return Linear(terms, draw(st.sampled_from(Relation)), constant)


@st.composite
def tables(draw: st.DrawFn, scope: list[Cell], witness: Mapping[Cell, int]) -> Constraint:
    """A table with some, all or none of the tuples, or with one of foreign values; in one place or in several."""
    rows = list(product(*(cell.domain for cell in scope)))
    share = draw(st.sampled_from(["some", "all", "foreign", "none"]))
    if share == "none":
        rows = []
    elif share != "all":
        rows = draw(st.lists(st.sampled_from(rows), max_size=12))
        rows.append(tuple(witness[cell] for cell in scope))
    if share == "foreign":
        rows.append((99,) * len(scope))
    if turns := draw(st.integers(0, len(scope))):
        return Tables([scope[turn:] + scope[:turn] for turn in range(turns)], rows)
    return Table(scope, rows)


@st.composite
def automata(draw: st.DrawFn, scope: list[Cell], witness: Mapping[Cell, int]) -> Constraint:
    """An automaton of up to three states; the witness's word often ends in an accepting one."""
    size = draw(st.integers(1, 3))
    alphabet = sorted({value for cell in scope for value in cell.domain})
    targets = st.sampled_from([None, *range(size), *range(size)])
    rows = [{value: draw(targets) for value in alphabet} for _ in range(size)]
    transitions = tuple({value: target for value, target in row.items() if target is not None} for row in rows)
    last: int | None = 0
    for cell in scope:
        last = None if last is None else transitions[last].get(witness[cell])
    accepting = draw(st.sets(st.integers(0, size - 1), max_size=size))
    if last is not None and draw(st.booleans()):
        accepting.add(last)
    return Automaton(scope, DFA(transitions, frozenset(accepting)))


@st.composite
def numbers(draw: st.DrawFn, model: Model, witness: Mapping[Cell, int], value: int) -> Cell | int:
    """The value or one near to it, or a cell, that has it in the witness if possible."""
    if not model.cells or draw(st.booleans()):
        return value + draw(NEAR)
    return draw(st.sampled_from([cell for cell in model.cells if witness[cell] == value] or model.cells))


@st.composite
def counts(draw: st.DrawFn, scope: list[Cell], model: Model, witness: Mapping[Cell, int]) -> Constraint:
    """A number of cells that take some values, or of their different values."""
    relation = draw(st.sampled_from(Relation))
    if draw(st.booleans()):
        number = draw(numbers(model, witness, len({witness[cell] for cell in scope})))
        return CountDistinct(tuple(scope), number, relation)
    values = draw(st.frozensets(st.integers(-3, 5), max_size=4))
    number = draw(numbers(model, witness, sum(witness[cell] in values for cell in scope)))
    return Count(tuple(scope), values, number, relation)


@st.composite
def functions(draw: st.DrawFn, scope: list[Cell], model: Model, witness: Mapping[Cell, int]) -> Constraint:
    """A largest or smallest value, or a product."""
    known = [witness[cell] for cell in scope]
    kind, value = draw(
        st.sampled_from(
            [(Maximum, max(known, default=1)), (Minimum, min(known, default=1)), (Product, prod(known))],
        )
    )
    return kind(tuple(scope), draw(numbers(model, witness, value)))


@st.composite
def elements(draw: st.DrawFn, scope: list[Cell], model: Model, witness: Mapping[Cell, int]) -> Constraint:
    """A cell that another points at, in the witness often one of the array."""
    if not model.cells:
        return Maximum((), 0)
    index = draw(st.sampled_from(model.cells))
    position = draw(st.integers(0, len(scope)))
    pointed = witness[scope[position]] if position < len(scope) else 0
    return Element(tuple(scope), index, draw(numbers(model, witness, pointed)), witness[index] - position)


@st.composite
def connections(draw: st.DrawFn, scope: list[Cell], witness: Mapping[Cell, int]) -> Constraint:
    """A group among cells that are joined at random, often of the size that it has in the witness."""
    values = draw(st.frozensets(st.integers(-3, 5), max_size=5))
    place = st.integers(0, max(len(scope) - 1, 0))
    pairs = draw(st.lists(st.tuples(place, place), max_size=6)) if scope else []
    size = sum(witness[cell] in values for cell in scope) + draw(NEAR) if draw(st.booleans()) else None
    return Connected(tuple(scope), tuple(pairs), values, size)


@st.composite
def combinations(draw: st.DrawFn, model: Model, witness: Mapping[Cell, int], depth: int) -> Constraint:
    """How many of up to three constraints hold, these again of any kind."""
    parts = tuple(draw(st.lists(constraints(model, witness, depth), max_size=3)))
    number = sum(part.holds(witness) for part in parts) + draw(NEAR)
    return Holding(parts, draw(st.sampled_from(Relation)), number)


def _solvable(model: Model, limit: int = 400) -> bool:
    return sum(1 for _ in zip(solutions_by_meaning(model), range(limit + 1), strict=False)) <= limit


@st.composite
def tiny_models(draw: st.DrawFn) -> Model:
    """A model with at most 400 solutions: a grid or free variables, constraints, givens, pencil marks, an objective."""
    model: Model = draw(st.one_of(free_models(), tiny_sudokus()))
    witness = draw(witnesses(model))
    for _ in range(draw(st.integers(0, 3))):
        constraint = draw(constraints(model, witness))
        model.add(constraint if constraint.holds(witness) or not draw(st.integers(0, 3)) else Not(constraint))
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
            places = st.sampled_from([(cell, value) for cell in model.cells for value in cell.domain])
            bonuses = draw(st.dictionaries(places, st.integers(-9, 9), max_size=3))
            set_objective = model.maximize if draw(st.sampled_from(Sense)) is Sense.MAXIMIZE else model.minimize
            set_objective(score, bonuses=bonuses)
    return model


@pytest.fixture(scope="session")
def models_of_any_kind() -> st.SearchStrategy[Model]:
    """Models that brute force can solve, at most 400 solutions each."""
    return tiny_models().filter(_solvable)
