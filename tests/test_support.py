"""Messages of comparisons show the difference."""

from __future__ import annotations

import pytest

from tests.support import assert_same_sets


def test_equal_sets_in_any_order() -> None:
    assert_same_sets([(2, 1), (1, 2)], [(1, 2), (2, 1), (1, 2)])
    assert_same_sets([], set())


@pytest.mark.parametrize(
    ("found", "expected", "message"),
    [
        ([1, 2], [2, 3, 4], "2 found, 3 expected; 2 missing: 3, 4; 1 not expected: 1"),
        ([1, 1, 2], [1, 2], "2 found, 2 expected; 1 found repeatedly: 1"),
        ([], range(9), "0 found, 9 expected; 9 missing: 0, 1, 2, 3, 4, …"),
    ],
)
def test_differences_are_shown(found: list[int], expected: list[int], message: str) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_same_sets(found, expected)
    assert str(caught.value) == message
