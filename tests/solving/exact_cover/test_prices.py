from __future__ import annotations

from sudoku_cp import Sudoku, models
from sudoku_cp.solvers.exact_cover.compiled import ExactCoverSolver
from sudoku_cp.solvers.exact_cover.refutation import SCALE, prices_at_root


def test_prices_bound_the_score() -> None:
    """A score is at most all prices, and for each cell the most that a value scores without its prices."""
    target = models.load("target")
    prices = prices_at_root(ExactCoverSolver().compile(target), 2907, {})
    assert {len(house) for house, _ in prices} == {9}
    assert len(prices) == 27 * 9
    assert target.objective is not None
    bound = sum(prices.values()) + sum(
        max(
            SCALE * points - sum(price for (house, of), price in prices.items() if of == value and cell.index in house)
            for value, points in of_cell.items()
        )
        for cell, of_cell in target.objective.points().items()
    )
    assert 2906 * SCALE <= bound < 2908 * SCALE  # 2906 is the best score; without prices it would be 5130


def test_no_prices_where_propagation_decides() -> None:
    sudoku = Sudoku(4).give("r1c1", 1).give("r1c2", 1)
    sudoku.maximize(sum(sudoku.rows[0]))
    assert prices_at_root(ExactCoverSolver().compile(sudoku), 3, sudoku.givens) == {}
