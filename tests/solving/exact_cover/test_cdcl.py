"""Clause learning: the same solutions as by branching, each once, and proofs that branching does not finish."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from sudoku_cp import Sudoku, _native, models
from sudoku_cp.kernel import AllDifferent, AnyOf, Linear
from sudoku_cp.model import Model, Relation
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solvers.exact_cover.lowering import lower
from sudoku_cp.solving.registry import load_solver

ENDLESS = 1 << 62


def found(model: Model, learn_after: int, most: int = ENDLESS, seed: int = 0) -> list[tuple[int, ...]]:
    """Take the solutions one by one."""
    solver = _native.Solver(
        lower(model),
        [(cell.index, value) for cell, value in model.givens.items()],
        learn_after=learn_after,
        seed=seed,
    )
    solutions: list[tuple[int, ...]] = []
    while len(solutions) < most:
        taken, ending = solver.take(1)
        solutions += taken
        if ending != "solution":
            break
    return solutions


def random_differences(rng: random.Random) -> Model:
    """Few variables with random domains, of which random ones differ: permutations, partial houses and pairs."""
    model = Model()
    values = range(-1, rng.randint(2, 5))
    cells = [model.variable(f"x{number}", sorted(rng.sample(values, rng.randint(2, 3)))) for number in range(6)]
    for _ in range(rng.randint(1, 5)):
        model.add(AllDifferent(rng.sample(cells, rng.randint(2, 5))))
    return model


@pytest.mark.slow
def test_random_models_against_brute_force() -> None:
    rng = random.Random(11)
    counts = []
    for _ in range(200):
        model = random_differences(rng)
        assignments = product(*(cell.domain for cell in model.cells))
        expected = [values for values in assignments if not model.violations(values)]
        assert sorted(found(model, 0)) == expected
        counts.append(len(expected))
    assert {0} < set(counts)
    assert max(counts) > 80  # more than learning is worth: then branching goes on


def random_sums(rng: random.Random) -> Model:
    """Few variables, of which some differ, with weighted sums and an alternative of two."""
    model = Model()
    cells = [model.variable(f"x{number}", range(rng.randint(2, 5))) for number in range(6)]
    model.add(AllDifferent(rng.sample(cells, rng.randint(2, 4))))
    sums = []
    for relation in Relation:
        terms = tuple((rng.choice((-2, -1, 1, 2)), cell) for cell in rng.sample(cells, rng.randint(2, 4)))
        constant = sum(weight * rng.choice(cell.domain) for weight, cell in terms)
        sums.append(Linear(terms, relation, constant))
    rng.shuffle(sums)
    for constraint in sums[: rng.randint(1, 2)]:
        model.add(constraint)
    model.add(AnyOf(*sums[2:]))
    return model


def test_random_sums_against_brute_force() -> None:
    """By learning alone, by turns of any length, and by branching."""
    rng = random.Random(12)
    counts = []
    for _ in range(25):
        model = random_sums(rng)
        assignments = product(*(cell.domain for cell in model.cells))
        expected = [values for values in assignments if not model.violations(values)]
        for learn_after in (0, 1, 4, ENDLESS):
            assert sorted(found(model, learn_after)) == sorted(expected)
        counts.append(len(expected))
    assert min(counts) < 5
    assert max(counts) > 80


@pytest.mark.slow
@pytest.mark.parametrize("learn_after", [0, 1, 5, 20])
@pytest.mark.parametrize("share", [0.75, 0.85, 0.9])
def test_learning_at_any_time_finds_the_same_solutions(learn_after: int, share: float) -> None:
    rng = random.Random(int(100 * share))
    sudoku = Sudoku(6)
    solution = load_solver().compile(sudoku).solve().solution
    assert solution is not None
    for cell in sudoku.cells:
        if rng.random() > share:
            sudoku.give(cell, solution[cell])
    expected = found(sudoku, ENDLESS)
    assert sorted(found(sudoku, learn_after)) == sorted(expected)
    assert len(expected) > 1


@pytest.mark.slow
def test_solutions_that_branching_has_told_are_not_told_again() -> None:
    """Learning begins between two of many solutions, where those told are still open at the root."""
    sudoku = Sudoku(9)
    solution = load_solver().compile(sudoku).solve().solution
    assert solution is not None
    compared = 0
    for seed in range(700):
        sudoku.givens.clear()
        for cell in random.Random(seed).sample(sudoku.cells, 27):
            sudoku.give(cell, solution[cell])
        expected = found(sudoku, ENDLESS, 64)
        if 20 <= len(expected) < 64:
            compared += 1
            for learn_after in (2, 4):
                assert sorted(found(sudoku, learn_after)) == sorted(expected)
    assert compared > 20


def test_a_count_takes_options() -> None:
    """Thirty open grids are refuted in fewer nodes, for the same solutions, where clause learning goes on alone."""
    solution = [(3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
    nodes = {"count": 0, "take": 0}
    for seed in range(30):
        givens = [(cell, solution[cell]) for cell in random.Random(seed).sample(range(81), 26)]
        counting = _native.Solver(lower(Sudoku(9)), givens, learn_after=0)
        taking = _native.Solver(lower(Sudoku(9)), givens, learn_after=0)
        assert counting.count(60)[0] == len(taking.take(60)[0])
        nodes["count"] += counting.nodes
        nodes["take"] += taking.nodes
    assert 0 < nodes["count"] < nodes["take"]


def test_the_empty_grid_of_four() -> None:
    solutions = found(Sudoku(4), 0)
    assert len(solutions) == len(set(solutions)) == 288


@pytest.mark.parametrize(
    ("name", "share"), [("windoku", 0.35), ("jigsaw", 0.4), ("anti_knight", 0.25), ("x_sudoku", 0.3), ("samurai", 0.5)]
)
def test_shapes_of_several_kinds(name: str, share: float) -> None:
    model = models.load(name)
    solution = load_solver().compile(model).solve().solution
    assert solution is not None
    rng = random.Random(3)
    for cell in model.cells:
        if rng.random() < share and cell not in model.givens:
            model.give(cell, solution[cell])
    expected = found(model, ENDLESS, 200)
    assert 0 < len(expected) < 200
    for learn_after in (0, 1, 2, 4, 8, 16, 32):
        assert sorted(found(model, learn_after)) == sorted(expected)


def test_givens_that_clash() -> None:
    problem = lower(Sudoku(9))
    for second, ending in ((1, "exhausted"), (72, "exhausted"), (20, "exhausted"), (40, "solution")):
        assert _native.Solver(problem, [(0, 5), (second, 5)], learn_after=0).take(1)[1] == ending


LAYOUT = """
    AAABEEEEC
    ADABEECCC
    ADDBBECCC
    AADBEEFCF
    AGDBBBFCF
    GGDBFFFFF
    GDDHHHHII
    GDGHHIIII
    GGGHHHIII
