"""The number of solutions with each candidate, beside all solutions of small puzzles, found by trying all grids."""

from __future__ import annotations

from threading import Event

import pytest
from hypothesis import given, settings, strategies as st

from sudoku_cp.model.limits import NO_LIMITS
from sudoku_cp.page import counting
from sudoku_cp.page.counting import count_candidates, counts_of
from sudoku_cp.page.limits import Job
from sudoku_cp.page.puzzles import board_of, puzzle_of
from sudoku_cp.solving.registry import load_solver

from .test_f_puzzles import every_grid
from .test_narrowing import CLUES, document

JOB = Job(Event(), lambda answer: None)
DOCUMENTS = st.lists(
    st.tuples(st.dictionaries(st.integers(0, 15), st.integers(1, 4), max_size=2), st.sets(st.integers(0, 3))),
    min_size=1,
    max_size=4,
)


def all_solutions(text: str) -> list[dict[str, int]]:
    """The grids that keep the givens, and in which no constraint is violated."""
    board = board_of(text)
    grids = (dict(zip(board.grid, grid, strict=True)) for grid in every_grid())
    kept = (grid for grid in grids if all(grid[cell] == value for cell, value in board.givens.items()))
    return [{cell.name: value for cell, value in grid.items()} for grid in kept if not board.violations(grid)]


def counted(text: str, cap: int) -> tuple[counting.Counts, counting.Counts]:
    """The counts, and those that they should be."""
    found = all_solutions(text)
    values = {name: sorted({solution[name] for solution in found}) for name in (found[0] if found else ())}
    right: counting.Counts = {
        name: [min(cap, sum(solution[name] == value for solution in found)) for value in of_cell]
        for name, of_cell in values.items()
    }
    return counts_of(JOB, text, puzzle_of(text, NO_LIMITS)[0], values, cap) if found else {}, right


@settings(deadline=None, max_examples=25)
@given(DOCUMENTS, st.sampled_from([2, 3, 8]))
def test_counts_are_right_whatever_came_before(drawn: list[tuple[dict[int, int], set[int]]], cap: int) -> None:
    given_before: dict[int, int] = {}
    clues_before: set[int] = set()
    for digits, clues in drawn:
        for text in (document(digits, clues), document(digits | given_before, clues | clues_before)):
            found, right = counted(text, cap)
            assert found == right
        given_before, clues_before = digits, clues


def test_known_solutions_spare_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stricter document asks for fewer candidates than without what is known; the same one for the rare ones."""
    asked: list[int] = []
    plain = counting._grids

    def grids(model: object, givens: object, candidates: list[tuple[str, int]]) -> object:
        asked.append(len(candidates))
        return plain(model, givens, candidates)  # type: ignore[arg-type]

    monkeypatch.setattr(counting, "_grids", grids)
    monkeypatch.setattr(counting, "TOGETHER", 1000)

    def searches(text: str) -> int:
        asked.clear()
        found, right = counted(text, 2)
        assert found == right
        return sum(asked)

    loose, strict = document({}, set()), document({}, {1})
    counting._found.clear()
    alone = searches(strict)
    counting._found.clear()
    assert searches(loose) == 64
    assert searches(strict) < alone
    assert searches(loose) == 0


def test_a_puzzle_with_cells_beyond_the_grid() -> None:
    """A doubler has a further cell for its value: nothing is kept of the puzzle."""
    text = document({}, set()) + '[[doubler]]\ncells = "r1c1"\n[[thermo]]\nline = "r1c1 r1c2"\n' + CLUES[1]
    (puzzle, _), reference = puzzle_of(text, NO_LIMITS), load_solver("cp-sat").compile(board_of(text))
    assert len(puzzle.board.cells) > len(puzzle.board.grid)
    found = [{cell.name: value for cell, value in each.items()} for each in reference.solutions({})]
    values = {cell.name: sorted({each[cell.name] for each in found}) for cell in puzzle.board.grid}
    for _ in range(2):
        counts = counts_of(JOB, text, puzzle, values, 8)
        assert counts == {
            name: [min(8, sum(each[name] == value for each in found)) for value in of_cell]
            for name, of_cell in values.items()
        }
    assert text not in counting._found


def test_a_cancelled_count_knows_only_what_is_certain() -> None:
    puzzle, _ = puzzle_of("size = 9\n", NO_LIMITS)
    cancel = Event()
    cancel.set()
    values = {cell.name: list(range(1, 10)) for cell in puzzle.board.grid}
    counts, _ = count_candidates(Job(cancel, lambda answer: None), puzzle.compiled, {}, values, 8)
    assert all(count in (None, 8) for of_cell in counts.values() for count in of_cell)
