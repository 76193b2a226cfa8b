"""Jobs and workers killed at random moments; the job is resumed until it is done, and its parts are compared."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep

from benchmarks.corpus.fleet import fleet
from benchmarks.corpus.making import command, write
from benchmarks.exits import bad_input
from sudoku_cp.corpus.checker import check

BLOCKS = 60
BETWEEN = 15
"""New parts between two kills, at most."""

MOMENT = 0.2
"""Seconds from a new part to a kill, at most."""

_Victims = Callable[[int], list[int]]
"""The processes of the workers, given that of the job."""


def main(options: Namespace, folder: Path) -> None:
    path = folder / "puzzles.txt"
    write(options, path)
    block = max(1, options.puzzles // BLOCKS)
    with _executor(options, folder) as (executor, victims):
        shared = ("--block", block, "--ask", "solution", "--executor", executor, "--quiet")
        subprocess.run(command(path, "--out", folder / "calm", *shared), check=True, stdout=subprocess.DEVNULL)
        chance = random.Random(options.seed)
        jobs = workers = rounds = 0
        while jobs + workers < options.kills:
            out = folder / f"disturbed-{rounds}"
            rounds += 1
            while True:
                words = command(path, "--out", out, *shared, "--resume")
                with subprocess.Popen(words, stdout=subprocess.DEVNULL) as job:
                    while jobs + workers < options.kills and not _ends(job, out, chance):
                        if chance.random() < 0.5 and (found := victims(job.pid)):
                            with suppress(ProcessLookupError):
                                os.kill(chance.choice(found), signal.SIGKILL)
                                workers += 1
                        else:
                            job.kill()
                            jobs += 1
                            break
                if job.returncode not in (0, -signal.SIGKILL):
                    raise bad_input(f"round {rounds}: the job ended with exit code {job.returncode}")
                if job.returncode == 0:
                    break
            if _parts(out) != _parts(folder / "calm"):
                raise bad_input(f"round {rounds}: the parts differ from those of the undisturbed job")
            if (missing := check(out).missing) is not None:
                raise bad_input(f"round {rounds}: {missing}")
            print(f"{jobs} jobs and {workers} workers killed in {rounds} rounds, the same parts each time", flush=True)
    print("all parts are those of the undisturbed job, byte for byte, and verified as complete")


@contextmanager
def _executor(options: Namespace, folder: Path) -> Iterator[tuple[str, _Victims]]:
    """The name of the executor, and what finds its workers."""
    if options.executor != "dask":
        yield f"{options.executor}:{options.workers}", _children
        return
    with fleet(options.workers, folder / "workers") as workers:
        yield f"dask:{workers.address}", lambda job: workers.ready()


def _ends(job: subprocess.Popen[bytes], out: Path, chance: random.Random) -> bool:
    """Wait for some new parts and a moment; return whether the job has ended by then."""
    wanted = len(list(out.glob("part-*"))) + chance.randint(0, BETWEEN)
    while job.poll() is None and len(list(out.glob("part-*"))) < wanted:
        sleep(0.01)
    sleep(chance.uniform(0, MOMENT))
    return job.poll() is not None


def _children(job: int) -> list[int]:
    try:
        children = [
            int(child) for task in Path(f"/proc/{job}/task").glob("*/children") for child in task.read_text().split()
        ]
        return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    except OSError:
        return []


def _parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (*folder.glob("part-*"), folder / "_failures.jsonl")}