"""
"""Random regions that cannot be filled."""


@pytest.fixture(scope="module")
def infeasible() -> Sudoku:
    return Sudoku(9, regions="\n".join(LAYOUT.split()))


def test_a_proof_takes_less_than_by_branching(infeasible: Sudoku) -> None:
    assert load_solver("cp-sat").compile(infeasible).solve().status is Status.INFEASIBLE
    assert load_solver().compile(infeasible).solve().status is Status.INFEASIBLE
    learning = _native.Solver(lower(infeasible), [], learn_after=0)
    assert learning.take(1) == ([], "exhausted")
    branching = _native.Solver(lower(infeasible), [], learn_after=ENDLESS)
    assert branching.take(1, nodes=5 * learning.nodes) == ([], "stopped")


def test_nodes_are_limited_and_the_search_goes_on(infeasible: Sudoku) -> None:
    compiled = load_solver().compile(infeasible)
    stopped = compiled.solve(limits=Limits(nodes=1500))
    assert (stopped.status, stopped.statistics.nodes) == (Status.LIMIT, 1500)
    whole = _native.Solver(lower(infeasible), [], learn_after=100)
    assert whole.take(1) == ([], "exhausted")
    solver = _native.Solver(lower(infeasible), [], learn_after=100)
    limits = range(50, 1000, 50)
    assert [(solver.take(1, nodes=nodes), solver.nodes) for nodes in limits] == [(([], "stopped"), n) for n in limits]
    assert solver.take(1) == ([], "exhausted")
    assert solver.nodes == whole.nodes


@pytest.mark.parametrize("seed", range(8))
def test_latin_squares(seed: int) -> None:
    """Random givens that do not clash at once."""
    rng = random.Random(seed)
    latin = Sudoku(12, regions=())
    for cell in rng.sample(latin.cells, 60):
        row, column = divmod(cell.index, 12)
        used = {
            value for other, value in latin.givens.items() if row == other.index // 12 or column == other.index % 12
        }
        if len(used) < 12:
            latin.give(cell, rng.choice(sorted(set(range(1, 13)) - used)))
    solutions = found(latin, 0, 1)
    assert (load_solver("cp-sat").compile(latin).solve().solution is not None) == bool(solutions)
    assert all(latin.violations(solution) == [] for solution in solutions)


def test_the_next_puzzle_of_a_batch_is_begun_by_branching(infeasible: Sudoku) -> None:
    """The first puzzle ends while clauses are learned; one solver goes on with the others."""
    compiled = load_solver().compile(infeasible)
    batch = compiled.solve_many(np.zeros((3, 81), np.int64))
    assert batch.counts.tolist() == [0, 0, 0]
    assert batch.exact.all()
    alone = compiled.solve().statistics.nodes
    assert alone > 1000
    assert batch.nodes.tolist() == [alone] * 3


def test_each_seed_goes_another_way_to_the_same_solutions() -> None:
    sudoku = Sudoku(6)
    sudoku.add(Linear(tuple((1, cell) for cell in sudoku.cells[:12:2]), Relation.EQUAL, 21))
    sudoku.give("r1c1", 1).give("r2c5", 2).give("r4c2", 3).give("r5c6", 4)
    expected = sorted(found(sudoku, ENDLESS))
    nodes = set()
    for seed in range(6):
        solver = _native.Solver(
            lower(sudoku), [(cell.index, v) for cell, v in sudoku.givens.items()], learn_after=0, seed=seed
        )
        solver.count(50)
        nodes.add(solver.nodes)
        assert sorted(found(sudoku, 0, seed=seed)) == expected
    assert len(nodes) > 3


def priced(model: Model, rng: random.Random) -> Model:
    """Give each value of each cell some points."""
    model.maximize(bonuses={(cell, value): rng.randint(-9, 9) for cell in model.cells for value in cell.domain})
    return model


@pytest.mark.parametrize("learn_after", [0, 1, 4])
def test_best_scores_against_brute_force(learn_after: int) -> None:
    """Only better solutions are looked for, and the best ones are proved."""
    rng = random.Random(13)
    solver = load_solver(f"exact-cover:learn_after={learn_after}")
    for _ in range(40):
        model = priced(random_sums(rng) if rng.random() < 0.5 else random_differences(rng), rng)
        assert model.objective is not None
        assignments = product(*(cell.domain for cell in model.cells))
        solutions = (model.solution(values) for values in assignments if not model.violations(values))
        scores = sorted((model.objective.value(solution) for solution in solutions), reverse=True)
        compiled = solver.compile(model)
        for number in (1, 3):
            assert list(compiled.best(number).objectives) == scores[:number]


def test_the_best_score_of_a_grid_by_learning_alone() -> None:
    """Prices of houses make the bound tight enough to end; branching and CP-SAT find the same."""
    sudoku = Sudoku(6)
    priced(sudoku, random.Random(14))
    best = {
        name: load_solver(name).compile(sudoku).solve().objective for name in ("exact-cover:learn_after=0", "cp-sat")
    }
    assert best["exact-cover:learn_after=0"] == best["cp-sat"]
