from __future__ import annotations

import pytest

from sudoku_cp import Model
from sudoku_cp.kernel import Element
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

D3 = (1, 2, 3)
DOMAIN = (-1, 0, 1, 2)
ODD = (-2, 0, 1, 5)


CASES = {
    "element": Case([D3] * 3, lambda a, b, c: Element((a, b), c, 2), lambda a, b, c: c < 3 and (a, b)[c - 1] == 2),
    "element is a cell": Case(
        [D3] * 4, lambda a, b, c, d: Element((a, b), c, d), lambda a, b, c, d: c < 3 and (a, b)[c - 1] == d
    ),
    "element, first index 0": Case(
        [ODD, range(3), ODD], lambda a, b, c: Element((a, c), b, 0, first=0), lambda a, b, c: b < 2 and (a, c)[b] == 0
    ),
    "element, negative index": Case(
        [ODD, D3], lambda a, b: Element((b, b, a), a, b, first=-2), lambda a, b: a == -2 or a == b == 0
    ),
    "element of itself": Case([D3] * 2, lambda a, b: Element((a, b, a), a, b), lambda a, b: b == (a, b, a)[a - 1]),
    "element, unaligned": Case(
        [(0, 7), (7, 8), (1, 2)], lambda a, b, c: Element((a, b), c, 7), lambda a, b, c: (a, b)[c - 1] == 7
    ),
    "element of nothing": Case([D3], lambda a: Element((), a, a), lambda a: False, all_or_none=True),
    "element outside": Case([D3] * 2, lambda a, b: Element((b,), a, b, first=7), lambda a, b: False, all_or_none=True),
    "Element((a, b), c, 2)": Case(
        [DOMAIN] * 3, lambda a, b, c: Element((a, b), c, 2), lambda a, b, c: c in (1, 2) and (a, b)[c - 1] == 2
    ),
    "Element((a, b, a), c, b, -1)": Case(
        [DOMAIN] * 3, lambda a, b, c: Element((a, b, a), c, b, -1), lambda a, b, c: c <= 1 and (a, b, a)[c + 1] == b
    ),
    "Element((), c, 1)": Case([DOMAIN] * 3, lambda a, b, c: Element((), c, 1), lambda a, b, c: False, all_or_none=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def test_scope_has_all_cells_and_no_numbers() -> None:
    a, b, c = Model().variables("abc", DOMAIN)
    assert Element((a, b, a), c, b).scope == (a, b, a, c, b)
    assert Element((a,), c, 3).scope == (a, c)
    assert Element([a], b, c).array == (a,)
    assert str(Element((a, b), c, a)) == "(a, b)[c] = a"
