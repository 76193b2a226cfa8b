"""The answer on one line."""

from __future__ import annotations

import pytest

from sudoku_cp.model.answers import Result, Statistics, Status

COST = Statistics(nodes=12345, seconds=0.0016)


@pytest.mark.parametrize(
    ("result", "caption"),
    [
        (Result("e", Status.INFEASIBLE, statistics=COST), "infeasible (e, 12,345 nodes, 1.6 ms)"),
        (Result("e", Status.COMPLETE, count=1, statistics=COST), "complete: 1 solution (e, 12,345 nodes, 1.6 ms)"),
        (
            Result("e", Status.LIMIT, count=2000, statistics=COST),
            "limit: at least 2,000 solutions (e, 12,345 nodes, 1.6 ms)",
        ),
        (
            Result("e", Status.OPTIMAL, count=2, objective=0, bound=0, statistics=COST),
            "optimal: at least 2 solutions, score 0, bound 0 (e, 12,345 nodes, 1.6 ms)",
        ),
    ],
)
def test_the_caption_says_how_it_ended_what_was_found_and_what_it_cost(result: Result, caption: str) -> None:
    assert result.caption == caption
    assert str(result) == caption
    assert repr(result) == f"<Result {caption}>"
