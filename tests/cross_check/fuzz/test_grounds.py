"""Solutions that random cases are built around."""

from __future__ import annotations

from random import Random

import pytest

from sudoku_cp.cross_check.fuzz.boards import Ground


@pytest.mark.parametrize("size", [4, 6, 8, 9])
def test_a_witness_has_the_regions_that_the_board_allows(size: int) -> None:
    for seed in range(6):
        random = Random(seed)
        ground = Ground(random, size, open_regions=True)
        board, digits = ground.fresh(), ground.solution(random)
        assert digits is not None
        witness = ground.witness(board, digits)
        assert all(witness[region] in region.domain for region in board.region_of.values())
        assert all(constraint.holds(witness) for constraint in board.constraints)
