"""What tests of all solvers share: constraints in every context, and the models to find planted faults with."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import (
    DFA,
    NFA,
    AllDifferent,
    AllOf,
    AnyOf,
    Automaton,
    Cardinality,
    Cell,
    Connected,
    Constraint,
    Exactly,
    Increasing,
    Model,
    Not,
    Sudoku,
    Table,
    kernel,
)
from sudoku_cp.kernel import (
    Circuit,
    Combination,
    Count,
    CountDistinct,
    Element,
    Linear,
    Loop,
    Maximum,
    Minimum,
    Precedence,
    Product,
    Rank,
    Regions,
    Sightlines,
    Tables,
)
from sudoku_cp.model import Relation, Sense, UnsoundAnswerError
from sudoku_cp.model.answers import Status
from sudoku_cp.solving.registry import SOLVERS, load_solver
from sudoku_cp.solving.solver import Solver
from tests.support.contexts import InEveryContext, in_every_context
from tests.support.oracle import Values, brute_force
from tests.support.pages import page_named


def scored_and_given() -> Iterator[Model]:
    """Grids and free variables with givens, pencil marks and objectives."""
    sudoku = Sudoku(4)
    sudoku.give("r1c1", 1).give("r2c3", 2)
    sudoku.restrict("r4c4", [1, 3])
    yield sudoku

    sudoku = Sudoku(4)
    sudoku.give("r1c1", 4)
    a, b, c, d = sudoku.rows[3]
    sudoku.add(sudoku[1, 2] + sudoku[1, 3] + sudoku[2, 4] == 8, a < b, c + 1 >= d)
    sudoku.add(AllDifferent((a, b, sudoku[2, 1])), a + b + sudoku[2, 1] <= 8)
    sudoku.maximize(sum((number * cell for number, cell in enumerate(sudoku.cells)), 0 * a + 3))
    yield sudoku

    sudoku = Sudoku(3, regions=(), digits=range(4))
    a, b, c = sudoku.rows[0]
    sudoku.add(
        Table((a, b), [(0, 1), (1, 2), (2, 0), (3, 1)]), Table.where((b, c, sudoku[2, 1]), lambda x, y, z: x + y > z)
    )
    sudoku.add(2 * a - b + sudoku[3, 3] >= 2)
    sudoku.minimize(a - 2 * sudoku[2, 2] - sudoku[3, 3])
    yield sudoku

    model = Model()
    a, b, c = model.variables("abc", domain=(-2, 0, 1, 5))
    model.add(a + b + c != 4, a + b + c <= 6, a + 2 * b + c >= -3, c >= 0, b <= 1, Linear((), Relation.EQUAL, 0))
    model.add(Table((a, a), [(0, 0), (1, 5), (5, 5)]))
    model.minimize(c - a)
    yield model

    model = Model()
    a, b, c = model.variables("abc", domain=range(1, 6))
    model.add(AllDifferent((a, b, c)), a + b + c <= 8)
    yield model

    for false in (lambda a: AllDifferent((a, a)), lambda a: Table((), []), lambda a: Linear((), Relation.EQUAL, 1)):
        model = Model()
        (a,) = model.variables("a", domain=(1, 2))
        model.add(false(a))
        yield model


def not_less(last: Any, value: int) -> int | None:
    return value if value >= last else None


def of_each_kind(a: Cell, b: Cell, c: Cell) -> Iterator[Constraint]:
    """Constraints on three cells of 0 to 3; each has solutions, and none is satisfied by all values."""
    rising = Automaton.stepping((a, b, c), 0, not_less)
    anyhow = DFA(({0: 1, 1: 2, 2: 3}, {0: 1, 1: 1, 2: 4}, {1: 2, 2: 4}, {0: 3, 2: 3}, {2: 4}), frozenset({1, 2}))
    some = NFA(
        ({0: frozenset({0, 1}), 1: frozenset({0})}, {1: frozenset({2}), 3: frozenset({1, 2})}, {2: frozenset({0, 2})}),
        frozenset({0, 2}),
        frozenset({0, 1}),
    )
    yield AllDifferent((a, b, c))
    yield AllDifferent((a, b))
    yield from (Linear(((1, a), (2, b), (-1, c)), relation, 2) for relation in Relation)
    yield from (Linear(((1, a), (-1, b)), relation, 1) for relation in (Relation.AT_MOST, Relation.AT_LEAST))
    yield Table((a, b, c), [(0, 1, 2), (3, 1, 0), (2, 2, 2), (0, 1, 1)])
    yield Table((c, a), [(0, 1), (3, 1), (2, 2)])
    yield Table((b,), [(0,), (3,)])
    yield Tables(((a, b), (c, b)), [(0, 1), (1, 2), (2, 0), (3, 1), (0, 0)])
    yield rising
    yield Automaton((a, c, b), anyhow)
    yield Automaton((b, a, c), some)
    yield Element((a, b, c), a, 2)
    yield Element((b, c), a, c, first=0)
    yield from (Count((a, b, c), frozenset({0, 3}), 1, relation) for relation in Relation)
    yield Count((a, b, a), frozenset({1, 2}), c)
    yield Count((b, c), frozenset({0, 1, 3}), 2)
    yield from (CountDistinct((a, b, c), 2, relation) for relation in Relation)
    yield CountDistinct((a, b), c, Relation.AT_MOST)
    yield Maximum((a, b), c)
    yield Maximum((a, b, c), 2)
    yield Minimum((a, b), c)
    yield Minimum((a, b, c), 1)
    yield Product((a, b), c)
    yield Product((a, b, c), 6)
    yield Cardinality((a, b, c), {0: (0, 2), 1: (1,), 3: (0, 3)})
    yield Cardinality((a, b, c, a), {1: (0, 2), 2: (1, 3)})
    yield Increasing((a, b, c))
    yield Not(Increasing((a, b), 0))
    yield Connected((a, b, c), ((0, 1), (1, 2)), frozenset({1, 2}))
    yield Connected((c, a, b), ((0, 1),), frozenset({0, 3}), 2)
    yield Regions((a, b), (c, c), ((0, 1),), 2)
    yield Regions((), (a, b, c, a), ((0, 3), (1, 2)), 2)
    yield Not(Regions((b, a), (a, c), ((0, 1),), 2))
    yield Sightlines(a, ((b, c),), 2)
    yield Sightlines(b, ((a,), (c,)), c)
    yield Loop((a, b, c), ((0, 1), (1, 2), (2, 0)), (1, 2))
    yield Loop((a, b, c, a), ((0, 1), (1, 2), (0, 2), (2, 3)), ((1, 2), (0, 3), (1,), (2, 3)), 2)
    yield kernel.Path((c, a, b), ((0, 1), (1, 2), (2, 0)), (0, 3), ends=1)
    yield Not(kernel.Path((a, b), ((0, 1), (1, 2)), 3, 0))
    yield Circuit((a, b, c))
    yield Circuit((b, a), 2)
    yield Precedence((a, b, c), -1)
    yield Not(Precedence((b, c), 1))
    yield Rank((a, b), ((c, a), (b, b)), 2)
    yield Not(Rank((b,), ((a,), (c,)), 1, ties=True))
    yield AnyOf(a == 1, b == c, a + b + c == 8)
    yield AllOf(a <= 1, AnyOf(b < a, c == 3))
    yield Not(AllOf(a < b, b < c))
    yield from (Combination((a == 1, b == 1, c == 1), relation, 1) for relation in Relation)


def corpus() -> Iterator[Model]:
    """Every kernel constraint required, refused, and one of two that hold, beside the models with more to them."""
    yield from scored_and_given()
    for index in range(sum(1 for _ in of_each_kind(*Model().variables("abc", (0, 1, 2, 3))))):
        for place in (lambda c, *_: c, lambda c, *_: Not(c), lambda c, a, b: Exactly(1, c, a == b + 1)):
            model = Model()
            cells = model.variables("abc", (0, 1, 2, 3))
            constraint = list(of_each_kind(*cells))[index]
            model.add(place(constraint, *cells[1:]))
            yield model


def is_right(solver: Solver, model: Model, expected: list[Values]) -> bool:
    """Whether every question about the model is answered as brute force does; of plain models only one is asked."""
    compiled = solver.compile(model)
    try:
        found = [solution.values_in_order for solution in compiled.solutions()]
        if sorted(found) != expected:
            return False
        if len(model.cells) == 3 and model.objective is None:
            return True
        best, count, candidates = compiled.solve(), compiled.count(), compiled.candidates()
    except UnsoundAnswerError:
        return False
    if count.count != len(expected) or dict(candidates.values) != {
        cell: tuple(sorted({values[cell.index] for values in expected})) for cell in model.cells
    }:
        return False
    if not expected:
        return best.status is Status.INFEASIBLE
    if model.objective is None:
        return best.status is Status.SOLVED
    scores = [model.objective.value(model.solution(values)) for values in expected]
    optimum = max(scores) if model.objective.sense is Sense.MAXIMIZE else min(scores)
    return best.status is Status.OPTIMAL and best.objective == optimum


@pytest.fixture(scope="session")
def solutions_in_every_context() -> InEveryContext:
    """``solutions_in_every_context(solver, domains, declare, holds)``."""
    return in_every_context


@pytest.fixture(scope="module")
def own_solver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of the solver of docs/guides/own-solvers.md, installed as a package of its own."""
    folder = tmp_path_factory.mktemp("site")
    blocks = page_named("own-solvers.md").files
    project = tomllib.loads(blocks["pyproject.toml"])["project"]
    (folder / "trying.py").write_text(blocks["trying.py"], encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        register(folder, project["name"], project["version"], project["entry-points"]["sudoku_cp.solvers"])
        patch.syspath_prepend(folder)
        yield "trying"


def register(folder: Path, name: str, version: str, solvers: Mapping[str, str]) -> None:
    """Write of a package what an installer would write."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    points = "".join(f"{solver} = {place}\n" for solver, place in solvers.items())
    (info / "entry_points.txt").write_text(f"[sudoku_cp.solvers]\n{points}", encoding="utf-8")


@pytest.fixture(scope="module", params=(*SOLVERS, "own"))
def solver(request: pytest.FixtureRequest) -> Solver:
    """Each solver in turn, and the solver of another package."""
    return load_solver(request.getfixturevalue("own_solver") if request.param == "own" else request.param)


@pytest.fixture(scope="module")
def solvers(own_solver: str) -> list[Solver]:
    """All of them at once."""
    return [load_solver(name) for name in (*SOLVERS, own_solver)]


@pytest.fixture
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """``registered(package, solvers, **modules)``: a package that registers solvers, with the texts of its modules."""

    def install(package: str, solvers: Mapping[str, str], **modules: str) -> None:
        register(tmp_path, package, "1.0", solvers)
        for name, text in modules.items():
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)

    return install


@pytest.fixture(scope="session")
def fault_corpus() -> list[tuple[Model, list[Values]]]:
    """The models and all their solutions."""
    return [(model, sorted(brute_force(model))) for model in corpus()]


@pytest.fixture(scope="session")
def answers_right(fault_corpus: list[tuple[Model, list[Values]]]) -> Callable[..., bool]:
    """``answers_right(solver, step=1)``: whether it is right about the models of the corpus, or every ``step``-th one.

    It stops at the first wrong answer.
    """

    def all_right(name: str, step: int = 1) -> bool:
        return all(is_right(load_solver(name), model, expected) for model, expected in fault_corpus[::step])

    return all_right
