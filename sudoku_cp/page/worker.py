"""The process that answers the questions of one channel: ``python -m sudoku_cp.page.worker CHANNEL [RULES…]``.

Each line of the standard input is a question, or cancels one; each line of the standard output is an answer. Both are
JSON. The process ends with its input, hence with the page, however that ends.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, TextIO

from sudoku_cp._base.errors import InputError, SudokuError
from sudoku_cp.page.limits import NICENESS, Job

COMMANDS = {
    "view": "views",
    "change": "views",
    "palette": "palette",
    "export": "views",
    "status": "live",
    "candidates": "live",
    "estimate": "live",
    "check": "live",
    "solve": "solving",
    "next": "solving",
    "count": "solving",
    "best": "solving",
    "proof": "solving",
    "generate": "solving",
    "why": "solving",
    "reduce": "solving",
    "equal": "solving",
    "contradictions": "checking",
    "hint": "stepping",
    "step": "stepping",
    "path": "stepping",
    "logical": "stepping",
    "rating": "stepping",
    "f_puzzles": "f_puzzles.answering",
}
"""The questions, each with the module whose function of that name answers it."""

IN_ADVANCE = {
    "view": ("views", "palette"),
    "status": ("live",),
    "candidates": ("live",),
    "check": ("live",),
    "question": ("solving",),
    "f-puzzles": ("f_puzzles.answering",),
}
"""The modules that the process of a channel loads before the first question."""


class Worker:
    """Answers questions one after another; a thread reads them, so that one can be cancelled while it is answered.

    Parameters
    ----------
    output
        Where the answers go.
    """

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._cancel = Event()
        self._current = self._cancelled = 0
        self._lock = threading.Lock()
        self.rules_error: dict[str, Any] | None = None

    def read(self, lines: TextIO) -> None:
        """Read questions until the input ends; then the process ends at once."""
        for line in lines:
            message = json.loads(line)
            if "cancel" in message:
                with self._lock:
                    self._cancelled = message["cancel"]
                    if self._cancelled == self._current:
                        self._cancel.set()
            else:
                self._questions.put(message)
        os._exit(0)

    def answer_all(self) -> None:
        """Answer questions for ever."""
        while True:
            question = self._questions.get()
            with self._lock:
                self._current = question["id"]
                self._cancel.clear()
                if self._cancelled == self._current:  # before it was begun
                    self._cancel.set()
            self._answer(question)

    def _answer(self, question: dict[str, Any]) -> None:
        number = question["id"]
        job = Job(self._cancel, lambda answer: self._write(number, "progress", answer=answer), self.rules_error)
        try:
            command = _command(question["command"])
            self._write(number, "answer", answer=command(job, **question["arguments"]))
        except Exception as error:
            self._write(number, "error", error=described(error))

    def _write(self, number: int, event: str, **content: Any) -> None:
        with self._lock:
            print(json.dumps({"id": number, "event": event, **content}), file=self._output, flush=True)


def _command(name: str) -> Callable[..., dict[str, Any]]:
    found: Callable[..., dict[str, Any]] = getattr(import_module(f"sudoku_cp.page.{COMMANDS[name]}"), name)
    return found


def described(error: Exception) -> dict[str, Any]:
    """An error for the page: its message, and its place in the document.

    Parameters
    ----------
    error
        The error.

    Returns
    -------
    dict
        ``message``, and ``line`` and ``column`` where they are known.
    """
    if isinstance(error, InputError):
        return {"message": error.message, "line": error.line, "column": error.column}
    if isinstance(error, SudokuError):
        return {"message": str(error)}
    return {"message": f"{type(error).__name__}: {error}"}


def main(arguments: Sequence[str]) -> None:
    """Load the rules, and answer questions until the input ends."""
    channel, *rules = arguments
    os.nice(NICENESS.get(channel, 0))
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a rule prints is not an answer
    worker = Worker(output)
    for module in IN_ADVANCE.get(channel, ()):
        import_module(f"sudoku_cp.page.{module}")
    for path in rules:
        from sudoku_cp.rules import load_rules

        try:
            load_rules(path)
        except SudokuError as error:
            worker.rules_error = {**described(error), "file": path}
    Thread(target=worker.read, args=(sys.stdin,), daemon=True).start()
    worker.answer_all()


if __name__ == "__main__":
    main(sys.argv[1:])
