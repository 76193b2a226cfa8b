from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import Automaton, ModelError, Sudoku
from sudoku_cp.rules import Outside, battlefield, outside_lines, sandwich, skyscraper, x_sum

Word = tuple[int, ...]
SIDES = ["left", "right", "top", "bottom"]
SHAPES = [(5, range(1, 6)), (4, range(6)), (4, range(1, 6)), (4, (-2, 1, 2, 3, 5))]


def latin(size: int, digits: Any) -> Sudoku:
    return Sudoku(size, regions="", digits=digits)


def line_of(sudoku: Sudoku, side: str, index: int) -> list[Any]:
    cells = [sudoku[index, at] if side in ("left", "right") else sudoku[at, index] for at in range(1, sudoku.size + 1)]
    return cells[::-1] if side in ("right", "bottom") else cells


def visible(word: Word) -> int:
    return sum(all(word[before] < height for before in range(at)) for at, height in enumerate(word))


def first_x(word: Word) -> int | None:
    return sum(word[: word[0]]) if 0 <= word[0] <= len(word) else None


def between(word: Word, low: int, high: int) -> int | None:
    if low not in word or high not in word:
        return None
    start, stop = sorted((word.index(low), word.index(high)))
    return sum(word[start + 1 : stop])


def fought(word: Word, meeting: str | None) -> int | None:
    size, x, y = len(word), word[0], word[-1]
    if not (0 <= x <= size and 0 <= y <= size):
        return None
    covered = [(at < x) + (at >= size - y) for at in range(size)]
    kind, times = ("overlap", 2) if x + y > size else ("gap", 0)
    if meeting not in (None, kind):
        return None
    return sum(digit for digit, count in zip(word, covered, strict=True) if count == times)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("index", [1, 4])
def test_sides(line_says: Any, side: str, index: int) -> None:
    sudoku = latin(4, range(1, 5))
    line_says(sudoku, skyscraper(side, index, 2), line_of(sudoku, side, index), lambda w: visible(w) == 2)


@pytest.mark.parametrize(("size", "digits"), SHAPES)
@pytest.mark.parametrize("value", [1, 2, 4])
def test_skyscraper(line_says: Any, size: int, digits: Any, value: int) -> None:
    sudoku = latin(size, digits)
    line_says(sudoku, skyscraper("left", 2, value), sudoku.rows[1], lambda w: visible(w) == value)


@pytest.mark.parametrize(("size", "digits"), SHAPES)
@pytest.mark.parametrize("value", [1, 5, 6])
def test_x_sum(line_says: Any, size: int, digits: Any, value: int) -> None:
    sudoku = latin(size, digits)
    line_says(sudoku, x_sum("bottom", 3, value), sudoku.columns[2][::-1], lambda w: first_x(w) == value)


def test_x_sum_of_no_cells(line_says: Any) -> None:
    sudoku = latin(4, range(6))
    line_says(sudoku, x_sum("top", 1, 0), sudoku.columns[0], lambda w: w[0] == 0)


@pytest.fixture(params=["sets of fillers", "their sums"])
def remembered(request: Any, monkeypatch: Any) -> Any:
    """What a sandwich's automaton remembers."""
    if request.param == "their sums":
        monkeypatch.setattr(outside_lines, "MOST_FILLERS", 0)
    outside_lines._sandwich.cache_clear()
    yield
    outside_lines._sandwich.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("remembered")
@pytest.mark.parametrize(("size", "digits"), SHAPES)
@pytest.mark.parametrize("value", [0, 3, 5])
def test_sandwich(line_says: Any, size: int, digits: Any, value: int) -> None:
    sudoku = latin(size, digits)
    low, high = sudoku.digits[0], sudoku.digits[-1]
    line_says(sudoku, sandwich("left", 1, value), sudoku.rows[0], lambda w: between(w, low, high) == value)


def test_sandwich_between_other_digits(line_says: Any) -> None:
    sudoku = latin(5, range(1, 6))
    line_says(sudoku, sandwich("top", 2, 6, low=4, high=2), sudoku.columns[1], lambda w: between(w, 4, 2) == 6)


@pytest.mark.parametrize(("size", "digits"), SHAPES)
@pytest.mark.parametrize(("value", "meeting"), [(0, None), (3, None), (5, None), (5, "overlap"), (5, "gap")])
def test_battlefield(line_says: Any, size: int, digits: Any, value: int, meeting: str | None) -> None:
    sudoku = latin(size, digits)
    clue = battlefield("right", 1, value, meeting)
    line_says(sudoku, clue, sudoku.rows[0][::-1], lambda w: fought(w, meeting) == value)


@pytest.mark.parametrize("rule", [skyscraper, x_sum, sandwich, battlefield])
def test_values_that_cannot_be(rule: Any) -> None:
    sudoku = latin(5, range(1, 6))
    (automaton,) = rule("left", 1, 100).constraints(sudoku)
    assert isinstance(automaton, Automaton)
    assert not any(automaton.machine.accepts(word) for word in ((1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (3, 1, 4, 2, 5)))


@pytest.mark.parametrize("rule", [skyscraper, x_sum, sandwich, battlefield])
def test_automata_of_nine_digits_are_small(rule: Any) -> None:
    sudoku = Sudoku(9)
    sizes = [len(c.machine.transitions) for value in range(1, 46) for c in rule("left", 1, value).constraints(sudoku)]
    assert max(sizes) < 400


@pytest.mark.parametrize(
    ("clue", "message"),
    [
        (skyscraper("left", 0, 2), "index: rows go from 1 to 4, not 0"),
        (skyscraper("top", 5, 2), "index: columns go from 1 to 4, not 5"),
        (sandwich("top", 1, 2, low=5), "low: 5 is not a digit of sudoku"),
        (sandwich("top", 1, 2, high=0), "high: 0 is not a digit of sudoku"),
        (sandwich("top", 1, 2, low=4), "low and high must be two digits, not 4 twice"),
    ],
)
def test_faults(clue: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        clue.constraints(Sudoku(4))


def test_a_battlefield_of_one_cell() -> None:
    with pytest.raises(ModelError, match="a battlefield needs a line of at least two cells"):
        battlefield("left", 1, 1).constraints(Sudoku(1))


@pytest.mark.parametrize(
    ("side", "place", "nearest"),
    [("left", (3, 0), "r3c1"), ("right", (3, 5), "r3c4"), ("top", (0, 3), "r1c3"), ("bottom", (5, 3), "r4c3")],
)
def test_drawing(side: str, place: tuple[int, int], nearest: str) -> None:
    (drawing,) = skyscraper(side, 3, 2).drawings(Sudoku(4))
    assert isinstance(drawing, Outside)
    assert (drawing.place, drawing.label, drawing.arrow, drawing.cells[0].name) == (place, "2", None, nearest)
