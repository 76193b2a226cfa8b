"""What people type who come from other modelling languages has the meaning that they expect, on every solver.

Each line is read twice: with cells it makes constraints, and with numbers, by plain Python, the truth.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any, cast

import numpy as np
import pytest

from sudoku_cp import AllDifferent, AllOf, Array, Model, ModelError
from sudoku_cp.solving.registry import SOLVERS
from tests.support.plain_numbers import DECLARED, PLAIN, Number, declared, numbers

TABLE: dict[str, tuple[str, int, int]] = {
    "sum([a == 1, b == 2, c == 0]) >= 2": ("abc", 3, 7),
    "(a == b) + (b == c) + (a == c) <= 1": ("abc", 3, 24),
    "AllDifferent([a, b, 3])": ("ab", 5, 12),
    "(a == 1).implies(b == 2)": ("ab", 3, 7),
    "(a == 1) ^ (b == 2)": ("ab", 3, 4),
    "(a == 1) == (b == 2)": ("ab", 3, 5),
    "a | b": ("abc", 2, 6),
    "~a | c": ("abc", 2, 6),
    "count_of([a, b], b) == 1": ("ab", 5, 20),
    "Exactly(1, [a == 1, b == 1])": ("ab", 5, 8),
    "AnyOf([a == 1, b == 1])": ("ab", 5, 9),
    "a % 3 == b % 2": ("ab", 7, 18),
}
"""Lines with their cells, the number of values 0, 1, …, and the number of solutions that the plan states."""

MORE: dict[str, tuple[str, int]] = {
    "(a == 1) != (b == 2)": ("ab", 3),
    "(a == 1) - (b == c) == 0": ("abc", 3),
    "3 - (a == 1) - 2 * (b == 1) >= c": ("abc", 4),
    "(a == 1) * b == c": ("abc", 3),
    "(a < b) * (b < c) * 2 + a == c": ("abc", 4),
    "abs((a == b) - c) == 1": ("abc", 3),
    "(a == 1) <= (b == 2)": ("ab", 3),
    "(a > b) > (b > c)": ("abc", 3),
    "(a == 1) == True": ("ab", 3),
    "(a == 1) + True == 2": ("ab", 3),
    "a == (b == c)": ("abc", 3),
    "max_of([a == b, b == c]) == 1": ("abc", 3),
    "min_of([a + 1, 2 * b, 3]) == c": ("abc", 4),
    "a // b == 2": ("ab", 7),
    "a // 3 == b": ("ab", 7),
    "7 // a == b": ("ab", 8),
    "a ** 2 == b": ("ab", 7),
    "a ** b == c": ("abc", 4),
    "2 ** a <= b": ("ab", 5),
    "(a + b) % 3 == c": ("abc", 5),
    "(a - b) % 3 == c": ("abc", 4),
    "(a - b) // 2 == c - 1": ("abc", 4),
    "7 % a == b": ("ab", 7),
    "a % b == c": ("abc", 5),
    "Not(a % b == c)": ("abc", 5),
    "(a // b == 1) + (b // a == 1) == c": ("abc", 4),
    "a.isin({1, 4})": ("ab", 5),
    "(a + b).isin([1, 4])": ("ab", 5),
    "(a * b).isin([c, 4])": ("abc", 5),
    "~a.isin({1, 4}) & (b == 2)": ("ab", 5),
    "a & b": ("abc", 2),
    "a ^ b ^ c": ("abc", 2),
    "~(a & b) | c": ("abc", 2),
    "a.implies(b & c)": ("abc", 2),
    "(a == 1) | b": ("ab", 2),
    "AllOf(a, [b][0], c | True)": ("abc", 2),
    "Exactly(2, a, b, c)": ("abc", 2),
    "AnyOf(False, a == 2)": ("ab", 3),
    "AllDifferent([a + b, b + c, 3])": ("abc", 4),
    "AllDifferent(a + 1, 2 * b, c)": ("abc", 5),
    "AllDifferent([a == b, b == c])": ("abc", 3),
    "Count([a + 1, b, c, 2], 2, c)": ("abc", 4),
    "Count([a == b, b == c, a], 1, 2, '>=')": ("abc", 3),
    "CountDistinct([a + b, c, 2], 2)": ("abc", 4),
    "count_of([a, b, 2], [c, 0]) == 2": ("abc", 4),
    "count_of([a == b, c], 1) == 2": ("abc", 3),
    "Maximum([a + 1, b, 2], c)": ("abc", 4),
    "Maximum([a, b], c + 1)": ("abc", 4),
    "Minimum([a * b, c], 2)": ("abc", 4),
    "Product([a + 1, b], c)": ("abc", 4),
    "Element([a, b + 1, 3], c, 2)": ("abc", 4),
    "Element([a, b], c + 1, a + 1)": ("abc", 4),
    "Table([a + b, c], [(1, 2), (3, 0), (9, 9)])": ("abc", 4),
    "Table([a == b, c], [(1, 2), (0, 0)])": ("abc", 4),
    "Automaton([a, b + 1, 2, c], (0, 1))": ("abc", 4),
    "Cardinality([a, b + 1, c, 2], {2: 2, 0: 1})": ("abc", 4),
    "Increasing([a, b + 1, 2 * c])": ("abc", 4),
    "Array([a, b + 1, 3])[c + 1] == 2": ("abc", 4),
    "Array([a == b, b == c])[a] == 1": ("abc", 3),
    "Array([(a == b) + c, 2])[b] + a == 3": ("abc", 4),
    "Array([[1, 2, 3], [a, b, 0]])[b, c] == 2": ("abc", 4),
    "Array([[1, a], [2, b == 1], [3, 0]], first=0)[a, c - 1] < c": ("abc", 4),
    "Array([[1, 2], [3, 4]])[a + 1, 2] == c": ("abc", 5),
    "sum_of([a == b, 2 * c, True, 1]) == 4": ("abc", 3),
    "((a == 1) == (b == 2)) == (c == 0)": ("abc", 3),
}
"""More lines, whose solutions are counted by the same plain Python alone."""


LINES = {**{text: line[:2] for text, line in TABLE.items()}, **MORE}


def test_counts_of_the_table() -> None:
    for text, (names, size, count) in TABLE.items():
        assert len(numbers(text, names, size)) == count, text


@pytest.fixture(params=["a table", "variables"])
def rows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both forms: one table of the cells, and variables in the place of terms."""
    monkeypatch.setattr("sudoku_cp.model.auxiliary.MAX_ROWS", 1000 if request.param == "a table" else 0)


