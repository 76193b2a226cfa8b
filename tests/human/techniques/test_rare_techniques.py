"""Techniques that random paths seldom or never show, in whole paths of puzzles, against CP-SAT.

BUG+1 is in the usual path of its puzzle. The others come late in the usual order, where easier steps have mostly
removed their patterns: siamese fish never come up there, since each of their halves is a fish with fins, which comes
first. So these are tried right after the singles here.
"""

from __future__ import annotations

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.human.techniques import BY_NAME, TECHNIQUES, Layout, Pattern, Position, walk
from sudoku_cp.human.techniques.catalogue import techniques_for

MODEL = Sudoku(9)
LAYOUT = Layout(MODEL)
SINGLES = TECHNIQUES[:3]

BUG = "....5.8.......4.1..1..2396.1......4..85........2..5.7.4.....3...6..92...7...8...1"
AVOIDABLE = "4....1..8.......21.6....4....23..7...8.2....41..8...3....436....46...1.5........."
SIAMESE = "...7......21.6.4....39...8......75..6..24....8...3..4...2.....5.5...827..6...5..."


def position_of(puzzle: str) -> Position:
    givens = {cell: int(digit) for cell, digit in zip(MODEL.cells, puzzle, strict=True) if digit != "."}
    return Position.of_givens(LAYOUT, givens)


def checked_path(puzzle: str, path: list[tuple[Position, Pattern]]) -> list[str]:
    """The names of the steps, none of which contradicts the only solution, to which they lead."""
    givens = {cell: int(digit) for cell, digit in zip(MODEL.cells, puzzle, strict=True) if digit != "."}
    result = MODEL.count(2, givens, solver="cp-sat")
    assert (result.count, result.exact) == (1, True)
    assert result.solution is not None
    solution = [LAYOUT.digits.index(value) for value in result.solution.values_in_order]
    for position, pattern in path:
        assert pattern.eliminated or pattern.placed
        assert all(solution[cell] == digit for cell, digit in pattern.placed.items()), pattern
        for cell, mask in pattern.eliminated.items():
            assert mask & ~position.masks[cell] == 0
            assert not mask >> solution[cell] & 1, pattern
    last, pattern = path[-1]
    assert not last.after(pattern.eliminated, pattern.placed).open
    return [pattern.name for _, pattern in path]


@pytest.mark.slow
def test_bug_plus_one_is_in_a_path() -> None:
    names = checked_path(BUG, list(walk(position_of(BUG), techniques_for(uniqueness=True))))
    assert "BUG+1" in names


@pytest.mark.slow
@pytest.mark.parametrize(("name", "puzzle"), [("avoidable rectangle 2", AVOIDABLE), ("siamese franken fish", SIAMESE)])
def test_a_path_with_a_rare_technique(name: str, puzzle: str) -> None:
    order = (*SINGLES, BY_NAME[name], *techniques_for(uniqueness=True)[len(SINGLES) :])
    path = list(walk(position_of(puzzle), order))
    assert name in checked_path(puzzle, path)
    if name == "siamese franken fish":
        halves = [technique for technique in TECHNIQUES if technique.name.startswith("finned franken")]
        for position, pattern in path:
            if pattern.name == name:
                digits = [found.eliminated for half in halves for found in half.find(position)]
                assert sum(each.items() <= pattern.eliminated.items() for each in digits) >= 2
