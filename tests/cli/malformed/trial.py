"""Runs a case in a process of its own and judges what it did."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.cli.malformed.cases import Case

MEMORY = 2 << 30
"""Bytes of address space."""

PROCESSOR_TIME = 200
"""Seconds after which a case is taken to hang; the limits of searches are 2."""

TIMEOUT = 300
"""Seconds by the clock, on a machine that is busy with much else."""

LONGEST_MESSAGES = 20_000

_UNSEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


@dataclass(frozen=True)
class Trial:
    """What a process did."""

    code: int
    """Negative for a signal."""
    out: bytes
    err: str
    seconds: float


def run(case: Case, fork: bool) -> Trial:
    """Run a case, in a copy of this process or as a command that is started anew."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "folder").mkdir()
        for file, data in case.files.items():
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_bytes(data)
        streams = [folder / f".{stream}" for stream in ("in", "out", "err")]
        streams[0].write_bytes(case.stdin)
        start = time.monotonic()
        code = _forked(case, folder, streams) if fork else _started(case, folder, streams)
        seconds = time.monotonic() - start
        return Trial(code, streams[1].read_bytes(), streams[2].read_text("utf-8", "replace"), seconds)


def faults(case: Case, trial: Trial) -> Iterator[str]:
    """What is wrong with an answer."""
    if trial.code not in case.allowed:
        yield f"exit code {trial.code}, not one of {sorted(case.allowed)}"
    if "Traceback" in trial.err or "a fault of sudoku-cp" in trial.err:
        yield "an unexpected error"
    if trial.code == 2 and not trial.err.strip():
        yield "no message"
    if len(trial.err) > LONGEST_MESSAGES:
        yield f"messages of {len(trial.err):,} characters"
    if _UNSEEN.search(trial.err):
        yield "control characters in messages"
    if case.arguments[0] not in ("judge", "convert") and _UNSEEN.search(trial.out.decode("utf-8", "replace")):
        yield "control characters in answers"


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_TIME, PROCESSOR_TIME))


def _forked(case: Case, folder: Path, streams: list[Path]) -> int:
    child = os.fork()
    if child == 0:
        code = 99
        try:
            os.chdir(folder)
            for number, path in enumerate(streams):
                os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), number)
            for stream, number in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
                opened = open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False)  # noqa: SIM115
                setattr(sys, stream, opened)
            _limit()
            from sudoku_cp.cli import main

            code = main(case.arguments)
            sys.stdout.flush()
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    end = time.monotonic() + TIMEOUT
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return -signal.SIGKILL
        time.sleep(0.002)


def _started(case: Case, folder: Path, streams: list[Path]) -> int:
    with streams[0].open("rb") as stdin, streams[1].open("wb") as stdout, streams[2].open("wb") as stderr:
        command = [sys.executable, "-m", "sudoku_cp", *case.arguments]
        try:
            return subprocess.run(
                command,
                cwd=folder,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                timeout=TIMEOUT,
                preexec_fn=_limit,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            return -signal.SIGKILL
