"""The engine itself: every CPU level, every width of masks, optimisation, large grids, arrays that do not fit."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject, settings, strategies as st
from numpy.typing import NDArray

from sudoku_cp import AllDifferent, Model, Sudoku, Table, _native, models, rules
from sudoku_cp.formats import Document, read
from sudoku_cp.model import LoweringError
from sudoku_cp.solvers.exact_cover.lowering import lower
from sudoku_cp.solving.registry import load_solver
from tests.support import assert_same_sets, brute_force, tiny_models

LEVELS = _native.cpu_levels()
PUZZLES = Path(models.__file__).parent / "puzzles"
Answers = tuple[object, ...]


MOST = 150
"""Solutions that are compared."""


def by_index(model: Model) -> list[tuple[int, int]]:
    return [(cell.index, value) for cell, value in model.givens.items()]


def answers(problem: _native.Problem, givens: list[tuple[int, int]], cpu: str, optimise: bool) -> Answers:
    """All that a search says: solutions in order, counts, nodes, propagations."""
    enumerating = _native.Solver(problem, givens, cpu)
    solutions, ending = enumerating.take(MOST)
    counting = _native.Solver(problem, givens, cpu)
    count = counting.count(MOST)
    found: Answers = (solutions, ending, enumerating.nodes, enumerating.propagations)
    found += (count, counting.nodes, counting.propagations)
    if optimise:
        best = _native.Solver(problem, givens, cpu)
        found += (best.minimum(nodes=2000), best.nodes, best.propagations)
    return found


def document(path: Path) -> Model:
    with path.open("rb") as stream:
        (puzzle,) = read(stream, path.name)
    assert isinstance(puzzle, Document)
    return puzzle.model


def test_levels_of_this_cpu() -> None:
    assert LEVELS[0] == "baseline"
    assert len(set(LEVELS)) == len(LEVELS)
    assert _native.cpu_level() in LEVELS
    with pytest.raises(ValueError, match="no such level"):
        _native.Solver(lower(Sudoku(1)), [], cpu="abacus")


def test_givens_by_cell_are_those_by_index() -> None:
    model = Sudoku(4)
    problem, (first, *_, last) = lower(model), model.cells
    solutions = _native.Solver(problem, (model.cells, {last: 1, first: 2})).take(1000)[0]
    assert solutions == _native.Solver(problem, [(0, 2), (15, 1)]).take(1000)[0]
    assert {(solution[0], solution[15]) for solution in solutions} == {(2, 1)}
    for givens in ({Sudoku(4).cells[0]: 1}, {first: 2, Sudoku(4).cells[15]: 1}):
        with pytest.raises(ValueError, match="another model"):
            _native.Solver(problem, (model.cells, givens))
    with pytest.raises(ValueError, match="not in the domain"):
        _native.Solver(problem, (model.cells, {first: 5}))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.name for path in PUZZLES.glob("*.toml")))
def test_all_levels_search_alike(name: str) -> None:
    model = document(PUZZLES / name)
    problem = lower(model)
    first, *others = [answers(problem, by_index(model), cpu, model.objective is not None) for cpu in LEVELS]
    assert first[0]
    assert all(other == first for other in others)


@pytest.mark.slow
def test_all_levels_search_alike_where_houses_fill_more_than_a_register() -> None:
    """Disjoint groups make 36 houses; registers have lanes for 32."""
    model = Sudoku(9)
    for place in range(9):
        model.add(AllDifferent(tuple(cell for at, cell in enumerate(model.cells) if at // 9 % 3 * 3 + at % 3 == place)))
    problem = lower(model)
    (solution,) = _native.Solver(problem, []).take(1)[0]
    for seed in range(20):
        givens = [(at, solution[at]) for at in random.Random(seed).sample(range(81), 14)]
        first, *others = [answers(problem, givens, cpu, False) for cpu in LEVELS]
        assert all(other == first for other in others)


@pytest.mark.parametrize("others", [0, 4])
def test_all_levels_search_alike_in_plain_grids(others: int) -> None:
    """Grids with cages, and with houses beside rows, columns and boxes: each has one place of every value."""
    (solution,) = _native.Solver(lower(Sudoku(9)), [(at, at % 9 + 1) for at in range(9)]).take(1)[0]
    for seed in range(10):
        rng = random.Random(seed)
        model = Sudoku(9)
        for _ in range(others):
            places = [rng.choice([at for at in range(81) if solution[at] == value]) for value in range(1, 10)]
            model.add(AllDifferent(tuple(model.cells[at] for at in places)))
        for first in rng.sample([9 * row + column for row in range(9) for column in range(6)], 8):
            model.add(rules.killer(model.cells[first : first + 4], sum(solution[first : first + 4])))
        problem = lower(model)
        givens = [(at, solution[at]) for at in rng.sample(range(81), 18)]
        first_answers, *rest = [answers(problem, givens, cpu, False) for cpu in LEVELS]
        assert first_answers[0]
        assert all(other == first_answers for other in rest)


WIDENING = {"32 bits": 24, "64 bits": 50, "several tables": 64}


@pytest.mark.slow
@settings(max_examples=300)
@given(model=tiny_models(), width=st.sampled_from(sorted(WIDENING)))
def test_all_levels_and_widths_agree_with_brute_force(width: str, model: Model) -> None:
    """Each model as it is, and with a variable that makes its domains as wide."""
    assert_levels_agree(model, "16 bits")
    model.restrict(model.variable("wide", range(1000, 1000 + WIDENING[width])), [1000 + WIDENING[width] // 2])
    assert_levels_agree(model, width)


def assert_levels_agree(model: Model, width: str) -> None:
    try:
        problem = lower(model)
    except LoweringError:
        assert width == "several tables"
        reject()
    longest = max(map(len, problem.tables), default=0)
    assert longest >= WIDENING.get(width, 0)
    expected = brute_force(model)
    optimise = model.objective is not None and bool(model.objective.expression.terms)
    first, *others = [answers(problem, by_index(model), cpu, optimise) for cpu in LEVELS]
    assert all(other == first for other in others)
    solutions, ending = first[:2]
    assert isinstance(solutions, list)
    assert_same_sets(solutions, expected if len(expected) <= MOST else set(expected) & set(solutions))
    assert ending == ("exhausted" if len(expected) < MOST else "solution")


def queens(size: int) -> _native.Problem:
    options = [
        (row, size + column, 2 * size + row + column, 5 * size + row - column)
        for row in range(size)
        for column in range(size)
    ]
    begin = np.arange(0, 4 * len(options) + 1, 4)
    costs = np.array([(7 * row + 5 * column) % 11 for row in range(size) for column in range(size)])
    return _native.cover_problem(2 * size, 4 * size, begin, np.array(options).ravel(), costs=costs)


def test_all_levels_cover_alike() -> None:
    first, *others = [answers(queens(8), [], cpu, True) for cpu in LEVELS]
    assert first[4] == (92, first[0][0], "exhausted")  # type: ignore[index]
    assert all(other == first for other in others)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_forced_by_the_environment(level: str) -> None:
    program = "from sudoku_cp import _native; print(_native.cpu_level())"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"SUDOKU_CP_CPU": level},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == level


@pytest.mark.slow
@pytest.mark.parametrize(
    "script",
    [
        "_native.cpu_level()",
        "load_solver('exact-cover').compile(Sudoku(4)).solve()",
        "problem = ExactCover('a'); problem.add_option('a'); problem.solve()",
    ],
)
def test_an_unknown_level_is_refused(script: str) -> None:
    imports = """from sudoku_cp import Sudoku, SudokuError
