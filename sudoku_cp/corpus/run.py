"""A job over its blocks: each is answered once, tried again if it fails, and skipped if its part is there."""

from __future__ import annotations

import errno
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from time import monotonic

from sudoku_cp._base.errors import InputError, NoWorkersError, SudokuError, WorkerError
from sudoku_cp._base.text import in_one_line
from sudoku_cp.corpus.answers import Cancelled
from sudoku_cp.corpus.blocks import Block, Message, Spools, blocks_of
from sudoku_cp.corpus.folder import BlockFailure, Summary, remove_unfinished, summarise, write_failures, write_summary
from sudoku_cp.corpus.inputs import Input
from sudoku_cp.corpus.job import Job
from sudoku_cp.corpus.parts import DisplacedError, Report, answer_block, part_path, report_of
from sudoku_cp.parallel.workers import Workers

TRIES = 3
"""How often a block is tried."""

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS}
"""The errors of a disk that takes no more; no other block would fare better."""

_POLL = 0.1
"""Seconds between looks at whether the job is interrupted."""

ENDING = 5.0
"""Seconds for a cluster to end its blocks when the run ends early; what is not done by then has no part."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is.

    Parameters
    ----------
    rows
        The puzzles that this run has answered.
    share
        The share of the input's bytes whose blocks are done or skipped.
    fresh
        The share of the input's bytes whose blocks this run has answered.
    seconds
        The time of this run.
    waits_for
        What is missing, such as the workers of a cluster, and for how long; None if nothing is.
    """

    rows: int
    share: float
    fresh: float
    seconds: float
    waits_for: str | None = None


