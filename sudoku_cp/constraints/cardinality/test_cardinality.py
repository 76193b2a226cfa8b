from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise

import pytest

from sudoku_cp import AllDifferent, Cardinality, Cell, Constraint, Model, ModelError, Not, Sudoku
from sudoku_cp.solving.registry import SOLVERS, load_solver
from tests.support.cases import Case, assert_means

D3 = (1, 2, 3)
D4 = range(4)
ODD = (-2, 0, 1, 5)

Counts = Mapping[int, Collection[int]]

CIRCLES = {1: (0, 1), 2: (0, 2), 3: (0, 3)}


def counted(values: Collection[int], counts: Counts) -> bool:
    return all(sum(other == value for other in values) in numbers for value, numbers in counts.items())


def case(domains: list[Collection[int]], counts: Counts, all_or_none: bool = False) -> Case:
    return Case(
        [tuple(domain) for domain in domains],
        lambda *cells: Cardinality(cells, counts),
        lambda *values: counted(values, counts),
        all_or_none,
    )


def in_houses(counts: Counts, *houses: tuple[int, ...]) -> Case:
    """Four cells of 0 to 3, of which those in a house differ."""

    def declare(*cells: Cell) -> Iterator[Constraint]:
        yield Cardinality(cells, counts)
        for house in houses:
            yield AllDifferent(tuple(cells[place] for place in house))

    def holds(*values: int) -> bool:
        return counted(values, counts) and all(
            len({values[place] for place in house}) == len(house) for house in houses
        )

    return Case([D4] * 4, lambda *cells: list(declare(*cells)), holds)


CASES = {
    "each as often as it says": case([D3] * 4, CIRCLES),
    "that add up in one way": case([D3] * 3, {1: (0, 3), 2: (0, 2), 3: (1,)}),
    "that never add up": case([D3] * 4, {1: (0, 3), 2: (0, 3), 3: (0, 2)}, all_or_none=True),
    "one value": case([D3] * 3, {2: (0, 3)}),
    "at least": case([ODD] * 3, {0: (1, 2, 3), 5: (1, 2, 3)}),
    "some values": case([ODD] * 4, {-2: (2,), 1: (0, 1)}),
    "values that no cell has": case([D3] * 2, {7: (0,), 1: (1,)}),
    "values that no cell has, required": case([D3] * 2, {7: (1,)}, all_or_none=True),
    "no number": case([D3] * 2, {1: ()}, all_or_none=True),
    "any number": case([D3] * 2, {1: range(9)}, all_or_none=True),
    "no values": case([D3] * 2, {}, all_or_none=True),
    "no cells": Case([D3], lambda a: Cardinality((), {1: (0, 5)}), lambda a: True, all_or_none=True),
    "none of no cells": Case([D3], lambda a: Cardinality((), {1: (1,)}), lambda a: False, all_or_none=True),
    "far away": case([D3] * 2, {1: (1, -1, 10**30), 2: (0, -(10**30))}),
    "other domains": case([(0, 7), (3, 0), (-1, 7, 8), (7,)], {7: (1, 3), 0: (0, 2)}),
    "a cell twice": Case(
        [D3] * 2,
        lambda a, b: Cardinality((a, b, a), {1: (0, 2), 2: (1, 2)}),
        lambda a, b: counted((a, b, a), {1: (0, 2), 2: (1, 2)}),
    ),
    "not": Case([D3] * 3, lambda *c: Not(Cardinality(c, CIRCLES)), lambda *v: not counted(v, CIRCLES)),
    "not one value": Case([D3] * 3, lambda *c: Not(Cardinality(c, {2: (0, 2)})), lambda *v: v.count(2) in (1, 3)),
    "in one house": in_houses({0: (1,), 1: (0,), 3: (0, 1)}, (0, 1, 2)),
    "in two houses": in_houses({0: (2,), 1: (1, 2), 2: (0, 2)}, (0, 1), (2, 3)),
    "in houses both ways": in_houses({0: (2,), 1: (0, 2), 3: (0, 2)}, (0, 1), (2, 3), (0, 2), (1, 3)),
    "in a house and beside it": in_houses({0: (0, 2), 1: (0, 1), 2: (2,)}, (0, 1, 2), (2, 3)),
    "in a permutation": in_houses({0: (1,), 2: (0, 1)}, (0, 1, 2, 3)),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def test_scope_and_text() -> None:
    a, b = Model().variables("ab", D4)
    both = Cardinality([a, b, a], {3: [1], 0: [2, 0, 2]})
    assert both.scope == (a, b, a)
    assert repr(both) == "Cardinality(cells=(a, b, a), counts={0: (0, 2), 3: (1,)})"
    assert str(both) == "0 or 2 of 0; 1 of 3 in a b a"
    assert str(Cardinality((a,), {1: ()})) == "no number of 1 in a"
    assert str(Cardinality((a,), {})) == "any numbers in a"


@pytest.mark.parametrize("counts", [{1.0: (1,)}, {True: (1,)}, {1: ("1",)}, {1: (None, 2)}])
def test_values_and_numbers_are_integers(counts: Counts) -> None:
    with pytest.raises(ModelError, match="must be an integer"):
        Cardinality((), counts)


def test_what_is_violated_is_the_count_of_a_value() -> None:
    model = Model()
    cells = model.variables("abc", D4)
    model.add(Cardinality(cells, {0: (0, 1), 2: (1, 3)}))
    broken = [str(violation) for violation in model.violations([2, 2, 1])]
    assert broken == ["any of (number of 2 in a b c = 1; number of 2 in a b c = 3) is broken: a=2 b=2 c=1"]


def test_more_cells_than_a_word_has_bits() -> None:
    """The numbers of 70 cells add up in one way."""
    model = Model()
    cells = [model.variable(f"x{number}", (0, 1, 2)) for number in range(70)]
    model.add(Cardinality(tuple(cells), {0: (0, 66), 1: (0, 5), 2: (0, 4)}))
    model.add(*(lower >= higher for lower, higher in pairwise(cells)))
    solutions = [solution.values_in_order for solution in load_solver("exact-cover").compile(model).solutions()]
    assert solutions == [(2,) * 4 + (0,) * 66]


def test_the_numbers_of_a_grid_follow_from_its_houses() -> None:
    """Two rows and a cell have three of a digit only where that cell has it."""
    sudoku = Sudoku(4)
    cells = (*sudoku.rows[0], *sudoku.rows[3], sudoku[2, 1])
    sudoku.add(Cardinality(cells, {1: (3,)}))
    compiled = load_solver("exact-cover").compile(sudoku)
    assert compiled.candidates().values[sudoku[2, 1]] == (1,)