from sudoku_cp import _native
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.exact_cover import ExactCover
"""
    run = subprocess.run(
        [sys.executable, "-c", f"{imports}\ntry:\n    {script}\nexcept SudokuError as error:\n    print(error)"],
        env=os.environ | {"SUDOKU_CP_CPU": "v9"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == f"SUDOKU_CP_CPU: this machine has no level v9; it has {', '.join(LEVELS)}\n"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "doctor"])
def test_an_unknown_level_on_the_command_line(command: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "sudoku_cp", command],
        env=os.environ | {"SUDOKU_CP_CPU": "v9"},
        input="1...............\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "SUDOKU_CP_CPU: this machine has no level v9; it has " in run.stdout + run.stderr
    assert "Traceback" not in run.stderr


def weighted(model: Sudoku, seed: int, maximize: bool) -> Sudoku:
    generator = random.Random(seed)
    score = sum((generator.randint(-9, 9) * cell for cell in model.cells), model.cells[0] * 0)
    (model.maximize if maximize else model.minimize)(score)
    return model


def check_best(model: Sudoku, expected: list[tuple[int, ...]]) -> None:
    assert model.objective is not None
    scores = [model.objective.value(model.solution(values)) for values in expected]
    result = load_solver().compile(model).solve()
    best = (max if model.objective.sense.value == "maximize" else min)(scores)
    assert (result.objective, result.bound, result.exact) == (best, best, True)


@pytest.mark.parametrize("seed", range(12))
def test_best_4_by_4(seed: int) -> None:
    model = weighted(Sudoku(4), seed, maximize=seed % 2 == 0)
    if seed % 3 == 0:
        model.add(model["r1c1"] + model["r2c3"] <= model["r4c4"] + 2)
    expected = brute_force(model)
    assert len(expected) > 50
    check_best(model, expected)


ROWS_OF_6 = ("123456", "456123", "231564", "564231", "312645", "645312")


@pytest.mark.parametrize("seed", range(6))
def test_best_6_by_6(seed: int) -> None:
    model = weighted(Sudoku(6, box=(2, 3)), seed, maximize=seed % 2 == 1)
    open_columns = (1, 2, 3) if seed < 3 else (1, 3, 5)
    for cell, digit in zip(model.cells, "".join(ROWS_OF_6), strict=True):
        if cell.row == 1 or cell.column not in open_columns:
            model.give(cell, int(digit))
    expected = brute_force(model)
    assert len(expected) > 1
    check_best(model, expected)


def test_enumerations_do_not_repeat() -> None:
    compiled = load_solver().compile(Sudoku(6, box=(2, 3)))
    givens = {cell: number for number, cell in enumerate(compiled.model.cells[:6], 1)}
    givens |= {
        compiled.model["r2c1"]: 4,
        compiled.model["r2c2"]: 5,
        compiled.model["r2c3"]: 6,
        compiled.model["r3c1"]: 2,
    }
    solutions = [tuple(solution.values()) for solution in compiled.solutions(givens)]
    assert len(solutions) == compiled.count(givens=givens).count > 1000
    assert len(set(solutions)) == len(solutions)


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 8, 16, 25, 36])
def test_empty_grids_of_any_size(size: int) -> None:
    model = Sudoku(size)
    solution = load_solver().compile(model).solve().solution
    assert solution is not None
    assert model.violations(solution) == []


@pytest.mark.slow
def test_the_largest_grid_keeps_its_givens() -> None:
    model = Sudoku(36)
    compiled = load_solver().compile(model)
    solution = compiled.solve().solution
    assert solution is not None
    generator = random.Random(36)
    givens = {cell: solution[cell] for cell in model.cells if generator.random() < 0.8}
    assert compiled.solve(givens).solution is not None
    wrong = givens | {model.rows[0][1]: givens.get(model.rows[0][0], solution[model.rows[0][0]])}
    wrong[model.rows[0][0]] = wrong[model.rows[0][1]]
    assert compiled.solve(wrong).status.value == "infeasible"


def test_irregular_regions() -> None:
    model = Sudoku(4, regions="aaab abbb ccdd ccdd")
    expected = brute_force(model)
    assert expected
    assert_same_sets((solution.values_in_order for solution in load_solver().compile(model).solutions()), expected)


def model_of_many_values() -> Model:
    """Domains of 150 values in all, more than a word holds, some of them shared."""
    model = Model()
    low = model.variable("low", range(50))
    middle = model.variable("middle", range(30, 90))
    high = model.variable("high", range(80, 150, 2))
    twin = model.variable("twin", range(30, 90))
    model.add(AllDifferent((low, middle, high, twin)), low + middle + high == 200, twin - middle == 7)
    model.add(Table((low, high), [(value, 180 - value) for value in range(50)] + [(40, 86), (1, 999)]))
    return model


def test_domains_without_a_common_table() -> None:
    model = model_of_many_values()
    problem = lower(model)
    assert len({tuple(table) for table in problem.tables}) == 3
    expected = brute_force(model)
    assert expected
    for cpu in LEVELS:
        solutions, ending = _native.Solver(problem, [], cpu).take(100_000)
        assert (sorted(solutions), ending) == (expected, "exhausted")
    cell = model["middle"]
    compiled = load_solver().compile(model)
    for value in {row[cell.index] for row in expected}:
        assert compiled.count(givens={cell: value}).count == sum(row[cell.index] == value for row in expected)
    assert compiled.candidates().values[cell] == tuple(sorted({row[cell.index] for row in expected}))


class Batch:
    """Arrays for `_native.solve_many` on 4×4 grids, with a sum so that they are not solved in waves."""

    def __init__(self, puzzles: int, seed: int = 4, *, size: int = 4, empty: bool = False) -> None:
        sudoku = Sudoku(size)
        sudoku.add(sudoku[1, 1] + sudoku[size, size] <= 6)
        self.problem = lower(sudoku)
        cells = len(sudoku.cells)
        solutions, _ = _native.Solver(self.problem, []).take(288)
        generator = random.Random(seed)
        rows = []
        for _ in range(0 if empty else puzzles):
            solution = generator.choice(solutions)
            rows.append([value - 1 if generator.random() < 0.2 else 255 for value in solution])
        self.givens: NDArray[np.uint8] = (
            np.full((puzzles, cells), 255, np.uint8) if empty else np.array(rows, np.uint8).reshape(puzzles, cells)
        )
        self.solutions = np.empty_like(self.givens)
        self.counts = np.empty(puzzles, np.int64)
        self.nodes = np.empty(puzzles, np.int64)
        self.exact = np.empty(puzzles, np.uint8)

    def solve(
        self,
        limit: int,
        threads: int = 1,
        nodes: int | None = None,
        seconds: float | None = None,
        poll: Callable[..., bool] | None = None,
    ) -> bool:
        return _native.solve_many(
            self.problem,
            self.givens,
            limit,
            threads,
            self.solutions,
            self.counts,
            self.nodes,
            self.exact,
            seconds=seconds,
            nodes=nodes,
            poll=poll,
        )

    def found(self) -> list[list[Any]]:
        return [array.tolist() for array in (self.solutions, self.counts, self.nodes, self.exact)]


@pytest.mark.parametrize("limit", [1, 2, 50, 1000])
def test_batches_are_the_same_on_any_number_of_threads(limit: int) -> None:
    batch = Batch(400)
    assert batch.solve(limit)
    alone = batch.found()
    for puzzle in range(0, 400, 7):
        given = [(cell, bit + 1) for cell, bit in enumerate(batch.givens[puzzle].tolist()) if bit != 255]
        solver = _native.Solver(batch.problem, given)
        count, first, ending = solver.count(limit)
        assert first is not None
        assert [value - 1 for value in first] == batch.solutions[puzzle].tolist()
        assert (batch.counts[puzzle], batch.exact[puzzle]) == (count, ending == "exhausted")
        assert batch.nodes[puzzle] == solver.nodes
    assert len(set(alone[1])) > (limit > 1)
    for threads in (2, 3, 64):
        assert batch.solve(limit, threads)
        assert batch.found() == alone


def test_a_batch_of_nothing() -> None:
    for threads in (1, 2):
        assert Batch(0).solve(1, threads)


@pytest.mark.parametrize("threads", [1, 2])
def test_node_limits_of_a_batch_are_for_each_puzzle(threads: int) -> None:
    batch = Batch(300)
    batch.givens[::2] = 255
    assert batch.solve(1000, threads, nodes=3)
    assert batch.nodes.max() == 3
    assert not batch.exact[::2].any()
    assert (batch.counts[::2] < 288).all()
    assert batch.exact[1::2].any()


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_can_be_stopped(threads: int) -> None:
    batch, all_of_them = Batch(100, size=9, empty=True), 10**15
    assert not batch.solve(all_of_them, threads, poll=lambda *_: True)
    assert not batch.exact.any()
    assert not batch.solve(all_of_them, threads, seconds=0.02)
    assert not batch.exact.any()
    with pytest.raises(RuntimeError, match="enough"):
        batch.solve(all_of_them, threads, poll=fail)
    unsolved = batch.counts == 0
    assert unsolved.any()
    assert (batch.solutions[unsolved] == 255).all()


def fail(*_: object) -> bool:
    raise RuntimeError("enough")


@pytest.mark.parametrize(
    ("attribute", "array"),
    [
        ("givens", np.zeros((2, 15), np.uint8)),
        ("givens", np.full((3, 16), 64, np.uint8)),
        ("givens", np.zeros((3, 16), np.int64)),
        ("givens", np.zeros((3, 32), np.uint8)[:, ::2]),
        ("givens", np.zeros(48, np.uint8)),
        ("solutions", np.zeros((2, 16), np.uint8)),
        ("solutions", np.zeros((3, 17), np.uint8)),
        ("counts", np.zeros(2, np.int64)),
        ("counts", np.zeros(3, np.int32)),
        ("nodes", np.zeros(4, np.int64)),
        ("exact", np.zeros(1, np.uint8)),
        ("exact", np.zeros(3, np.int8)),
    ],
)
def test_arrays_that_do_not_fit_are_refused(attribute: str, array: NDArray[Any]) -> None:
    batch = Batch(3)
    setattr(batch, attribute, array)
    with pytest.raises((ValueError, TypeError)):
        batch.solve(1)


def test_arrays_that_may_not_be_written_are_refused() -> None:
    batch = Batch(3)
    batch.solutions.setflags(write=False)
    with pytest.raises(TypeError):
        batch.solve(1)


def test_values_outside_a_narrow_domain_have_no_solution() -> None:
    batch = Batch(3)
    batch.givens[:] = 255
    batch.givens[1, 3] = 63
    assert batch.solve(1)
    assert batch.counts.tolist() == [1, 0, 1]


def test_cell_models_refuse_what_does_not_fit() -> None:
    model = _native.ModelBuilder()
    model.add_variables([(1, 2), (1, 2)])
    for bad in (-1, 2):
        for call in (
            lambda bad=bad: model.add_all_different([0, bad]),
            lambda bad=bad: model.add_linear([bad], [1], "=", 1),
            lambda bad=bad: model.add_table([bad], _native.Tuples(1, [(1,)])),
            lambda bad=bad: model.restrict(bad, (1,)),
            lambda bad=bad: model.add_cost(bad, 1, 1),
        ):
            with pytest.raises(IndexError, match="no such cell"):
                call()
    with pytest.raises(ValueError, match="as many weights"):
        model.add_linear([0, 1], [1], "=", 1)
    with pytest.raises(ValueError, match="as many values as cells"):
        _native.Tuples(2, [(1, 2), (1,)])
    for cells in ([], [0], [0, 1, 0]):
        with pytest.raises(ValueError, match="as many cells"):
            model.add_table(cells, _native.Tuples(len(cells) and 2, []))
    with pytest.raises(ValueError, match="nothing can be added to the cell"):
        model.add_element([0], 1, 0, 1, 2)
    with pytest.raises(ValueError, match="nothing can be added to the cell"):
        model.add_extremum([0], True, 1, -1)
    with pytest.raises(ValueError, match="a relation is one of"):
        model.add_linear([0], [1], "<", 1)
    with pytest.raises(ValueError, match="1 to 64 values"):
        model.add_variables([()])
    built = model.build()
    assert built is not None
    with pytest.raises(ValueError, match="not in the domain"):
        _native.Solver(built, [(0, 3)])


def test_costs_are_asked_for_only_where_there_are_some() -> None:
    problem = lower(Sudoku(2))
    assert [cost for cost, _ in _native.Solver(problem, []).minimum()[0]] == [0]
    with pytest.raises(ValueError, match="no costs"):
        _native.Solver(problem, [], most_cost=1)


def test_a_second_call_knows_the_best_of_the_first() -> None:
    model = weighted(Sudoku(4), 1, maximize=False)
    solver = _native.Solver(lower(model), [])
    best = solver.minimum()
    assert solver.minimum() == best
    stopped = _native.Solver(lower(model), [])
    calls = [stopped.minimum(nodes=nodes) for nodes in (0, 1, 2, 10_000)]
    assert [call[2] for call in calls] == ["stopped", "stopped", "stopped", "exhausted"]
    assert calls[-1] == best
