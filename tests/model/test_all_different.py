from __future__ import annotations

from itertools import product

from sudoku_cp import AllDifferent, Model


def test_holds() -> None:
    a, b, c = Model().variables("abc", (1, 2, 3))
    outcomes = set()
    for x, y, z in product((1, 2, 3), repeat=3):
        expected = x != y and y != z and x != z
        assert AllDifferent((a, b, c)).holds({a: x, b: y, c: z}) == expected
        outcomes.add(expected)
    assert outcomes == {True, False}


def test_empty_single_and_repeated_scopes() -> None:
    (a,) = Model().variables("a", (1, 2))
    assert AllDifferent(()).holds({})
    assert AllDifferent((a,)).holds({a: 1})
    assert not AllDifferent((a, a)).holds({a: 1})
    assert AllDifferent(iter([a, a])).scope == (a, a)


def test_text() -> None:
    cells = Model().variables("ab", (1, 2))
    assert str(AllDifferent(cells)) == "all different: a b"
    assert str(AllDifferent(cells, label="row 1")) == "row 1"
