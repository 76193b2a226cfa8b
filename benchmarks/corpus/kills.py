"""Jobs and workers killed at random moments; the job is resumed until it is done, and its parts are compared."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from argparse import Namespace
from pathlib import Path
from time import sleep

from benchmarks.corpus.making import command, write
from benchmarks.exits import bad_input

BLOCKS = 60
_LONGEST = 4.0
"""Seconds to the next kill, at most."""


def main(options: Namespace, folder: Path) -> None:
    path = folder / "puzzles.txt"
    write(options, path)
    block = max(1, options.puzzles // BLOCKS)
    shared = ("--block", block, "--ask", "solution", "--executor", f"processes:{options.workers}", "--quiet")
    subprocess.run(command(path, "--out", folder / "calm", *shared), check=True, stdout=subprocess.DEVNULL)
    chance = random.Random(options.seed)
    jobs = workers = rounds = 0
    while jobs + workers < options.kills:
        out = folder / f"disturbed-{rounds}"
        rounds += 1
        while True:
            with subprocess.Popen(command(path, "--out", out, *shared, "--resume"), stdout=subprocess.DEVNULL) as job:
                while jobs + workers < options.kills and not _ends(job, chance.uniform(0, _LONGEST)):
                    if chance.random() < 0.5 and (victims := _workers(job.pid)):
                        os.kill(chance.choice(victims), signal.SIGKILL)
                        workers += 1
                    else:
                        job.kill()
                        jobs += 1
                        break
            if job.returncode == 0:
                break
        if _parts(out) != _parts(folder / "calm"):
            raise bad_input(f"round {rounds}: the parts differ from those of the undisturbed job")
    print(f"{jobs} jobs and {workers} workers killed in {rounds} rounds: the parts are the same, byte for byte")


def _ends(job: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait for a time; return whether the job has ended by then."""
    sleep(seconds)
    return job.poll() is not None


def _workers(job: int) -> list[int]:
    try:
        children = [
            int(child) for task in Path(f"/proc/{job}/task").glob("*/children") for child in task.read_text().split()
        ]
        return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    except OSError:
        return []


def _parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (*folder.glob("part-*"), folder / "_failures.jsonl")}
