"""The solvers whose programs are installed separately; each test is left out where the program is absent."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random

import pytest

from sudoku_cp import DFA, Automaton, Cell, Constraint, Limits, Model, ModelError, Sudoku, Table, formats
from sudoku_cp.cli import main
from sudoku_cp.cross_check import Verdict, cross_check
from sudoku_cp.kernel import Combination, Count, CountDistinct, Linear
from sudoku_cp.model import Relation
from sudoku_cp.model.answers import Status
from sudoku_cp.solving import programs
from sudoku_cp.solving.registry import OPTIONAL, load_solver, solver_named


@pytest.fixture(scope="module", params=OPTIONAL)
def optional(request: pytest.FixtureRequest) -> str:
    """The name of each such solver in turn."""
    missing = solver_named(request.param).missing()
    if missing is not None:
        pytest.skip(f"{request.param}: {missing}")
    return str(request.param)


@pytest.mark.slow
def test_every_constraint_in_every_place(optional: str, answers_right: Callable[..., bool]) -> None:
    """Of solvers that start slowly, every fifth model."""
    assert answers_right(optional, 1 if optional == "clasp" else 5)


@pytest.mark.parametrize(("name", "count", "best"), [("thermo", 1, None), ("killer", 1, None), ("target", 11, 2856)])
def test_puzzles(optional: str, name: str, count: int, best: int | None) -> None:
    model = formats.load(name)
    compiled = load_solver(optional).compile(model)
    assert compiled.count().count == count
    solved = compiled.solve()
    assert (solved.objective, solved.status) == (best, Status.SOLVED if best is None else Status.OPTIMAL)


@pytest.mark.slow
def test_best_scores_of_targets(optional: str) -> None:
    """Twenty of them, or five for solvers that start slowly."""
    target = formats.load("target")
    engine, compiled = load_solver().compile(target), load_solver(optional).compile(target)
    known = engine.solve().solution
    assert known is not None
    for seed in range(20 if optional == "clasp" else 5):
        givens = {cell: known[cell] for cell in Random(seed).sample(target.cells, 28 + seed % 8)}
        expected, found = engine.solve(givens), compiled.solve(givens)
        assert (found.status, found.objective) == (Status.OPTIMAL, expected.objective)


def test_three_families_agree(optional: str) -> None:
    sudoku = Sudoku(4)
    sudoku.give("r1c1", 1)
    sudoku.maximize(sum((at * cell for at, cell in enumerate(sudoku.cells)), 5))
    report = cross_check(sudoku, ["exact-cover", "cp-sat", optional])
    assert report.verdict is Verdict.AGREE
    assert len(report.answers) == 3


def test_scores(optional: str) -> None:
    """A target, ever better solutions, a ranking, and the worst score."""
    model = Model()
    a, b = model.variables("ab", range(-3, 4))
    model.add(a != b, a + b <= 4)
    model.maximize(3 * a - 2 * b + 7)
    compiled = load_solver(optional).compile(model)
    assert (compiled.solve().objective, compiled.worst().objective) == (22, -8)
    assert [solution.values_in_order for solution in compiled.best(2).solutions] == [(3, -3), (3, -2)]
    assert {solution.values_in_order for solution in compiled.solutions(target=20)} == {(3, -3), (3, -2)}
    assert compiled.count(target=23).status is Status.INFEASIBLE
    improvements = [result.objective or 0 for result in compiled.improvements()]
    assert improvements[-1] == 22
    assert improvements == sorted(set(improvements))


@pytest.mark.parametrize("limits", [Limits(seconds=0.3), Limits(seconds=0), Limits(nodes=100), Limits(nodes=0)])
def test_limits(optional: str, limits: Limits) -> None:
    """They end a count that would not end by itself."""
    answer = load_solver(optional).compile(Sudoku(9)).count(limits=limits)
    assert answer.status is Status.LIMIT
    assert limits.nodes is None or answer.count <= limits.nodes


def test_cancelling(optional: str) -> None:
    cancel = threading.Event()
    enumeration = load_solver(optional).compile(Sudoku(9)).solutions(limits=Limits(cancel=cancel))
    next(enumeration)
    cancel.set()
    list(enumeration)
    assert enumeration.status is Status.LIMIT


def test_an_enumeration_that_is_closed_early_ends_its_program(optional: str) -> None:
    before = threading.active_count()
    enumeration = load_solver(optional).compile(Sudoku(9)).solutions()
    assert next(enumeration) != next(enumeration)
    enumeration.close()
    assert threading.active_count() == before


@pytest.mark.parametrize("name", ["minizinc", "cosoco"])
def test_wide_cells(name: str) -> None:
    """Solvers of finite domains take cells with many values as they are."""
    if (missing := solver_named(name).missing()) is not None:
        pytest.skip(f"{name}: {missing}")
    model = Model()
    a, b, c = model.variables("abc", range(1, 3001))
    model.add(a * b == 5040, c == a + 2 * b, a < b)
    pairs = [(one, 5040 // one) for one in range(1, 71) if 5040 % one == 0]
    expected = {(one, other, one + 2 * other) for one, other in pairs if one + 2 * other <= 3000}
    found = {solution.values_in_order for solution in load_solver(name).compile(model).solutions()}
    assert {values[:3] for values in found} == expected
    model = Model()
    a, b = model.variables("ab", range(10_000))
    model.add(3 * a - 2 * b == 9_999, a + b >= 15_000)
    assert load_solver(name).compile(model).count().count == sum(
        a + (3 * a - 9_999) // 2 >= 15_000 for a in range(10_000) if a % 2 and 0 <= (3 * a - 9_999) // 2 < 10_000
    )


def test_candidates_that_many_solutions_do_not_show(optional: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MANY", 3)
    model = Model()
    a, b = model.variables("ab", range(4))
    model.add(a < b)
    found = load_solver(optional).compile(model).candidates()
    assert found.status is Status.COMPLETE
    assert dict(found.values) == {a: (0, 1, 2), b: (1, 2, 3)}


def test_no_cells_and_no_solutions(optional: str) -> None:
    solver = load_solver(optional)
    assert solver.compile(Model()).count().count == 1
    model = Model()
    a, b = model.variables("ab", (0, 1))
    model.add(a < b, b < a)
    assert solver.compile(model).solve().status is Status.INFEASIBLE


@pytest.mark.parametrize("name", OPTIONAL)
def test_a_missing_program(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(solver_named(name), "missing", lambda: "it is not installed: `install it` brings it")
    with pytest.raises(ModelError, match=f"{name} does not work here: it is not installed: `install it` brings it"):
        load_solver(name)
    assert main(["solve", "1234............", "--solver", name]) == 2
    assert "`install it` brings it" in capsys.readouterr().err
    assert main(["doctor", "--format", "line"]) == 0


@pytest.mark.parametrize(
    "false",
    [
        lambda _: Table((), ()),
        lambda _: Automaton((), DFA(({},), frozenset())),
        lambda a: Linear((), Relation.AT_LEAST, 1),
    ],
)
def test_a_constraint_that_never_holds(optional: str, false: Callable[[Cell], Constraint]) -> None:
    model = Model()
    cells = model.variables("ab", (5, 6))
    model.add(cells[0] != cells[1], false(cells[0]))
    assert load_solver(optional).compile(model).count().count == 0


def test_a_negated_constraint_that_never_holds(optional: str) -> None:
    model = Model()
    a, b = model.variables("ab", range(3))
    model.add(~Table((), ()), (a < b) | ~Linear((), Relation.EQUAL, 1))
    assert load_solver(optional).compile(model).count().count == 9


@pytest.mark.parametrize("weight", [-2, 2])
@pytest.mark.parametrize("relation", Relation)
def test_multiples_of_a_cell(optional: str, relation: Relation, weight: int) -> None:
    model = Model()
    a, _ = model.variables("ab", range(-3, 4))
    model.add(Linear(((weight, a),), relation, 3))
    expected = 7 * sum(relation.compares(weight * value, 3) for value in range(-3, 4))
    assert load_solver(optional).compile(model).count().count == expected


def test_comparisons_of_a_truth_value(optional: str) -> None:
    model = Model()
    a, b = model.variables("ab", range(3))
    model.add(Count((a,), frozenset({1}), 0), Linear(((0, a), (-1, b)), Relation.EQUAL, -2))
    model.add(Combination((CountDistinct((a,), 0, Relation.AT_LEAST),), Relation.AT_LEAST, 1))
    assert {found.values_in_order for found in load_solver(optional).compile(model).solutions()} == {(0, 2), (2, 2)}
    model.add(Combination((CountDistinct((a,), 0, Relation.AT_LEAST),), Relation.AT_MOST, 0))
    assert load_solver(optional).compile(model).count().count == 0
