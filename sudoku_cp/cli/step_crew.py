"""``sudoku-cp rate --steps --threads N``: several puzzles at a time, each in a process of its own."""

from __future__ import annotations

import pickle
from argparse import Namespace
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, TimeoutError as NotYetError
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from io import BufferedReader

from sudoku_cp._base.errors import WorkerError
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.cli.step_rating import StepRating, rating_output, step_rating
from sudoku_cp.cli.step_search import STOPPED
from sudoku_cp.model import Board, InputError
from sudoku_cp.model.limits import Limits
from sudoku_cp.parallel.executors import end, kill, processes

_AHEAD = 4
"""The number of puzzles that are read ahead for each process."""

_LOOK_UP = 0.05
"""How often a signal is looked for while a process is at work, in seconds."""

Waiting = tuple[Puzzle, "Future[StepRating]"]


@dataclass(frozen=True, slots=True)
class StepCrew:
    """Rates a stream by processes, and writes the answers in the order of the puzzles."""

    session: Session

    def __call__(self, stream: BufferedReader, source: str) -> bool:
        executor = processes(self.session.options.threads)
        waiting: deque[Waiting] = deque()
        try:
            puzzles = self._begun(self.session.reader.read(stream, source), executor, waiting)
            self.session.answer_all(puzzles, lambda puzzle, limits: _answer(puzzle, limits, waiting.popleft()[1]))
        finally:
            kill(executor)
            end(executor, wait=True)
        return True

    def _begun(
        self, puzzles: Iterator[Puzzle], executor: ProcessPoolExecutor, waiting: deque[Waiting]
    ) -> Iterator[Puzzle]:
        """The puzzles, of which some are begun ahead; an error in one of these comes when it is its turn."""
        options = self.session.options
        error: InputError | None = None
        at_once = _AHEAD * options.threads
        while True:
            while error is None and len(waiting) < at_once:
                try:
                    puzzle = next(puzzles, None)
                except InputError as found:
                    error = found
                    break
                if puzzle is None:
                    break
                waiting.append((puzzle, _begin(executor, options, puzzle)))
            if not waiting:
                break
            yield waiting[0][0]
        if error is not None:
            raise error


def _begin(executor: ProcessPoolExecutor, options: Namespace, puzzle: Puzzle) -> Future[StepRating]:
    givens = {cell.index: value for cell, value in puzzle.givens.items()}
    return executor.submit(_rate, _pickled(puzzle.model), givens, options.time_limit, tuple(options.rules or ()))


@lru_cache(maxsize=4)
def _pickled(model: Board) -> bytes:
    return pickle.dumps(model)


def _answer(puzzle: Puzzle, limits: Limits, rating: Future[StepRating]) -> Output:
    """The answer of a process; without steps if a signal comes before it.

    Raises
    ------
    WorkerError
        If the process ends before it has an answer.
    """
    while True:
        try:
            return rating_output(puzzle, rating.result(_LOOK_UP))
        except NotYetError:
            if limits.cancel is not None and limits.cancel.is_set():
                return rating_output(puzzle, StepRating(STOPPED, {}, True, 0.0))
        except BrokenProcessPool:
            raise WorkerError("a process ended before it had rated the puzzle") from None


def _rate(pickled: bytes, givens: Mapping[int, int], seconds: float | None, rules: tuple[str, ...]) -> StepRating:
    """Rate a puzzle, in a process."""
    model = _model(pickled, rules)
    puzzle = Puzzle(model, {model.cells[index]: value for index, value in givens.items()}, "", "", 0)
    return step_rating(Namespace(most=None, check=False), puzzle, Limits(seconds), lambda number: None)


@lru_cache(maxsize=4)
def _model(pickled: bytes, rules: tuple[str, ...]) -> Board:
    if rules:
        from sudoku_cp.rules import load_rules

        for path in rules:
            load_rules(path)
    model: Board = pickle.loads(pickled)
    return model
