"""Rules declared in a user's file mean in both backends what they say, by themselves and together on a 9×9 grid."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from math import gcd, isqrt
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.rules import clue, load_rules

FILE = Path(__file__).with_name("ten_rules.py")
LINE = "r1c1 r1c2 r2c2 r2c3"

Values = tuple[int, ...]


def prime(number: int) -> bool:
    return [divisor for divisor in range(1, number + 1) if number % divisor == 0] == [1, number]


def splits(values: Values) -> bool:
    groups = (group for size in range(len(values) + 1) for group in combinations(values, size))
    return any(2 * sum(group) == sum(values) for group in groups)


def summit(values: Values) -> bool:
    top = values.index(max(values))
    rises = [one < other for one, other in pairwise(values)]
    return 0 < top < len(values) - 1 and rises == [True] * top + [False] * (len(values) - 1 - top) and level(values)


def level(values: Values) -> bool:
    return all(one != other for one, other in pairwise(values))


CLUES: list[tuple[str, dict[str, object], str, Callable[[Values], bool]]] = [
    ("prime_line", {"line": "r1c1 r2c1 r3c1"}, "r1c1 r2c1 r3c1", lambda v: prime(100 * v[0] + 10 * v[1] + v[2])),
    ("equal_split", {"cells": LINE}, LINE, splits),
    ("snail", {"line": "r1c2 r1c3 r2c3 r2c2"}, "r1c2 r1c3 r2c3 r2c2", lambda v: v[0] < v[1] and v[2] > v[3]),
    ("seesaw", {"line": LINE, "pivot": "r1c2"}, LINE, lambda v: v[0] == v[2] + 2 * v[3]),
    ("coprime_line", {"line": LINE}, LINE, lambda v: all(gcd(one, other) == 1 for one, other in pairwise(v))),
    ("mountain", {"line": LINE}, LINE, summit),
    ("odd_one_out", {"cells": LINE}, LINE, lambda v: sum(digit % 2 for digit in v) in (1, 3)),
    ("median_line", {"line": "r1c1 r1c2 r1c3"}, "r1c1 r1c2 r1c3", lambda v: v[0] < v[1] < v[2] or v[0] > v[1] > v[2]),
    ("square_cage", {"cells": LINE}, LINE, lambda v: isqrt(sum(v)) ** 2 == sum(v)),
]


@pytest.mark.parametrize(("name", "parameters", "cells", "predicate"), CLUES, ids=[entry[0] for entry in CLUES])
def test_meaning(
    means: Any, name: str, parameters: dict[str, object], cells: str, predicate: Callable[[Values], bool]
) -> None:
    load_rules(FILE)
    sudoku = Sudoku(4)
    means(sudoku, clue(name, parameters), sudoku.cells_at(cells), predicate)


def test_antipodes(means: Any) -> None:
    load_rules(FILE)
    sudoku = Sudoku(2, digits=(1, 2, 3))
    means(sudoku, clue("antipodes", {}), sudoku.grid, lambda v: v[0] != v[3] and v[1] != v[2])


def test_each_is_under_eight_lines() -> None:
    rules = load_rules(FILE)
    assert [rule.name for rule in rules] == [*(entry[0] for entry in CLUES), "antipodes"]
    sources = [source.rstrip() for source in FILE.read_text(encoding="utf-8").split("\n@rule(")[1:]]
    assert [source.split('"')[1] for source in sources] == [rule.name for rule in rules]
    assert max(source.count("\n") + 1 for source in sources) < 8
