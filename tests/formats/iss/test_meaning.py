"""What each type of entry means on 4×4 grids, against a plain predicate."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

import pytest

from tests.formats.iss.grids import Grid, Predicate, allowed, at, filtered
from tests.support.comparison import assert_same_sets

ROW_1, COLUMN_1 = "R1C1 R1C2 R1C3 R1C4", "R1C1 R2C1 R3C1 R4C1"


def of(names: str, predicate: object) -> Predicate:
    """A predicate of the digits of some cells."""
    return lambda grid: bool(predicate(*at(grid, names)))  # type: ignore[operator]


def highest_seen(*heights: int) -> int:
    return sum(height > max((0, *heights[:place])) for place, height in enumerate(heights))


def first_hidden(*heights: int) -> int | None:
    return next((height for place, height in enumerate(heights) if height < max((0, *heights[:place]))), None)


def between(low: int, high: int, *digits: int) -> int:
    start, stop = sorted((digits.index(low), digits.index(high)))
    return sum(digits[start + 1 : stop])


def divides(digits: tuple[int, ...], total: int) -> bool:
    """The line divides into stretches with the total."""
    return not digits or any(
        sum(digits[:length]) == total and divides(digits[length:], total) for length in range(1, len(digits) + 1)
    )


MEANINGS: dict[str, tuple[str, object]] = {
    ".~R1C1_2~R2C2_3_4": ("R1C1 R2C2", lambda a, b: a == 2 and b in (3, 4)),
    ".~R1C1_2_3.~R1C1_3_4": ("R1C1", lambda a: a == 3),
    ".Thermo~R1C1~R2C1~R2C3": ("R1C1 R2C1 R2C3", lambda a, b, c: a < b < c),
    ".Whisper~2~R1C1~R2C2~R3C1": ("R1C1 R2C2 R3C1", lambda a, b, c: abs(a - b) >= 2 and abs(b - c) >= 2),
    ".Renban~R1C1~R2C2~R3C3": ("R1C1 R2C2 R3C3", lambda *d: len(set(d)) == 3 and max(d) - min(d) == 2),
    ".Modular~2~R1C1~R2C1~R2C2": ("R1C1 R2C1 R2C2", lambda a, b, c: a % 2 != b % 2 != c % 2),
    ".RegionSumLine~R1C2~R1C3~R2C3": ("R1C2 R1C3 R2C3", lambda a, b, c: a == b + c),
    ".Between~R1C1~R2C2~R3C3": ("R1C1 R2C2 R3C3", lambda a, b, c: a < b < c or a > b > c),
    ".Lockout~2~R1C1~R2C2~R3C3": (
        "R1C1 R2C2 R3C3",
        lambda a, b, c: abs(a - c) >= 2 and not min(a, c) <= b <= max(a, c),
    ),
    ".Palindrome~R1C1~R1C2~R2C3": ("R1C1 R2C3", lambda a, c: a == c),
    ".Zipper~R1C1~R1C2~R2C3": ("R1C1 R1C2 R2C3", lambda a, b, c: a + c == b),
    ".Zipper~R1C1~R2C2~R3C3~R4C4": ("R1C1 R2C2 R3C3 R4C4", lambda a, b, c, d: a + d == b + c),
    ".SumLine~5~R1C1~R1C2~R2C3~R3C3": ("R1C1 R1C2 R2C3 R3C3", lambda *d: divides(d, 5)),
    ".SumLine~5~R1C1~R1C2~R2C2~R2C1~LOOP": (
        "R1C1 R1C2 R2C2 R2C1",
        lambda *d: any(divides(d[turn:] + d[:turn], 5) for turn in range(4)),
    ),
    ".Arrow~R1C1~R1C2~R2C3": ("R1C1 R1C2 R2C3", lambda a, b, c: a == b + c),
    ".PillArrow~2~R1C2~R1C1~R2C3~R2C4~R3C3~R3C4~R4C4": (
        "R1C1 R1C2 R2C3 R2C4 R3C3 R3C4 R4C4",
        lambda a, b, *rest: 10 * a + b == sum(rest),
    ),
    ".DoubleArrow~R1C1~R1C2~R2C3~R3C3": ("R1C1 R1C2 R2C3 R3C3", lambda a, b, c, d: a + d == b + c),
    ".EqualSum~R1C1~R1C2~-~R2C3~R3C3~-~R4C1~R4C4": (
        "R1C1 R1C2 R2C3 R3C3 R4C1 R4C4",
        lambda a, b, c, d, e, f: a + b == c + d == e + f,
    ),
    ".ValueIndexing~R4C4~R4C1~R1C1~R1C2~R1C3": (
        "R4C4 R4C1 R1C1 R1C2 R1C3",
        lambda value, index, *cells: index <= 3 and cells[index - 1] == value,
    ),
    ".AllDifferent~R1C1~R2C3~R3C2~R1C1": ("R1C1 R2C3 R3C2", lambda *d: len(set(d)) == 3),
    ".Cage~6~R1C1~R2C3": ("R1C1 R2C3", lambda a, b: a != b and a + b == 6),
    ".Cage~~R1C1~R2C3": ("R1C1 R2C3", lambda a, b: a != b),
    ".Cage~0~R1C1~R2C3": ("R1C1 R2C3", lambda a, b: a != b),
    ".Cage~8~R1C1~R2C3~R2C3": ("R1C1 R2C3", lambda a, b: a != b and a + 2 * b == 8),
    ".Sum~8~R1C1~R2C3": ("R1C1 R2C3", lambda a, b: a + b == 8),
    ".Sum~9~R1C1~R2C3~R1C1": ("R1C1 R2C3", lambda a, b: 2 * a + b == 9),
    ".Sum~0_=_2_-1~R1C1~R2C3": ("R1C1 R2C3", lambda a, b: 2 * a == b),
    ".RellikCage~6~R1C1~R2C1~R3C3": (
        "R1C1 R2C1 R3C3",
        lambda *d: len(set(d)) == 3 and all(sum(some) != 6 for n in (1, 2, 3) for some in combinations(d, n)),
    ),
    ".EqualityCage~R1C1~R2C3": ("R1C1 R2C3", lambda a, b: a % 2 != b % 2 and (a < 3) != (b < 3)),
    ".Lunchbox~5~R1C1~R1C2~R1C3~R1C4": (ROW_1, lambda *d: between(min(d), max(d), *d) == 5),
    ".Lunchbox~2~R1C1~R2C3~R3C4": (
        "R1C1 R2C3 R3C4",
        lambda *d: len(set(d)) == 3 and between(min(d), max(d), *d) == 2,
    ),
    ".LookAndSay~2304~R1C1~R2C3~R3C2": ("R1C1 R2C3 R3C2", lambda *d: d.count(3) == 2 and 4 not in d),
    ".ContainAtLeast~1_1_2~R1C1~R2C3~R3C2~R4C4": (
        "R1C1 R2C3 R3C2 R4C4",
        lambda *d: d.count(1) >= 2 and d.count(2) >= 1,
    ),
    ".ContainExact~1_2_2~R1C1~R2C3~R3C2~R4C4": (
        "R1C1 R2C3 R3C2 R4C4",
        lambda *d: d.count(1) == 1 and d.count(2) == 2,
    ),
    ".SameValues~2~R1C1~R3C2~R2C3~R4C4": ("R1C1 R3C2 R2C3 R4C4", lambda a, b, c, d: sorted((a, b)) == sorted((c, d))),
    ".SameValues~3~R1C1~R2C3~R3C4": ("R1C1 R2C3 R3C4", lambda *d: len(set(d)) == 1),
    ".CountingCircles~R1C1~R2C3~R3C2~R4C4": (
        "R1C1 R2C3 R3C2 R4C4",
        lambda *d: all(d.count(each) == each for each in d),
    ),
    ".CountDistinct~R1C1~R2C2~R3C3~R4C4~R2C3": ("R1C1 R2C2 R3C3 R4C4 R2C3", lambda n, *d: n == len(set(d))),
    ".Indexing~C~R1C2~R3C1": (
        "R1C2 R3C1 R1C1 R1C2 R1C3 R1C4 R3C1 R3C2 R3C3 R3C4",
        lambda a, b, *d: d[a - 1] == 2 and d[3 + b] == 1,
    ),
    ".Indexing~R~R2C1": (f"R2C1 {COLUMN_1}", lambda a, *d: d[a - 1] == 2),
    ".Quad~R2C2~1~4~4": ("R2C2 R2C3 R3C2 R3C3", lambda *d: 1 in d and d.count(4) == 2),
    ".WhiteDot~R1C1~R2C1~R2C2": ("R1C1 R2C1 R2C2", lambda a, b, c: abs(a - b) == abs(b - c) == 1),
    ".BlackDot~R1C1~R1C2": ("R1C1 R1C2", lambda a, b: a == 2 * b or b == 2 * a),
    ".GreaterThan~R1C1~R2C1~R1C2": ("R1C1 R2C1 R1C2", lambda a, b, c: a > b and a > c),
    ".V~R1C1~R1C2": ("R1C1 R1C2", lambda a, b: a + b == 5),
    ".LittleKiller~7~R1C3": ("R1C3 R2C2 R3C1", lambda *d: sum(d) == 7),
    ".LittleKiller~7~R2C1": ("R2C1 R3C2 R4C3", lambda *d: sum(d) == 7),
    ".LittleKiller~5~R4C3": ("R4C3 R3C4", lambda *d: sum(d) == 5),
    ".LittleKiller~7~R3C4": ("R3C4 R2C3 R1C2", lambda *d: sum(d) == 7),
    ".Sandwich~3~R1": (ROW_1, lambda *d: between(1, 4, *d) == 3),
    ".Sandwich~0~C1": (COLUMN_1, lambda *d: between(1, 4, *d) == 0),
    ".XSum~R1~6~1": (ROW_1, lambda *d: sum(d[: d[0]]) == 6 and sum(d[::-1][: d[-1]]) == 1),
    ".Skyscraper~C1~2~3": (COLUMN_1, lambda *d: highest_seen(*d) == 2 and highest_seen(*d[::-1]) == 3),
    ".HiddenSkyscraper~R1~2~": (ROW_1, lambda *d: first_hidden(*d) == 2),
    ".NumberedRoom~R1~3~2": (ROW_1, lambda *d: d[d[0] - 1] == 3 and d[::-1][d[-1] - 1] == 2),
    ".Pair~-~_less~R1C1~R2C2~~R3C3~R4C4": (
        "R1C1 R2C2 R3C3 R4C4",
        lambda a, b, c, d: all((4 * (p - 1) + q - 1) in range(1, 6) for p, q in ((a, b), (c, d))),
    ),
    ".PairX~eH4~_differ~R1C1~R2C3~R3C2": (
        "R1C1 R2C3 R3C2",
        lambda *d: all(_in_key(p, q) for p, q in combinations(d, 2)),
    ),
    ".Regex~WzEyXSsoM3w0KT8~R1C1~R2C1~R2C2": (
        "R1C1 R2C1 R2C2",
        lambda a, b, c: a <= 2 and b <= 2,
    ),
}
"""By string: the cells that it speaks of, and what their digits must fulfil."""


def _in_key(one: int, other: int) -> bool:
    """The pairs of ``eH4``: 30, 7 and 56 in six bits each, from the lowest bit on."""
    bits = 30 | 7 << 6 | 56 << 12
    return bool(bits >> (4 * (one - 1) + other - 1) & 1)


WHOLE: dict[str, Predicate] = {
    "": lambda grid: True,
    ".AntiKnight": lambda grid: all(
        grid[one] != grid[other]
        for one, other in combinations(range(16), 2)
        if {abs(one // 4 - other // 4), abs(one % 4 - other % 4)} == {1, 2}
    ),
    ".Diagonal~-1": lambda grid: len(set(grid[::5])) == 4,
    ".Diagonal~1": lambda grid: len(set(grid[3:13:3])) == 4,
    ".DisjointSets": lambda grid: all(
        len({grid[start + shift] for start in (0, 2, 8, 10)}) == 4 for shift in (0, 1, 4, 5)
    ),
    ".Windoku": lambda grid: len(set(at(grid, "R2C2 R2C3 R3C2 R3C3"))) == 4,
    ".RegionSameValues": lambda grid: True,
    ".Or.~R1C1_1~R2C2_2.Cage~7~R3C3~R4C4~R4C3.End": lambda grid: (
        at(grid, "R1C1 R2C2") == [1, 2] or sum(at(grid, "R3C3 R4C4 R4C3")) == 7
    ),
    ".Or.And.V~R1C1~R1C2.V~R2C2~R2C3.End.Thermo~R1C1~R2C2~R3C3.End": lambda grid: (
        (sum(at(grid, "R1C1 R1C2")) == 5 and sum(at(grid, "R2C2 R2C3")) == 5)
        or at(grid, "R1C1 R2C2 R3C3") == sorted(set(at(grid, "R1C1 R2C2 R3C3")))
    ),
    ".Or.End": lambda grid: False,
    ".Or.V~R1C1~R1C2.And.End.End": lambda grid: True,
    # Bits 0, 1 and 4 are R1C1, R1C2 and R2C1.
    ".Replicate~T.Thermo~R1C1~R2C2.End": lambda grid: all(grid[place] < grid[place + 5] for place in (0, 1, 4)),
    ".Or.Replicate~D.Thermo~R1C1~R2C2.End.~R4C4_1.End": lambda grid: (
        grid[15] == 1 or all(grid[place] < grid[place + 5] for place in (0, 1))
    ),
}


SIDES = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
"""The places side by side in a grid of 2×3 cells."""


def _sums(grid: Grid) -> list[bool]:
    return [grid[one] + grid[other] in (5, 10) for one, other in SIDES]


def _dots(grid: Grid) -> list[bool]:
    pairs = [(grid[one], grid[other]) for one, other in SIDES]
    return [abs(a - b) == 1 or a == 2 * b or b == 2 * a for a, b in pairs]


OBLONG: dict[str, Predicate] = {
    ".AntiKing": lambda grid: grid[0] != grid[4] != grid[2] and grid[3] != grid[1] != grid[5],
    ".AntiKnight": lambda grid: grid[0] != grid[5] and grid[2] != grid[3],
    ".AntiConsecutive": lambda grid: all(abs(grid[one] - grid[other]) != 1 for one, other in SIDES),
    ".AntiTaxicab": lambda grid: all(
        grid[one] != grid[other] or abs(one // 3 - other // 3) + abs(one % 3 - other % 3) != grid[one]
        for one, other in combinations(range(6), 2)
    ),
    ".StrictXV.V~R1C1~R1C2": lambda grid: grid[0] + grid[1] == 5 and _sums(grid)[1:] == [False] * 6,
    ".And.V~R1C1~R1C2.End.StrictXV": lambda grid: grid[0] + grid[1] == 5 and _sums(grid)[1:] == [False] * 6,
    ".StrictKropki.WhiteDot~R1C1~R1C2.BlackDot~R1C2~R1C3": lambda grid: (
        abs(grid[0] - grid[1]) == 1
        and (grid[1] == 2 * grid[2] or grid[2] == 2 * grid[1])
        and _dots(grid)[2:] == [False] * 5
    ),
    ".RegionSameValues": lambda grid: set(grid[:3]) == set(grid[3:]),
    # Each of two copies, one of which is a column to the right, has two copies like this.
    ".Replicate~D.Replicate~D.Thermo~R1C1~R2C1.End.End": lambda grid: all(
        grid[place] < grid[place + 3] for place in range(3)
    ),
}
"""On 2×3 cells with digits from 1 to 5 that differ in rows and columns."""


@pytest.mark.parametrize("text", OBLONG)
def test_types_of_an_oblong_grid(text: str) -> None:
    rows = list(permutations(range(1, 6), 3))
    grids = [one + other for one in rows for other in rows if all(a != b for a, b in zip(one, other, strict=True))]
    expected = [grid for grid in grids if OBLONG[text](grid)]
    assert 0 < len(expected) < len(grids)
    assert_same_sets(allowed(f".Shape~2x3~5.NoBoxes{text}"), expected)


@pytest.mark.slow
@pytest.mark.parametrize("text", MEANINGS)
def test_types_of_some_cells(text: str) -> None:
    names, predicate = MEANINGS[text]
    expected = filtered(of(names, predicate))
    assert 0 < len(expected) < 288
    assert_same_sets(allowed(f".Shape~4x4{text}"), expected)


@pytest.mark.parametrize("text", WHOLE)
def test_types_of_the_whole_grid(text: str) -> None:
    expected = filtered(WHOLE[text])
    assert_same_sets(allowed(f".Shape~4x4{text}"), expected)
    assert bool(expected) == (text != ".Or.End")


ZERO_BASED: dict[str, tuple[str, object]] = {
    ".Skyscraper~R1~2~": (ROW_1, lambda *d: highest_seen(*d) == 2),
    ".Skyscraper~R1~~2": (ROW_1, lambda *d: highest_seen(*d[::-1]) == 2),
    ".Skyscraper~C1~1~": (COLUMN_1, lambda *d: highest_seen(*d) == 1),
    ".Skyscraper~C1~~3": (COLUMN_1, lambda *d: highest_seen(*d[::-1]) == 3),
    ".HiddenSkyscraper~R1~0~": (ROW_1, lambda *d: first_hidden(*d) == 0),
    ".HiddenSkyscraper~C1~~1": (COLUMN_1, lambda *d: first_hidden(*d[::-1]) == 1),
    ".NumberedRoom~R1~0~": (ROW_1, lambda *d: d[0] > 0 and d[d[0] - 1] == 0),
    ".NumberedRoom~C1~~0": (COLUMN_1, lambda *d: d[-1] > 0 and d[-d[-1]] == 0),
    ".XSum~R1~3~": (ROW_1, lambda *d: d[0] > 0 and sum(d[: d[0]]) == 3),
    ".XSum~C1~~3": (COLUMN_1, lambda *d: d[-1] > 0 and sum(d[-d[-1] :]) == 3),
    ".Sandwich~3~R1": (ROW_1, lambda *d: between(0, 3, *d) == 3),
    ".Lunchbox~1~R1C1~R2C3~R3C4": (
        "R1C1 R2C3 R3C4",
        lambda *d: len(set(d)) == 3 and between(min(d), max(d), *d) == 1,
    ),
    ".ValueIndexing~R4C4~R4C1~R1C1~R1C2~R1C3": (
        "R4C4 R4C1 R1C1 R1C2 R1C3",
        lambda value, index, *cells: index > 0 and cells[index - 1] == value,
    ),
    ".CountingCircles~R1C1~R2C3~R3C2": ("R1C1 R2C3 R3C2", lambda *d: all(d.count(each) == each for each in d)),
    ".RellikCage~0~R1C1~R2C1": ("R1C1 R2C1", lambda *d: 0 not in d),
    ".BlackDot~R1C1~R1C2": ("R1C1 R1C2", lambda a, b: a == 2 * b or b == 2 * a),
    ".LittleKiller~0~R3C4": ("R3C4 R2C3 R1C2", lambda *d: sum(d) == 0),
    ".Pair~B~_both%20zero~R1C1~R2C3": ("R1C1 R2C3", lambda a, b: a == b == 0),
    ".Regex~WzAxXVsyM10~R1C1~R1C2": ("R1C1 R1C2", lambda a, b: a <= 1 and b >= 2),
}


@pytest.mark.parametrize("text", ZERO_BASED)
def test_digits_from_zero(text: str) -> None:
    names, predicate = ZERO_BASED[text]
    expected = filtered(of(names, predicate), lowest=0)
    assert 0 < len(expected) < 288
    assert_same_sets(allowed(f".Shape~4x4~0-3{text}"), expected)


@pytest.mark.parametrize("ties", ["", ".FullRankTies~only-unclued", ".FullRankTies~any", ".FullRankTies~none"])
def test_full_rank(ties: str) -> None:
    def predicate(grid: object) -> bool:
        assert isinstance(grid, tuple)
        rows = [grid[start : start + 4] for start in (0, 4, 8, 12)] + [grid[start::4] for start in range(4)]
        lines = [line for row in rows for line in (row, row[::-1])]
        if ties.endswith("none") and len(set(lines)) < len(lines):
            return False
        return sum(line < rows[1] for line in lines) == 4 and (ties.endswith("any") or lines.count(rows[1]) == 1)

    assert_same_sets(allowed(f".Shape~4x4.FullRank~R2~5~{ties}"), filtered(predicate))


def test_neighbours_of_a_line_are_in_its_order() -> None:
    """The key allows just 1 before 2, which is bit 1."""
    assert_same_sets(
        allowed(".Shape~4x4.Pair~C~~R1C1~R2C3~~R2C3~R1C1"),
        [],
    )
    assert_same_sets(
        allowed(".Shape~4x4.Binary~C~~R1C1~R2C3"),
        filtered(lambda grid: all(pair == (1, 2) for pair in pairwise(at(grid, "R1C1 R2C3")))),
    )
