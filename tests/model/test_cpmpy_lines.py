"""Lines of CPMpy's documentation and examples mean here what they mean there, and so in plain Python.

Its ``intvar(0, 4)`` are variables with the values 0 to 4, its ``boolvar()`` those with 0 and 1. Its ``cp.sum`` is
``sum``, ``cp.any`` and ``cp.all`` are ``AnyOf`` and ``AllOf``, ``cp.max`` and ``cp.min`` are ``max_of`` and ``min_of``,
``Count`` and ``NValue`` are ``count_of`` and ``distinct_of``. Its arrays start at 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest

from sudoku_cp import AllDifferent, Model, count_of
from sudoku_cp.solving.registry import SOLVERS
from tests.support.plain_numbers import declared, numbers


@dataclass(frozen=True)
class Line:
    here: str
    names: str
    size: int


LINES: dict[str, Line] = {
    # Logical constraints
    "a | b": Line("a | b", "abc", 2),
    "~(a & c)": Line("~(a & c)", "abc", 2),
    "(b | c) & ~a": Line("(b | c) & ~a", "abc", 2),
    "cp.any([bv[0], bv[1], bv[2]])": Line("AnyOf([a, b, c])", "abc", 2),
    "~cp.all(bv)": Line("~AllOf([a, b, c])", "abc", 2),
    "a == b": Line("a == b", "ab", 2),
    "a != b": Line("a != b", "ab", 2),
    "a.implies(b)": Line("a.implies(b)", "ab", 2),
    "a.implies(~c)": Line("a.implies(~c)", "ac", 2),
    "(~c).implies(a)": Line("(~c).implies(a)", "ac", 2),
    # Comparisons, with constants for truth values
    "bv == True": Line("a == True", "ab", 2),
    "bv > 0": Line("a > 0", "ab", 2),
    "iv == True": Line("a == True", "ab", 4),
    "bv & (iv == 1)": Line("(a == 0) & (b == 1)", "ab", 2),
    "iv == bv": Line("a == (b == 1)", "ab", 4),
    # Sums and functions
    "x + y > 5": Line("x + y > 5", "xyz", 5),
    "y - z != x": Line("y - z != x", "xyz", 4),
    "xs[0] - ys[0] == 5": Line("x - y == 5", "xy", 8),
    "cp.sum(xs) != 1": Line("sum([x, y, z]) != 1", "xyz", 3),
    "3*xs[0] < cp.abs(5 - cp.max(xs) + cp.min(ys))": Line("3*a < abs(5 - max_of([a, b]) + min_of([x, y]))", "abxy", 4),
    "cp.sum(w*xs) > 3": Line("1*x + 3*y + (-5)*z > 3", "xyz", 5),
    "x // y == 2": Line("x // (y + 1) == 2", "xy", 7),
    "x % y == 1": Line("x % (y + 1) == 1", "xy", 7),
    "x ** 2 + y ** 2 == z ** 2": Line("x ** 2 + y ** 2 == z ** 2", "xyz", 6),
    # Global constraints and functions
    "cp.AllDifferent(x)": Line("AllDifferent([x, y, z])", "xyz", 4),
    "b.implies(cp.AllDifferent(x))": Line("(a == 1).implies(AllDifferent([x, y]))", "axy", 3),
    "cp.Xor(b, cp.AllDifferent(x))": Line("(a == 1) ^ AllDifferent([x, y])", "axy", 3),
    "cp.min(x) + cp.max(x) - 5 > 2*cp.Count(x, 2)": Line(
        "min_of([x, y, z]) + max_of([x, y, z]) - 1 > 2*count_of([x, y, z], 2)", "xyz", 5
    ),
    "arr[idx] == 2": Line("Array([x, y, z], first=0)[a] == 2", "xyza", 4),
    "cp.NValue(x) == 2": Line("distinct_of([x, y, z]) == 2", "xyz", 4),
    "cp.Count(x, 9) == 1": Line("count_of([x, y, z], 3) == 1", "xyz", 4),
    "b.implies(x[1] + x[2] > 5)": Line("(a == 1).implies(x + y > 5)", "axy", 5),
    "cp.InDomain(x, [1,2,4,6,8,9])": Line("x.isin([1,2,4,6,8,9])", "xy", 10),
    "cp.Table([x,y], [[1,2],[3,0]])": Line("Table([x,y], [(1,2),(3,0)])", "xyz", 4),
    "cp.AllDifferent(queens + np.arange(n))": Line("AllDifferent([x + 0, y + 1, z + 2])", "xyz", 5),
    # Examples: zebra, who killed Agatha, send more money, knapsack, bus schedule, minesweeper
    "green + 1 == red": Line("x + 1 == y", "xy", 5),
    "abs(green - white) == 1": Line("abs(x - y) == 1", "xy", 5),
    "(horse == diplomat-1)|(horse == diplomat+1)": Line("(x == y-1)|(x == y+1)", "xy", 5),
    "(italy == red)|(italy == white)|(italy == green)": Line("(a == x)|(a == y)|(a == z)", "axyz", 4),
    "(richer[i,j]) == (~richer[j,i])": Line("(a) == (~b)", "ab", 2),
    "(hates[agatha,i]).implies(~hates[charles,i])": Line("(a).implies(~b)", "ab", 2),
    "sum(hates[i,:]) <= 2": Line("sum([a, b, c]) <= 2", "abc", 2),
    "sum([n,e] * np.array([10, 1])) == sum([o,y] * np.array([1, 10]))": Line("10*a + b == x + 10*y", "abxy", 4),
    "sum(x*weights) <= capacity": Line("sum([a * 3, b * 2, c * 4]) <= 5", "abc", 2),
    "x[-1] + x[0] >= demands[0]": Line("[x, y, z][-1] + x >= 4", "xyz", 5),
}
"""Their line, and ours with small domains: each variable has the values 0, 1, … up to a size."""


def test_there_are_forty() -> None:
    assert len(LINES) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("line", LINES)
def test_solutions_are_those_of_plain_python(line: str, solver: str) -> None:
    ours = LINES[line]
    model = declared(ours.here, ours.names, ours.size)
    found = [solution.values_in_order[: len(ours.names)] for solution in model.solutions(solver=solver)]
    wanted = numbers(ours.here, ours.names, ours.size)
    assert 0 < len(wanted) < ours.size ** len(ours.names), "the line shows nothing"
    assert len(found) == len(wanted)
    assert set(found) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
def test_send_more_money(solver: str) -> None:
    model = Model()
    s, e, n, d, m, o, r, y = cells = model.variables("sendmory", range(10))
    model += AllDifferent([s, e, n, d, m, o, r, y])
    model += sum([s, e, n, d] * np.array([1000, 100, 10, 1])) + sum([m, o, r, e] * np.array([1000, 100, 10, 1])) == sum(
        [m, o, n, e, y] * np.array([10000, 1000, 100, 10, 1])
    )
    model += [s > 0, m > 0]
    found = [solution.values_in_order[: len(cells)] for solution in model.solutions(solver=solver)]
    assert found == [(9, 5, 6, 7, 1, 0, 8, 2)]


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_toy_example(solver: str) -> None:
    """The summary sheet's: the first is 1, all differ, one is 9, a condition with a prize."""
    model = Model()
    b = model.variable("b", (0, 1))
    x = model.variables(["x0", "x1", "x2"], range(1, 11))
    model.add(x[0] == 1)
    model.add(AllDifferent(x))
    model.add(count_of(x, 9) == 1)
    model.add(b.implies(x[1] + x[2] > 5))
    model.maximize(sum(x) + 100 * b)
    scores = [
        one + two + three + 100 * bonus
        for bonus, one, two, three in product((0, 1), [1], range(1, 11), range(1, 11))
        if len({one, two, three}) == 3 and (one, two, three).count(9) == 1 and (not bonus or two + three > 5)
    ]
    assert model.solve(solver=solver).objective == max(scores) == 120
    assert model.count(solver=solver, target=120).count == scores.count(120)