@pytest.mark.slow
@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("text", LINES)
def test_solutions(text: str, solver: str) -> None:
    names, size = LINES[text]
    found = [
        solution.values_in_order[: len(names)] for solution in declared(text, names, size).solutions(solver=solver)
    ]
    wanted = numbers(text, names, size)
    assert 0 < len(wanted) < size ** len(names), "the line shows nothing"
    assert len(found) == len(wanted), "a variable in the place of a term is not a function of the cells"
    assert set(found) == wanted


@pytest.mark.parametrize("text", LINES)
def test_meaning_before_a_model_takes_it(text: str) -> None:
    names, size = LINES[text]
    cells = Model().variables(names, range(size))
    line = eval(text, {**DECLARED, **dict(zip(names, cells, strict=True))})
    constraint = AllOf(line)
    rows = product(range(size), repeat=len(names))
    assert {row for row in rows if constraint.holds(dict(zip(cells, row, strict=True)))} == numbers(text, names, size)


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("size", "count"), [(6, 4), (8, 92)])
def test_queens(size: int, count: int, solver: str) -> None:
    model = Model()
    q = model.variables([f"q{row}" for row in range(size)], range(size))
    model += AllDifferent(q)
    model += AllDifferent([q[i] + i for i in range(size)])
    model += AllDifferent([q[i] - i for i in range(size)])
    assert model.count(solver=solver).count == count


@pytest.mark.parametrize("solver", SOLVERS)
def test_constraints_as_a_score(solver: str) -> None:
    model = Model()
    a, b, c = model.variables("abc", range(2))
    model.maximize((a != b) + (b != c) + (a != c))
    assert model.solve(solver=solver).objective == 2
    assert model.count(solver=solver, target=2).count == 6


@pytest.mark.parametrize("solver", SOLVERS)
def test_truth_values_are_constraints(solver: str) -> None:
    for truth, count in ((True, 25), (False, 0)):
        model = Model()
        model.variables("ab", range(5))
        model += truth
        assert model.count(solver=solver).count == count


def test_variables_with_other_values_are_no_conditions() -> None:
    a, b = Model().variables("ab", range(3))
    refused: tuple[Callable[[], object], ...] = (lambda: a | b, lambda: ~a, lambda: a.implies(b == 1), lambda: a ^ True)
    for combine in refused:
        with pytest.raises(ModelError, match="a has other values than 0 and 1: compare it"):
            combine()
    with pytest.raises(ModelError, match="add needs constraints, and a \\+ b has other values"):
        Model().add(a + b)


