"""The time for a puzzle, from its text to the verified answer to "is the solution unique?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import NamedTuple

from benchmarks.variants.puzzles import BenchmarkPuzzle, Known
from sudoku_cp import SudokuError
from sudoku_cp.cross_check.configurations import configured
from sudoku_cp.model import LoweringError
from sudoku_cp.model.answers import Result
from sudoku_cp.model.limits import Limits


class Times(NamedTuple):
    """Times in seconds, the shortest of the rounds."""

    declare: float
    """The time from the text to the model."""
    compile: float
    search: float
    """The time of the search, from the givens on, by the solver's statistics."""
    verify: float
    """The rest of the call, in which every solution is checked."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One answer."""

    puzzle: BenchmarkPuzzle
    known: Known
    answer: Result | None
    """None if the solver could not express the puzzle."""
    times: Times
    failure: str = ""
    """The reason why there is no answer."""

    @property
    def total(self) -> float:
        """The time from the text to the answer."""
        return sum(self.times)

    @property
    def is_solved(self) -> bool:
        """Whether the search found everything requested."""
        return self.answer is not None and (self.answer.exact or self.answer.count == 2)

    @property
    def is_right(self) -> bool | None:
        """Whether the answer is the known one; None if the search did not end and nothing is wrong so far."""
        if self.answer is None:
            return None
        found = self.answer.solution
        if self.known.count is not None:
            if self.answer.count > self.known.count or (self.answer.exact and self.answer.count < self.known.count):
                return False
            known = self.known.solution
            if self.known.count == 1 and known and found is not None and found.values_in_order[: len(known)] != known:
                return False
        return True if self.is_solved else None


def measure(puzzle: BenchmarkPuzzle, solver: str, seconds: float, rounds: int) -> Measured:
    """Answer a puzzle several times, or once if it is slow."""
    best = Times(inf, inf, inf, inf)
    answer: Result | None = None
    spent = 0.0
    try:
        known = puzzle.known_of(puzzle.model())
    except SudokuError as error:
        return Measured(puzzle, Known(None, None), None, best, str(error))
    for _ in range(rounds):
        start = perf_counter()
        model = puzzle.model()
        declared = perf_counter()
        try:
            compiled = configured(solver).compile(model)
            ready = perf_counter()
            answer = compiled.count(2, limits=Limits(seconds=seconds))
        except LoweringError as error:
            return Measured(puzzle, known, None, best, str(error))
        ended = perf_counter()
        search = answer.statistics.seconds
        taken = Times(declared - start, ready - declared, search, ended - ready - search)
        best = Times(*map(min, best, taken))
        spent += ended - start
        if spent > 0.25:
            break
    return Measured(puzzle, known, answer, best)


def milliseconds(values: Sequence[float], at: float) -> str:
    """The quantile of the values: 0 for the least, 1 for the greatest."""
    if not values:
        return "–"
    return f"{sorted(values)[round(at * (len(values) - 1))] * 1e3:.2f}"
