"""``sudoku-cp rate --steps``: how hard a puzzle of any model is, by the steps of its path."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sudoku_cp._base.version import __version__
from sudoku_cp.cli.drawing import heading
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.cli.step_search import Ending, StepSearch
from sudoku_cp.human.path import sizes_in_words, sizes_of
from sudoku_cp.model.limits import Limits


@dataclass(frozen=True, slots=True)
class StepRating:
    """What the path of a puzzle is like."""

    ending: Ending
    sizes: Mapping[int, int]
    """How many steps need how many elements."""
    is_least: bool
    """Whether no step of the path follows from fewer elements."""
    seconds: float

    @property
    def number(self) -> int:
        """The number of steps."""
        return sum(self.sizes.values())

    @property
    def largest(self) -> int:
        """The size of the largest step."""
        return max(self.sizes, default=0)

    @property
    def sum(self) -> int:
        """The sum of the sizes of all steps."""
        return sum(size * number for size, number in self.sizes.items())


def rate_by_steps(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Rate a puzzle by its path."""

    def show(number: int) -> None:
        session.progress.update(f"{puzzle.source}:{puzzle.line}: {number} steps")

    return rating_output(puzzle, step_rating(session.options, puzzle, limits, show))


def step_rating(options: Namespace, puzzle: Puzzle, limits: Limits, shown: Callable[[int], None]) -> StepRating:
    """Follow the path of a puzzle, and call ``shown`` with the number of steps so far."""
    search = StepSearch(options, puzzle, limits)
    steps, ending = search.follow(shown)
    return StepRating(ending, sizes_of(steps), all(step.is_least for step in steps), search.statistics.seconds)


def rating_output(puzzle: Puzzle, rating: StepRating) -> Output:
    """A rating as the answer to a puzzle."""
    return Output(
        rating.ending.code,
        partial(_record, puzzle, rating),
        lambda: f"{rating.ending.status} {rating.largest} {rating.sum} {rating.number}",
        lambda: f"{heading(puzzle)}: {rating.ending.words}, {sizes_in_words(rating.sizes)}",
    )


def _record(puzzle: Puzzle, rating: StepRating) -> dict[str, Any]:
    return {
        "status": rating.ending.status,
        "steps": {
            "number": rating.number,
            "largest": rating.largest,
            "sum": rating.sum,
            "sizes": {str(size): number for size, number in rating.sizes.items()},
            "least": rating.is_least,
        },
        "seconds": round(rating.seconds, 6),
        "source": puzzle.source,
        "line": puzzle.line,
        "version": __version__,
    }
