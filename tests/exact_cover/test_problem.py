"""Covers against brute force over all subsets of options; limits; memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from threading import Event, Timer
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from sudoku_cp import ModelError, _native
from sudoku_cp.exact_cover import ExactCover
from sudoku_cp.model import UnsoundAnswerError
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits, Progress


def check(listed: Any, problem: ExactCover) -> None:
    covers = listed.covers()
    enumeration = problem.solutions()
    found = list(enumeration)
    assert sorted(found) == covers
    assert len(set(found)) == len(found)
    final = Status.COMPLETE if covers else Status.INFEASIBLE
    assert enumeration.status is final
    counted = problem.count()
    assert (counted.status, counted.count, counted.exact) == (final, len(covers), True)
    solved = problem.solve()
    least = problem.minimum()
    if not covers:
        assert (solved.status, solved.cover, counted.cover) == (Status.INFEASIBLE, None, None)
        assert (least.status, least.cover, least.cost, least.bound) == (Status.INFEASIBLE, None, None, None)
        return
    assert solved.status is Status.SOLVED
    assert solved.cover in covers
    assert solved.cost == listed.cost(solved.cover)
    cost = min(map(listed.cost, covers))
    assert (least.status, least.cost, least.bound) == (Status.OPTIMAL, cost, cost)
    assert least.cover in covers
    assert listed.cost(least.cover) == cost
    for most in (cost, cost + 1, cost + 5, 2**70):
        affordable = [cover for cover in covers if listed.cost(cover) <= most]
        assert sorted(problem.solutions(max_cost=most)) == affordable
        assert problem.count(max_cost=most).count == len(affordable)
    if cost > 0:
        assert problem.count(max_cost=cost - 1).status is Status.INFEASIBLE


@pytest.mark.slow
@given(st.data())
def test_brute_force_agrees(listed_problems: st.SearchStrategy[Any], data: st.DataObject) -> None:
    listed = data.draw(listed_problems)
    check(listed, listed.problem())
    check(listed, listed.problem_of_arrays())


SPECIAL: dict[str, tuple[str, str, list[dict[str, str | None]], list[int]]] = {
    "one item, no option": ("a", "", [], []),
    "one item, one option": ("a", "", [{"a": None}], [3]),
    "one item that every option has": ("a", "", [{"a": None}] * 7, [4, 1, 3, 1, 5, 9, 2]),
    "an item without options among others": ("abc", "", [{"a": None}, {"b": None}], [0, 0]),
    "owner of all": ("abc", "", [dict.fromkeys("ab"), dict.fromkeys("ac"), dict.fromkeys("abc")], [1] * 3),
    "every option used": ("abcdef", "", [dict.fromkeys("ab"), dict.fromkeys("c"), dict.fromkeys("def")], [1, 2, 3]),
    "the same option twice": ("ab", "", [dict.fromkeys("ab")] * 2, [1, 1]),
    "only secondary items": ("", "xy", [], []),
    "a colour and none": ("ab", "x", [{"a": None, "x": "red"}, dict.fromkeys("bx"), {"b": None, "x": "red"}], [1] * 3),
    "more than a word of options": ("a", "", [{"a": None}] * 13, [0] * 13),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECIAL)
def test_special_problems(name: str, list_problem: Any) -> None:
    primary, secondary, options, costs = SPECIAL[name]
    listed = list_problem(tuple(primary), tuple(secondary), tuple(options), tuple(costs))
    check(listed, listed.problem())
    check(listed, listed.problem_of_arrays())


def test_the_empty_problem_has_the_empty_cover() -> None:
    for problem in (ExactCover([]), ExactCover.from_arrays(0, 0, [0], [])):
        assert list(problem.solutions()) == [()]
        assert (problem.count().status, problem.count().count) == (Status.COMPLETE, 1)
        least = problem.minimum()
        assert (least.status, least.cover, least.cost, least.bound) == (Status.OPTIMAL, (), 0, 0)


def independent(items: int, choices: int = 2) -> ExactCover:
    """``choices`` options for each item, which cost 0, 1, …: choices ** items covers."""
    options = items * choices
    begin = np.arange(options + 1)
    costs = np.tile(np.arange(choices), items)
    return ExactCover.from_arrays(items, 0, begin, np.repeat(np.arange(items), choices), costs=costs)


def test_options_may_be_added_between_questions() -> None:
    problem = ExactCover("ab")
    problem.add_option("a")
    assert problem.count().count == 0
    problem.add_option("b", name="late")
    assert problem.solve().cover == (0, "late")
    grown = ExactCover.from_arrays(1, 1, [0, 2], [0, 1], [0, 5])
    grown.add_option([0, (1, 6)])
    assert grown.count().count == 2


def test_count_stops_at_its_limit() -> None:
    problem = independent(60)
    result = problem.count(1000)
    assert (result.status, result.count, result.exact) == (Status.LIMIT, 1000, False)
    assert independent(3).count(8).status is Status.LIMIT
    assert independent(3).count(9).status is Status.COMPLETE
    with pytest.raises(ModelError, match="at least 1, not 0"):
        problem.count(0)
    with pytest.raises(ModelError, match="at most -1"):
        problem.solutions(max_cost=-1)


def test_limits_stop_a_search() -> None:
    problem = independent(60)
    for limits in (Limits(seconds=0.05), Limits(seconds=0), Limits(nodes=500)):
        counted = problem.count(limits=limits)
        assert counted.status is Status.LIMIT
        enumeration = problem.solutions(limits=limits)
        assert sum(1 for _ in enumeration) >= 0
        assert enumeration.status is Status.LIMIT
    assert problem.count(limits=Limits(nodes=500)).statistics.nodes == 500
    assert problem.count(limits=Limits(nodes=500)).count > 0


def knapsack(items: int) -> ExactCover:
    """Nearly equal costs, so that many covers are nearly the best and the proof is long."""
    random = np.random.default_rng(1)
    problem = ExactCover(range(items))
    for _ in range(6 * items):
        chosen = random.choice(items, 4, replace=False).tolist()
        problem.add_option(chosen, cost=1000 + int(random.integers(20)))
    for item in range(items):
        problem.add_option([item], cost=400)
    return problem


def test_a_stopped_optimisation_gives_a_cover_and_a_bound() -> None:
    stopped = knapsack(60).minimum(Limits(nodes=60))
    assert stopped.status is Status.LIMIT
    assert not stopped.exact
    assert stopped.cost is not None
    assert stopped.bound is not None
    assert 0 < stopped.bound <= stopped.cost
    at_once = knapsack(60).minimum(Limits(nodes=0))
    assert (at_once.status, at_once.cover) == (Status.LIMIT, None)
    assert at_once.bound is not None
    assert 0 <= at_once.bound <= stopped.cost


@pytest.mark.parametrize("question", ["count", "minimum", "solutions"])
def test_a_cancelled_search_stops(question: str) -> None:
    cancel = Event()
    heard: list[Progress] = []

    def on_progress(progress: Progress) -> None:
        heard.append(progress)
        if progress.nodes > 0:
            cancel.set()

    problem = knapsack(120) if question == "minimum" else independent(60)
    limits = Limits(cancel=cancel, on_progress=on_progress)
    if question == "solutions":
        enumeration = problem.solutions(limits=limits)
        assert sum(1 for _ in enumeration) > 0
        assert enumeration.status is Status.LIMIT
    else:
        assert getattr(problem, question)(limits=limits).status is Status.LIMIT
    assert heard[-1].nodes > 0
    assert all(progress.nodes == 0 for progress in heard[:-1])


def test_an_exception_of_the_progress_callback_comes_through() -> None:
    def fail(progress: Progress) -> None:
        raise RuntimeError(f"after {progress.nodes} nodes")

    with pytest.raises(RuntimeError, match=r"after \d+ nodes"):
        independent(60).count(limits=Limits(on_progress=fail))


def test_ctrl_c_interrupts() -> None:
    timer = Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))

    def count_until_interrupted() -> None:
        timer.start()
        independent(60).count()

    with pytest.raises(KeyboardInterrupt):
        count_until_interrupted()
    timer.join()


def test_an_enumeration_may_be_closed_early() -> None:
    enumeration = independent(60).solutions()
    assert len(next(enumeration)) == 60
    enumeration.close()
    assert list(enumeration) == []
    assert enumeration.status is Status.LIMIT


MEMORY_PROGRAM = """
from itertools import islice
from resource import RUSAGE_SELF, getrusage
from sudoku_cp.exact_cover import ExactCover

