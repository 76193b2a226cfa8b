"""What the CP-SAT lowering makes of a model, and what it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from sudoku_cp import AllDifferent, AnyOf, Automaton, Cell, Constraint, Model, Not, Sudoku, Table
from sudoku_cp.constraints.linear import cp_sat as linear
from sudoku_cp.constraints.table import cp_sat as table
from sudoku_cp.kernel import Count, CountDistinct, Product
from sudoku_cp.model import LoweringError, Relation
from sudoku_cp.model.answers import Status
from sudoku_cp.solvers.cp_sat import layers, literals, lowering
from sudoku_cp.solvers.cp_sat.lowering import lower
from sudoku_cp.solving.registry import load_solver
from tests.support import assert_same_sets, brute_force


@dataclass(frozen=True, eq=False, slots=True)
class _Odd(Constraint):
    """A kind of constraint that no solver knows."""

    cell: Cell
    label: str = "odd"

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (self.cell,)

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return assignment[self.cell] % 2 == 1

    def describe(self) -> str:
        return "odd"


def test_a_house_with_as_many_values_as_cells_is_a_permutation() -> None:
    assert str(lower(Sudoku(4)).proto).count("exactly_one") == 16 + 3 * 4 * 4
    assert "at_most_one" not in str(lower(Sudoku(4)).proto)
    assert "at_most_one" in str(lower(Sudoku(3, regions=(), digits=range(4))).proto)


def test_cage_is_split_into_digit_sets() -> None:
    sudoku = Sudoku(9)
    plain = len(lower(sudoku).proto.variables)
    a, b, c = sudoku.rows[0][:3]
    sudoku.add(a + b + c == 8)
    assert len(lower(sudoku).proto.variables) == plain + 2  # 1 2 5 and 1 3 4


@pytest.mark.parametrize("limit", ["MAX_PAIRS", "MAX_DIGIT_SETS"])
def test_ways_to_lower_a_sum_agree(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    a, b, c, d = model.variables("abcd", domain=range(1, 5))
    model.add(AllDifferent((a, b, c)), a + b + c >= 8, a - 2 * d <= -3, b + d != 5)
    expected = brute_force(model)
    assert expected
    preferred = lower(model)
    monkeypatch.setattr(lowering if limit == "MAX_PAIRS" else linear, limit, 0)
    assert len(lower(model).proto.variables) > len(preferred.proto.variables)
    assert_same_sets((s.values_in_order for s in load_solver("cp-sat").compile(model).solutions()), expected)


def test_unknown_constraint_is_named() -> None:
    sudoku = Sudoku(4)
    sudoku.add(_Odd(sudoku[1, 1], "r1c1 is odd"))
    with pytest.raises(LoweringError, match=r"^cp-sat cannot express r1c1 is odd \(_Odd\)$"):
        load_solver("cp-sat").compile(sudoku)


def test_unknown_part_is_named() -> None:
    sudoku = Sudoku(4)
    sudoku.add(AnyOf(sudoku[1, 1] == 2, Not(_Odd(sudoku[1, 1], "r1c1 is odd"))))
    with pytest.raises(LoweringError, match=r"^cp-sat cannot express r1c1 is odd \(_Odd\)$"):
        load_solver("cp-sat").compile(sudoku)


def test_automata_are_reduced_before_they_become_literals() -> None:
    model = Model()
    cells = model.variables("abcdef", domain=(1, 2, 3))
    plain = len(lower(model).proto.variables)
    accepted = Automaton.stepping(cells, (), _remember)
    model.add(accepted)
    assert len(lower(model).proto.variables) == plain + 1  # the literal that is true
    model.add(Not(accepted))
    assert load_solver("cp-sat").compile(model).solve().status is Status.INFEASIBLE


def _remember(word: Any, value: int) -> Any:
    return (*word, value) if len(word) < 6 else None


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda *c: Automaton.stepping(c, 0, _add, label="a total"), "a total: more than 8 transitions"),
        (lambda *c: Product(c, 24), r"a · b · c = 24: more than 8 transitions"),
        (lambda *c: ~Product(c[:2], c[2]), r"a · b = c: more than 8 transitions"),
    ],
)
def test_too_many_transitions_are_refused(declare: Any, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    cells = model.variables("abc", domain=(2, 3, 4))
    model.add(declare(*cells))
    assert load_solver("cp-sat").compile(model).count().count > 0
    monkeypatch.setattr(layers, "MAX_TRANSITIONS", 8)
    with pytest.raises(LoweringError, match=f"^{message}, the limit for cp-sat$"):
        lower(model)


def _add(total: Any, value: int) -> Any:
    return total + value if total < 9 else None


@pytest.mark.parametrize(
    ("declare", "number"),
    [
        (lambda a, b, c: Not(a + b + c == 2**61), 8),
        (lambda a, b, c: Count((a, b), frozenset({0}), c, Relation.AT_LEAST), 4),
        (lambda a, b, c: CountDistinct((a, b), c, Relation.UNEQUAL), 8),
    ],
)
def test_sums_beyond_64_bits_are_refused_in_every_kind(declare: Any, number: int) -> None:
    for largest, refused in ((2**58, False), (2**61, True), (2**80, True)):
        model = Model()
        model.add(declare(*model.variables("abc", domain=(0, largest))))
        if refused:
            with pytest.raises(LoweringError, match=r"(a \+ b \+ c|values in a b|0 in a b) .*: the sum may exceed 2⁶⁰"):
                lower(model)
        else:
            assert load_solver("cp-sat").compile(model).count().count == number


def test_sums_beyond_64_bits_are_refused() -> None:
    model = Model()
    a, b, c = model.variables("abc", domain=(0, 2**61))
    model.add(a + b <= 2**61)
    assert load_solver("cp-sat").compile(model).count().count == 6
    model.add(a + b + c == 2**61)
    with pytest.raises(LoweringError, match=r"a \+ b \+ c = 2305843009213693952: the sum may exceed"):
        load_solver("cp-sat").compile(model)


def test_objectives_beyond_64_bits_are_refused() -> None:
    model = Model()
    (a,) = model.variables("a", domain=(1, 2))
    model.maximize(2**62 * a)
    with pytest.raises(LoweringError, match="objective"):
        load_solver("cp-sat").compile(model)


def test_too_many_candidates_or_tuples_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sudoku = Sudoku(4)
    sudoku.add(Table.where(sudoku.rows[0], lambda *values: True, label="anything"))
    monkeypatch.setattr(table, "MAX_TUPLES", 256)
    lower(sudoku)
    monkeypatch.setattr(table, "MAX_TUPLES", 255)
    with pytest.raises(LoweringError, match="anything: 256 tuples"):
        lower(sudoku)
    monkeypatch.setattr(table, "MAX_TUPLES", 256)
    monkeypatch.setattr(literals, "MAX_LITERALS", 64)
    lower(sudoku)
    monkeypatch.setattr(literals, "MAX_LITERALS", 63)
    with pytest.raises(LoweringError, match="r4c4"):
        lower(sudoku)


def test_objective_with_constant_repeated_cells_and_no_terms() -> None:
    model = Model()
    a, b = model.variables("ab", domain=(1, 2, 3))
    model.minimize(a + b - 3 * a + 100)
    answer = load_solver("cp-sat").compile(model).solve()
    assert (answer.status, answer.objective, answer.bound) == (Status.OPTIMAL, 95, 95)
    model = Model()
    (a,) = model.variables("a", domain=(1, 2))
    model.maximize(a - a + 7)
    answer = load_solver("cp-sat").compile(model).solve()
    assert (answer.status, answer.objective, answer.bound) == (Status.OPTIMAL, 7, 7)
