"""Faults planted into a lowering, one at a time: comparison with brute force must notice each of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from operator import gt, lt
from typing import Any

import pytest

from sudoku_cp import AllDifferent, Linear, Model, Objective, Relation, Sense, Sudoku, Table, UnsoundAnswerError
from sudoku_cp.backends import backend, contract
from sudoku_cp.backends.contract import Backend, Status
from sudoku_cp.backends.cp_sat import all_different as cp_all_different
from sudoku_cp.backends.cp_sat import candidates as cp_candidates
from sudoku_cp.backends.cp_sat import enumeration as cp_enumeration
from sudoku_cp.backends.cp_sat import linear as cp_linear
from sudoku_cp.backends.cp_sat import literals as cp_literals
from sudoku_cp.backends.cp_sat import lowering as cp_lowering
from sudoku_cp.backends.cp_sat import pool as cp_pool
from sudoku_cp.backends.cp_sat import program as cp_program
from sudoku_cp.backends.cp_sat import table as cp_table
from sudoku_cp.backends.cp_sat.literals import ValueLiterals
from sudoku_cp.backends.python_constraint import lowering as pc_lowering
from sudoku_cp.backends.python_constraint import program as pc_program
from sudoku_cp.backends.python_constraint import search as pc_search

Planter = Callable[[pytest.MonkeyPatch], None]


def corpus() -> Iterator[Model]:
    """Small models that between them use every part of a lowering."""
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


def is_right(solver: Backend, model: Model, expected: list[tuple[int, ...]]) -> bool:
    """Whether every question about the model is answered as brute force does."""
    program = solver.compile(model)
    try:
        found = [solution.values_in_order for solution in program.solutions()]
        best, count, candidates = program.solve(), program.count(), program.candidates()
    except UnsoundAnswerError:
        return False
    if sorted(found) != sorted(expected) or count.count != len(expected):
        return False
    if dict(candidates.values) != {
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


@dataclass(frozen=True)
class Fault:
    backend: str
    name: str
    plant: Planter


FAULTS: list[Fault] = []


def fault(solver: str) -> Callable[[Planter], Planter]:
    def remember(plant: Planter) -> Planter:
        FAULTS.append(Fault(solver, plant.__name__, plant))
        return plant

    return remember


def _all_but_last(items: Iterable[Any]) -> list[Any]:
    return list(items)[:-1]


@fault("cp-sat")
def dropped_house(patch: pytest.MonkeyPatch) -> None:
    lower = cp_all_different.lower_all_different
    patch.setattr(
        cp_lowering, "lower_all_different", lambda house, *rest: None if house.label == "row 1" else lower(house, *rest)
    )


@fault("cp-sat")
def repeated_cell_taken_as_one(patch: pytest.MonkeyPatch) -> None:
    lower = cp_all_different.lower_all_different
    patch.setattr(
        cp_lowering, "lower_all_different", lambda house, *rest: lower(AllDifferent(dict.fromkeys(house.cells)), *rest)
    )


@fault("cp-sat")
def partial_house_without_at_most_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ValueLiterals, "at_most_one", lambda *_: None)


@fault("cp-sat")
def partial_house_taken_as_permutation(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ValueLiterals, "at_most_one", ValueLiterals.exactly_one)


@fault("cp-sat")
def cell_without_a_value(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ValueLiterals, "contradiction", lambda *_: None)


@fault("cp-sat")
def lost_candidate(patch: pytest.MonkeyPatch) -> None:
    build = ValueLiterals.__init__

    def lose(self: ValueLiterals, model: Model) -> None:
        build(self, model)
        self.clause([cp_literals.negated(len(self.values) - 1)])

    patch.setattr(ValueLiterals, "__init__", lose)


@fault("cp-sat")
def free_variable(patch: pytest.MonkeyPatch) -> None:
    lower = cp_lowering.lower

    def lower_and_add(model: Model) -> ValueLiterals:
        literals = lower(model)
        literals.boolean()
        return literals

    patch.setattr(cp_program, "lower", lower_and_add)


@fault("cp-sat")
def less_for_at_most(patch: pytest.MonkeyPatch) -> None:
    compare = cp_linear._compare
    patch.setattr(
        cp_linear,
        "_compare",
        lambda total, relation, c: total < c if relation is Relation.AT_MOST else compare(total, relation, c),
    )


@fault("cp-sat")
def sum_off_by_one(patch: pytest.MonkeyPatch) -> None:
    require = ValueLiterals.sum_in
    patch.setattr(ValueLiterals, "sum_in", lambda self, terms, domain: require(self, terms, [v + 1 for v in domain]))


@fault("cp-sat")
def sum_without_its_last_term(patch: pytest.MonkeyPatch) -> None:
    require = ValueLiterals.sum_in
    patch.setattr(ValueLiterals, "sum_in", lambda self, terms, domain: require(self, _all_but_last(terms), domain))


@fault("cp-sat")
def flipped_signs(patch: pytest.MonkeyPatch) -> None:
    collect = cp_linear.collected
    patch.setattr(cp_linear, "collected", lambda terms: {cell: -weight for cell, weight in collect(terms).items()})


@fault("cp-sat")
def forgotten_constant(patch: pytest.MonkeyPatch) -> None:
    lower = cp_linear.lower_linear
    patch.setattr(cp_lowering, "lower_linear", lambda c, *rest: lower(replace(c, constant=0), *rest))


@fault("cp-sat")
def lost_digit_set(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cp_linear, "combinations", lambda values, size: list(combinations(values, size))[1:])


@fault("cp-sat")
def clause_without_negation(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cp_linear, "negated", lambda literal: literal)


@fault("cp-sat")
def lost_tuple(patch: pytest.MonkeyPatch) -> None:
    possible = cp_table._possible
    patch.setattr(cp_table, "_possible", lambda *args: _all_but_last(possible(*args)))


@fault("cp-sat")
def tuples_of_repeated_cells_not_compared(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        cp_lowering,
        "lower_table",
        lambda c, literals: cp_table.lower_table(
            Table(c.cells[:1], [row[:1] for row in c.tuples]) if len(set(c.cells)) == 1 else c, literals
        ),
    )


@fault("cp-sat")
def flipped_objective(patch: pytest.MonkeyPatch) -> None:
    add = cp_lowering.with_objective
    other = {Sense.MAXIMIZE: Sense.MINIMIZE, Sense.MINIMIZE: Sense.MAXIMIZE}
    patch.setattr(
        cp_program, "with_objective", lambda literals, o: add(literals, Objective(other[o.sense], o.expression))
    )


@fault("cp-sat")
def objective_without_its_last_term(patch: pytest.MonkeyPatch) -> None:
    collect = cp_linear.collected
    patch.setattr(cp_lowering, "collected", lambda terms: collect(_all_but_last(terms)))


@fault("cp-sat")
def ignored_givens(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cp_pool, "_bound_below", lambda *_: None)


@fault("cp-sat")
def givens_left_behind(patch: pytest.MonkeyPatch) -> None:
    fix = cp_pool._bound_below
    patch.setattr(cp_pool, "_bound_below", lambda proto, literals, bound: fix(proto, list(literals)[:1], bound))


@fault("cp-sat")
def lost_last_solution(patch: pytest.MonkeyPatch) -> None:
    stream = cp_enumeration.stream_solutions

    def lose(*args: Any) -> Generator[Any, None, Any]:
        enumeration = stream(*args)
        previous = None
        while True:
            try:
                values = next(enumeration)
            except StopIteration as end:
                return end.value
            if previous is not None:
                yield previous
            previous = values

    patch.setattr(cp_program, "stream_solutions", lose)


@fault("cp-sat")
def count_off_by_one(patch: pytest.MonkeyPatch) -> None:
    count = cp_enumeration.count_solutions
    patch.setattr(cp_program, "count_solutions", lambda *args: (*(answer := count(*args))[:2], answer[2] + 1))


@fault("cp-sat")
def candidates_given_up_early(patch: pytest.MonkeyPatch) -> None:
    find = cp_candidates.find_candidates
    patch.setattr(
        cp_program, "find_candidates", lambda proto, unseen, *rest: find(proto, set(sorted(unseen)[:2]), *rest)
    )


@fault("python-constraint")
def dropped_house_(patch: pytest.MonkeyPatch) -> None:
    lower = pc_lowering._lower_all_different
    patch.setattr(pc_lowering, "_lower_all_different", lambda c: True if c.label == "row 1" else lower(c))


@fault("python-constraint")
def repeated_cell_taken_as_one_(patch: pytest.MonkeyPatch) -> None:
    lower = pc_lowering._lower_all_different
    patch.setattr(pc_lowering, "_lower_all_different", lambda c: lower(AllDifferent(dict.fromkeys(c.cells))))


@fault("python-constraint")
def less_for_at_most_(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(pc_lowering._COMPARISONS, Relation.AT_MOST, lt)


@fault("python-constraint")
def greater_for_at_least(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(pc_lowering._COMPARISONS, Relation.AT_LEAST, gt)


@fault("python-constraint")
def swapped_relations(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(pc_lowering._SUMS, Relation.AT_LEAST, pc_lowering._SUMS[Relation.AT_MOST])


@fault("python-constraint")
def sum_off_by_one_(patch: pytest.MonkeyPatch) -> None:
    make = pc_lowering._SUMS[Relation.EQUAL]
    patch.setitem(pc_lowering._SUMS, Relation.EQUAL, lambda constant, weights: make(constant + 1, weights))


@fault("python-constraint")
def flipped_signs_(patch: pytest.MonkeyPatch) -> None:
    make = pc_lowering._SUMS[Relation.AT_MOST]
    patch.setitem(pc_lowering._SUMS, Relation.AT_MOST, lambda constant, weights: make(constant, [-w for w in weights]))


@fault("python-constraint")
def lost_tuple_(patch: pytest.MonkeyPatch) -> None:
    lower = pc_lowering._lower_table
    patch.setattr(pc_lowering, "_lower_table", lambda c: lower(Table(c.cells, _all_but_last(sorted(c.tuples)))))


@fault("python-constraint")
def reversed_tuples(patch: pytest.MonkeyPatch) -> None:
    lower = pc_lowering._lower_table
    patch.setattr(pc_lowering, "_lower_table", lambda c: lower(Table(c.cells, [row[::-1] for row in c.tuples])))


@fault("python-constraint")
def ignored_contradiction(patch: pytest.MonkeyPatch) -> None:
    lower = pc_lowering.lower
    patch.setattr(pc_program, "lower", lambda model: replace(lower(model), contradiction=False))


@fault("python-constraint")
def flipped_objective_(patch: pytest.MonkeyPatch) -> None:
    better = Objective.better
    patch.setattr(Objective, "better", lambda self, score, other: better(self, other, score))


@fault("python-constraint")
def ignored_givens_(patch: pytest.MonkeyPatch) -> None:
    open_values = contract.domains
    patch.setattr(pc_program, "domains", lambda model, givens: open_values(model, {}))


@fault("python-constraint")
def lost_last_solution_(patch: pytest.MonkeyPatch) -> None:
    search = pc_search.search
    patch.setattr(pc_program, "search", lambda *args: iter(_all_but_last(search(*args))))


@pytest.mark.parametrize("name", ["cp-sat", "python-constraint"])
def test_without_a_fault_everything_is_right(name: str, brute_force: Any) -> None:
    models = list(corpus())
    assert all(is_right(backend(name), model, brute_force(model)) for model in models)
    assert sum(len(brute_force(model)) > 1 for model in models) == 5


@pytest.mark.parametrize("planted", FAULTS, ids=lambda planted: f"{planted.backend}-{planted.name.rstrip('_')}")
def test_fault_is_caught(planted: Fault, brute_force: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    planted.plant(monkeypatch)
    solver = backend(planted.backend)
    assert not all(is_right(solver, model, brute_force(model)) for model in corpus())
