"""``sudoku-cp rate``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import BufferedReader
from typing import TYPE_CHECKING, Any

from sudoku_cp._base.version import __version__
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.drawing import heading
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.interrupt import cancelled_by_signals
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import Whole, answer_input
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.model import InputError, ModelError
from sudoku_cp.model.limits import Limits

if TYPE_CHECKING:
    from threading import Event

    from sudoku_cp.rating import Rating, Score

_Chunk = list[tuple[Puzzle, list[int]]]

_PER_THREAD = 32
"""The number of puzzles that a thread rates before answers are written."""


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
    shared.add_limit_options(parser)
    shared.add_output_options(parser)


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
        from sudoku_cp.cli.step_rating import rate_by_steps

        options.most, options.check = None, False
        return answer_input(session, partial(rate_by_steps, session), _crew(session))
    if options.time_limit is not None or options.node_limit is not None:
        raise InputError("limits need --steps: the other ratings have none")
    return answer_input(session, partial(_answer, session), _Chunks(session) if options.threads > 1 else None)


def _crew(session: Session) -> Whole | None:
    if session.options.threads == 1:
        return None
    from sudoku_cp.cli.step_crew import StepCrew

    return StepCrew(session)


@dataclass(frozen=True, slots=True)
class _Chunks:
    """Rates a stream on several threads, some puzzles at a time."""

    session: Session

    def __call__(self, stream: BufferedReader, source: str) -> bool:
        puzzles = self.session.reader.read(stream, source)
        while not self.session.interrupted:
            chunk, error = self._next(puzzles)
            if chunk:
                self._answer(chunk)
            if error is not None:
                raise error
            if not chunk:
                break
        return True

    def _next(self, puzzles: Iterator[Puzzle]) -> tuple[_Chunk, InputError | None]:
        """The next puzzles with their givens, and the error of the one after them, if there is one."""
        chunk: _Chunk = []
        try:
            for puzzle in puzzles:
                chunk.append((puzzle, _givens(puzzle)))
                if len(chunk) == self.session.options.threads * _PER_THREAD:
                    break
        except InputError as error:
            return chunk, error
        return chunk, None

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
