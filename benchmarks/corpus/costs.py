"""A model of the cost on many cores, from overheads that are measured here.

A job has one command that cuts blocks and gives them to a scheduler, and workers that answer them. Their times overlap,
so that the slowest of them is the time of the job: cutting, scheduling, or answering. Cubes of a search are the same
without the cutting.
"""

from __future__ import annotations

import pickle
from argparse import Namespace
from concurrent.futures import Executor, wait
from pathlib import Path
from time import process_time

from benchmarks.corpus.making import write
from benchmarks.table import print_table
from sudoku_cp import models
from sudoku_cp.corpus.blocks import Block, Spools, blocks_of
from sudoku_cp.corpus.folder import prepare
from sudoku_cp.corpus.inputs import find_inputs
from sudoku_cp.corpus.job import Job
from sudoku_cp.corpus.parts import Report, answer_block
from sudoku_cp.model.fingerprint import fingerprint

CORES = (1, 16, 256, 4096)
PUZZLES = 10**10
BLOCK = 10**6
SEARCH = 10_000 * 3600.0
"""The processor time of a large search in seconds: 10,000 core-hours."""

CUBES = (1.0, 10.0, 60.0)
"""Processor seconds of a cube."""

_TASKS = 1000
_YEAR = 365.25 * 24 * 3600


def main(options: Namespace, folder: Path) -> None:
    sources = []
    for name in ("puzzles.txt", "puzzles.txt.zst"):
        write(options, folder / name)
        sources += find_inputs([str(folder / name)], None)
    source = sources[0]
    job = Job("count", "classic", fingerprint(models.load("classic")), 2, None, "123456789", None, (), options.puzzles)
    parts = folder / "parts"
    parts.mkdir()
    prepare(parts, job, [source], resume=False, overwrite=False)
    spools = Spools(folder)
    ways = {}
    for kind, each in zip(("plain text", "zstd"), sources, strict=True):
        start = process_time()
        [block] = blocks_of(each, job, spools.place)
        cutting = (process_time() - start) / options.puzzles
        report = answer_block(job, block, parts)  # compiles the model
        start = process_time()
        answer_block(job, block, parts)
        ways[kind] = cutting, (process_time() - start) / options.puzzles, each.size / options.puzzles
    spools.close()
    moved = len(pickle.dumps((answer_block, job, block, parts))) + len(pickle.dumps(report))
    scheduling = _scheduling(block, report)
    row_bytes = (parts / f"part-{block.name}.parquet").stat().st_size / options.puzzles
    print_table(
        "Measured here, processor time of one core",
        ("", ""),
        [
            *(
                (f"{step}, {kind}, µs a puzzle", f"{cost * 1e6:.3f}")
                for kind, (cutting, answering, _) in ways.items()
                for step, cost in (("cutting blocks", cutting), ("answering", answering))
            ),
            ("scheduling by Dask, ms a block", f"{scheduling * 1e3:.2f}"),
            ("moved by the scheduler, bytes a block", f"{moved:,}"),
            ("bytes a row of the parts", f"{row_bytes:.2f}"),
        ],
    )
    for kind, (cutting, answering, size) in ways.items():
        rows = []
        for cores in CORES:
            times = {
                "answering": PUZZLES * answering / cores,
                "cutting": PUZZLES * cutting,
                "scheduling": PUZZLES / BLOCK * scheduling,
            }
            limit = max(times, key=times.__getitem__)
            rows.append((f"{cores:,}", _time(times[limit]), limit, f"{size * PUZZLES / times[limit] / 1e9:.2f}"))
        title = f"Computed: {PUZZLES:,} puzzles, {kind}, blocks of {BLOCK:,}"
        print_table(title, ("cores", "time", "limit", "GB/s read"), rows)
        print(f"the scheduler is the limit beyond {BLOCK * answering / scheduling:,.0f} cores, cutting beyond", end=" ")
        print(f"{answering / cutting:,.1f} a command: give files to several commands")
    searches = []
    for seconds in CUBES:
        entries = [max(SEARCH / cores, SEARCH / seconds * scheduling) for cores in CORES]
        searches.append((f"{seconds:g} s", *map(_time, entries), f"{seconds / scheduling:,.0f}"))
    header = ("cube", *(f"{cores:,} cores" for cores in CORES), "cores at the limit")
    print_table(f"Computed: a search of {SEARCH / 3600:,.0f} core-hours", header, searches)


def _scheduling(block: Block, report: Report) -> float:
    """The processor time of client and scheduler for one task, in seconds; workers are processes of their own."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        executor: Executor = client.get_executor()
        wait([executor.submit(_nothing, block, report) for _ in range(_TASKS)])
        start = process_time()
        wait([executor.submit(_nothing, block, report) for _ in range(_TASKS)])
        return (process_time() - start) / _TASKS


def _nothing(block: Block, report: Report) -> Report:
    return report


def _time(seconds: float) -> str:
    for unit, size in (("years", _YEAR), ("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} s"
