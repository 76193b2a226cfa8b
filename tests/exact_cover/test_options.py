"""Every fault of a declaration is told with its place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sudoku_cp import ModelError
from sudoku_cp.exact_cover import ExactCover


def refused(message: str, *items: Any, name: Any = None, cost: Any = 0) -> None:
    problem = ExactCover(["a", "b", ("r", 1)], ["x", "y"])
    problem.add_option("a")
    with pytest.raises(ModelError, match=message):  # noqa: PT012 - some faults show at the first question
        problem.add_option(items, name=name, cost=cost)
        problem.solve()


def test_faults_of_an_option() -> None:
    refused(r"^option 1: there is no item 'c'$", "c")
    refused(r"^option 1 \('best'\): there is no item 'c'$", "a", "c", name="best")
    refused(r"^option 1: there is no item \('c', 3\)$", ("c", 3))
    refused(r"^option 1: item 'a': listed twice$", "a", "a")
    refused(r"^option 1 \(\(0, 0\)\): item 'x': listed twice$", "a", ("x", 1), ("x", 1), name=(0, 0))
    refused(r"^option 1: item 'x': listed twice$", "a", "x", ("x", 1))
    refused(r"^option 1: no primary item, ", "x")
    refused(r"^option 1: no primary item, ")
    refused(r"^option 1: item 'b': a primary item takes no colour$", "a", ("b", "red"))
    refused(r"^option 1: a cost of -1 is negative$", "a", cost=-1)
    refused(r"^option 1: a cost of \d+ is too large: ", "a", cost=2**40)
    refused(r"^option 1: a cost of \d+ is not an integer, or too large$", "a", cost=2**63)
    refused(r"^option 1: a cost of 1.5 is not an integer, or too large$", "a", cost=1.5)
    refused(r"cannot name an item: it is not hashable$", ["a"])


def test_a_refused_option_leaves_no_trace() -> None:
    problem = ExactCover("ab", "x")
    problem.add_option("a")
    for items, cost in ((["b", "c"], 0), (["b", ("x", 1)], 0.5)):
        with pytest.raises(ModelError):
            problem.add_option(items, cost=cost)  # type: ignore[arg-type]
    problem.add_option("b")
    assert problem.solve().cover == (0, 1)


def test_items_may_be_pairs() -> None:
    problem = ExactCover([("r", 1), ("r", 2)], [("x", 1)])
    problem.add_option([("r", 1), (("x", 1), "red")])
    problem.add_option([("r", 2), (("x", 1), "red")])
    assert problem.count().count == 1
    with pytest.raises(ModelError, match=r"^item \('x', 1\) could be item 'x' with the colour 1: rename one$"):
        ExactCover([("x", 1)], ["x"])


def test_anything_hashable_is_a_colour() -> None:
    problem = ExactCover("ab", "x")
    for item in "ab":
        for colour in (None, 0, "red", (1, 2)):
            problem.add_option([item, ("x", colour)], name=(item, colour))
    assert sorted(map(str, problem.solutions())) == sorted(
        str((("a", colour), ("b", colour))) for colour in (None, 0, "red", (1, 2))
    )


def test_items_are_declared_once() -> None:
    for primary, secondary in (("aba", ""), ("ab", "xa"), ("a", "xx")):
        with pytest.raises(ModelError, match=r"^item '[ax]' is declared twice$"):
            ExactCover(primary, secondary)
    with pytest.raises(ModelError, match="not hashable"):
        ExactCover([["a"]])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"begin": []}, "`begin` must rise"),
        ({"begin": [0, 2]}, "`begin` must rise"),
        ({"begin": [1, 2, 3]}, "`begin` must rise"),
        ({"begin": [0, 4, 3]}, "`begin` must rise"),
        ({"begin": [[0, 2, 3]]}, "`begin` must be an array of integers with one dimension"),
        ({"begin": [[0], [2, 3]]}, "`begin` must be an array of integers with one dimension"),
        ({"items": [0.0, 2.0, 1.0]}, "`items` must be an array of integers"),
        ({"items": [0, 2, 2**70]}, "`items` must be an array of integers"),
        ({"items": ["a", "b", "c"]}, "`items` must be an array of integers"),
        ({"items": [0, 3, 1]}, r"^option 0: item 3: there is no such item$"),
        ({"items": [0, 2, -1]}, r"^option 1: item -1: there is no such item$"),
        ({"items": [0, 0, 1]}, r"^option 0: item 0: listed twice$"),
        ({"items": [0, 1, 2]}, r"^option 1: no primary item, "),
        ({"colours": [0, 1]}, "^there must be as many colours as items listed$"),
        ({"colours": [1, 0, 0]}, "^option 0: item 0: a primary item takes no colour$"),
        ({"colours": [0, -1, 0]}, "^option 0: item 2: a colour is a number from 1 to "),
        ({"colours": [0, 2**31, 0]}, "^option 0: item 2: a colour is a number from 1 to "),
        ({"costs": [1]}, "^there must be as many costs as options$"),
        ({"costs": [1, -1]}, "^option 1: a cost of -1 is negative$"),
        ({"primary": -1}, "there cannot be -1 primary"),
    ],
)
def test_faults_of_arrays(changes: dict[str, Any], message: str) -> None:
    arrays: dict[str, Any] = {"primary": 2, "secondary": 1, "begin": [0, 2, 3], "items": [0, 2, 1]}
    assert ExactCover.from_arrays(**arrays).count().count == 1
    with pytest.raises(ModelError, match=message):
        ExactCover.from_arrays(**arrays | changes)


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.uint64])
def test_arrays_of_any_integers(dtype: type) -> None:
    items: NDArray[np.integer] = np.array([0, 9, 1, 9, 0, 9, 1], dtype)[[0, 2, 4, 6]]
    begin: NDArray[np.integer] = np.arange(5, dtype=dtype)
    problem = ExactCover.from_arrays(2, 0, begin, items, costs=np.array([3, 1, 2, 1], dtype))
    assert problem.count().count == 4
    assert problem.minimum().cost == 3
    items[:] = 0
    assert problem.count().count == 4


def test_the_largest_costs_are_summed_exactly() -> None:
    problem = ExactCover(range(4))
    for item in range(4):
        problem.add_option([item], cost=2**38 - item)
        problem.add_option([item], cost=2**38)
    assert problem.minimum().cost == 2**40 - 6
