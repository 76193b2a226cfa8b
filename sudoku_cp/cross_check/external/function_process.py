"""A Python function in a process of its own, which reads one text from each line and writes one answer to each."""

from __future__ import annotations

import json
import os
import signal
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Any, NoReturn

from sudoku_cp._base.systems import ENDING_SIGNALS
from sudoku_cp.cross_check.external.process import Pipes, Process


def start_function(call: Callable[[str], Any]) -> Process:
    """Start a copy of this process that calls the function for each line of its input, a JSON string.

    It writes one JSON object on each line: ``answers``, a list of texts, or ``failed``. The function's prints go to
    standard error.
    """
    pipes = Pipes()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the thread that reads puzzles is irrelevant to the copy
        pid = os.fork()
    if pid == 0:
        pipes.close_ours()
        _exit_after(partial(_serve, call, *pipes.theirs))
    pipes.close_theirs()
    return Process(pid, pipes, lambda: os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


def _exit_after(work: Callable[[], None]) -> NoReturn:
    """Work, and end the process without the caller's exit handlers."""
    status = 1
    try:
        work()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        os._exit(status & 0xFF)


def _serve(call: Callable[[str], Any], requests: int, answers: int, errors: int) -> None:
    """Answer line by line, in a process that does not use the caller's terminal."""
    os.setsid()
    for number in ENDING_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    os.dup2(errors, 1)
    os.dup2(errors, 2)
    with (
        open(requests, encoding="utf-8") as lines,
        open(answers, "w", encoding="utf-8") as output,
        open(errors, "w", buffering=1, errors="replace") as messages,
        redirect_stdout(messages),
        redirect_stderr(messages),
    ):
        for line in lines:
            output.write(json.dumps(_answer(call, json.loads(line))) + "\n")
            output.flush()


def _answer(call: Callable[[str], Any], text: str) -> dict[str, Any]:
    try:
        answer = call(text)
    except Exception as error:
        return {"failed": f"it raises {type(error).__name__}: {error}{_place(error)}"}
    answers = answer if isinstance(answer, list | tuple) else [answer]
    return {"answers": [str(one) for one in answers if one is not None] or ["-"]}


def _place(error: Exception) -> str:
    """The place where an exception was raised."""
    frames = extract_tb(error.__traceback__)[1:]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
