"""Reliable times on a busy machine: contenders run in turn, and ratios are medians over pairs."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

from benchmarks.exits import bad_input

UNUSUAL = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
"""Environment variables that slow Python down."""

Works = Mapping[str, Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Sample:
    """The times of one run in seconds."""

    wall: float
    cpu: float
    """The processor time of all threads, which other programs disturb less than the wall-clock time."""


Samples = dict[str, list[Sample]]


def alternate(works: Works, rounds: int) -> Samples:
    """Run contenders in turn, A B A B …, after one round that does not count.

    Parameters
    ----------
    works
        The functions to run, by name. A function that returns a `Sample` has measured itself.
    rounds
        The number of runs of each.
    """
    samples: Samples = {name: [] for name in works}
    for counted in [False] + [True] * rounds:
        for name, work in works.items():
            sample = _measured(work)
            if counted:
                samples[name].append(sample)
    return samples


def _measured(work: Callable[[], object]) -> Sample:
    wall, cpu = perf_counter(), process_time()
    result = work()
    sample = Sample(perf_counter() - wall, process_time() - cpu)
    return result if isinstance(result, Sample) else sample


def run_program(command: Sequence[str], stdin: bytes) -> tuple[Sample, bytes]:
    """Run a program from start to end; return its times and its output.

    Python runs from bytecode, as after an installation, whatever the environment of the benchmark.

    Raises
    ------
    SystemExit
        If it cannot be started or fails.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = perf_counter()
    try:
        ended = subprocess.run(command, input=stdin, stdout=subprocess.PIPE, env=environment(), check=False)
    except OSError as error:
        raise bad_input(f"{command[0]}: {error.strerror}") from None
    wall = perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode != 0:
        raise bad_input(f"{' '.join(command)} ended with code {ended.returncode}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Sample(wall, cpu), ended.stdout


def environment() -> dict[str, str]:
    """The environment of a program as after an installation, with Python's bytecode and buffers."""
    return {name: value for name, value in os.environ.items() if name not in UNUSUAL}


def middle(samples: Sequence[Sample]) -> float:
    """The median wall-clock time."""
    return median(sample.wall for sample in samples)


def middle_cpu(samples: Sequence[Sample]) -> float:
    """The median processor time."""
    return median(sample.cpu for sample in samples)


def wall_ratio(others: Sequence[Sample], ours: Sequence[Sample]) -> float:
    """The ratio of the others' wall-clock time to ours, as the median over the rounds."""
    return median(other.wall / own.wall for other, own in zip(others, ours, strict=True))


def cpu_ratio(others: Sequence[Sample], ours: Sequence[Sample]) -> float:
    """The ratio of the others' processor time to ours, as the median over the rounds."""
    return median(other.cpu / own.cpu for other, own in zip(others, ours, strict=True))


def least_ratio(others: Sequence[Sample], ours: Sequence[Sample]) -> float:
    """The ratio of the shortest times, a fallback if other programs disturb most of the runs."""
    return min(sample.wall for sample in others) / min(sample.wall for sample in ours)
