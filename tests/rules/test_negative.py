from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any, NamedTuple

import pytest

from sudoku_cp import Constraint, ModelError, Sudoku
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.rules import (
    Rule,
    consecutive,
    kropki_black,
    kropki_white,
    negative_difference,
    negative_ratio,
    negative_sum,
    xv,
)
from sudoku_cp.solving.registry import load_solver

SIDES = [
    (f"r{row}c{column}", f"r{row + down}c{column + right}")
    for row in range(1, 5)
    for column in range(1, 5)
    for down, right in ((0, 1), (1, 0))
    if row + down < 5 and column + right < 5
]
"""All pairs of neighbours in a 4×4 grid."""


def _parts(sudoku: Sudoku) -> list[Constraint]:
    return [part for constraint in sudoku.constraints for part in constraint.parts]


@pytest.fixture
def grids() -> list[dict[str, int]]:
    """Every 4×4 sudoku, by cell names."""
    sudoku = Sudoku(4)
    rows = list(permutations(range(1, 5)))
    found = [
        (a, b, c, d)
        for a in rows
        for b in rows
        if all(len({*a[i : i + 2], *b[i : i + 2]}) == 4 for i in (0, 2))
        for c in rows
        for d in rows
        if all(len({*c[i : i + 2], *d[i : i + 2]}) == 4 for i in (0, 2))
        and all(len(set(column)) == 4 for column in zip(a, b, c, d, strict=True))
    ]
    assert len(found) == 288
    return [{cell.name: digit for cell, digit in zip(sudoku.grid, sum(rows, ()), strict=True)} for rows in found]


class Kind(NamedTuple):
    negative: Rule
    sign: Rule
    relates: Callable[[int, int, int], bool]


KINDS = {
    "difference": Kind(negative_difference, kropki_white, lambda a, b, value: abs(a - b) == value),
    "ratio": Kind(negative_ratio, kropki_black, lambda a, b, value: a == value * b or b == value * a),
    "sum": Kind(negative_sum, xv, lambda a, b, value: a + b == value),
}
FIVE, TEN = ("r2c1", "r3c1"), ("r1c1", "r1c2")


@pytest.mark.slow
@pytest.mark.parametrize("order", ["signs first", "negative first", "negative between"])
@pytest.mark.parametrize(
    ("kind", "values"),
    [("difference", [1]), ("difference", [2, 3]), ("ratio", [2]), ("ratio", [3, 4, 3]), ("sum", [5]), ("sum", [4, 6])],
)
def test_negative(grids: list[dict[str, int]], kind: str, values: list[int], order: str) -> None:
    negative, sign, relates = KINDS[kind]
    drawn = grids[100]
    related = [(pair, v) for pair in SIDES for v in set(values) if relates(drawn[pair[0]], drawn[pair[1]], v)]
    signs, exempt = dict(related[:2]), dict(related[2:])
    clues = [sign(pair[::-1], value) for pair, value in signs.items()]
    flat = " ".join(name for pair in exempt for name in pair)
    clues.insert({"signs first": len(clues), "negative first": 0}.get(order, 1), negative(values, exempt=flat))
    sudoku = Sudoku(4)
    for clue in clues:
        sudoku.add(clue)
    signed = [g for g in grids if all(relates(g[a], g[b], value) for (a, b), value in signs.items())]
    others = [pair for pair in SIDES if pair not in signs and pair not in exempt]
    kept = [g for g in signed if not any(relates(g[a], g[b], value) for a, b in others for value in values)]
    assert drawn in kept
    assert len(kept) < len(signed) < len(grids)
    expected = {tuple(grid.values()) for grid in kept}
    assert {tuple(grid.values()) for grid in grids if not sudoku.violations(list(grid.values()))} == expected
    found = [solution.values_in_order for solution in load_solver().compile(sudoku).solutions()]
    assert len(found) == len(expected)
    assert set(found) == expected


@pytest.mark.parametrize("negative", [negative_difference, negative_ratio])
@pytest.mark.parametrize("sign", [kropki_white, kropki_black, consecutive])
def test_a_pair_with_any_dot_may_be_1_and_2(negative: Rule, sign: Rule) -> None:
    sudoku = Sudoku(4)
    sudoku.add(negative(), sign(FIVE))
    assert not any(set(FIVE) <= {cell.name for cell in c.scope} for c in _parts(sudoku) if str(c) == negative.name)


@pytest.mark.parametrize("sign", [kropki_white, kropki_black, consecutive])
def test_dots_say_nothing_about_sums(sign: Rule) -> None:
    sudoku = Sudoku(4)
    sudoku.add(negative_sum(), sign(FIVE))
    assert sum(str(c) == "negative_sum" for c in _parts(sudoku)) == len(SIDES)


@pytest.mark.parametrize(
    ("negative", "forbidden"),
    [
        (negative_difference, lambda a, b: abs(a - b) == 1),
        (negative_ratio, lambda a, b: 2 * a == b or 2 * b == a),
        (negative_sum, lambda a, b: a + b in (5, 10)),
    ],
)
def test_what_is_forbidden_unless_told(means: Any, negative: Rule, forbidden: Callable[[int, int], bool]) -> None:
    sudoku = Sudoku(2, regions="", digits=range(10))
    means(
        sudoku,
        negative(exempt="r1c1 r2c1 r2c1 r2c2 r1c2 r2c2"),
        sudoku.rows[0],
        lambda v: not forbidden(*v),
    )


def test_constraints_are_made_once() -> None:
    sudoku = Sudoku(4)
    sudoku.add(negative_sum())
    sudoku.add(xv(FIVE, 5))
    assert sudoku.constraints is sudoku.constraints
    assert list(map(str, _parts(sudoku))).count("negative_sum") == len(SIDES) - 1
    sudoku.add(negative_difference(), xv(TEN, 10))
    labels = list(map(str, _parts(sudoku)))
    assert labels.count("negative_sum") == len(SIDES) - 2
    assert labels.count("negative_difference") == len(SIDES)


def test_documents_keep_the_meaning() -> None:
    sudoku = Sudoku(4)
    sudoku.add(negative_sum([5, 6], "r1c1 r1c2"), xv(FIVE, 5))
    text = dump_document(sudoku)
    assert '[[negative_sum]]\nvalues = "5 6"\nexempt = "r1c1 r1c2"\n' in text
    again = Sudoku(4)
    again.add(*reversed(sudoku.clues))
    assert sorted(c.describe() for c in again.constraints) == sorted(c.describe() for c in sudoku.constraints)


@pytest.mark.parametrize(
    ("exempt", "pair"), [("r1c1", "r1c1"), ("r1c1 r2c2", "r1c1 r2c2"), ("r1c1 r1c2 r1c3", "r1c3"), ("r1c1 r1c1",) * 2]
)
def test_exempt_cells_come_in_pairs_of_neighbours(exempt: str, pair: str) -> None:
    with pytest.raises(ModelError, match=f": exempt: {pair} is not a pair of neighbours$"):
        Sudoku(4).add(negative_sum(exempt=exempt))
