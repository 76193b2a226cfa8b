"""Grades of answers: grids in any clothing, cells that are wrong, and what they break, against rows of our own."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.authoring.grading import grade, grid_in
from sudoku_cp.rules import killer, thermo

ROWS = ("123456", "456123", "231564", "564231", "312645", "645312")
GRID = "".join(ROWS)
GIVENS = "1.3.5..5.1.3.3.5.45.4.3.3.2.4.6.5.1."


def puzzle() -> Sudoku:
    sudoku = Sudoku(6, grid=GIVENS)
    sudoku.add(killer("r1c1 r1c2", sum=3), thermo("r3c1 r3c2"))
    return sudoku


def boxed(rows: tuple[str, ...]) -> str:
    rule = "+-------+-------+"
    lines = [f"| {' '.join(row[:3])} | {' '.join(row[3:])} |" for row in rows]
    return "\n".join([rule, *lines[:2], rule, *lines[2:4], rule, *lines[4:], rule])


CLOTHES: list[Callable[[tuple[str, ...]], object]] = [
    "".join,
    lambda rows: f"The answer is {''.join(rows)}.",
    "\n".join,
    lambda rows: "Solved!\n\n" + "\n".join(" ".join(row) for row in rows) + "\n\nAll rows are right.",
    lambda rows: "\n".join(f"Row {at}: {' '.join(row)}" for at, row in enumerate(rows, 1)),
    lambda rows: "\n".join("| " + " | ".join(row) + " |" for row in rows),
    boxed,
    lambda rows: json.dumps([[int(digit) for digit in row.replace(".", "0")] for row in rows]),
    lambda rows: "```json\n" + json.dumps({"grid": [list(row) for row in rows]}, indent=1) + "\n```",
    lambda rows: [[int(digit) for digit in row.replace(".", "0")] for row in rows],
    lambda rows: f"First I tried\n{chr(10).join(reversed(rows))}\nwhich is wrong. So:\n{chr(10).join(rows)}\n",
]


@pytest.mark.parametrize("dress", CLOTHES)
def test_right_in_every_form(dress: Callable[[tuple[str, ...]], object]) -> None:
    found = grade(puzzle(), dress(ROWS))
    assert (found.verdict, found.filled, found.wrong, found.broken, found.completes) == ("right", 36, (), (), True)


@pytest.mark.parametrize("dress", CLOTHES)
def test_random_changes_in_every_form(dress: Callable[[tuple[str, ...]], object]) -> None:
    """The wrong cells are those that were changed; open cells are none."""
    random = Random(7)
    for _ in range(5):
        digits = list(GRID)
        changed = sorted(random.sample(range(36), 3))
        for at in changed:
            digits[at] = random.choice([digit for digit in "123456" if digit != GRID[at]])
        opened = random.sample([at for at in range(36) if at not in changed], 4)
        for at in opened:
            digits[at] = "."
        rows = tuple("".join(digits[6 * row : 6 * row + 6]) for row in range(6))
        found = grade(puzzle(), dress(rows))
        assert found.verdict == "wrong"
        assert found.filled == 32
        assert found.wrong == tuple(f"r{at // 6 + 1}c{at % 6 + 1}" for at in changed)


def test_what_is_broken() -> None:
    digits = GRID.replace("12", "21", 1)
    found = grade(puzzle(), digits)
    assert found.broken[0] == "the given r1c1=1"
    assert {"column 1", "column 2"} <= set(found.broken)
    swapped = "132456" + GRID[6:]
    assert "killer r1c1 r1c2 sum=3" in grade(puzzle(), swapped).broken


def test_partial_grids_without_a_completion() -> None:
    """Without givens there are many solutions, so that the search decides whether one has these digits."""
    free = Sudoku(4)
    assert grade(free, "1234" + 12 * ".").verdict == "unfinished"
    stuck = grade(free, "12..3...4.......".replace("3", "3"))
    assert stuck.completes in (True, False)
    impossible = grade(free, "123....4........")
    assert (impossible.verdict, impossible.wrong, impossible.broken) == ("wrong", (), ())
    assert impossible.completes is False


@pytest.mark.parametrize("answer", ["I cannot solve it.", "", "12345", "1 2 3\n4 5 6", None, 17, {"grid": GRID}])
def test_no_grid(answer: object) -> None:
    assert grade(puzzle(), answer).verdict == "no grid"


def test_the_last_grid_counts() -> None:
    text = f"{GIVENS}\nbecomes\n{GRID}"
    assert grid_in(text, puzzle()) == [int(digit) for digit in GRID]
