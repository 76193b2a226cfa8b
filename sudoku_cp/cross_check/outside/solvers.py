"""Asking a solver from outside about many puzzles at once, and about fewer where it does not answer each."""

from __future__ import annotations

import re
import runpy
import shlex
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

from sudoku_cp.cross_check.outside.process import run_command
from sudoku_cp.cross_check.outside.said import GRIDS, Said, join, read_answers
from sudoku_cp.formats import WRITABLE, Document, grid_text, write
from sudoku_cp.model import Cell, InputError, Sudoku
from sudoku_cp.model.sudoku import single_grid

FORMS = (*WRITABLE, "json")
"""How puzzles can be handed over: formats that can be written, and an object a line with ``puzzle`` and ``toml``."""


MOST_TIMES = 10
"""How many times the time of a puzzle all puzzles together may take; after that each is asked about alone."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A puzzle as it is handed over."""

    model: Sudoku
    givens: Mapping[Cell, int]
    symbols: str

    @property
    def board(self) -> Sudoku:
        """The model with these givens."""
        board = copy(self.model)
        board.givens = dict(self.givens)
        board.symbols = self.symbols
        return board

    def text(self, form: str) -> str:
        """The puzzle in a format."""
        return _written([self], form)


class OutsideSolver(ABC):
    """A solver that is given texts and answers in texts.

    Parameters
    ----------
    name
        What it is called in reports.
    form
        How it wants its puzzles, one of `FORMS`.
    """

    def __init__(self, name: str, form: str) -> None:
        self.name = name
        self.form = form

    def answers(self, puzzles: Sequence[Asked], seconds: float | None = None) -> tuple[list[Said], float]:
        """Ask about puzzles of one model; also give the seconds that it took to ask about all at once.

        Where it does not write an answer a puzzle it is asked about halves of them, down to single ones: of these it
        may write several solutions, or nothing.

        Parameters
        ----------
        seconds
            The time for each puzzle.
        """
        start = monotonic()
        said = self._all(puzzles, seconds)
        return said, monotonic() - start

    def _all(self, puzzles: Sequence[Asked], seconds: float | None) -> list[Said]:
        first = puzzles[0]
        limit = None if seconds is None else seconds * min(len(puzzles), MOST_TIMES)
        failed, late = "", False
        try:
            text, failed = self.run(puzzles, limit)
            read = read_answers(text, first.model, first.symbols, self.form)
        except CommandError:
            raise
        except TimeoutError as error:
            read, failed, late = [], str(error), True
        except InputError as error:
            read, failed = [], str(error)
        if len(puzzles) == 1:
            return [Said(failed=failed, late=late) if failed and not read else join(read)]
        if len(read) == len(puzzles):
            return read
        part = 1 if late else (len(puzzles) + 1) // 2  # halves would be late, too: each puzzle has its own time
        parts = (puzzles[start : start + part] for start in range(0, len(puzzles), part))
        return [answer for some in parts for answer in self._all(some, seconds)]

    @abstractmethod
    def run(self, puzzles: Sequence[Asked], seconds: float | None) -> tuple[str, str]:
        """What it writes about some puzzles, and why it broke down if it did.

        Raises
        ------
        TimeoutError
            If that takes longer.
        """


class _Command(OutsideSolver):
    def __init__(self, line: str, form: str) -> None:
        try:
            self._words = shlex.split(line)
        except ValueError as error:
            raise InputError(f"{line!r} is not a command: {error}") from None
        if not self._words:
            raise InputError("--against needs a command")
        super().__init__(Path(self._words[0]).name, form)

    def run(self, puzzles: Sequence[Asked], seconds: float | None) -> tuple[str, str]:
        try:
            return run_command(self._words, _written(puzzles, self.form), seconds)
        except TimeoutError:
            raise
        except OSError as error:
            raise CommandError(f"{self._words[0]}: cannot be run: {error.strerror or error}") from None


class CommandError(InputError):
    """The command itself is wrong, whatever the puzzle."""


class _Function(OutsideSolver):
    def __init__(self, call: Callable[[str], Any], name: str, form: str) -> None:
        super().__init__(name, form)
        self._call = call

    def run(self, puzzles: Sequence[Asked], seconds: float | None) -> tuple[str, str]:
        texts = [puzzle.text(self.form).rstrip("\n") for puzzle in puzzles]
        return self._answers(texts) if seconds is None else self._answers_within(seconds, texts)

    def _answers_within(self, seconds: float, texts: Sequence[str]) -> tuple[str, str]:
        """Call it in a process of its own: nothing else can end a function that does not return."""
        context = get_context("fork")
        receiver, sender = context.Pipe(duplex=False)

        def work() -> None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            sender.send(self._answers(texts))

        process = context.Process(target=work)
        process.start()
        sender.close()
        try:
            if not receiver.poll(seconds):
                raise _too_late(seconds)
            written, failed = receiver.recv()
        except EOFError:
            process.join()
            return "", f"its process ended with code {process.exitcode}"
        finally:
            process.kill()
            process.join()
            receiver.close()
        return written, failed

    def _answers(self, texts: Iterable[str]) -> tuple[str, str]:
        written = []
        for text in texts:
            try:
                answer = self._call(text)
            except Exception as error:
                return "", f"it raises {type(error).__name__}: {error}"
            answers = answer if isinstance(answer, list | tuple) else [answer]
            written += [str(one) for one in answers if one is not None] or ["-"]
        return "\n".join(written), ""


def _too_late(seconds: float) -> TimeoutError:
    return TimeoutError(f"no answer within {seconds:g} s")


def command(line: str, form: str = "line") -> OutsideSolver:
    """A command that reads puzzles on standard input and writes solutions or numbers of solutions.

    Raises
    ------
    InputError
        If the line is no command.
    """
    match = re.fullmatch(r"(\S+\.py):(\w+)", line.strip())
    if match is None:
        return _Command(line, form)
    try:
        names = runpy.run_path(match[1], run_name="solver")
    except Exception as error:
        raise InputError(f"{type(error).__name__}: {error}", match[1]) from None
    if not callable(names.get(match[2])):
        raise InputError(f"declares no function {match[2]}", match[1])
    return function(names[match[2]], match[2], form)


def function(call: Callable[[str], Any], name: str = "function", form: str = "line") -> OutsideSolver:
    """A Python function from a puzzle to a solution, several of them, or their number; None says that there is none.

    With a time limit it runs in a copy of the process: what it remembers between calls it may have to find out again.
    """
    return _Function(call, name, form)


def _written(puzzles: Iterable[Asked], form: str) -> str:
    """The puzzles as the solver reads them."""
    if form == "json":
        import json

        from sudoku_cp.formats import dump_document

        lines = [{"puzzle": puzzle.text("line").strip(), "toml": dump_document(puzzle.board)} for puzzle in puzzles]
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    if form in ("line", "poj3074", *GRIDS):
        return "".join(write([grid_text(single_grid(puzzle.board)) for puzzle in puzzles], form))
    return "".join(write([Document(puzzle.board, "", 1) for puzzle in puzzles], form))
