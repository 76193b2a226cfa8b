"""The rate of a job beside `solve_many` on the same puzzles, its peak memory, and the size of its parts."""

from __future__ import annotations

import json
import resource
import subprocess
from argparse import Namespace
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time, sleep

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks.corpus.making import LINE, PIECE, command, kept
from benchmarks.table import print_table
from benchmarks.timing import Sample, environment
from sudoku_cp import Sudoku
from sudoku_cp.corpus.rows import CHUNK
from sudoku_cp.formats.bulk_cells import Shape, read_lines
from sudoku_cp.solving.registry import load_solver

_POLL = 0.1


def main(options: Namespace, folder: Path) -> None:
    path = kept(options, folder)
    arrays, middle = _arrays(path), -(-options.puzzles // PIECE) // 2
    before = _solve_many(islice(arrays, middle), options.workers)
    job, memory = _job(options, path, folder / "out")
    after = _solve_many(arrays, options.workers)  # a change of the machine's load meets both halves
    alone = Sample(before.wall + after.wall, before.cpu + after.cpu)
    size = sum(part.stat().st_size for part in (folder / "out").glob("part-*"))
    summary = json.loads((folder / "out" / "_summary.json").read_text())
    assert summary["rows"] == options.puzzles
    rows = [
        _row(f"solve_many, {CHUNK:,} a call", alone, options.puzzles, "", ""),
        _row("corpus", job, options.puzzles, f"{memory / 2**20:,.0f}", f"{size / options.puzzles:.2f}"),
    ]
    header = ("", "µs/puzzle, processor", "puzzles/s, wall clock", "peak MiB", "bytes a row")
    print_table(f"{options.puzzles:,} puzzles of {options.set}, {options.ask}, {options.executor}", header, rows)
    share = f"{alone.cpu / job.cpu:.0%} by processor time, {alone.wall / job.wall:.0%} by wall clock"
    print(f"rate of the job beside solve_many: {share}")


def _row(name: str, sample: Sample, puzzles: int, memory: str, size: str) -> tuple[str, ...]:
    return name, f"{sample.cpu / puzzles * 1e6:.3f}", f"{puzzles / sample.wall:,.0f}", memory, size


def _arrays(path: Path) -> Iterator[NDArray[np.uint8]]:
    """The puzzles of the file as arrays, none of which is kept."""
    shape = Shape(81, "123456789")
    with pa.input_stream(path) as stream:
        while text := stream.read(PIECE * LINE):
            yield read_lines(text, shape)[0].ranks


def _solve_many(arrays: Iterable[NDArray[np.uint8]], threads: int) -> Sample:
    """The time for the arrays in calls as large as a job's, which are faster than larger ones."""
    compiled = load_solver().compile(Sudoku(9))
    wall = cpu = 0.0
    for array in arrays:
        values = array.astype(np.int8)
        start, start_cpu = perf_counter(), process_time()
        for first in range(0, len(values), CHUNK):
            compiled.solve_many(values[first : first + CHUNK], limit=2, threads=threads)
        wall, cpu = wall + perf_counter() - start, cpu + process_time() - start_cpu
    return Sample(wall, cpu)


def _job(options: Namespace, path: Path, out: Path) -> tuple[Sample, int]:
    """The time of the job, and the largest memory of all its processes together, in bytes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start, memory = perf_counter(), 0
    arguments = ("--ask", options.ask, "--executor", f"{options.executor}:{options.workers}", "--quiet")
    words = command(path, "--out", out, *arguments)
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environment()) as process:
        while process.poll() is None:
            memory = max(memory, _memory(process.pid))
            sleep(_POLL)
    wall = perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert process.returncode == 0
    return Sample(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime), memory


def _memory(process: int) -> int:
    """The memory of a process and its children, pages that they share counted once each."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        own = sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))
        tasks = Path(f"/proc/{process}/task").glob("*/children")
        return own + sum(_memory(int(child)) for task in tasks for child in task.read_text().split())
    except (OSError, ProcessLookupError):
        return 0
