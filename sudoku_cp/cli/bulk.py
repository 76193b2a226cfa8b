"""Long inputs of a puzzle a line, solved through arrays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader, BytesIO
from math import isqrt
from time import monotonic
from typing import TYPE_CHECKING, Literal

from sudoku_cp.backends.contract import Limits
from sudoku_cp.cli.bulk_text import counts_text, records_text, solutions_text, values_of_ranks
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.interrupt import cancelled_by_signals
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.session import Answer, Session, compiled
from sudoku_cp.model import InputError, UnsoundAnswerError

if TYPE_CHECKING:
    from sudoku_cp.backends.batch import Batch
    from sudoku_cp.formats.bulk import LineBlock

FEW = 48
"""Lines that are not worth the import of numpy."""

_KEPT = 31 << 20
"""Bytes of an array that is not given back to the system, which would clear its pages again for the next block."""

_FIRST_CHUNK = 256
_SOON, _LATE = 0.1, 0.5
"""Seconds that a chunk shall take, so that answers come steadily."""

Lines = Literal["solutions", "counts"]
"""What ``--format line`` writes."""


@dataclass(frozen=True, slots=True)
class Bulk:
    """Answers a whole stream through arrays, where that gives the same as puzzle by puzzle."""

    session: Session
    answer: Answer
    """Answers a single puzzle."""
    lines: Lines

    def __call__(self, stream: BufferedReader, source: str) -> bool:
        """Answer the stream, if it is long, of lines, and asks for nothing that arrays cannot give.

        Returns
        -------
        bool
            False if it is not so; then nothing has been read.

        Raises
        ------
        InputError
            At the first line that is no puzzle, after those before it have been answered.
        """
        if not (self._suits_options() and self._suits_text(stream, source)):
            return False
        import numpy as np

        from sudoku_cp.formats.bulk import read_blocks

        np.empty(_KEPT, np.uint8)  # freed at once: from now on glibc keeps pieces of that size for the next block
        size = _FIRST_CHUNK
        for block in read_blocks(stream, source, self.session.options.symbols):
            first = 0
            while first < len(block.ranks):
                start = monotonic()
                if not self._answer_chunk(block, source, first, first + size):
                    self.session.interrupt()
                    return True
                first += size
                seconds = monotonic() - start
                size = size * 2 if seconds < _SOON else max(1, size // 2) if seconds > _LATE else size
        return True

    def _suits_options(self) -> bool:
        options = self.session.options
        if self.session.format == "text" or options.backend != "exact-cover":
            return False
        if options.input_format not in (None, "line") or options.limit is None:
            return False
        if options.time_limit is not None:  # for each puzzle here, for all together in a batch
            return False
        if options.symbols is not None and json.dumps(options.symbols) != f'"{options.symbols}"':
            return False
        if options.model is None:
            return True
        model = self.session.reader.named_model()
        if model.objective is not None and (self.lines != "solutions" or self.session.format != "line"):
            return False
        return len(model.cells) == len(model.grid)

    def _suits_text(self, stream: BufferedReader, source: str) -> bool:
        head = stream.peek()
        lines = head[: head.rfind(b"\n") + 1]
        if lines.count(b"\n") < FEW:
            return False
        if self.session.options.input_format == "line":
            return True
        from sudoku_cp.formats import sniff

        try:
            return sniff(BytesIO(lines), source)[0] == "line"
        except InputError:
            return False

    def _answer_chunk(self, block: LineBlock, source: str, first: int, stop: int) -> bool:
        """Answer the puzzles from ``first`` to before ``stop`` and write them; False if a signal came first."""
        session, options = self.session, self.session.options
        puzzle = self._puzzle(block, source, first)
        givens = values_of_ranks(puzzle.model, block.ranks[first:stop])
        with cancelled_by_signals() as cancel:
            limits = Limits(nodes=options.node_limit, cancel=cancel)
            try:
                program = compiled("exact-cover", puzzle.model)
                if puzzle.model.objective is not None:
                    batch = program.best_many(givens, threads=options.threads, limits=limits)
                else:
                    batch = program.solve_many(givens, limit=options.limit, threads=options.threads, limits=limits)
            except UnsoundAnswerError:
                return session.answer_all(self._puzzles(block, source, first, first + len(givens)), self.answer)
            if cancel.is_set():
                batch = _answered(batch, options.limit)
            self._write(batch, puzzle)
        return not cancel.is_set()

    def _write(self, batch: Batch, puzzle: Puzzle) -> None:
        limit = self.session.options.limit
        if self.session.format == "jsonl":
            text = records_text(batch, puzzle, puzzle.line, limit)
        else:
            text = counts_text(batch) if self.lines == "counts" else solutions_text(batch, puzzle)
        self.session.write_bulk(text, len(batch.counts))
        if (batch.exact & (batch.counts == 0)).any():
            self.session.record_code(ExitCode.NONE)
        if (~batch.exact & (batch.counts < limit)).any():
            self.session.record_code(ExitCode.UNKNOWN)

    def _puzzles(self, block: LineBlock, source: str, first: int, stop: int) -> Iterator[Puzzle]:
        return (self._puzzle(block, source, row) for row in range(first, stop))

    def _puzzle(self, block: LineBlock, source: str, row: int) -> Puzzle:
        from sudoku_cp.formats import GridText

        ranks = tuple(block.ranks[row].tolist())
        grid = GridText(ranks, isqrt(len(ranks)), block.symbols, source, block.first_line + row)
        return self.session.reader.puzzle(grid)


def _answered(batch: Batch, limit: int) -> Batch:
    """The puzzles before the first one that was left unfinished."""
    from dataclasses import replace

    unfinished = (~batch.exact & (batch.counts < limit)).nonzero()[0]
    known = slice(int(unfinished[0]) if len(unfinished) else None)
    return replace(
        batch,
        solutions=batch.solutions[known],
        counts=batch.counts[known],
        exact=batch.exact[known],
        nodes=batch.nodes[known],
    )
