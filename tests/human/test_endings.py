"""A path ends with a solution that is held against all constraints, or says that there is none."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from sudoku_cp import Array, Cell, Constraint, Sudoku, max_of, min_of
from sudoku_cp.cross_check.fuzz.cases import random_case
from sudoku_cp.human.paths import explain, path
from sudoku_cp.model import Clue, LoweringError
from sudoku_cp.rules import RULES, anti_knight, killer, kropki_black, renban, same_values, thermo
from tests.support.oracle import solutions_by_meaning

SOLVED = "745129368321864579896537124169275843587341296234986715652413987413798652978652431"

TERMS: dict[str, tuple[Callable[..., Constraint], Callable[..., bool]]] = {
    "range": (lambda *c: max_of(c) - min_of(c) <= 2, lambda *v: max(v) - min(v) <= 2),
    "product": (lambda a, b, c, d: a * b <= c * d, lambda a, b, c, d: a * b <= c * d),
    "distance": (
        lambda a, b, c, d: abs(a - b) + abs(c - d) >= 9,
        lambda a, b, c, d: abs(a - b) + abs(c - d) >= 9,
    ),
    "nested": (
        lambda a, b, c, d: max_of([a * b, c]) != abs(c - d) * 3,
        lambda a, b, c, d: max(a * b, c) != abs(c - d) * 3,
    ),
    "element": (
        lambda a, b, c, d: Array([a * b, b * c, c * d, d * a, a, b, c, d, a], first=1)[a] >= 20,
        lambda a, b, c, d: [a * b, b * c, c * d, d * a, a, b, c, d, a][a - 1] >= 20,
    ),
}
"""Constraints that need auxiliary variables, and their meaning."""


@pytest.mark.parametrize("name", TERMS)
@pytest.mark.parametrize("is_full", [True, False])
def test_a_full_grid_is_solved_if_its_terms_hold(name: str, is_full: bool) -> None:
    make, holds = TERMS[name]
    random, seen = Random(name), set()
    digits = list(map(int, SOLVED))
    for _ in range(12):
        sudoku = Sudoku(9)
        chosen = random.sample(range(81), 4)
        sudoku.add(make(*(sudoku.cells[place] for place in chosen)))
        sudoku.give_grid(SOLVED if is_full else f"{SOLVED[:-2]}.{SOLVED[-1]}")
        expected = holds(*(digits[place] for place in chosen))
        found = path(sudoku)
        assert (found.is_solved, found.is_contradictory) == (expected, not expected), chosen
        seen.add(expected)
    assert seen == {True, False}


def test_a_broken_clue_with_auxiliary_variables_is_named() -> None:
    sudoku = Sudoku(9)
    sudoku.add(same_values("r1c1 r1c2", others="r2c1 r2c2"))
    sudoku.give_grid(SOLVED)
    found = path(sudoku)
    assert found.marks.why_refuted() == "same_values r1c1 r1c2 others=r2c1,r2c2 does not hold"
    assert found.marks.solution() is None
    assert "no solution" in repr(found)


def test_a_solution_is_held_against_all_constraints() -> None:
    """What is left open by the values of single cells is found out by the solver, whose answer is verified."""
    sudoku = Sudoku(4)
    one, other = (sudoku.auxiliary(name, (1, 2)) for name in ("one", "other"))
    sudoku.add(one != other, sudoku["r1c1"] + one + other == 5, sudoku["r1c2"] + one + other >= 4)
    for digits, expected in (("1234341221434321", False), ("2134341212434321", True)):
        grid = digits if expected else "1234341221434321"
        marks = path(sudoku, givens=dict(zip(sudoku.grid, map(int, grid), strict=True))).marks
        assert marks.is_solved() is expected
        assert marks.is_refuted() is not expected


CLASHES: dict[str, tuple[dict[str, int], Callable[[Sudoku], list[Constraint | Clue]]]] = {
    "thermo": ({}, lambda sudoku: [thermo("r1c1 r1c2 r1c3 r1c4 r2c4")]),
    "thermo behind a given": ({"r1c1": 4}, lambda sudoku: [thermo("r1c1 r2c2 r3c3")]),
    "killer": ({}, lambda sudoku: [killer("r1c1 r1c2", sum=8)]),
    "two killers": ({}, lambda sudoku: [killer("r1c1 r1c2", sum=7), killer("r1c1 r1c3", sum=3)]),
    "black dot": ({"r1c1": 3}, lambda sudoku: [kropki_black("r1c1 r1c2")]),
    "renban": ({"r1c1": 1, "r2c1": 4}, lambda sudoku: [renban("r1c1 r2c1")]),
    "knights": ({"r1c1": 1, "r2c3": 1}, lambda sudoku: [anti_knight()]),
    "product": ({}, lambda sudoku: [sudoku["r1c1"] * sudoku["r2c2"] == 7]),
    "extremes": ({}, lambda sudoku: [max_of([sudoku["r1c1"], sudoku["r1c2"]]) <= 1]),
}
"""Givens and clues that cannot both be."""


@pytest.mark.parametrize("name", CLASHES)
def test_impossible_clues_are_explained(name: str) -> None:
    sudoku = Sudoku(4)
    givens, clues = CLASHES[name]
    for cell, value in givens.items():
        sudoku.give(cell, value)
    sudoku.add(*clues(sudoku))
    assert not list(solutions_by_meaning(sudoku))
    steps = explain(sudoku)
    assert all(str(step) for step in steps)
    assert path(sudoku).is_contradictory


def _unsolvable(seed: int, rule: str) -> Sudoku | None:
    """A small board with clues of a rule, some of whose givens are moved so that nothing fits."""
    case = random_case(seed, 0, (rule,), (4,))
    board, random = case.model, Random(seed)
    if not isinstance(board, Sudoku) or not board.givens:
        return None
    for cell in random.sample([*board.givens], min(4, len(board.givens))):
        board.give(cell, random.choice(cell.domain))
    result = board.compile().count(1)
    return board if result.count == 0 and result.exact else None


@pytest.mark.parametrize("rule", RULES)
def test_paths_of_unsolvable_puzzles_end(rule: str) -> None:
    found = 0
    for board in islice(filter(None, (_unsolvable(seed, rule) for seed in range(12))), 2):
        try:
            steps = explain(board)
            ended = path(board, most_elements=2)
        except LoweringError:
            continue
        found += 1
        assert all(step.reason for step in steps)
        assert not ended.is_solved


def test_solved_paths_are_solutions() -> None:
    solved = 0
    for number in range(0, 120, 2):
        board = random_case(7, number, (), (4,)).model
        ended = path(board, most_elements=2)
        if ended.is_solved:
            solved += 1
            solution = ended.marks.solution()
            assert solution is not None
            assert board.violations(solution.values_in_order) == []
            shown: dict[Cell, Any] = ended.marks.shown()
            hidden = {*board.auxiliary_cells}
            assert all(shown[cell] == (solution[cell],) for cell in board.cells if cell not in hidden)
    assert solved > 10
