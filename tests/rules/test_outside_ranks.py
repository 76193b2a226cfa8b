from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import all_of, any_of, full_rank, hidden_skyscraper, no_rank_ties
from sudoku_cp.solving.registry import load_solver

Word = tuple[int, ...]


def first_hidden(word: Word) -> int | None:
    return next((height for at, height in enumerate(word) if at and height < max(word[:at])), None)


def lines(g: Any) -> dict[tuple[str, int], Word]:
    found = {}
    for at in range(len(g)):
        column = tuple(row[at] for row in g)
        found.update(
            {("left", at): g[at], ("right", at): g[at][::-1], ("top", at): column, ("bottom", at): column[::-1]}
        )
    return found


@pytest.mark.parametrize("side", ["left", "bottom"])
@pytest.mark.parametrize("value", [1, 3])
def test_hidden_skyscraper(selects: Any, side: str, value: int) -> None:
    selects(Sudoku(4), hidden_skyscraper(side, 2, value), lambda g: first_hidden(lines(g)[side, 1]) == value)


def test_hidden_skyscraper_of_nothing(line_says: Any) -> None:
    sudoku = Sudoku(3, regions="", digits=(-2, 0, 1, 5))
    line_says(sudoku, hidden_skyscraper("top", 1, 0), sudoku.columns[0], lambda v: first_hidden(v) == 0)


@pytest.mark.slow
@pytest.mark.parametrize("ties", ["unclued", "any"])
@pytest.mark.parametrize(("side", "value"), [("left", 3), ("bottom", 14)])
def test_full_rank(selects: Any, side: str, value: int, ties: str) -> None:
    def ranked(g: Any) -> bool:
        numbers = lines(g)
        own = numbers[side, 1]
        rank = 1 + sum(number < own for number in numbers.values())
        return rank == value and (ties == "any" or list(numbers.values()).count(own) == 1)

    selects(Sudoku(4), full_rank(side, 2, value, ties), ranked)


@pytest.mark.slow
def test_full_rank_that_need_not_hold(selects: Any) -> None:
    """The variables for the rivals are functions of the grid all the same."""

    def ranked(g: Any) -> bool:
        numbers = lines(g)
        ranks = [sum(number < numbers[side, 1] for number in numbers.values()) for side in ("left", "top")]
        return ranks == [2, 13] or ranks[1] == 5

    clues = [all_of([full_rank("left", 2, 3, "any"), full_rank("top", 2, 14, "any")]), full_rank("top", 2, 6, "any")]
    selects(Sudoku(4), any_of(clues), ranked)


def test_search_turns_on_the_lines_that_begin_alike() -> None:
    """Branching on where a side has the first digit of a clue takes half the nodes of branching on cells."""
    clues = (
        "top 4 2, bottom 1 6, right 8 9, bottom 3 12, left 2 14, bottom 2 18, "
        "left 4 22, bottom 5 26, top 6 31, right 7 32, bottom 7 33, top 8 34"
    )
    sudoku = Sudoku(9)
    for side, index, value in map(str.split, clues.split(", ")):
        sudoku.add(full_rank(side, int(index), int(value)))
    result = load_solver("exact-cover").compile(sudoku).count(2)
    assert result.count == 2
    assert result.statistics.nodes < 700


def test_lines_too_long_to_be_ranked() -> None:
    with pytest.raises(ModelError, match="lines of 12 cells are too long to be ranked"):
        Sudoku(12).add(no_rank_ties())


@pytest.mark.slow
def test_no_rank_ties(selects: Any) -> None:
    selects(Sudoku(4), no_rank_ties(), lambda g: len(set(lines(g).values())) == 16)
