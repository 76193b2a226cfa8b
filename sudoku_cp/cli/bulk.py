"""Long inputs with one puzzle on each line, solved through arrays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader, BytesIO
from math import isqrt
from time import monotonic
from typing import TYPE_CHECKING, Literal

from sudoku_cp.cli.output import exactness, finding, json_line, record
from sudoku_cp.cli.process import ExitCode, cancelled_by_signals
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.session import AnswerFunction, Session, compile_once
from sudoku_cp.model import InputError, UnsoundAnswerError
from sudoku_cp.model.answers import Statistics, Status
from sudoku_cp.model.compiled import AUTO
from sudoku_cp.model.limits import Limits

if TYPE_CHECKING:
    from sudoku_cp.formats.bulk import LineBlock
    from sudoku_cp.model.batches import Batch


FEW = 48
"""The number of lines that are solved faster without importing numpy."""

MOST_CELLS = 81
"""The largest number of cells of a puzzle whose symbols do not depend on earlier puzzles."""

_KEPT = 31 << 20
"""The size in bytes of memory that is kept for reuse; the system would clear returned pages for the next block."""

_FIRST_CHUNK = 256
_SOON, _LATE = 0.1, 0.5
"""The target time for a chunk in seconds, so that answers arrive steadily."""

Lines = Literal["solutions", "counts"]
"""The text that ``--format line`` writes."""


@dataclass(frozen=True, slots=True)
class Bulk:
    """Answers a whole stream through arrays, if the output is the same as puzzle by puzzle."""

    session: Session
    answer: AnswerFunction
    """The function that answers a single puzzle."""
    lines: Lines

    def __call__(self, stream: BufferedReader, source: str) -> bool:
        """Answer the stream if it is long, has one puzzle on each line, and the options need nothing that arrays lack.

        Returns
        -------
        bool
            Whether the stream has been answered; otherwise nothing has been read from it.

        Raises
        ------
        InputError
            At the first line that is not a puzzle, after the puzzles before it have been answered.
        """
        if not (self._suits_options() and self._suits_text(stream, source)):
            return False
        import numpy as np

        from sudoku_cp.formats.bulk import read_blocks

        np.empty(_KEPT, np.uint8)  # freed at once: from now on glibc keeps blocks of this size for reuse
        size = _FIRST_CHUNK
        for block in read_blocks(stream, source, self.session.options.symbols):
            first = 0
            while first < len(block.ranks):
                start = monotonic()
                if not self._answer_chunk(block, source, first, first + size):
                    self.session.interrupt()
                    return True
                first += size
                size = _next_size(size, monotonic() - start)
        return True

    def answers(self, texts: list[str], source: str) -> Iterator[list[tuple[str, str]]]:
        """The answers and statuses of puzzles of at most 9×9, piece by piece, as far as arrays can provide them."""
        if len(texts) < FEW or not self._suits_options():
            return
        block = _block_of(texts, self.session.options.symbols)
        first, size = 0, _FIRST_CHUNK
        while block is not None and first < len(block.ranks):
            start = monotonic()
            try:
                batch, puzzle, is_cancelled = self._batch(block, source, first, first + size)
            except (InputError, UnsoundAnswerError):
                return
            self._record_codes(batch)
            lines = self._lines(batch, puzzle).decode().splitlines()
            yield list(zip(lines, self._statuses(batch), strict=True))
            if is_cancelled:
                self.session.interrupt()
                return
            first += size
            size = _next_size(size, monotonic() - start)

    def _statuses(self, batch: Batch) -> Iterator[str]:
        limit = self.session.options.limit
        words = {
            (count, exact): finding(status_of(count, exact), count, limit).status
            for count, exact in set(zip(batch.counts.tolist(), batch.exact.tolist(), strict=True))
        }
        return (words[kind] for kind in zip(batch.counts.tolist(), batch.exact.tolist(), strict=True))

    def _suits_options(self) -> bool:
        options = self.session.options
        if self.session.format == "text" or options.solver not in (AUTO, "exact-cover"):
            return False
        if options.input_format not in (None, "line") or options.limit is None:
            return False
        if options.time_limit is not None:  # it applies to each puzzle here, but to all together in a batch
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
        from sudoku_cp.formats import SourceLines, sniff
        from sudoku_cp.formats.text_lines import FIELD, puzzle_field

        try:
            first = next((line for line in SourceLines(BytesIO(lines), source) if not line.is_skipped), None)
            is_puzzle = first is not None and len(puzzle_field(first.text)[0]) >= FIELD  # no number of puzzles
            return is_puzzle and sniff(BytesIO(lines), source)[0] == "line"
        except InputError:
            return False

    def _answer_chunk(self, block: LineBlock, source: str, first: int, stop: int) -> bool:
        """Answer the puzzles from ``first`` up to ``stop`` and write the answers; return False on Ctrl-C."""
        try:
            batch, puzzle, is_cancelled = self._batch(block, source, first, stop)
        except UnsoundAnswerError:
            stop = min(stop, len(block.ranks))
            return self.session.answer_all(self._puzzles(block, source, first, stop), self.answer)
        if self.session.format == "jsonl":
            text = records_text(batch, puzzle, puzzle.line, self.session.options.limit)
        else:
            text = self._lines(batch, puzzle)
        self.session.write_bulk(text, len(batch.counts))
        self._record_codes(batch)
        return not is_cancelled

    def _batch(self, block: LineBlock, source: str, first: int, stop: int) -> tuple[Batch, Puzzle, bool]:
        """The answers from ``first`` up to ``stop``, one of the puzzles, and whether Ctrl-C interrupted them."""
        from sudoku_cp.formats.bulk_cells import values_of_ranks

        options = self.session.options
        puzzle = self._puzzle(block, source, first)
        givens = values_of_ranks(puzzle.model, block.ranks[first:stop])
        with cancelled_by_signals() as cancel:
            limits = Limits(nodes=options.node_limit, cancel=cancel)
            compiled, limits = compile_once("exact-cover", puzzle.model, limits)
            if puzzle.model.objective is not None:
                batch = compiled.best_many(givens, threads=options.threads, limits=limits)
            else:
                batch = compiled.solve_many(givens, limit=options.limit, threads=options.threads, limits=limits)
            is_cancelled = cancel.is_set()
        return (_answered(batch, options.limit) if is_cancelled else batch), puzzle, is_cancelled

    def _lines(self, batch: Batch, puzzle: Puzzle) -> bytes:
        if self.lines == "solutions":
            return solutions_text(batch, puzzle)
        return counts_text(batch, self.session.options.exact and self.session.format == "line")

    def _record_codes(self, batch: Batch) -> None:
        if (batch.exact & (batch.counts == 0)).any():
            self.session.record_code(ExitCode.NONE)
        if (~batch.exact & (batch.counts < self.session.options.limit)).any():
            self.session.record_code(ExitCode.UNKNOWN)

    def _puzzles(self, block: LineBlock, source: str, first: int, stop: int) -> Iterator[Puzzle]:
        return (self._puzzle(block, source, row) for row in range(first, stop))

    def _puzzle(self, block: LineBlock, source: str, row: int) -> Puzzle:
        from sudoku_cp.formats import GridText

        ranks = tuple(block.ranks[row].tolist())
        grid = GridText(ranks, isqrt(len(ranks)), block.symbols, source, block.first_line + row)
        return self.session.reader.puzzle(grid)


def _block_of(texts: list[str], symbols: str | None) -> LineBlock | None:
    """A block of puzzles of one size, up to 9×9; None if one of the texts is anything else."""
    from sudoku_cp.formats.bulk import read_blocks
    from sudoku_cp.formats.text_lines import FIELD

    if not FIELD <= len(texts[0]) <= MOST_CELLS or {len(text) for text in texts} != {len(texts[0])}:
        return None
    data = "\n".join([*texts, ""]).encode()
    try:
        blocks = list(read_blocks(BytesIO(data), symbols=symbols, block_lines=len(data)))
    except InputError:
        return None
    shapes = [block.ranks.shape for block in blocks]
    return blocks[0] if shapes == [(len(texts), len(texts[0]))] else None


def _next_size(size: int, seconds: float) -> int:
    """The number of puzzles in the next chunk, after a chunk of `size` puzzles took a number of seconds."""
    return size * 2 if seconds < _SOON else max(1, size // 2) if seconds > _LATE else size


def _answered(batch: Batch, limit: int) -> Batch:
    """The puzzles before the first unfinished one."""
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


_GAP = "\ue000"
"""A placeholder in a record for the parts that differ between puzzles; it occurs nowhere else."""


def counts_text(batch: Batch, has_column: bool = False) -> bytes:
    """One number of solutions on each line, with or without a column that says whether it is exact."""
    if not has_column:
        return "".join([f"{count}\n" for count in batch.counts.tolist()]).encode()
    pairs = zip(batch.counts.tolist(), batch.exact.tolist(), strict=True)
    return "".join([f"{count}\t{exactness(exact)}\n" for count, exact in pairs]).encode()


def solutions_text(batch: Batch, puzzle: Puzzle) -> bytes:
    """The first solution of each puzzle on a line of its own; the empty grid if there is none.

    Parameters
    ----------
    puzzle
        One of the puzzles, which share model and symbols.
    """
    from sudoku_cp.formats.bulk import format_lines
    from sudoku_cp.formats.bulk_cells import ranks_of_values

    return format_lines(ranks_of_values(puzzle.model, batch.solutions), puzzle.symbols)


def records_text(batch: Batch, puzzle: Puzzle, first_line: int, limit: int) -> bytes:
    """The record of each puzzle on a line of its own, with mean milliseconds and without propagations."""
    cells = len(puzzle.model.grid)
    solutions = solutions_text(batch, puzzle).decode()
    seconds = batch.seconds / max(len(batch.counts), 1)
    templates: dict[tuple[int, bool], list[str]] = {}
    lines = []
    answers = zip(batch.counts.tolist(), batch.exact.tolist(), batch.nodes.tolist(), strict=True)
    for number, (count, exact, nodes) in enumerate(answers):
        kind = (count, exact)
        if kind not in templates:
            templates[kind] = _template(puzzle, count, exact, limit, seconds)
        before, between, later, after = templates[kind]
        solution = f'"{solutions[number * (cells + 1) : number * (cells + 1) + cells]}"' if count else "null"
        lines.append(f"{before}{solution}{between}{nodes}{later}{first_line + number}{after}\n")
    return "".join(lines).encode()


def _template(puzzle: Puzzle, count: int, exact: bool, limit: int, seconds: float) -> list[str]:
    """The parts of the record around solution, nodes and line."""
    found = finding(status_of(count, exact), count, limit)
    data = record(
        puzzle,
        status=found.status,
        verdict=found.verdict,
        solver="exact-cover",
        exact=found.exact,
        count=count,
        statistics=Statistics(seconds=seconds),
    )
    data.update(solution=_GAP, nodes=_GAP, line=_GAP, propagations=None)
    return json_line(data).split(f'"{_GAP}"')


def status_of(count: int, exact: bool) -> Status:
    """The finding of a search with a number of solutions."""
    return Status.LIMIT if not exact else Status.COMPLETE if count else Status.INFEASIBLE
