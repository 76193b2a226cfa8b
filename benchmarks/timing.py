"""Times that mean something on a machine with other work to do: contenders in turn, and medians of paired ratios."""

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
"""Variables that slow Python down."""

Works = Mapping[str, Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Sample:
    """What one run took, in seconds."""

    wall: float
    cpu: float
    """Of all threads; other programs on the machine disturb it less than the wall clock."""


Samples = dict[str, list[Sample]]


def alternate(works: Works, rounds: int) -> Samples:
    """Run A B A B …, after one round that is not counted.

    Parameters
    ----------
    works
        What to run, by name. A work that returns a `Sample` has measured itself.
    rounds
        How often each is run.
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
    """Run a program from start to end; return what it took and what it wrote.

    Python runs from bytecode, as after an installation, whatever the environment of the benchmark says.

    Raises
    ------
    SystemExit
        If it cannot be started or fails.
    """
    environment = {name: value for name, value in os.environ.items() if name not in UNUSUAL}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = perf_counter()
    try:
        ended = subprocess.run(command, input=stdin, stdout=subprocess.PIPE, env=environment, check=False)
    except OSError as error:
        raise bad_input(f"{command[0]}: {error.strerror}") from None
    wall = perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode != 0:
        raise bad_input(f"{' '.join(command)} ended with code {ended.returncode}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Sample(wall, cpu), ended.stdout


def middle(samples: Sequence[Sample]) -> float:
    """The median wall-clock time."""
    return median(sample.wall for sample in samples)


def middle_cpu(samples: Sequence[Sample]) -> float:
    """The median processor time."""
    return median(sample.cpu for sample in samples)


def wall_ratio(others: Sequence[Sample], ours: Sequence[Sample]) -> float:
    """How many times as long the others take, the median over the rounds."""
    return median(other.wall / own.wall for other, own in zip(others, ours, strict=True))


def cpu_ratio(others: Sequence[Sample], ours: Sequence[Sample]) -> float:
    """How many times as much processor time the others take, the median over the rounds."""
    return median(other.cpu / own.cpu for other, own in zip(others, ours, strict=True))


def least_ratio(others: Sequence[Sample], ours: Sequence[Sample]) -> float:
    """The others' shortest time by ours: what is left where other programs disturb most of the runs."""
    return min(sample.wall for sample in others) / min(sample.wall for sample in ours)
