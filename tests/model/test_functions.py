from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from sudoku_cp import (
    Cell,
    Constraint,
    Count,
    CountDistinct,
    Element,
    Maximum,
    Minimum,
    Model,
    ModelError,
    Product,
    Relation,
)

DOMAIN = (-1, 0, 1, 2)


@pytest.fixture
def cells() -> tuple[Cell, ...]:
    return Model().variables("abc", DOMAIN)


@pytest.mark.parametrize(
    ("declare", "holds"),
    [
        (lambda a, b, c: Element((a, b), c, 2), lambda a, b, c: c in (1, 2) and (a, b)[c - 1] == 2),
        (lambda a, b, c: Element((a, b, a), c, b, -1), lambda a, b, c: c <= 1 and (a, b, a)[c + 1] == b),
        (lambda a, b, c: Element((), c, 1), lambda a, b, c: False),
        (lambda a, b, c: Count((a, b, c), frozenset({0, 2, 7}), 2), lambda *v: sum(x in (0, 2) for x in v) == 2),
        (lambda a, b, c: Count((a, a), frozenset({1}), c, Relation.AT_MOST), lambda a, b, c: 2 * (a == 1) <= c),
        (lambda a, b, c: Count((), frozenset(), c, Relation.UNEQUAL), lambda a, b, c: c != 0),
        (lambda a, b, c: CountDistinct((a, b, c), 2), lambda *v: len(set(v)) == 2),
        (lambda a, b, c: CountDistinct((a, b), c, Relation.AT_LEAST), lambda a, b, c: len({a, b}) >= c),
        (lambda a, b, c: CountDistinct((), 0), lambda *v: True),
        (lambda a, b, c: Maximum((a, b), c), lambda a, b, c: c == max(a, b)),
        (lambda a, b, c: Maximum((a, b), 0), lambda a, b, c: max(a, b) == 0),
        (lambda a, b, c: Maximum((), c), lambda *v: False),
        (lambda a, b, c: Minimum((a, b), c), lambda a, b, c: c == min(a, b)),
        (lambda a, b, c: Minimum((a, a), 2), lambda a, b, c: a == 2),
        (lambda a, b, c: Minimum((), 0), lambda *v: False),
        (lambda a, b, c: Product((a, b, a), c), lambda a, b, c: a * a * b == c),
        (lambda a, b, c: Product((), c), lambda a, b, c: c == 1),
        (lambda a, b, c: Product((a,), -1), lambda a, b, c: a == -1),
    ],
)
def test_holds(declare: Callable[..., Constraint], holds: Callable[..., bool], cells: tuple[Cell, ...]) -> None:
    constraint = declare(*cells)
    for values in product(DOMAIN, repeat=3):
        assert constraint.holds(dict(zip(cells, values, strict=True))) == holds(*values)


def test_scopes_hold_all_cells_and_no_numbers(cells: tuple[Cell, ...]) -> None:
    a, b, c = cells
    assert Element((a, b, a), c, b).scope == (a, b, a, c, b)
    assert Element((a,), c, 3).scope == (a, c)
    assert Count((a, a), frozenset({1}), c).scope == (a, a, c)
    for kind in (CountDistinct, Maximum, Minimum, Product):
        assert kind((a, b), c).scope == (a, b, c)
        assert kind((a, b), 1).scope == (a, b)


def test_cells_and_values_of_any_sequence_are_kept(cells: tuple[Cell, ...]) -> None:
    a, b, c = cells
    count = Count([a, b], [1, 1, 2], c)  # type: ignore[arg-type]
    assert (count.cells, count.values) == ((a, b), frozenset({1, 2}))
    assert Element([a], b, c).array == Maximum([a], c).cells == Product([a], c).cells == (a,)  # type: ignore[arg-type]


def test_text(cells: tuple[Cell, ...]) -> None:
    a, b, c = cells
    assert str(Element((a, b), c, a)) == "(a, b)[c] = a"
    assert str(Count((a, b), frozenset({3, 1}), 2, Relation.AT_LEAST)) == "number of 1, 3 in a b ≥ 2"
    assert str(CountDistinct((a, b), c)) == "number of different values in a b = c"
    assert str(Maximum((a, b), c)) == "max(a, b) = c"
    assert str(Minimum((a, b), -2)) == "min(a, b) = -2"
    assert str(Product((a, b, a), c)) == "a · b · a = c"
    assert str(Product((), 1)) == "1 = 1"
    assert str(Product((), 1, "nothing")) == "nothing"


def test_cells_of_another_model_are_refused(cells: tuple[Cell, ...]) -> None:
    model = Model("small")
    (own,) = model.variables("x", DOMAIN)
    with pytest.raises(ModelError, match=r"^max\(x\) = a: a is not a cell of small$"):
        model.add(Maximum((own,), cells[0]))
