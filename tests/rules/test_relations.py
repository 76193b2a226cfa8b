"""Tables that clues share, and the relations behind them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from sudoku_cp import Model
from sudoku_cp.rules import relations
from sudoku_cp.rules.relations import related

DIGITS = range(-1, 5)


@pytest.mark.parametrize(
    ("relation", "parameters", "meaning"),
    [
        (relations.has_remainder, (3, 2), lambda a: a in (-1, 2)),
        (relations.differ_by, (2,), lambda a, b: a + 2 == b or b + 2 == a),
        (relations.differ_by_at_least, (2,), lambda a, b: a + 2 <= b or b + 2 <= a),
        (relations.differ_by_none_of, (1, -3), lambda a, b: b not in (a - 1, a + 1, a - 3, a + 3)),
        (relations.of_different_parity, (), lambda a, b: (a + b) % 2 != 0),
        (relations.multiples, (2,), lambda a, b: b in (2 * a, a / 2)),
        (relations.no_multiples, (2, 3), lambda a, b: b not in (2 * a, 3 * a) and a not in (2 * b, 3 * b)),
        (relations.add_up_to_none_of, (3, 5), lambda a, b: a + b != 3 and a + b != 5),
    ],
)
def test_the_table_holds_what_the_relation_allows(
    relation: Callable[..., bool], parameters: tuple[int, ...], meaning: Callable[..., bool]
) -> None:
    cells = Model().variables("ab"[: meaning.__code__.co_argcount], DIGITS)
    table = related(cells, relation, *parameters)
    expected = {values for values in product(DIGITS, repeat=len(cells)) if meaning(*values)}
    assert table.cells == cells
    assert 0 < len(expected) < len(DIGITS) ** len(cells)
    assert table.tuples == expected


def test_only_cells_with_the_same_domains_share_their_tuples() -> None:
    model = Model()
    a, b, c = model.variables("abc", (1, 2, 3))
    d = model.variable("d", (1, 2))
    one, other, odd = (related(pair, relations.differ_by, 1) for pair in ((a, b), (b, c), (c, d)))
    assert one.tuples is other.tuples
    assert odd.tuples == {(1, 2), (2, 1), (3, 2)}
    assert related((a, b), relations.differ_by, 2).tuples == {(1, 3), (3, 1)}
