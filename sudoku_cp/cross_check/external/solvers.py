"""External solvers: commands and Python functions."""

from __future__ import annotations

import json
import os
import re
import runpy
import shlex
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from sudoku_cp._base.systems import require_posix
from sudoku_cp.cross_check.external.answers import AnswerReader, ParsedAnswer, join, read_answers
from sudoku_cp.cross_check.external.process import Pipes, Process, start_function
from sudoku_cp.cross_check.external.queries import ONE_PUZZLE, Query, texts
from sudoku_cp.model import InputError


class Reader(Protocol):
    """Turns the output of a solver into answers."""

    blank_lines: int
    """The number of blank lines at the end of the output."""

    def feed(self, data: bytes) -> Iterable[ParsedAnswer]:
        """The answers that these bytes complete."""

    def close(self) -> Iterable[ParsedAnswer]:
        """The answers in the remaining bytes."""


class ExternalSolver(ABC):
    """A solver that reads and writes texts.

    Parameters
    ----------
    name
        The name in reports.
    form
        The form of its puzzles, one of `FORMS`.
    one_a_start
        It answers one puzzle each time it is started.

    Raises
    ------
    InputError
        If this system cannot watch a process and end it with all that it starts.
    """

    may_hold_back = True
    """Whether it may buffer answers before it writes them."""

    def __init__(self, name: str, form: str, *, one_a_start: bool = False) -> None:
        require_posix("--against", "fork", "waitid", "killpg")
        self.name = name
        self.form = form
        self.one_a_start = one_a_start

    @abstractmethod
    def start(self) -> Process:
        """Start it.

        Returns
        -------
        Process
            The running solver.

        Raises
        ------
        InputError
            If that is impossible.
        """

    @abstractmethod
    def requests(self, queries: Iterable[Query]) -> Iterator[str]:
        """The text of each query as queries arrive, and the text that closes the input.

        Parameters
        ----------
        queries
            The puzzles.

        Returns
        -------
        iterator of str
            The pieces of its input.
        """

    @abstractmethod
    def reader(self, query: Query) -> Reader:
        """The reader of its answers about puzzles like this one.

        Parameters
        ----------
        query
            A puzzle.

        Returns
        -------
        Reader
            A reader that takes the output in pieces.
        """


class _Command(ExternalSolver):
    def __init__(self, line: str, form: str, one_a_start: bool) -> None:
        try:
            self._words = [line] if os.path.isfile(line) else shlex.split(line)
        except ValueError as error:
            raise InputError(f"{line!r} is not a command: {error}") from None
        if not self._words:
            raise InputError("--against needs a command")
        super().__init__(Path(self._words[0]).name, form, one_a_start=one_a_start or form in ONE_PUZZLE)

    def start(self) -> Process:
        pipes = Pipes()
        requests, answers, errors = pipes.theirs
        try:
            process = subprocess.Popen(
                self._words, stdin=requests, stdout=answers, stderr=errors, start_new_session=True
            )
        except OSError as error:
            pipes.close_ours()
            reason = _how_to_run(self._words[0]) or error.strerror or str(error)
            raise InputError(f"{self._words[0]}: cannot be run: {reason}") from None
        finally:
            pipes.close_theirs()
        return Process(process.pid, pipes, process.wait)

    def requests(self, queries: Iterable[Query]) -> Iterator[str]:
        return texts(queries, self.form)

    def reader(self, query: Query) -> Reader:
        return AnswerReader(query.model, query.symbols, self.form)


def _how_to_run(file: str) -> str:
    """A hint on how to run a file that exists but is not a program."""
    if not os.path.isfile(file):
        return ""
    if file.endswith(".py"):
        named, started = shlex.quote(f"{file}:FUNCTION"), shlex.quote(shlex.join(["python", file]))
        return (
            f"it is a Python file; name one of its functions with --against {named}, or run it with --against {started}"
        )
    return f"it is a file, but not a program; put an interpreter before its name, or make it executable as ./{file}"


class _Function(ExternalSolver):
    may_hold_back = False

    def __init__(self, call: Callable[[str], Any], name: str, form: str) -> None:
        super().__init__(name, form)
        self._call = call

    def start(self) -> Process:
        return start_function(self._call)

    def requests(self, queries: Iterable[Query]) -> Iterator[str]:
        return (json.dumps(query.text(self.form).rstrip("\n")) + "\n" for query in queries)

    def reader(self, query: Query) -> Reader:
        return _CallReader(query, self.form)


class _CallReader:
    """Reads the output of `function_process`: each line holds all answers about a puzzle."""

    blank_lines = 0

    def __init__(self, query: Query, form: str) -> None:
        self._query = query
        self._form = form
        self._partial = b""

    def feed(self, data: bytes) -> Iterator[ParsedAnswer]:
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            record = json.loads(line)
            if "failed" in record:
                yield ParsedAnswer(failed=record["failed"], whole=True)
            else:
                texts = map(self._read, record["answers"])
                yield replace(join([answer for answers in texts for answer in answers]), whole=True)

    def _read(self, text: str) -> Iterable[ParsedAnswer]:
        return read_answers(text, self._query.model, self._query.symbols, self._form)

    def close(self) -> Iterator[ParsedAnswer]:
        return iter(())


def command(line: str, form: str = "line", *, one_a_start: bool = False) -> ExternalSolver:
    """A command that reads puzzles on standard input and writes solutions or numbers of solutions.

    Parameters
    ----------
    line
        The command, with quotation marks as in a shell; or the path of a program as it is, without them; or
        ``FILE.py:FUNCTION``, which runs the file.
    form
        The form of its puzzles, one of `FORMS`.
    one_a_start
        It answers one puzzle each time it is started.

    Returns
    -------
    ExternalSolver
        The solver, which is not started yet.

    Raises
    ------
    InputError
        If the line is not a command, there is no such file, or it declares no such function.
    """
    match = re.fullmatch(r"(.+\.py):(\w+)", line.strip())
    if match is None or (" " in match[1] and not os.path.exists(match[1])):
        return _Command(line, form, one_a_start)
    if not os.path.exists(match[1]):
        raise InputError("there is no such file", match[1])
    try:
        names = runpy.run_path(match[1], run_name="solver")
    except (Exception, SystemExit) as error:
        raise InputError(f"{type(error).__name__}: {error}", match[1]) from None
    if not callable(names.get(match[2])):
        raise InputError(f"declares no function {match[2]}", match[1])
    return function(names[match[2]], match[2], form)


def function(call: Callable[[str], Any], name: str = "function", form: str = "line") -> ExternalSolver:
    """A Python function from a puzzle to a solution, several solutions, or their number; None means no solution.

    It is called in a copy of this process, which keeps its state from one puzzle to the next.

    Parameters
    ----------
    call
        The function; its argument is the text of a puzzle.
    name
        Its name in reports.
    form
        The form of its puzzles, one of `FORMS`.

    Returns
    -------
    ExternalSolver
        The solver, which is not started yet.
    """
    return _Function(call, name, form)
