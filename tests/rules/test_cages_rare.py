from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import cages, equality_cage, lunchbox, rellik

CELLS = "r1c1 r2c2 r3c3 r4c4"


@pytest.fixture
def board() -> Sudoku:
    return Sudoku(4, regions="", digits=range(6))


def eats(v: Any, total: int) -> bool:
    start, stop = sorted((v.index(min(v)), v.index(max(v))))
    return len(set(v)) == len(v) and sum(v[start + 1 : stop]) == total


@pytest.mark.slow
@pytest.mark.parametrize("total", [0, 1, 5, 7])
def test_rellik(board: Sudoku, means: Any, total: int) -> None:
    def apart(v: Any) -> bool:
        return all(sum(some) != total for size in range(1, 5) for some in combinations(v, size))

    means(board, rellik(CELLS, total), board.cells_at(CELLS), apart)


def test_rellik_in_a_grid(selects: Any) -> None:
    def apart(g: Any) -> bool:
        v = (g[0][0], g[0][1], g[1][2])
        return all(sum(some) != 5 for size in range(1, 4) for some in combinations(v, size))

    selects(Sudoku(4), rellik("r1c1 r1c2 r2c3", 5), apart)


@pytest.mark.slow
@pytest.mark.parametrize("digits", [range(1, 7), range(1, 6), (1, 2, 4, 7)])
def test_equality_cage(means: Any, digits: Any) -> None:
    sudoku = Sudoku(4, regions="", digits=digits)
    low, high = list(digits)[: len(digits) // 2], list(digits)[(len(digits) + 1) // 2 :]

    def equal(v: Any) -> bool:
        halves = [sum(d % 2 == 0 for d in v), sum(d in low for d in v), sum(d in high for d in v)]
        return len(set(v)) == 4 and halves == [2, 2, 2]

    means(sudoku, equality_cage(CELLS), sudoku.cells_at(CELLS), equal)


@pytest.mark.slow
@pytest.mark.parametrize("most", [0, 10])
@pytest.mark.parametrize("total", [0, 3, 5])
def test_lunchbox(board: Sudoku, means: Any, total: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cages, "MOST_DIGITS", most)
    means(board, lunchbox(CELLS, total), board.cells_at(CELLS), lambda v: eats(v, total))


@pytest.mark.slow
@pytest.mark.parametrize("total", [0, 3, 5])
def test_lunchbox_among_houses(selects: Any, total: int) -> None:
    sudoku = Sudoku(4, regions="")
    selects(sudoku, lunchbox("r1c1 r1c2 r2c3 r2c4", total), lambda g: eats((g[0][0], g[0][1], g[1][2], g[1][3]), total))


def test_refuse(board: Sudoku) -> None:
    with pytest.raises(ModelError, match="an equality cage needs an even number of cells, not 3"):
        board.add(equality_cage("r1c1 r1c2 r1c3"))
    with pytest.raises(ModelError, match="at least two cells"):
        board.add(lunchbox("r1c1", 0))
    with pytest.raises(ModelError, match="digits that are not negative"):
        Sudoku(4, digits=range(-1, 3)).add(rellik("r1c1", 3))