@dataclass(slots=True)
class JobRun:
    """One run of a job.

    Parameters
    ----------
    folder
        The folder of the parts, which is locked and prepared.
    workers
        Answer the blocks; they are not ended by the run.
    cancel
        Ends the run when it is set; blocks that are done keep their parts.
    """

    job: Job
    inputs: Sequence[Input]
    folder: Path
    workers: Workers
    cancel: Event
    on_progress: Callable[[Progress], None]
    reports: dict[str, Report] = field(default_factory=dict)
    failures: list[BlockFailure] = field(default_factory=list)
    _tries: Counter[str] = field(default_factory=Counter)
    _pending: dict[Future[Report], Block] = field(default_factory=dict)
    _again: deque[Block] = field(default_factory=deque)
    """Blocks to be tried again."""
    _suspects: deque[Block] = field(default_factory=deque)
    """Blocks that were being answered when a worker died; each is tried alone, to see whether it kills the next one."""
    _alone: bool = False
    _skipped: int = 0
    """The bytes of the input whose blocks had parts."""
    _answered: int = 0
    """The bytes of the input whose blocks have been answered."""
    _rows: int = 0
    _start: float = field(default_factory=monotonic)
    _spools: Spools = field(init=False)

    def __post_init__(self) -> None:
        self._spools = Spools(self.folder)

    def __call__(self) -> Summary:
        """Answer all blocks; when all have been looked at, write `_failures.jsonl` and `_summary.json`.

        Raises
        ------
        InputError
            If the disk is full, or the workers do not see the folder; the parts so far are kept.
        NoWorkersError
            If a cluster is without workers, or its scheduler away, for longer than the patience; parts are kept, too.
        """
        blocks = self._blocks()
        try:
            while self._submit(blocks):
                done, _ = wait(self._pending, _POLL, FIRST_COMPLETED)
                is_broken = self._take(done)
                if self.workers.are_lost:
                    self._again.extend(self._pending.values())
                    self._pending.clear()
                    self._show()
                    self.workers.reconnect("continue with --resume")
                elif is_broken:
                    self.workers.replace("a worker has died")
                self._show()
        except BaseException:
            self.cancel.set()
            raise
        finally:
            if self.cancel.is_set():
                self.workers.kill()
            for future in self._pending:
                future.cancel()
            wait(self._pending, None if self.workers.are_here else ENDING)
            self._spools.close()
            remove_unfinished(self.folder)
        complete = not self.cancel.is_set()
        summary = summarise(self.job, self.reports.values(), self.failures, complete, monotonic() - self._start)
        if complete:
            try:
                write_failures(self.folder, self.reports.values(), self.failures)
                write_summary(self.folder, summary)
            except OSError as error:
                raise self._refused(error) from None
        return summary

    def _blocks(self) -> Iterator[Block]:
        """The blocks of all inputs that have no part yet."""
        for source in self.inputs:
            keep = self._spools.place if self.workers.are_here else Message
            try:
                for block in blocks_of(source, self.job, keep):
                    if (report := report_of(self.job, block, self.folder)) is None:
                        yield block
                    else:
                        self._spools.give_back(block.lines)
                        self.reports[block.name] = report
                        self._skipped += block.weight
                        self._show()
                    if self.cancel.is_set():
                        return
            except InputError as error:
                self.failures.append(BlockFailure(source.name, None, error.line, error.message, "InputError"))

    def _submit(self, blocks: Iterator[Block]) -> bool:
        """Give blocks to the workers; return whether any is being answered, or shall be again."""
        while not self.cancel.is_set() and self._has_room():
            self._alone = bool(self._suspects)
            waiting = next((queue for queue in (self._suspects, self._again) if queue), None)
            block = waiting.popleft() if waiting else self._next(blocks)
            if block is None:
                break
            try:
                cancel = self.cancel if self.workers.are_threads else None
                future = self.workers.submit(answer_block, self.job, block, self.folder, cancel)
            except BrokenExecutor as error:
                future = Future()
                future.set_exception(error)
            except Exception as error:  # executors of clusters raise what they like when they are closed
                if self.workers.are_lost:
                    self._again.append(block)
                    break
                what = in_one_line(str(error) or type(error).__name__, 500)
                raise InputError(f"the workers take no more blocks ({what}): continue with --resume") from None
            self._pending[future] = block
        return bool(self._pending or self._again) and not self.cancel.is_set()

    def _next(self, blocks: Iterator[Block]) -> Block | None:
        """The next block, if there is one.

        Raises
        ------
        InputError
            If there is no room for its lines.
        """
        try:
            return next(blocks, None)
        except OSError as error:
            if error.errno not in _FULL:
                raise
            raise self._refused(error) from None

    def _has_room(self) -> bool:
        if self._suspects or self._alone:
            return not self._pending
        workers = self.workers.size
        return len(self._pending) < (workers + 1 if self.workers.are_here else 2 * workers)

    def _take(self, done: Iterable[Future[Report]]) -> bool:
        """Take finished blocks; return whether the executor is broken, since a worker has died.

        Raises
        ------
        InputError
            If there is no sense in going on.
        """
        lost: list[Block] = []
        for future in done:
            block = self._pending.pop(future)
            try:
                report = future.result()
            except BrokenExecutor:
                lost.append(block)
            except Cancelled:
                self.cancel.set()
            except CancelledError:  # its scheduler has restarted
                self._again.append(block)
            except Exception as error:
                self._failed(block, error)
            else:
                self._record(block, report)
        if not lost:
            return False
        lost += self._pending.values()
        self._pending.clear()
        if len(lost) > 1:
            self._suspects.extend(lost)
        else:
            self._failed(lost[0], MemoryError("its worker died, perhaps for lack of memory"), self._suspects)
        return True

    def _record(self, block: Block, report: Report) -> None:
        if not part_path(self.folder, block).exists():
            raise InputError(
                "the workers wrote a part which is not here: they must share this folder", str(self.folder)
            )
        self._spools.give_back(block.lines)
        self.reports[block.name] = report
        self._answered += block.weight
        self._rows += report.rows

    def _failed(self, block: Block, error: Exception, queue: deque[Block] | None = None) -> None:
        """Try a block again, or give it up."""
        if isinstance(error, DisplacedError | WorkerError):
            raise error
        if isinstance(error, OSError) and error.errno in _FULL:
            raise self._refused(error) from None
        self._tries[block.name] += 1
        if self._tries[block.name] < TRIES and not isinstance(error, SudokuError):
            (self._again if queue is None else queue).append(block)
            return
        self._spools.give_back(block.lines)
        said, line = (error.message, error.line) if isinstance(error, InputError) else (str(error), None)
        message = in_one_line(said or type(error).__name__, 500)
        row = line or block.first
        self.failures.append(BlockFailure(block.source.name, block.name, row, message, type(error).__name__))

    def _refused(self, error: OSError) -> InputError:
        way = "make room, and continue" if error.errno in _FULL else "continue"
        return InputError(f"{error.strerror}: {way} with --resume", str(self.folder))

    def _show(self) -> None:
        whole = max(1, sum(source.size for source in self.inputs))
        share, fresh = (self._skipped + self._answered) / whole, self._answered / whole
        try:
            waits_for = self.workers.waits_for()
        except NoWorkersError as error:
            raise NoWorkersError(f"{error}: all parts are kept, continue with --resume") from None
        self.on_progress(Progress(self._rows, share, fresh, monotonic() - self._start, waits_for))
