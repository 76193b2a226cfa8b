"""Relations of cells against all solutions."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations
from random import Random
from threading import Event

import pytest

from sudoku_cp import Model, Sudoku
from sudoku_cp.authoring import equal
from sudoku_cp.authoring.equalities import SAMPLES
from sudoku_cp.formats import load
from tests.authoring.small import puzzle

module = import_module("sudoku_cp.authoring.equalities")  # the package has the function under this name


@pytest.mark.slow
@pytest.mark.parametrize("samples", [1, 2, SAMPLES])
@pytest.mark.parametrize("seed", range(60))
def test_relations_are_those_of_all_solutions(seed: int, samples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer samples leave more relations that have to be refuted."""
    monkeypatch.setattr(module, "SAMPLES", samples)
    random = Random(seed)
    model = puzzle(random, faults=0)
    model.givens = dict(list(model.givens.items())[: random.randint(0, 4)])
    solutions = [solution.values_in_order for solution in model.solutions()]
    found = equal(model)
    assert found.is_complete
    assert found.number == min(2, len(solutions))
    fixed = {place for place in range(16) if len({values[place] for values in solutions}) == 1}
    assert {cell.index for cell in found.fixed} == fixed
    related = set()
    for one, other in combinations(sorted(set(range(16)) - fixed), 2):
        sums = {values[one] + values[other] for values in solutions}
        differences = {values[one] - values[other] for values in solutions}
        if len(sums) == 1 or len(differences) == 1:
            related.add((one, other))
    group: dict[int, int] = {}
    for relation in found.relations:
        values = {each[relation.first.index] + relation.sign * each[relation.second.index] for each in solutions}
        assert values == {relation.constant}
        group[relation.second.index] = group.setdefault(relation.first.index, relation.first.index)
    assert {pair for pair in combinations(sorted(group), 2) if group[pair[0]] == group[pair[1]]} == related


def test_no_solution_and_one() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid("1..1............")
    assert str(equal(sudoku)) == "there is no solution"
    assert str(equal(load("killer"))) == "there is exactly one solution"


def test_more_solutions_than_samples() -> None:
    sudoku = Sudoku(9)
    sudoku.add(sudoku["r1c1"] == sudoku["r2c4"], sudoku["r9c9"] + sudoku["r1c1"] == 10)
    sudoku.give("r5c5", 5)
    assert set(map(str, equal(sudoku).relations)) == {"r1c1 = r2c4", "r1c1 + r9c9 = 10"}


def test_a_model_without_a_grid() -> None:
    model = Model()
    a, b, c = model.variables("abc", range(9))
    model += [a - b == 3, a + c == 8, c != 4]
    assert list(map(str, equal(model).relations)) == ["a = b + 3", "a + c = 8"]


def test_a_cancelled_question_proves_nothing() -> None:
    cancel = Event()
    cancel.set()
    found = equal(load("classic"), cancel=cancel)
    assert (found.is_complete, found.relations, str(found)) == (False, (), "unknown: a limit came first")
