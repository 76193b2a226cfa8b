"""What a sum or a clause forces when it comes late: literals that are false already count."""

from __future__ import annotations

import pytest

from sudoku_cp.proofs.trail import Clause, Trail
from sudoku_cp.solvers.pseudo_boolean.formula import AtLeast

A, B, C = 0, 2, 4


def after(*false: int, propagated: bool = True) -> Trail:
    trail = Trail(3, lambda clause: None)
    for literal in false:
        assert trail.add_clause(Clause([literal ^ 1])) is None
    if propagated:
        assert trail.propagate() is None
    return trail


@pytest.mark.parametrize("propagated", [True, False])
def test_two_of_three_where_one_is_false(propagated: bool) -> None:
    trail = after(A, propagated=propagated)
    assert trail.add_sum(AtLeast.of([(1, A), (1, B), (1, C)], 2)) is None
    assert trail.propagate() is None
    assert [trail.true[literal] for literal in (A, B, C)] == [False, True, True]


def test_two_of_three_where_two_are_false() -> None:
    assert after(A, B).add_sum(AtLeast.of([(1, A), (1, B), (1, C)], 2)) is not None


def test_weights_count() -> None:
    trail = after(A)
    assert trail.add_sum(AtLeast.of([(1, A), (3, B), (2, C)], 3)) is None
    assert trail.propagate() is None
    assert [trail.true[literal] for literal in (B, C)] == [True, False]
    assert trail.is_open(C)


def test_a_clause_all_of_whose_literals_but_one_are_false() -> None:
    trail = after(A, B)
    assert trail.add_clause(Clause([A, B, C])) is None
    assert trail.true[C]
    assert after(A, B, C).add_clause(Clause([A, B, C])) is not None
