"""Minimal and least sets against brute force over all subsets, on collections of sets without a puzzle."""

from __future__ import annotations

from random import Random

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.authoring.hitting_sets import elements, least_hitting_sets, weight_of
from sudoku_cp.authoring.sub_puzzles import SubPuzzles, Unfinished
from sudoku_cp.authoring.sufficient import Least, Purpose, least, minimal

SIZE = 8


class Drawn(Purpose):
    """To meet each set of a collection."""

    def __init__(self, sets: list[int], most: int = 10**9) -> None:
        super().__init__(SubPuzzles(Sudoku(1)))
        self.everything = (1 << SIZE) - 1
        self.left = most
        self._sets = sets

    def _find(self, kept: int) -> int | None:
        self.left -= 1
        if self.left < 0:
            raise Unfinished
        return next((each for each in self._sets if not each & kept), None)


def drawn(seed: int) -> tuple[list[int], list[int]]:
    """Sets and the weights of their elements."""
    random = Random(seed)
    sets = [random.randrange(1, 1 << SIZE) & random.randrange(1, 1 << SIZE) for _ in range(random.randint(0, 12))]
    return [each for each in sets if each], [random.choice((1, 1, 2, 5)) for _ in range(SIZE)]


def lightest(sets: list[int], weights: list[int]) -> set[int]:
    """All sets of least weight that meet the others, by brute force."""
    hits = [kept for kept in range(1 << SIZE) if all(kept & each for each in sets)]
    weight = min(weight_of(kept, weights) for kept in hits)
    return {kept for kept in hits if weight_of(kept, weights) == weight}


@pytest.mark.parametrize("seed", range(60))
def test_sets(seed: int) -> None:
    sets, weights = drawn(seed)
    expected = lightest(sets, weights)
    assert set(least_hitting_sets(sets, weights, 1000)) == expected
    assert set(least_hitting_sets(sets, weights)) <= expected
    order = Random(seed).sample(range(SIZE), SIZE)
    start = minimal(Drawn(sets), order)
    assert all(start & each for each in sets)
    assert not any(all(start & ~(1 << place) & each for each in sets) for place in elements(start))
    one = least(Drawn(sets), start, weights)
    assert one.is_least
    assert set(one.sets) <= expected
    everything = least(Drawn(sets), start, weights, 1000)
    assert everything == Least(everything.sets, is_least=True, are_all=True)
    assert set(everything.sets) == expected


@pytest.mark.parametrize("seed", range(20))
def test_the_last_parts_of_the_order_are_left_out_first(seed: int) -> None:
    sets, _ = drawn(seed)
    order = Random(seed).sample(range(SIZE), SIZE)
    kept = (1 << SIZE) - 1
    for place in reversed(order):
        if all(kept & ~(1 << place) & each for each in sets):
            kept &= ~(1 << place)
    assert minimal(Drawn(sets), order) == kept


@pytest.mark.parametrize("most", range(8))
def test_a_limit_leaves_what_is_known(most: int) -> None:
    sets = [0b11, 0b110, 0b1100, 0b11000, 0b110000]
    found = least(Drawn(sets, most), 0b111110, [1] * SIZE)
    assert all(found.sets[0] & each for each in sets)
    assert not found.is_least or found.sets[0].bit_count() == 3
