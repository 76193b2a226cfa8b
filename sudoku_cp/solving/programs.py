"""Solvers that are programs of their own: they read a text from a file, and print solutions as they find them."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import tempfile
from abc import abstractmethod
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import IO

from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model.answers import Candidates, Result
from sudoku_cp.model.limits import Limits
from sudoku_cp.model.questions import Enumerator, Improver
from sudoku_cp.solving.compiling import Watch
from sudoku_cp.solving.defaults import improved, last_of
from sudoku_cp.solving.lowered_model import LoweredModel

PATIENCE = 0.02
"""The number of seconds between two looks at the limits while a program prints nothing."""

SECONDS_TO_END = 1.0
"""The time that a program gets to end by itself."""

MANY = 1_000
"""The number of solutions that may show all candidates."""

MOST_WAITING = 10_000
"""The number of printed lines that may wait to be read."""

Values = Generator[tuple[int, ...], None, bool]
"""Solutions as values in cell order; returns whether the program says that there are no others, or no better ones."""


class CompiledProgram(LoweredModel):
    """A model as a text for a program. A node is a solution that the program prints; there are no other statistics.

    A subclass writes the text of a question, and reads the solutions from the lines that the program prints.
    """

    suffix = ".txt"
    """The end of the name of the file that the program reads."""

    @abstractmethod
    def _text(self, givens: Givens, target: int | None, best: bool) -> str:
        """The text of a question: for all solutions, for those that reach a target, or for the best one."""

    @abstractmethod
    def _command(self, path: str, best: bool) -> Sequence[str]:
        """The command that answers the question in a file."""

    @abstractmethod
    def _parsed(self, lines: Iterator[str]) -> Values:
        """Read the solutions from the lines that the program prints."""

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        watch = Watch(limits)
        yield from self._found(givens, None, False, watch)
        return watch.ending(), watch.statistics()

    def _enumerate_reaching(self, target: int, givens: Givens, limits: Limits) -> Enumerator:
        watch = Watch(limits)
        yield from self._found(givens, target, False, watch)
        return watch.ending(), watch.statistics()

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        if self.model.objective is None:
            return super()._solve(givens, limits)
        return last_of(self._improve(givens, limits))

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        """Look at many solutions of one search, since each further one would start the program."""
        watch = Watch(limits)
        seen: list[set[int]] = [set() for _ in self.model.cells]
        found = self._found(givens, None, False, watch)
        for values in islice(found, MANY):
            self.verified(self.model.solution(values), givens)
            for place, value in zip(seen, values, strict=True):
                place.add(value)
        if watch.count == MANY and not watch.stopped:
            found.close()
            start = watch.statistics().seconds
            left = None if limits.seconds is None else max(0.0, limits.seconds - start)
            return super()._candidates(givens, replace(limits, seconds=left))
        values_of = {cell: tuple(sorted(seen[cell.index])) for cell in self.model.cells}
        return Candidates(self.solver_name, watch.ending(), values_of, watch.statistics())

    def _improve(self, givens: Givens, limits: Limits) -> Improver:
        watch = Watch(limits)
        return improved(self, self._found(givens, None, True, watch), self._objective(), watch)

    def _found(
        self, givens: Givens, target: int | None, best: bool, watch: Watch
    ) -> Generator[tuple[int, ...], None, None]:
        """Yield solutions until the program ends or a limit is reached, which `Watch.stopped` tells apart.

        Raises
        ------
        LoweringError
            If the program ends before it has answered.
        """
        if not watch.look():
            return
        text = self._text(givens, target, best)
        with _file(text, self.suffix) as path, _Run(self._command(path, best), watch) as run:
            found = self._parsed(run.lines())
            while True:
                try:
                    values = next(found)
                except StopIteration as end:
                    complete: bool = end.value
                    break
                if not watch.node():
                    return
                watch.count += 1
                yield values
            if not complete and not watch.stopped:
                raise LoweringError(f"{self.solver_name}: the program ended without an answer: {run.last_words()}")


@contextmanager
def _file(text: str, suffix: str) -> Iterator[str]:
    """The path of a file with a text, for as long as it is needed."""
    handle, path = tempfile.mkstemp(suffix, "sudoku-cp-")
    try:
        with open(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        yield path
    finally:
        Path(path).unlink(missing_ok=True)


class _Run:
    """A running program, which ends with the block. Ctrl-C reaches us alone: it is in a session of its own."""

    def __init__(self, command: Sequence[str], watch: Watch) -> None:
        self._watch = watch
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (it is closed with the run)
        self._last = ""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._reader = Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()

    def __enter__(self) -> _Run:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._kill()
        while self._reader.is_alive():  # it may wait for room
            with suppress(queue.Empty):
                self._lines.get(timeout=PATIENCE)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()

    def _kill(self) -> None:
        """End the program and those that it started. MiniZinc starts some in groups of their own, and ends them."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(SECONDS_TO_END)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def lines(self) -> Iterator[str]:
        """Yield the lines that the program prints until it ends or a limit is reached."""
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except queue.Empty:
                if not self._watch.look():
                    return
                continue
            if line is None:
                return
            self._last = line.strip() or self._last
            yield line

    def last_words(self) -> str:
        """The signal that ended it, or else the last line of what it wrote to standard error, or printed."""
        code = self._process.wait()
        if code < 0:
            return f"signal {-code} ended it"
        self._errors.seek(0)
        errors = self._errors.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(errors) if line.strip()), self._last) or "it printed nothing"


def _read(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    """Pass lines on as they come, and None at the end."""
    for line in stream:
        lines.put(line.rstrip("\n"))
    lines.put(None)
