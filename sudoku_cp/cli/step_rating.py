"""``sudoku-cp rate --steps``: how hard a puzzle of any model is, by the steps of its path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sudoku_cp
from sudoku_cp.backends.contract import Limits
from sudoku_cp.cli.drawing import heading
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.cli.step_search import Ending, StepSearch
from sudoku_cp.steps.path import sizes_of
from sudoku_cp.steps.step import Step


def rate_by_steps(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Rate a puzzle by its path."""
    search = StepSearch(session.options, puzzle, limits)
    steps, ending = search.follow(
        lambda number: session.progress.update(f"{puzzle.source}:{puzzle.line}: {number} steps")
    )
    return Output(
        ending.code,
        lambda: _record(puzzle, search, ending, steps),
        lambda: f"{ending.status} {_largest(steps)} {_sum(steps)} {len(steps)}",
        lambda: f"{heading(puzzle)}: {ending.words}, {_in_words(steps)}",
    )


def _record(puzzle: Puzzle, search: StepSearch, ending: Ending, steps: Sequence[Step]) -> dict[str, Any]:
    return {
        "status": ending.status,
        "steps": {
            "number": len(steps),
            "largest": _largest(steps),
            "sum": _sum(steps),
            "sizes": {str(size): number for size, number in sizes_of(steps).items()},
            "least": all(step.is_least for step in steps),
        },
        "seconds": round(search.statistics.seconds, 6),
        "source": puzzle.source,
        "line": puzzle.line,
        "version": sudoku_cp.__version__,
    }


def _largest(steps: Sequence[Step]) -> int:
    return max((step.size.elements for step in steps), default=0)


def _sum(steps: Sequence[Step]) -> int:
    return sum(step.size.elements for step in steps)


def _in_words(steps: Sequence[Step]) -> str:
    sizes = ", ".join(f"{number} of size {size}" for size, number in sizes_of(steps).items())
    return f"{len(steps)} steps" + (f": {sizes}; sum {_sum(steps)}" if steps else "")
