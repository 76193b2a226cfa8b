"""``sudoku-cp rate``: ratings of classic puzzles, and with ``--steps`` of any puzzle by the steps of its path."""

from __future__ import annotations

import pickle
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from io import BufferedReader
from typing import TYPE_CHECKING, Any

from sudoku_cp._base.version import __version__
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import heading
from sudoku_cp.cli.process import ExitCode, cancelled_by_signals
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input, chunks
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.model import Board, InputError, ModelError
from sudoku_cp.model.limits import Limits

if TYPE_CHECKING:
    from threading import Event

    from sudoku_cp.cli.step_search import Ending
    from sudoku_cp.rating import Rating, Score

_Chunk = list[tuple[Puzzle, list[int]]]

_PER_THREAD = 32
"""The number of puzzles that a thread rates before answers are written."""

_AHEAD = 4
"""The number of puzzles that are read ahead for each process, with ``--steps``."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.add_argument(
        "--hodoku", action="store_true", help="give HoDoKu's score and level as well, which takes much longer"
    )
    parser.add_argument(
        "--steps",
        action="store_true",
        help="rate any puzzle by its path of the smallest steps: the largest one, their sum, how many of each size",
    )
    shared.add_threads_option(parser)
    shared.add_time_limit_option(parser, "with --steps: time limit in seconds for each puzzle")
    shared.add_output_options(parser, shared.TABLE, pictures=False)


def run(options: Namespace) -> ExitCode:
    """Rate every puzzle of the input.

    Raises
    ------
    InputError
        If options contradict each other.
    """
    session = Session(options)
    if options.steps:
        if options.hodoku:
            raise InputError("--hodoku is for ratings on other scales: it does not go with --steps")
        options.most, options.check = None, False
        return answer_input(
            session, partial(rate_by_steps, session), StepRatings(session) if options.threads > 1 else None
        )
    if options.time_limit is not None:
        raise InputError("--time-limit needs --steps: the other ratings have none")
    return answer_input(session, partial(_answer, session), _Chunks(session) if options.threads > 1 else None)


@dataclass(frozen=True, slots=True)
class _Chunks:
    """Rates a stream on several threads, some puzzles at a time."""

    session: Session

    def __call__(self, stream: BufferedReader, source: str) -> bool:
        puzzles = self.session.reader.read(stream, source)
        pairs = ((puzzle, _givens(puzzle)) for puzzle in puzzles)
        for chunk in chunks(pairs, self.session.options.threads * _PER_THREAD):
            self._answer(chunk)
            if self.session.interrupted:
                break
        return True

    def _answer(self, chunk: _Chunk) -> None:
        with cancelled_by_signals() as cancel:
            ratings = _rated([givens for _, givens in chunk], self.session.options.threads, cancel)
            for (puzzle, givens), rating in zip(chunk, ratings, strict=True):
                if not cancel.is_set() or rating.outcome.value != "stopped":
                    score = _scored(givens, rating, cancel) if self.session.options.hodoku else None
                    self.session.write_outcome(_output(puzzle, rating, score))
        if cancel.is_set():
            self.session.interrupt()


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    givens = _givens(puzzle)
    rating = _rated([givens], 1, limits.cancel)[0]
    score = _scored(givens, rating, limits.cancel) if session.options.hodoku else None
    return _output(puzzle, rating, score)


def _givens(puzzle: Puzzle) -> list[int]:
    """The givens of a classic puzzle; the scale is defined for these alone.

    Raises
    ------
    InputError
        If it is another puzzle.
    """
    from sudoku_cp.rating.classic import givens_of, require_classic

    try:
        return givens_of(require_classic(puzzle.model), puzzle.givens)
    except ModelError as error:
        raise InputError(f"{error}; --steps rates any puzzle", puzzle.source, puzzle.line) from None


def _rated(givens: list[list[int]], threads: int, cancel: Event | None) -> list[Rating]:
    import numpy as np

    from sudoku_cp.rating import rate_many

    return rate_many(np.array(givens, np.uint8), threads, cancel=cancel)


def _scored(givens: list[int], rating: Rating, cancel: Event | None) -> Score:
    from sudoku_cp.rating.hodoku import Score, score_of_unique
    from sudoku_cp.rating.rater import Outcome

    if rating.outcome not in (Outcome.RATED, Outcome.BEYOND):
        return Score(rating.outcome)
    return score_of_unique(givens) if cancel is None else score_of_unique(givens, cancel.is_set)


def _output(puzzle: Puzzle, rating: Rating, score: Score | None) -> Output:
    codes = {"no solution": ExitCode.NONE, "beyond": ExitCode.UNKNOWN, "stopped": ExitCode.UNKNOWN}
    return Output(
        codes.get(rating.outcome.value, ExitCode.ANSWERED),
        partial(_record, puzzle, rating, score),
        partial(_line, rating, score),
        partial(_text, puzzle, rating, score),
    )


def _record(puzzle: Puzzle, rating: Rating, score: Score | None) -> dict[str, Any]:
    further: dict[str, Any] = {}
    if score is not None:
        outcome = score.outcome.value
        further["hodoku"] = {"status": outcome, "score": score.score, "level": score.level, "hardest": score.hardest}
    return {
        "status": rating.outcome.value,
        "explainer": {"er": rating.er, "ep": rating.ep, "ed": rating.ed, "hardest": rating.hardest},
        **further,
        "source": puzzle.source,
        "line": puzzle.line,
        "version": __version__,
    }


def _line(rating: Rating, score: Score | None) -> str:
    words = rating.outcome.value if rating.er is None else f"{rating.er} {rating.ep} {rating.ed}"
    if score is None or score.level is None:
        return words
    return f"{words} {score.outcome.value if score.score is None else score.score} {score.level}"


_WORDS = {
    "beyond": "harder than dynamic forcing chains within dynamic ones, ER 11.0 or more",
    "no solution": "no solution, so no rating",
    "several solutions": "several solutions, so no rating",
}


def _text(puzzle: Puzzle, rating: Rating, score: Score | None) -> str:
    words = f"{heading(puzzle)}: {_WORDS.get(rating.outcome.value, rating)}"
    return words if score is None or score.level is None else f"{words}; HoDoKu: {score}"


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
    from sudoku_cp.cli.step_search import StepSearch
    from sudoku_cp.human.paths import sizes_of

    search = StepSearch(options, puzzle, limits)
    steps, ending = search.follow(shown)
    return StepRating(ending, sizes_of(steps), all(step.is_least for step in steps), search.statistics.seconds)


def rating_output(puzzle: Puzzle, rating: StepRating) -> Output:
    """A rating as the answer to a puzzle."""
    from sudoku_cp.human.paths import sizes_in_words

    return Output(
        rating.ending.code,
        partial(_steps_record, puzzle, rating),
        lambda: f"{rating.ending.status} {rating.largest} {rating.sum} {rating.number}",
        lambda: f"{heading(puzzle)}: {rating.ending.words}, {sizes_in_words(rating.sizes)}",
    )


def _steps_record(puzzle: Puzzle, rating: StepRating) -> dict[str, Any]:
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


@dataclass(frozen=True, slots=True)
class StepRatings:
    """Rates a stream by steps, several puzzles at a time, each in a process of its own."""

    session: Session

    def __call__(self, stream: BufferedReader, source: str) -> bool:
        from sudoku_cp.parallel.executors import processes
        from sudoku_cp.parallel.ordered import OrderedMap

        options = self.session.options
        task = partial(_task, options.time_limit, tuple(options.rules or ()))
        with OrderedMap(processes, options.threads, task, _AHEAD * options.threads) as ratings:

            def answer(puzzle: Puzzle, limits: Limits) -> Output:
                from sudoku_cp.cli.step_search import STOPPED

                assert limits.cancel is not None
                rating = ratings.answer(limits.cancel.is_set)
                return rating_output(puzzle, rating or StepRating(STOPPED, {}, True, 0.0))

            self.session.answer_all(ratings.over(self.session.reader.read(stream, source)), answer)
        return True


def _task(seconds: float | None, rules: tuple[str, ...], puzzle: Puzzle) -> Callable[[], StepRating]:
    """The work on a puzzle, for a process."""
    givens = {cell.index: value for cell, value in puzzle.givens.items()}
    return partial(_rate, _pickled(puzzle.model), givens, seconds, rules)


@lru_cache(maxsize=4)
def _pickled(model: Board) -> bytes:
    return pickle.dumps(model)


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