def test_what_python_evaluates_itself_is_refused() -> None:
    a, b, c = Model().variables("abc", range(3))
    refused: tuple[Callable[[], object], ...] = (
        lambda: a < b < c,
        lambda: (a == 1) < (b == 2) < (c == 0),
        lambda: a == 1 and b == 1,
        lambda: any([a == 1, b == 1]),
        lambda: max(a, b),
        lambda: max(a == 1, b == 1),
        lambda: 1 if a == b else 2,
        lambda: (a == b) in [b == c],
    )
    for evaluate in refused:
        with pytest.raises(TypeError, match="is a constraint and has no truth value"):
            evaluate()


def test_arrays_of_numpy() -> None:
    a, b = Model().variables("ab", range(5))
    x, three = np.array([a, b]), cast("Any", np.int64(3))
    made: dict[str, Any] = {
        "[a + b, b + b]": x + b,
        "[b + a, b + b]": b + x,
        "[a - b == 0, 0 * b == 0]": x == b,
        "[a - b >= 1, 0 * b >= 1]": b < x,
        "[a == 3, b == 3]": np.equal(x, 3, dtype=object),
        "[a, 2 * a]": a * np.array([1, 2]),
    }
    for text, array in made.items():
        assert "[" + ", ".join(map(repr, array)) + "]" == text
    assert [str(total) for total in (x.sum(), np.array([1, 2]) @ x, three + a)] == ["a + b", "a + 2·b", "a + 3"]
    model = Model()
    cells = np.array(model.variables("abcd", range(4))).reshape(2, 2)
    model += [AllDifferent(row) for row in cells]
    model += np.greater(cells[1], cells[0], dtype=object)
    rows = product(range(4), repeat=4)
    wanted = [row for row in rows if row[0] != row[1] and row[2] != row[3] and row[2] > row[0] and row[3] > row[1]]
    assert model.count().count == len(wanted)
    with pytest.raises(TypeError, match=r"np\.equal\(x, 3, dtype=object\)"):
        x == 3  # noqa: B015


@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
@pytest.mark.parametrize(
    "text", ["a // b == 3", "a % b == 2", "Not(a // b >= 3)", "a // b == a % b", "7 // a + b == 3", "a % 7 == b"]
)
def test_divisions_of_many_values(text: str, solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with too many combinations for a table."""
    for module in ("sudoku_cp.model.auxiliary", "sudoku_cp.kernel.arithmetic"):
        monkeypatch.setattr(f"{module}.MAX_DIVISIONS", 0)
    monkeypatch.setattr("sudoku_cp.model.auxiliary.MAX_ROWS", 0)
    domains = range(-9, 10), range(-4, 4)
    model = Model()
    cells = [model.variable(name, domain) for name, domain in zip("ab", domains, strict=True)]
    model += eval(text, {**DECLARED, **dict(zip("ab", cells, strict=True))})
    found = [solution.values_in_order[:2] for solution in model.solutions(solver=solver)]
    wanted = {
        row for row in product(*domains) if eval(text, {**PLAIN, **dict(zip("ab", map(Number, row), strict=True))})
    }
    assert wanted
    assert len(found) == len(wanted)
    assert set(found) == wanted


def test_comparisons_of_whole_arrays() -> None:
    a, b, c = Model().variables("abc", range(3))
    array = Array([a, b + 1, c == 2])
    assert [repr(constraint) for constraint in array == 2] == ["a == 2", "b == 1", "(c == 2) == 2"]
    assert [repr(constraint) for constraint in array <= [1, a, True]] == ["a <= 1", "b - a <= -1", "(c == 2) <= 1"]
    assert [repr(constraint) for constraint in Array([a, 3]) > 1] == ["a >= 2", "AllOf()"]
    with pytest.raises(ModelError, match="an array of 3 items is compared with one of 2"):
        array == [1, 2]  # noqa: B015
    with pytest.raises(ModelError, match="Array: the rows must have one length"):
        Array([[a, b], [c]])
    with pytest.raises(ModelError, match=r"an array of rows takes two indices, such as array\[i, j\]"):
        Array([[a, b], [c, 1]])[a]


def test_a_constraint_on_terms_is_copied() -> None:
    a, b = Model().variables("ab", range(3))
    made = AllDifferent([a + 1, b, 2])
    for again in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
        assert (type(again), repr(again)) == (type(made), "AllDifferent(a + 1, b, 2)")
        cells = again.scope
        assert [cell.name for cell in cells] == ["a", "b"]
        assert again.holds(dict(zip(cells, (2, 1), strict=True)))
        assert not again.holds(dict(zip(cells, (2, 2), strict=True)))
    assert isinstance(made, AllDifferent)
