"""``sudoku-cp rate``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import BufferedReader
from typing import TYPE_CHECKING, Any

import sudoku_cp
from sudoku_cp.backends.contract import Limits
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.drawing import heading
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.interrupt import cancelled_by_signals
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.model import InputError, ModelError

if TYPE_CHECKING:
    from threading import Event

    from sudoku_cp.rating import Rating

_Chunk = list[tuple[Puzzle, list[int]]]

_PER_THREAD = 32
"""The number of puzzles that a thread rates before answers are written."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    shared.add_threads_option(parser)
    shared.add_output_options(parser)


def run(options: Namespace) -> ExitCode:
    """Rate every puzzle of the input."""
    options.time_limit = options.node_limit = None
    session = Session(options)
    return answer_input(session, partial(_answer, session), _Chunks(session) if options.threads > 1 else None)


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
            for (puzzle, _), rating in zip(chunk, ratings, strict=True):
                if not cancel.is_set() or rating.outcome.value != "stopped":
                    self.session.write_outcome(_output(puzzle, rating))
        if cancel.is_set():
            self.session.interrupt()


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    return _output(puzzle, _rated([_givens(puzzle)], 1, limits.cancel)[0])


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
        raise InputError(str(error), puzzle.source, puzzle.line) from None


def _rated(givens: list[list[int]], threads: int, cancel: Event | None) -> list[Rating]:
    import numpy as np

    from sudoku_cp.rating import rate_many

    return rate_many(np.array(givens, np.uint8), threads, cancel=cancel)


def _output(puzzle: Puzzle, rating: Rating) -> Output:
    codes = {"no solution": ExitCode.NONE, "beyond": ExitCode.UNKNOWN, "stopped": ExitCode.UNKNOWN}
    return Output(
        codes.get(rating.outcome.value, ExitCode.ANSWERED),
        partial(_record, puzzle, rating),
        partial(_line, rating),
        partial(_text, puzzle, rating),
    )


def _record(puzzle: Puzzle, rating: Rating) -> dict[str, Any]:
    return {
        "status": rating.outcome.value,
        "explainer": {"er": rating.er, "ep": rating.ep, "ed": rating.ed, "hardest": rating.hardest},
        "source": puzzle.source,
        "line": puzzle.line,
        "version": sudoku_cp.__version__,
    }


def _line(rating: Rating) -> str:
    return rating.outcome.value if rating.er is None else f"{rating.er} {rating.ep} {rating.ed}"


_WORDS = {
    "beyond": "harder than dynamic forcing chains (+), ER 9.5 or more",
    "no solution": "no solution, so no rating",
    "several solutions": "several solutions, so no rating",
}


def _text(puzzle: Puzzle, rating: Rating) -> str:
    return f"{heading(puzzle)}: {_WORDS.get(rating.outcome.value, rating)}"