problem = ExactCover.from_arrays(3, 0, range(196), [number // 65 for number in range(195)])
covers = problem.solutions()
assert sum(1 for _ in islice(covers, 10_000)) == 10_000
before = getrusage(RUSAGE_SELF).ru_maxrss
assert sum(1 for _ in covers) == 65**3 - 10_000
assert problem.count().count == 65**3
print(before, getrusage(RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
def test_memory_stays_flat_over_many_covers() -> None:
    run = subprocess.run([sys.executable, "-c", MEMORY_PROGRAM], capture_output=True, text=True, check=True)
    before, after = map(int, run.stdout.split())
    assert before > 0
    assert after <= before * 1.05


def chain(items: int, singles: list[int]) -> ExactCover:
    """Dominoes along a line of cells, and single cells at some places."""
    dominoes = np.stack([np.arange(items - 1), np.arange(1, items)], axis=1).ravel()
    begin = np.concatenate([np.arange(0, 2 * items - 1, 2), 2 * items - 2 + np.arange(1, len(singles) + 1)])
    return ExactCover.from_arrays(items, 0, begin, np.concatenate([dominoes, np.array(singles, np.int64)]))


@pytest.mark.slow
def test_long_chains_are_followed_without_recursion() -> None:
    even = chain(200_000, [])
    assert even.count().count == 1
    cover = even.solve().cover
    assert cover == tuple(range(0, 200_000, 2))
    assert chain(200_001, []).count().count == 0
    assert chain(200_001, [0, 50_000, 120_002, 200_000]).count().count == 4


@pytest.mark.slow
def test_deep_searches_need_no_stack() -> None:
    assert independent(20_000).solve().statistics.nodes == 20_000
    problem = independent(3000)
    assert problem.solve().cost is not None
    assert problem.minimum().cost == 0
    assert problem.count(10).statistics.nodes >= 3000


def test_solving_ends_with_the_first_cover() -> None:
    assert independent(10).solve().statistics.propagations == 10 < independent(10).count(2).statistics.propagations


class LyingSolver:
    """An engine that always gives the same answer."""

    answer: tuple[int, ...] = ()
    nodes = propagations = 0

    def __init__(self, *_: object, **__: object) -> None: ...

    def count(self, *_: object) -> tuple[int, tuple[int, ...], str]:
        return 1, self.answer, "exhausted"

    def take(self, *_: object, **__: object) -> tuple[list[tuple[int, ...]], str]:
        return [self.answer], "exhausted"

    def minimum(self, *_: object, **__: object) -> tuple[list[tuple[int, tuple[int, ...]]], int, str]:
        return [(5, self.answer)], 5, "exhausted"


@pytest.mark.parametrize(
    ("answer", "message"),
    [((), "'a' is in no option"), ((0, 1), "'b' is in two options"), ((0, 2), "'x' is in two options")],
)
def test_wrong_covers_are_refused(answer: tuple[int, ...], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = ExactCover("abc", "x")
    problem.add_option(["a", "b", ("x", 1)], cost=5)
    problem.add_option("bc")
    problem.add_option(["c", ("x", 2)])
    problem.add_option("c")
    monkeypatch.setattr(LyingSolver, "answer", answer)
    monkeypatch.setattr(_native, "Solver", LyingSolver)
    for question in (problem.solve, problem.count, problem.minimum, lambda: next(problem.solutions())):
        with pytest.raises(UnsoundAnswerError, match=message):
            question()


def test_wrong_costs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = ExactCover("a")
    problem.add_option("a", cost=6)
    monkeypatch.setattr(LyingSolver, "answer", (0,))
    monkeypatch.setattr(_native, "Solver", LyingSolver)
    assert problem.count().cost == 6
    with pytest.raises(UnsoundAnswerError, match="of cost 6 was reported with the cost 5"):
        problem.minimum()
    for question in (lambda: next(problem.solutions(max_cost=5)), lambda: problem.count(max_cost=5)):
        with pytest.raises(UnsoundAnswerError, match="of cost 6 was found, above the maximum 5"):
            question()
