"""Terms in comparisons, whatever stands in their place: the solutions are those that a plain function lets through."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from sudoku_cp import Array, Cell, Constraint, Model, ModelError, Not, count_of, distinct_of, max_of, min_of
from sudoku_cp.model import auxiliary

DOMAIN = (-2, 0, 1, 3)
INDEX = (0, 1, 2, 5)
NO_CELL: Any = None


class Nowhere:
    """What an index outside its array points at: nothing that is compared with it holds."""

    def _same(self, *others: object) -> Nowhere:
        return self

    def _never(self, other: object) -> bool:
        return False

    __add__ = __radd__ = __sub__ = __rsub__ = __abs__ = _same
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _never
    __hash__ = None  # type: ignore[assignment]


class PlainArray:
    def __init__(self, items: list[int], first: int = 1) -> None:
        self.items, self.first = items, first

    def __getitem__(self, index: int) -> int | Nowhere:
        inside = 0 <= index - self.first < len(self.items)
        return self.items[index - self.first] if inside else Nowhere()


def count(items: list[int], values: int | tuple[int, ...]) -> int:
    return sum(item in (values if isinstance(values, tuple) else (values,)) for item in items)


DECLARED: dict[str, Any] = {f.__name__: f for f in (max_of, min_of, count_of, distinct_of, Array, Not)}
PLAIN: dict[str, Any] = {
    "max_of": max,
    "min_of": min,
    "count_of": count,
    "distinct_of": lambda items: len(set(items)),
    "Array": PlainArray,
    "Not": lambda held: not held,
}
"""The same names in plain Python: each text below is read both ways."""

CASES = [
    "a * b == c",
    "c == a * b",
    "a * b * c <= 2",
    "(a + b) * (c - 1) == 3",
    "a * a + b > c",
    "2 * (a * b) - b * c != 6",
    "5 - a * b >= c",
    "a - abs(b) == c",
    "abs(a - b) >= 2",
    "abs(a - b) == c",
    "abs(a - b) < abs(b - c)",
    "max_of([a, b, c]) == 1",
    "max_of([a, b]) <= c",
    "max_of([a, b, c]) - min_of([a, b, c]) == 3",
    "max_of([a + b, 1, c]) == i",
    "min_of([a, b, -c]) > -2",
    "count_of([a, b, c], 1) == 2",
    "count_of([a, b, c, a], (0, 3)) >= i",
    "count_of([], 1) + a == 1",
    "count_of([a, b], 1) == count_of([b, c, c], 1)",
    "max_of([a, b]) == min_of([b, c])",
    "distinct_of([a, b, c]) != 2",
    "distinct_of([a, b, c, i]) + a == 3",
    "Array([a, b, c])[i] == 1",
    "Array([a, b])[i] == c",
    "Array([a, b, 3])[i] + c <= 1",
    "Array([a, b, c], first=0)[i] < 1",
    "Array([a, b, c])[i - 1] != 0",
    "Array([4, 2])[i] > a + b",
    "abs(Array([a, b])[i] - c) == 3",
    "Not(Array([a, b])[i] + c == 1)",
    "(a * b == 3) | (max_of([a, c]) < 1) | (i == 2)",
    "(a * b >= c) & (a * b <= i)",
    "Not(a * b + c == i)",
]


@pytest.fixture(params=["a table", "variables"])
def rows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both forms: one table of the cells, and variables in the place of terms."""
    monkeypatch.setattr(auxiliary, "MAX_ROWS", 1000 if request.param == "a table" else 0)


def expected(text: str) -> set[tuple[int, ...]]:
    code = compile(text, "case", "eval")
    rows = product(DOMAIN, DOMAIN, DOMAIN, INDEX)
    return {row for row in rows if eval(code, {**PLAIN, **dict(zip("abci", row, strict=True))})}


def declared(text: str) -> tuple[Model, list[Cell], Constraint]:
    model = Model()
    cells = [*model.variables("abc", DOMAIN), model.variable("i", INDEX)]
    constraint: Constraint = eval(text, {**DECLARED, **dict(zip("abci", cells, strict=True))})
    return model, cells, constraint


@pytest.mark.slow
@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat", "python-constraint"])
@pytest.mark.parametrize("text", CASES)
def test_solutions(text: str, solver: str) -> None:
    model, cells, constraint = declared(text)
    model += constraint
    found = [tuple(solution[cell] for cell in cells) for solution in model.solutions(solver=solver)]
    wanted = expected(text)
    assert 0 < len(wanted) < len(DOMAIN) ** 3 * len(INDEX), "the example shows nothing"
    assert len(found) == len(wanted), "a variable in the place of a term is not a function of the cells"
    assert set(found) == wanted


