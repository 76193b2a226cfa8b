"""The ordered map over processes: order, errors in their turn, a process that dies, and the end of a run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import partial
from itertools import count
from time import sleep

import pytest

from sudoku_cp._base.errors import InputError, WorkerError
from sudoku_cp.parallel.executors import processes
from sudoku_cp.parallel.ordered import OrderedMap

JOBS, AHEAD = 2, 4


def square(number: int) -> int:
    """A square; an odd number takes longer, a negative one ends the process."""
    if number < 0:
        os._exit(1)
    sleep(0.05 * (number % 2))
    return number**2


def task(number: int) -> Callable[[], int]:
    return partial(square, number)


def sleep_for(seconds: float) -> Callable[[], None]:
    return partial(sleep, seconds)


def squares(numbers: Iterator[int] | list[int]) -> Iterator[int | None]:
    with OrderedMap(processes, JOBS, task, AHEAD) as squared:
        for _ in squared.over(numbers):
            try:
                yield squared.answer(lambda: False)
            except WorkerError:
                yield None


def test_answers_come_in_the_order_of_the_items() -> None:
    assert list(squares([3, 0, 1, 2, 5, 4, 7])) == [9, 0, 1, 4, 25, 16, 49]


def test_an_item_whose_process_dies_costs_that_item_alone() -> None:
    assert list(squares([1, -1, 2, 3, -2, 4, 5, 6])) == [1, None, 4, 9, None, 16, 25, 36]


def test_a_process_that_dies_is_replaced_for_the_items_after_it() -> None:
    made: list[int] = []

    def make(jobs: int) -> Executor:
        made.append(jobs)
        return processes(jobs)

    with OrderedMap(make, JOBS, task, AHEAD) as squared:
        found = squared.over([-1, 2, 3, 4, 5, 6, 7])
        next(found)
        with pytest.raises(WorkerError):
            squared.answer(lambda: False)
        assert [squared.answer(lambda: False) for _ in found] == [4, 9, 16, 25, 36, 49]
    assert made == [JOBS, JOBS, 1]


def test_an_error_in_the_source_comes_after_the_answers_before_it() -> None:
    def numbers() -> Iterator[int]:
        yield from (1, 2, 3)
        raise InputError("no number")

    found = squares(numbers())
    assert [next(found), next(found), next(found)] == [1, 4, 9]
    with pytest.raises(InputError, match="no number"):
        next(found)


def test_few_items_are_begun_ahead() -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    found = squares(numbers())
    assert next(found) == 0
    assert len(taken) == AHEAD
    assert next(found) == 1
    assert len(taken) == AHEAD + 1


def test_a_look_gives_an_answer_up_or_ends_the_run() -> None:
    with OrderedMap(processes, 1, sleep_for, AHEAD) as sleeping:
        assert next(sleeping.over([600.0])) == 600
        assert sleeping.answer(lambda: True) is None

    def interrupt() -> bool:
        raise KeyboardInterrupt

    with OrderedMap(processes, 1, sleep_for, AHEAD) as sleeping:
        next(sleeping.over([600.0]))
        with pytest.raises(KeyboardInterrupt):
            sleeping.answer(interrupt)
