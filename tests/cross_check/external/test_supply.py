"""Queries are read ahead, not too far, and no more once nobody wants them."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.cross_check.external.queries import MOST_AHEAD, Query, QueryThread

QUERY = Query(Sudoku(4), {}, "1234")
TIMEOUT = 60.0
FAR_TOO_MANY = 50 * MOST_AHEAD


@pytest.mark.parametrize("taken", [0, 5])
def test_it_reads_ahead_and_stops_when_told(taken: int) -> None:
    stopped, enough = Event(), Event()
    read: list[bool] = []

    def queries() -> Iterator[Query]:
        while len(read) < FAR_TOO_MANY:
            read.append(stopped.is_set())
            if len(read) >= MOST_AHEAD:
                enough.set()
            yield QUERY

    with QueryThread(queries(), stopped) as supply:
        assert enough.wait(TIMEOUT)
        for _ in range(taken):
            assert supply.take() is QUERY
    assert len(read) <= MOST_AHEAD + taken + 1
    assert sum(read) <= 1


def test_what_the_queries_raise_is_raised_by_check() -> None:
    def queries() -> Iterator[Query]:
        yield QUERY
        raise ValueError("the second one")

    with QueryThread(queries(), Event()) as supply:
        assert supply._done.wait(TIMEOUT)
        assert (supply.peek(), supply.ended) == (QUERY, False)
        with pytest.raises(ValueError, match="the second one"):
            supply.check()
        assert supply.take() is QUERY
        assert (supply.take(), supply.peek(), supply.ended) == (None, None, True)
