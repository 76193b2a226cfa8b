"""Each row is worked on once, on any number of threads, and the first error is the one that is raised."""

from __future__ import annotations

from threading import Thread, get_ident

import numpy as np
import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.solving.batch import BLOCK, Form, for_blocks, read_grids

ROWS = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 7]


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("threads", [1, 2, 9])
def test_each_row_once(rows: int, threads: int) -> None:
    seen = np.zeros(rows, np.int64)

    def work(block: slice) -> None:
        seen[block] += 1

    for_blocks(work, rows, threads)
    assert (seen == 1).all()


def test_one_thread_is_the_callers() -> None:
    threads = set()
    for_blocks(lambda _: threads.add(get_ident()), 3 * BLOCK)
    assert threads == {get_ident()}


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_first_wrong_value_is_named(threads: int) -> None:
    givens = np.zeros((6 * BLOCK, 81), np.int8)
    givens[[BLOCK + 5, 2 * BLOCK, 5 * BLOCK], [8, 0, 1]] = 10
    with pytest.raises(ModelError, match=rf"puzzle {BLOCK + 5}: r1c9 = 10"):
        read_grids(Form(Sudoku(9)), givens, threads)


def test_threads_that_do_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", start)
    rows: list[int] = []
    for_blocks(lambda block: rows.append(block.start), 3 * BLOCK, 3)
    assert rows == [0, BLOCK, 2 * BLOCK]
