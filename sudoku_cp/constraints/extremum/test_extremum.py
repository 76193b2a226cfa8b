from __future__ import annotations

import pytest

from sudoku_cp import Model, ModelError
from sudoku_cp.kernel import Maximum, Minimum
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

D3 = (1, 2, 3)
DOMAIN = (-1, 0, 1, 2)
ODD = (-2, 0, 1, 5)


CASES = {
    "maximum": Case([D3] * 3, lambda a, b, c: Maximum((a, b), c), lambda a, b, c: max(a, b) == c),
    "maximum is a number": Case([ODD] * 3, lambda *c: Maximum(c, 1), lambda *v: max(v) == 1),
    "maximum, unaligned": Case(
        [ODD, (0, 3), (0, 5, 9)], lambda a, b, c: Maximum((a, b), c), lambda a, b, c: max(a, b) == c
    ),
    "maximum of itself": Case([D3] * 2, lambda a, b: Maximum((a, b, a), a), lambda a, b: a >= b),
    "maximum of one": Case([ODD] * 2, lambda a, b: Maximum((a,), b), lambda a, b: a == b),
    "minimum": Case([D3] * 3, lambda a, b, c: Minimum((a, b), c), lambda a, b, c: min(a, b) == c),
    "minimum is a number": Case([ODD] * 3, lambda *c: Minimum(c, 0), lambda *v: min(v) == 0),
    "minimum, unaligned": Case(
        [ODD, (0, 3), (-2, 0, 9)], lambda a, b, c: Minimum((a, b), c), lambda a, b, c: min(a, b) == c
    ),
    "minimum of itself": Case([D3] * 2, lambda a, b: Minimum((b, a), b), lambda a, b: b <= a),
    "maximum of nothing": Case([D3], lambda a: Maximum((), a), lambda a: False, all_or_none=True),
    "minimum of nothing": Case([D3], lambda a: Minimum((), 0), lambda a: False, all_or_none=True),
    "Maximum((a, b), c)": Case([DOMAIN] * 3, lambda a, b, c: Maximum((a, b), c), lambda a, b, c: c == max(a, b)),
    "Maximum((a, b), 0)": Case([DOMAIN] * 3, lambda a, b, c: Maximum((a, b), 0), lambda a, b, c: max(a, b) == 0),
    "Maximum((), c)": Case([DOMAIN] * 3, lambda a, b, c: Maximum((), c), lambda *v: False, all_or_none=True),
    "Minimum((a, b), c)": Case([DOMAIN] * 3, lambda a, b, c: Minimum((a, b), c), lambda a, b, c: c == min(a, b)),
    "Minimum((a, a), 2)": Case([DOMAIN] * 3, lambda a, b, c: Minimum((a, a), 2), lambda a, b, c: a == 2),
    "Minimum((), 0)": Case([DOMAIN] * 3, lambda a, b, c: Minimum((), 0), lambda *v: False, all_or_none=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


@pytest.mark.parametrize("kind", [Maximum, Minimum])
def test_scope_has_all_cells_and_no_numbers(kind: type[Maximum | Minimum]) -> None:
    a, b, c = Model().variables("abc", DOMAIN)
    assert kind((a, b), c).scope == (a, b, c)
    assert kind((a, b), 1).scope == (a, b)
    assert kind([a], c).cells == (a,)


def test_text() -> None:
    a, b, c = Model().variables("abc", DOMAIN)
    assert str(Maximum((a, b), c)) == "max(a, b) = c"
    assert str(Minimum((a, b), -2)) == "min(a, b) = -2"


def test_cells_of_another_model_are_refused() -> None:
    (stray,), model = Model().variables("a", DOMAIN), Model("small")
    (own,) = model.variables("x", DOMAIN)
    with pytest.raises(ModelError, match=r"^max\(x\) = a: a is not a cell of small$"):
        model.add(Maximum((own,), stray))
