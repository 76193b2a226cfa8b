"""What each rule reads of a cell that counts as something else than its digit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.rules import RULES, clue, doubler, negator
from sudoku_cp.rules.modifiers import __name__ as modifiers
from sudoku_cp.solving.registry import load_solver

VALUES = """
killer compare_cages calcudoku rellik lunchbox kropki_white kropki_black xv consecutive greater_than between_line
lockout_line arrow double_arrow ambiguous_arrow split_pea renban nabner whisper region_sum_line sum_line zipper_line
sequence_line palindrome thermo slow_thermo fast_thermo ambiguous_thermo non_consecutive global_whisper minimum maximum
negative_difference negative_ratio negative_sum margin_sum margin_product rossini little_killer skyscraper x_sum
battlefield sandwich hidden_skyscraper magic_square
knightmare kropki_grey multi_sum_cage fibonacci_line equal_ends
""".split()  # noqa: SIM905
"""Sums and comparisons; where cells are found by digits, those are digits all the same."""

DIGITS = """
equality_cage anti_knight anti_king anti_queen anti_leaper counting_circles count_distinct count_digits
contain_at_least contain_exactly look_and_say same_values quadruple row_indexing column_indexing box_indexing
indexing_159 value_indexing regular_line automaton_line index_line parity_line modular_line entropic_line
global_entropy global_mod anti_taxicab dutch_flatmates outside numbered_room first_seen full_rank even odd diagonals
diagonal windoku extra_region disjoint_groups clone doppelganger one_digit_set connected_values
taxicab no_rank_ties hidden_sequence pair_line chaos_construction same_region region_border region_count region_view
loop path slitherlink shading yin_yang nurikabe shaded_count
knight_group neighbour_count no_parity_run
""".split()  # noqa: SIM905
"""Which digits stand where."""

COMBINATIONS = """
any_of all_of none_of exactly at_least at_most
""".split()  # noqa: SIM905

Grid = tuple[int, ...]


def test_every_rule_is_decided() -> None:
    """A new rule is written into one of the lists, and gets an example below if it reads values in a way of its own."""
    own = [name for name, rule in RULES.items() if rule.meaning.__module__ == modifiers]
    shipped = [name for name, rule in RULES.items() if rule.meaning.__module__.startswith("sudoku_cp.")]
    assert sorted([*VALUES, *DIGITS, *COMBINATIONS, *own]) == sorted(shipped)


def test_rules_of_cells_get_what_they_read() -> None:
    named = {name for name, rule in RULES.items() if any(parameter.is_cells for parameter in rule.parameters)}
    handed = {"minimum", "maximum", "negative_difference", "negative_ratio", "negative_sum", "little_killer"}
    assert {name for name in named.intersection(VALUES) if RULES[name].of_digits} == handed
    assert all(RULES[name].of_digits for name in named.intersection(DIGITS))


def values(g: Grid) -> Grid:
    """Doubled in r1c1 and r2c3, negated in r4c4."""
    return tuple({0: 2, 6: 2, 15: -1}.get(at, 1) * digit for at, digit in enumerate(g))


def all_grids() -> set[Grid]:
    return {solution.values_in_order for solution in load_solver().compile(Sudoku(4)).solutions()}


EVERY = all_grids()

SIDES = [(at, at + 1) for at in range(16) if at % 4 < 3] + [(at, at + 4) for at in range(12)]


def seen(heights: Grid) -> int:
    return sum(all(other < height for other in heights[:at]) for at, height in enumerate(heights))


def hidden(heights: Grid) -> int | None:
    return next((height for at, height in enumerate(heights) if height < max(heights[: at + 1])), None)


def between(line: Grid, counted: Grid, low: int, high: int) -> int:
    start, stop = sorted((line.index(low), line.index(high)))
    return sum(counted[start + 1 : stop])


def field(line: Grid, counted: Grid) -> int:
    start, stop = sorted((line[0], 4 - line[-1]))
    return sum(counted[start:stop])


def eaten(v: Grid) -> int | None:
    low, high = min(v), max(v)
    return None if v.count(low) + v.count(high) > 2 else between(v, v, low, high)


KNIGHT = [(a, b) for a in range(16) for b in range(16) if {abs(a // 4 - b // 4), abs(a % 4 - b % 4)} == {1, 2}]

OUTSIDE = {"side": "left", "index": 1}

EXAMPLES: list[tuple[str, dict[str, Any], Callable[[Grid, Grid], bool]]] = [
    ("quadruple", {"cells": "r1c3 r2c2 r2c3 r1c2", "digits": [2, 3]}, lambda g, v: {2, 3} <= {g[1], g[2], g[5], g[6]}),
    ("sequence_line", {"line": "r1c1 r1c2 r1c3"}, lambda g, v: v[0] - v[1] == v[1] - v[2]),
    ("palindrome", {"line": "r1c1 r1c2 r2c3"}, lambda g, v: v[0] == v[6]),
    ("palindrome", {"line": "r1c1 r2c1 r3c2"}, lambda g, v: v[0] == v[9]),
    ("thermo", {"line": "r1c2 r2c2 r1c1"}, lambda g, v: v[1] < v[5] < v[0]),
    ("slow_thermo", {"line": "r4c4 r3c3 r2c3"}, lambda g, v: v[15] <= v[10] <= v[6]),
    ("fast_thermo", {"line": "r2c2 r1c1", "step": 4}, lambda g, v: v[5] + 4 <= v[0]),
    ("ambiguous_thermo", {"line": "r1c2 r1c1"}, lambda g, v: v[1] != v[0]),
    ("arrow", {"circle": "r1c1", "line": "r1c2 r1c3"}, lambda g, v: v[0] == v[1] + v[2]),
    ("arrow", {"circle": "r1c2", "line": "r4c4 r4c3 r3c3"}, lambda g, v: v[1] == v[15] + v[14] + v[10]),
    (
        "arrow",
        {"circle": "r1c1 r1c2", "line": "r2c3 r3c3 r3c4 r2c4"},
        lambda g, v: 10 * g[0] + g[1] == v[6] + v[10] + v[11] + v[7],
    ),
    (
        "split_pea",
        {"line": "r1c1 r1c2 r2c3 r2c4 r3c4"},
        lambda g, v: v[1] + v[6] + v[7] in (10 * g[0] + g[11], 10 * g[11] + g[0]),
    ),
    ("double_arrow", {"line": "r1c1 r1c2 r1c3 r2c3"}, lambda g, v: v[0] + v[6] == v[1] + v[2]),
    (
        "killer",
        {"cells": "r1c1 r2c3 r3c2", "sum": 9},
        lambda g, v: v[0] + v[6] + v[9] == 9 and len({g[0], g[6], g[9]}) == 3,
    ),
    ("whisper", {"line": "r1c2 r1c1 r2c2", "difference": 3}, lambda g, v: min(v[0] - v[1], v[0] - v[5]) >= 3),
    ("renban", {"line": "r1c1 r1c2 r1c3"}, lambda g, v: sorted(v[:3]) == list(range(min(v[:3]), min(v[:3]) + 3))),
    ("nabner", {"line": "r1c1 r1c2"}, lambda g, v: abs(v[0] - v[1]) > 1),
    ("kropki_white", {"cells": "r1c1 r1c2"}, lambda g, v: abs(v[0] - v[1]) == 1),
    ("kropki_black", {"cells": "r1c1 r2c1"}, lambda g, v: v[0] == 2 * v[4] or v[4] == 2 * v[0]),
    ("xv", {"cells": "r4c4 r4c3", "sum": 1}, lambda g, v: v[14] + v[15] == 1),
    ("greater_than", {"cells": "r1c1 r1c2"}, lambda g, v: v[0] > v[1]),
    ("between_line", {"line": "r1c2 r1c1 r2c3"}, lambda g, v: min(v[1], v[6]) < v[0] < max(v[1], v[6])),
    (
        "lockout_line",
        {"line": "r1c1 r1c2 r2c2", "difference": 2},
        lambda g, v: abs(v[0] - v[5]) >= 2 and not min(v[0], v[5]) <= v[1] <= max(v[0], v[5]),
    ),
    (
        "lunchbox",
        {"cells": "r1c2 r1c1 r1c3 r1c4", "sum": 4},
        lambda g, v: eaten((v[1], v[0], v[2], v[3])) == 4,
    ),
    (
        "fibonacci_line",
        {"line": "r1c1 r1c2 r1c3"},
        lambda g, v: v[0] < v[1] < v[2] == v[0] + v[1] or v[2] < v[1] < v[0] == v[1] + v[2],
    ),
    ("equal_ends", {"line": "r1c1 r1c2 r2c3 r3c3", "first": 1}, lambda g, v: v[0] == v[6] + v[10]),
    ("zipper_line", {"line": "r1c2 r1c1 r1c3"}, lambda g, v: v[1] + v[2] == v[0]),
    ("region_sum_line", {"line": "r1c1 r1c2 r1c3"}, lambda g, v: v[0] + v[1] == v[2]),
    ("rellik", {"cells": "r1c1 r1c2", "sum": 6}, lambda g, v: 6 not in (v[0], v[1], v[0] + v[1])),
    (
        "compare_cages",
        {"cells": "r1c1 r1c2", "other": "r3c2 r3c3", "sign": "<"},
        lambda g, v: v[0] + v[1] < v[9] + v[10],
    ),
    ("minimum", {"cells": "r1c2"}, lambda g, v: v[1] < min(v[0], v[2], v[5])),
    ("maximum", {"cells": "r1c1"}, lambda g, v: v[0] > max(v[1], v[4])),
    ("non_consecutive", {"difference": 5}, lambda g, v: all(abs(v[a] - v[b]) != 5 for a, b in SIDES)),
    ("negative_sum", {"values": [9]}, lambda g, v: all(v[a] + v[b] != 9 for a, b in SIDES)),
    (
        "negative_sum",
        {"values": [5], "exempt": "r1c1 r1c2"},
        lambda g, v: all(v[a] + v[b] != 5 for a, b in SIDES if (a, b) != (0, 1)),
    ),
    ("negative_difference", {"values": [5]}, lambda g, v: all(abs(v[a] - v[b]) != 5 for a, b in SIDES)),
    ("negative_ratio", {"values": [6]}, lambda g, v: all(v[a] != 6 * v[b] and v[b] != 6 * v[a] for a, b in SIDES)),
    ("margin_sum", {**OUTSIDE, "value": 7}, lambda g, v: v[0] + v[1] == 7),
    ("margin_product", {**OUTSIDE, "value": 8}, lambda g, v: v[0] * v[1] == 8),
    ("rossini", {**OUTSIDE, "order": "decreasing", "length": 2}, lambda g, v: v[0] > v[1]),
    ("little_killer", {"start": "r1c1", "direction": "down-right", "sum": 5}, lambda g, v: sum(v[::5]) == 5),
    ("skyscraper", {**OUTSIDE, "value": 2}, lambda g, v: seen(v[:4]) == 2),
    ("skyscraper", {"side": "right", "index": 4, "value": 2}, lambda g, v: seen(v[12:][::-1]) == 2),
    ("hidden_skyscraper", {**OUTSIDE, "value": 3}, lambda g, v: hidden(v[:4]) == 3),
    ("hidden_skyscraper", {"side": "right", "index": 1, "value": 2}, lambda g, v: hidden(v[3::-1]) == 2),
    ("x_sum", {"side": "left", "index": 2, "value": 9}, lambda g, v: sum(v[4 : 4 + g[4]]) == 9),
    ("x_sum", {**OUTSIDE, "value": 8}, lambda g, v: sum(v[: g[0]]) == 8),
    ("sandwich", {"side": "left", "index": 2, "value": 6}, lambda g, v: between(g[4:8], v[4:8], 1, 4) == 6),
    ("sandwich", {**OUTSIDE, "value": 4, "low": 1, "high": 3}, lambda g, v: between(g[:4], v[:4], 1, 3) == 4),
    ("battlefield", {"side": "left", "index": 2, "value": 6}, lambda g, v: field(g[4:8], v[4:8]) == 6),
    (
        "battlefield",
        {"side": "left", "index": 2, "value": 4, "meeting": "gap"},
        lambda g, v: g[4] + g[7] <= 4 and field(g[4:8], v[4:8]) == 4,
    ),
    ("row_indexing", {"cells": "r1c1"}, lambda g, v: g[4 * g[0] - 4] == 1),
    ("column_indexing", {"cells": "r2c3"}, lambda g, v: g[3 + g[6]] == 3),
    ("index_line", {"line": "r1c1 r1c2"}, lambda g, v: {g[0], g[1]} == {1, 2}),
    ("numbered_room", {**OUTSIDE, "value": 3}, lambda g, v: g[g[0] - 1] == 3),
    ("first_seen", {**OUTSIDE, "value": 2}, lambda g, v: next(d for d in g if d % 2 == 0) == 2),
    ("outside", {**OUTSIDE, "digits": [3]}, lambda g, v: 3 in g[:2]),
    (
        "counting_circles",
        {"cells": "r1c1 r2c3 r3c4"},
        lambda g, v: all(times == d for d, times in Counter((g[0], g[6], g[11])).items()),
    ),
    ("parity_line", {"line": "r1c1 r1c2"}, lambda g, v: g[0] % 2 != g[1] % 2),
    ("modular_line", {"line": "r1c1 r1c2 r1c3"}, lambda g, v: len({d % 3 for d in g[:3]}) == 3),
    ("clone", {"cells": "r1c1", "copy": "r2c3"}, lambda g, v: g[0] == g[6]),
    ("regular_line", {"line": "r1c1 r1c2", "expression": "[12]."}, lambda g, v: g[0] < 3),
    ("extra_region", {"cells": "r1c1 r2c3"}, lambda g, v: g[0] != g[6]),
    ("anti_knight", {}, lambda g, v: all(g[a] != g[b] for a, b in KNIGHT)),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "parameters", "holds"), EXAMPLES, ids=lambda entry: entry if isinstance(entry, str) else ""
)
def test_with_modifiers(name: str, parameters: dict[str, Any], holds: Callable[[Grid, Grid], bool]) -> None:
    sudoku = Sudoku(4)
    sudoku.add(doubler("r1c1 r2c3"), negator("r4c4"), clue(name, parameters))
    expected = sorted(g for g in EVERY if holds(g, values(g)))
    assert 0 < len(expected) < len(EVERY), "the example shows nothing"
    for solver in ("exact-cover", "cp-sat"):
        found = [solution.values_in_order[:16] for solution in load_solver(solver).compile(sudoku).solutions()]
        assert sorted(found) == expected, solver
    assert all(not sudoku.violations([*g, 2 * g[0], 2 * g[6], -g[15]]) for g in expected)


def test_the_examples_show_something() -> None:
    """Most examples tell values and digits apart."""
    told = [name for name, _, holds in EXAMPLES if any(holds(g, values(g)) != holds(g, g) for g in EVERY)]
    assert {
        "palindrome",
        "thermo",
        "arrow",
        "killer",
        "whisper",
        "renban",
        "kropki_white",
        "between_line",
        "x_sum",
        "sandwich",
        "little_killer",
        "skyscraper",
        "battlefield",
        "negative_sum",
        "minimum",
    } <= set(told)
    assert not set(told) & set(DIGITS)