@pytest.mark.parametrize("text", CASES)
def test_meaning(text: str) -> None:
    _, cells, constraint = declared(text)
    rows = product(DOMAIN, DOMAIN, DOMAIN, INDEX)
    assert {row for row in rows if constraint.holds(dict(zip(cells, row, strict=True)))} == expected(text)


def test_a_term_that_occurs_twice_has_one_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auxiliary, "MAX_ROWS", 0)
    model = Model()
    a, b, c = model.variables("abc", DOMAIN)
    model += [a * b + c == 1, a * b - c <= 2, a * c + 1 <= b]
    assert [cell.name for cell in model.cells] == ["a", "b", "c", "a·b", "a·c"]


def test_a_variable_does_not_take_a_name_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auxiliary, "MAX_ROWS", 0)
    model = Model()
    a, b = model.variables("ab", DOMAIN)
    model.variable("a·b", DOMAIN)
    model += a * b + a == 1
    assert [cell.name for cell in model.cells] == ["a", "b", "a·b", "a·b'"]


def test_an_objective_has_terms() -> None:
    model = Model()
    a, b = model.variables("ab", range(1, 6))
    model += a + b == 6
    model.maximize(a * b - 2 * a)
    result = model.solve()
    scores = {(x, 6 - x): x * (6 - x) - 2 * x for x in range(1, 6)}
    assert result.objective == max(scores.values())
    assert result.solution is not None
    assert scores[result.solution["a"], result.solution["b"]] == result.objective


def test_too_many_values_are_refused() -> None:
    model = Model()
    cells = model.variables([f"v{number}" for number in range(6)], range(1, 40))
    with pytest.raises(ModelError, match="may take more than 10,000 values"):
        model.add(max_of([cells[0] * cells[1] * cells[2] * cells[3] * cells[4], cells[5]]) == 7)


@pytest.mark.parametrize(
    ("build", "text", "source"),
    [
        (lambda a, b, c: a * b + c <= 7, "a·b + c ≤ 7", "a * b + c <= 7"),
        (lambda a, b, c: abs(a - 2 * b) == c, "|a - 2·b| - c = 0", "abs(a - 2 * b) - c == 0"),
        (lambda a, b, c: (a + 1) * b != 0, "(a + 1)·b ≠ 0", "(a + 1) * b != 0"),
        (lambda a, b, c: 3 * max_of([a, b]) >= 2, "3·max(a, b) ≥ 2", "3 * max_of([a, b]) >= 2"),
        (lambda a, b, c: min_of([c, 1]) - 3 >= 0, "min(c, 1) ≥ 3", "min_of([c, 1]) >= 3"),
        (lambda a, b, c: count_of([a, b], 1) < 2, "number of 1 in a b ≤ 1", "count_of([a, b], [1]) <= 1"),
        (lambda a, b, c: distinct_of([a, b]) == 1, "number of different values in a b = 1", "distinct_of([a, b]) == 1"),
        (lambda a, b, c: Array([a, b])[c] == 2, "(a, b)[c] = 2", "Array([a, b])[c] == 2"),
        (lambda a, b, c: Array([a, b], first=0)[c] == 2, "(a, b)[c] = 2", "Array([a, b], first=0)[c] == 2"),
    ],
)
def test_text_and_source(build: Callable[..., Constraint], text: str, source: str) -> None:
    names = dict(zip("abc", Model().variables("abc", DOMAIN), strict=True))
    constraint = build(*names.values())
    assert (str(constraint), repr(constraint)) == (text, source)
    again = eval(source, {**DECLARED, **names})
    assert (str(again), repr(again)) == (text, source)


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda a, b: max_of([]), "max_of needs at least one cell"),
        (lambda a, b: max_of(a), r"max_of takes one list of cells: max_of\(\[a, b\]\)"),
        (lambda a, b: min_of([a, NO_CELL]), "min_of: None is neither a cell"),
        (lambda a, b: Array([a, b])[NO_CELL], "None is neither a cell"),
        (lambda a, b: a * b + "1", "expected a cell"),
        (lambda a, b: a * b * 0.5, "a weight must be an integer"),
    ],
)
def test_mistakes(mistake: Callable[..., Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        mistake(*Model().variables("ab", DOMAIN))


def test_terms_of_wide_cells_are_declared_at_once() -> None:
    model = Model()
    a, b, c = model.variables("abc", range(5_000))
    model += max_of([a + b, c]) == 9_000  # 25 million pairs of values, and 10,000 sums
    with pytest.raises(ModelError, match="may take more than 10,000 values"):
        model += max_of([a * b, c]) == 9_000
