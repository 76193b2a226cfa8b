"""Rules declared in a user's file mean in both solvers what they say, by themselves and together on a 9×9 grid."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from itertools import combinations, pairwise
from math import gcd, isqrt
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.cross_check import Verdict, cross_check
from sudoku_cp.formats import Document, read
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


@pytest.mark.slow
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


PUZZLE = """
grid = "7.......8...........6......4.......9..5...8..................6..........5....4..."

[[antipodes]]

[[prime_line]]
line = "r6c9 r7c9 r8c9 r8c8"

[[prime_line]]
line = "r8c1 r7c1 r6c1 r5c1"

[[snail]]
line = "r5c2 r6c2 r6c3 r7c3 r7c4 r6c4 r5c4 r4c4"

[[snail]]
line = "r9c8 r9c7 r8c7 r8c6 r7c6 r7c7 r6c7 r6c8"

[[seesaw]]
line = "r1c4 r1c3 r2c3 r2c4 r3c4"
pivot = "r2c3"

[[mountain]]
line = "r2c2 r2c1 r3c1 r3c2 r4c2 r4c3"

[[median_line]]
line = "r8c3 r9c3 r9c4 r9c5 r8c5"

[[coprime_line]]
line = "r2c5 r1c5 r1c6 r2c6 r3c6 r3c7"

[[equal_split]]
cells = "r2c7 r1c7 r1c8 r2c8 r2c9"

[[odd_one_out]]
cells = "r4c9 r3c9 r3c8 r4c8 r5c8"

[[square_cage]]
cells = "r6c5 r5c5 r5c6 r5c7"
"""


@pytest.mark.slow
def test_a_puzzle_with_all_of_them() -> None:
    rules = load_rules(FILE)
    (document,) = read(BytesIO(PUZZLE.encode()), "toml")
    assert isinstance(document, Document)
    assert all(f"[[{rule.name}]]" in PUZZLE for rule in rules)
    report = cross_check(document.model)
    assert report.verdict is Verdict.AGREE
    assert [answer.results["count"].count for answer in report.answers] == [1, 1]
    assert report.solution is not None
    assert "".join(map(str, report.solution.values_in_order)) == (
        "754391628213678495896245137482536719935127846671489352127853964348962571569714283"
    )
