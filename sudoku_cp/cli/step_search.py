"""What the commands about steps have in common: the search for steps, and their records."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from time import monotonic
from typing import Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import record
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.human.finder import SearchStoppedError, StepFinder
from sudoku_cp.human.human import HumanFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.paths import walk
from sudoku_cp.human.step import Step, check_step
from sudoku_cp.model import Cell, Model
from sudoku_cp.model.answers import Statistics
from sudoku_cp.model.limits import Limits

SOLVER = "steps"
"""The source of the answers, in records."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a search for steps ends."""

    status: str
    verdict: str
    words: str
    code: ExitCode


STEP = Ending("step", "step", "the smallest steps", ExitCode.ANSWERED)
SOLVED = Ending("solved", "solved", "solved", ExitCode.ANSWERED)
NONE = Ending("infeasible", "none", "no solution", ExitCode.NONE)
STUCK = Ending("stuck", "unknown", "no step is small enough", ExitCode.UNKNOWN)
NOTHING_FOUND = replace(STUCK, words="no further step was found: there may be several solutions")
STOPPED = Ending("unknown", "unknown", "stopped by a limit", ExitCode.UNKNOWN)


def add_step_options(parser: ArgumentParser) -> None:
    """Declare the options for the size of steps and for their check."""
    parser.add_argument(
        "--most",
        metavar="N",
        type=shared.positive,
        help="the largest number of houses, clues and rules that a step may need (default: any)",
    )
    parser.add_argument("--check", action="store_true", help="have CP-SAT prove every step from its elements alone")


class StepSearch:
    """The search for the steps of one puzzle, within limits."""

    def __init__(self, options: Namespace, puzzle: Puzzle, limits: Limits) -> None:
        self.start = monotonic()
        self.most: int | None = options.most
        self._limits = limits
        self._is_checked: bool = options.check
        self.marks = Marks(puzzle.model, puzzle.givens)
        self.finder = _finder(puzzle.model)
        self.finder.should_stop = self.is_over
        self.finder.forget()
        uniqueness: bool = getattr(options, "uniqueness", False)
        self.human = HumanFinder(self.finder, uniqueness=uniqueness, most_elements=self.most)
        self._is_human: bool = uniqueness or getattr(options, "human", False)

    def is_over(self) -> bool:
        """Whether a limit is reached or the run is interrupted."""
        if self._limits.cancel is not None and self._limits.cancel.is_set():
            return True
        return self._limits.seconds is not None and monotonic() - self.start > self._limits.seconds

    def follow(self, shown: Callable[[int], None]) -> tuple[list[Step], Ending]:
        """Carry steps out to the end of the path, and call ``shown`` with their number."""
        steps: list[Step] = []
        try:
            for step in self.walk():
                self.check((step,), self.marks)
                steps.append(step)
                shown(len(steps))
            return steps, self.ending(False)
        except SearchStoppedError:
            return steps, STOPPED

    def check(self, steps: Iterable[Step], marks: Marks) -> None:
        """Have CP-SAT prove steps, if that is wanted; raises `UnsoundAnswerError` for one that does not follow."""
        if self._is_checked:
            for step in steps:
                check_step(step, marks, limits=self._limits.after(self.start))

    def walk(self) -> Iterator[Step]:
        """The whole path, each step before it is carried out: by named techniques, or by the smallest steps."""
        if self._is_human:
            yield from self.human.walk(self.marks)
        else:
            for step in walk(self.finder, self.marks, self.most):
                yield self.human.named(step, self.marks)

    def ending(self, found: bool, steps: Iterable[Step] = ()) -> Ending:
        """How the search ends, with or without a step; a step that leaves a cell nothing shows that it ends there."""
        for step in steps:
            if any(values == self.marks.values(cell) for cell, values in step.eliminated.items()):
                return replace(NONE, words=f"no solution: {step.reason}")
        if found:
            return STEP
        if self.marks.is_solved():
            return SOLVED
        if why := self.marks.why_refuted():
            return replace(NONE, words=f"no solution: {why}")
        return NOTHING_FOUND if self.most is None else STUCK

    @property
    def statistics(self) -> Statistics:
        """The time spent; the steps have no nodes."""
        return Statistics(0, 0, monotonic() - self.start)

    def record(
        self, puzzle: Puzzle, ending: Ending, steps: Sequence[Step], solution: Mapping[Cell, int] | None = None
    ) -> dict[str, Any]:
        """Steps as JSON."""
        return record(
            puzzle,
            status=ending.status,
            verdict=ending.verdict,
            solver=SOLVER,
            exact=all(step.is_least for step in steps),
            solution=solution,
            statistics=self.statistics,
            steps=[step_record(step) for step in steps],
        )


@lru_cache(maxsize=4)
def _finder(model: Model) -> StepFinder:
    """The finder of a model, made once for all puzzles that share it."""
    return StepFinder(model)


def step_record(step: Step) -> dict[str, Any]:
    """A step as JSON."""
    return {
        "name": step.name,
        "size": list(step.size.key),
        "least": step.is_least,
        "elements": [str(element) for element in step.elements],
        "cells": [cell.name for cell in step.cells],
        "digits": list(step.digits),
        "placed": {cell.name: value for cell, value in step.placed.items()},
        "eliminated": {cell.name: list(values) for cell, values in step.eliminated.items()},
        "reason": step.reason,
        "uniqueness": step.assumes_uniqueness,
    }
