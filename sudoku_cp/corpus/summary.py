"""What a job found in all, and what failed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sudoku_cp._base.files import write_file
from sudoku_cp.corpus.answers import STATUSES
from sudoku_cp.corpus.folder import FAILURES, SUMMARY
from sudoku_cp.corpus.job import Job
from sudoku_cp.corpus.parts import Report


@dataclass(frozen=True, slots=True)
class BlockFailure:
    """A block without a part, or the rest of an input that cannot be read.

    Parameters
    ----------
    input
        The name of the input.
    block
        The name of the block; None for the rest of an input.
    row
        The number of its first line or row, if known.
    message
        The reason.
    kind
        The class of the error.
    """

    input: str
    block: str | None
    row: int | None
    message: str
    kind: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The findings of a job.

    Parameters
    ----------
    job
        The hash of the job.
    complete
        Whether every block has a part.
    parts, rows, nodes
        The number of parts, of puzzles, and of search nodes.
    statuses
        The number of puzzles by status.
    failed_rows, failed_blocks
        The number of rows that are not puzzles, and of blocks without a part.
    hash
        The SHA-256 of the hashes of all parts, in order.
    seconds
        The time of this run.
    """

    job: str
    complete: bool
    parts: int
    rows: int
    statuses: dict[str, int]
    nodes: int
    failed_rows: int
    failed_blocks: int
    hash: str
    seconds: float

    def record(self) -> dict[str, Any]:
        """The summary for `_summary.json`."""
        return asdict(self)


def summarise(
    job: Job, reports: Iterable[Report], failures: Sequence[BlockFailure], complete: bool, seconds: float
) -> Summary:
    """Add up the reports of all parts."""
    parts = sorted(reports, key=lambda report: report.name)
    statuses: Counter[str] = Counter()
    for report in parts:
        statuses.update(report.statuses)
    return Summary(
        job.hash,
        complete and not failures,
        len(parts),
        sum(report.rows for report in parts),
        {status: statuses[status] for status in STATUSES if statuses[status]},
        sum(report.nodes for report in parts),
        sum(report.failed for report in parts),
        len(failures),
        sha256("".join(report.hash for report in parts).encode()).hexdigest(),
        round(seconds, 3),
    )


def write_failures(folder: Path, reports: Iterable[Report], failures: Iterable[BlockFailure]) -> None:
    """Write `_failures.jsonl`: bad rows in order, then blocks without a part."""
    records = [*_bad_rows(reports), *map(asdict, failures)]
    write_file(folder / FAILURES, "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))


def _bad_rows(reports: Iterable[Report]) -> Iterator[dict[str, Any]]:
    for report in sorted(reports, key=lambda report: report.name):
        for failure in report.failures:
            yield {"input": report.source, "row": failure.row, "message": failure.message}
        if more := report.failed - len(report.failures):
            message = f"{more:,} further rows of this block are not puzzles"
            yield {"input": report.source, "block": report.name, "rows": more, "message": message}


def write_summary(folder: Path, summary: Summary) -> None:
    """Write `_summary.json`."""
    write_file(folder / SUMMARY, json.dumps(summary.record(), indent=1) + "\n")
