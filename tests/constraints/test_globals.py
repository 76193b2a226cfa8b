"""Global constraints by the names of CPMpy and MiniZinc, for every solver in every context, against predicates."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby, pairwise, permutations, product

import pytest

from sudoku_cp import Automaton, Cell, Constraint, Model, ModelError, Table
from sudoku_cp.kernel import (
    AllDifferentExcept,
    AllEqual,
    BinPacking,
    Cumulative,
    GlobalCardinality,
    IfThenElse,
    Inverse,
    LexChain,
    LexLess,
    NegativeTable,
    NoOverlap,
    ShortTable,
    Xor,
    globals as by_names,
    packing,
)
from sudoku_cp.proofs import prove
from sudoku_cp.proofs.checker import check
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

B = (0, 1)
D3, D4 = range(3), range(4)
ODD = (-2, 0, 3)


def different_but(values: tuple[int, ...], free: tuple[int, ...]) -> bool:
    some = [value for value in values if value not in free]
    return len(some) == len({*some})


def fits(starts: tuple[int, ...], durations: tuple[int, ...], demands: tuple[int, ...], capacity: int) -> bool:
    """Whether the demands at each time are within the capacity."""
    tasks = list(zip(starts, durations, demands, strict=True))
    times = range(min(starts), max(starts) + max(durations) + 1)
    return all(sum(d for s, lasts, d in tasks if s <= time < s + lasts) <= capacity for time in times)


def apart(starts: tuple[int, ...], durations: tuple[int, ...]) -> bool:
    """Whether the tasks can be put in an order in which each ends before the next one starts."""
    ends = [(start, start + lasts) for start, lasts in zip(starts, durations, strict=True)]
    orders = ([ends[at] for at in order] for order in permutations(range(len(ends))))
    return any(all(one[1] <= other[0] for one, other in pairwise(order)) for order in orders)


def loads(bins: tuple[int, ...], sizes: tuple[int, ...]) -> dict[int, int]:
    things = sorted(zip(bins, sizes, strict=True))
    return {where: sum(size for _, size in group) for where, group in groupby(things, lambda thing: thing[0])}


ROWS: list[tuple[int | str, ...]] = [(0, "*", 2), ("*", 1, 1), (2, 0, "*"), (7, "*", "*")]


def matches(values: tuple[int, ...]) -> bool:
    a, b, c = values
    return (a == 0 and c == 2) or (b == 1 and c == 1) or (a == 2 and b == 0)


CASES = {
    "all equal": Case([D3, ODD, D3], lambda *c: AllEqual(*c), lambda *v: len({*v}) == 1),
    "all equal, one list with a number and a term": Case(
        [D3, D3], lambda a, b: AllEqual([a, 2, b + 1]), lambda a, b: (a, b) == (2, 1)
    ),
    "all equal, one cell": Case([D3], lambda a: AllEqual(a), lambda a: True, all_or_none=True),
    "all different except 0": Case([D3] * 4, lambda *c: AllDifferentExcept(c), lambda *v: different_but(v, (0,))),
    "all different except two values": Case(
        [ODD, ODD, D4], lambda *c: AllDifferentExcept(c, (0, 3)), lambda *v: different_but(v, (0, 3))
    ),
    "all different except 1, of terms": Case(
        [D3] * 2, lambda a, b: AllDifferentExcept((a, a + b, 2), 1), lambda a, b: different_but((a, a + b, 2), (1,))
    ),
    "numbers of values": Case(
        [D3] * 3, lambda *c: GlobalCardinality(c, (0, 2), (1, 2)), lambda *v: v.count(0) == 1 and v.count(2) == 2
    ),
    "numbers of values are cells and ranges": Case(
        [D3] * 4,
        lambda *c: GlobalCardinality(c[:3], [0, 1], [c[3], range(2)]),
        lambda *v: v[:3].count(0) == v[3] and v[:3].count(1) < 2,
    ),
    "numbers of values, closed": Case(
        [D3] * 3,
        lambda *c: GlobalCardinality(c, (0, 2), ((0, 1, 2), (1, 2, 3)), True),
        lambda *v: 1 not in v and 2 in v,
    ),
    "numbers of no values, closed": Case(
        [D3] * 2, lambda *c: GlobalCardinality(c, (), (), True), lambda *v: False, all_or_none=True
    ),
    "lower": Case([D3] * 4, lambda *c: LexLess(c[:2], c[2:]), lambda *v: v[:2] < v[2:]),
    "lower or equal": Case([ODD, D3, D3, ODD], lambda *c: LexLess(c[:2], c[2:], True), lambda *v: v[:2] <= v[2:]),
    "lower, of terms and numbers": Case(
        [D3] * 3, lambda a, b, c: LexLess((a + 1, b), (2, c)), lambda a, b, c: (a + 1, b) < (2, c)
    ),
    "lower, a cell on both sides": Case([D3] * 2, lambda a, b: LexLess((a, b), (b, a)), lambda a, b: (a, b) < (b, a)),
    "a chain": Case([B] * 6, lambda *c: LexChain((c[:2], c[2:4], c[4:])), lambda *v: v[:2] < v[2:4] < v[4:]),
    "a chain with ties": Case(
        [B] * 6, lambda *c: LexChain((c[:2], c[2:4], c[4:]), True), lambda *v: v[:2] <= v[2:4] <= v[4:]
    ),
    "inverse": Case(
        [range(-1, 3), D3, D3] * 2,
        lambda *c: Inverse(c[:3], c[3:]),
        lambda *v: all((v[i] == j) == (v[3 + j] == i) for i in D3 for j in D3) and {*v[:3]} == {*D3},
    ),
    "inverse from 1 on": Case(
        [(1, 2)] * 4,
        lambda *c: Inverse(c[:2], c[2:], 1),
        lambda *v: v in ((1, 2, 1, 2), (2, 1, 2, 1)),
    ),
    "no overlap": Case([D4] * 3, lambda *c: NoOverlap(c, (1, 2, 1)), lambda *v: apart(v, (1, 2, 1))),
    "no overlap, durations to be found": Case(
        [D3] * 4, lambda *c: NoOverlap(c[:2], c[2:]), lambda *v: v[0] + v[2] <= v[1] or v[1] + v[3] <= v[0]
    ),
    "cumulative": Case(
        [D4] * 3, lambda *c: Cumulative(c, (2, 3, 1), (1, 2, 2), 3), lambda *v: fits(v, (2, 3, 1), (1, 2, 2), 3)
    ),
    "cumulative, all else to be found": Case(
        [D3, D3, (0, 1, 3), (1, 2), (1, 3)],
        lambda a, b, length, need, most: Cumulative((a, b), (length, 2), (need, 1), most),
        lambda a, b, length, need, most: fits((a, b), (length, 2), (need, 1), most),
    ),
    "cumulative, durations of 0": Case(
        [D3] * 3, lambda *c: Cumulative(c, (0, 2, 1), (9, 1, 2), 2), lambda *v: fits(v, (0, 2, 1), (9, 1, 2), 2)
    ),
    "bins": Case(
        [D3] * 3, lambda *c: BinPacking(c, (3, 2, 1), 4), lambda *v: max(loads(v, (3, 2, 1)).values()) <= 4
    ),
    "bins with a capacity each": Case(
        [D4] * 3,
        lambda *c: BinPacking(c, (3, 2, 1), (3, 3), first=1),
        lambda *v: {*v} <= {1, 2} and max(loads(v, (3, 2, 1)).values()) <= 3,
    ),
    "bins with loads": Case(
        [B] * 3 + [D4],
        lambda *c: BinPacking(c[:3], (3, 2, 1), loads=(c[3], 4)),
        lambda *v: loads(v[:3], (3, 2, 1)).get(0, 0) == v[3] and loads(v[:3], (3, 2, 1)).get(1, 0) == 4,
    ),
    "bins, sizes to be found": Case(
        [B] * 2 + [D3] * 2, lambda *c: BinPacking(c[:2], c[2:], 2), lambda *v: max(loads(v[:2], v[2:]).values()) <= 2
    ),
    "if then else": Case(
        [D3] * 3,
        lambda a, b, c: IfThenElse(a == 1, b < c, b == 2),
        lambda a, b, c: b < c if a == 1 else b == 2,
    ),
    "if then else of 0/1 cells": Case([B] * 3, lambda a, b, c: IfThenElse(a, b, c), lambda a, b, c: bool((c, b)[a])),
    "an odd number": Case([B] * 5, lambda *c: Xor(*c), lambda *v: sum(v) % 2 == 1),
    "an odd number of constraints, in a list": Case(
        [D3] * 3, lambda a, b, c: Xor([a == 1, b < c, c == 2]), lambda a, b, c: ((a == 1) + (b < c) + (c == 2)) % 2 == 1
    ),
    "an odd number of nothing": Case([B], lambda a: Xor(), lambda a: False, all_or_none=True),
    "short tuples": Case([D3] * 3, lambda *c: ShortTable(c, ROWS), lambda *v: matches(v)),
    "refused tuples": Case([D3] * 3, lambda *c: NegativeTable(c, ROWS), lambda *v: not matches(v)),
    "refused whole tuples": Case(
        [D3] * 2, lambda *c: NegativeTable(c, [(0, 1), (2, 2), (5, 0)]), lambda *v: v not in ((0, 1), (2, 2))
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", ["short tuples", "refused tuples", "lower", "lower or equal", "cumulative"])
def test_large_ones_have_other_forms(name: str, solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_names, "MAX_LISTED", 5)
    monkeypatch.setattr(by_names, "MAX_ALPHABET", 2)
    monkeypatch.setattr(packing, "MAX_TIMES", 2)
    assert_means(CASES[name], solver)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_numbers_of_solutions_are_proved(name: str) -> None:
    case = CASES[name]
    model = Model()
    model.add(case.declare(*(model.variable(f"x{number}", domain) for number, domain in enumerate(case.domains))))
    proof = prove(model)
    claim = check(proof.formula, proof.steps)
    assert claim.complete
    assert claim.solutions == sum(case.holds(*values) for values in product(*case.domains))


def test_long_tables_become_automata() -> None:
    rows = [(1, *"*" * 10, 2), (*"*" * 11, 3)]
    for make, kind, count in ((ShortTable, Automaton, 10 + 1), (NegativeTable, Automaton, 100 - 11)):
        model = Model()
        cells = model.variables([f"x{number}" for number in range(12)], range(10))
        assert isinstance(make(cells, rows), kind)
        assert isinstance(make(cells[:3], [(1, "*", 2)]), Table)
        model.add(make(cells, rows))
        for cell in cells[1:-1]:
            model.give(cell, 0)
        assert model.count().count == count


Make = Callable[..., Constraint]


@pytest.mark.parametrize(
    ("make", "holds"),
    [
        (lambda *c: ShortTable(c, ROWS), matches),
        (lambda *c: NegativeTable(c, ROWS), lambda values: not matches(values)),
        (lambda *c: LexLess(c, (1, 1, 1), True), lambda values: values <= (1, 1, 1)),
        (lambda *c: AllEqual(c), lambda values: len({*values}) == 1),
        (lambda *c: Inverse(c, (2, 0, 1)), lambda values: values == (1, 2, 0)),
    ],
)
def test_no_value_is_left_without_support(make: Make, holds: Callable[[tuple[int, ...]], bool]) -> None:
    """What they are made of is as strong as one propagator would be: search never turns back."""
    for first, last in product(D3, ([0, 1], [1, 2], [0, 2])):
        model = Model()
        cells = model.variables("abc", D3)
        model.add(make(*cells))
        model.restrict(cells[0], [first])
        model.restrict(cells[2], last)
        found = model.compile().count()
        assert found.count == sum(map(holds, product([first], D3, last)))
        assert found.statistics.nodes <= max(2 * found.count - 1, 0)


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda a: LexLess((a, a), (a,)), "LexLess: the lists have 2 and 1 entries"),
        (lambda a: Inverse((a, a), (a,)), "Inverse: the lists have 2 and 1 entries"),
        (lambda a: GlobalCardinality((a,), (1, 1), (1, 1)), "a value is listed twice: 1, 1"),
        (lambda a: GlobalCardinality((a,), (1, 2), (1,)), "the lists have 2 and 1 entries"),
        (lambda a: NoOverlap((a,), (1, 2)), "NoOverlap: the lists have 1 and 2 entries"),
        (lambda a: Cumulative((a,), (1,), (a - 1,), 3), "Cumulative: a demand may be negative"),
        (lambda a: BinPacking((a,), (1,)), "either a capacity or loads"),
        (lambda a: BinPacking((a,), (1,), 3, loads=(1,)), "either a capacity or loads"),
        (lambda a: ShortTable((a,), [("?",)]), 'an entry of a tuple must be an integer or "\\*"'),
        (lambda a: NegativeTable((a,), [(1, 2)]), "1 cells cannot have a tuple of 2 values"),
        (lambda a: AllEqual(a, "b"), "AllEqual: 'b' is not a cell"),  # type: ignore[arg-type]
        (lambda a: Xor(a, a + 1), "Xor needs constraints"),
        (lambda a: IfThenElse(a, 3, a), "IfThenElse needs constraints"),  # type: ignore[arg-type]
    ],
)
def test_what_has_no_meaning_is_refused(declare: Callable[[Cell], Constraint], message: str) -> None:
    (cell,) = Model().variables("a", B)
    with pytest.raises(ModelError, match=message):
        declare(cell)
