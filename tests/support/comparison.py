"""Sets of solutions are compared; where they differ, the message shows what is missing and what is too much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

EXAMPLES = 5
"""Elements of each kind that a message shows."""


def assert_same_sets(found: Iterable[T], expected: Iterable[T]) -> None:
    """Fail unless all that is found is expected, all that is expected is found, and nothing is found twice.

    Parameters
    ----------
    found
        What is to be tested, such as the solutions of a solver, in any order.
    expected
        What an oracle says; here repetitions count once.

    Raises
    ------
    AssertionError
        The message has the number and a few examples of each difference.
    """
    times, wanted = Counter(found), dict.fromkeys(expected)
    differences = {
        "missing": [each for each in wanted if each not in times],
        "not expected": [each for each in times if each not in wanted],
        "found repeatedly": [each for each, number in times.items() if number > 1],
    }
    if any(differences.values()):
        shown = [f"{len(those)} {kind}: {_examples(those)}" for kind, those in differences.items() if those]
        raise AssertionError(f"{len(times)} found, {len(wanted)} expected; " + "; ".join(shown))


def _examples(those: list[T]) -> str:
    more = ", …" if len(those) > EXAMPLES else ""
    return ", ".join(map(repr, islice(those, EXAMPLES))) + more
