"""The folder of a job: who may write to it, the files about the job, and what it found in all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp._base.files import write_file
from sudoku_cp._base.locks import NoLocksError, locked as lock_held
from sudoku_cp._base.systems import require_posix
from sudoku_cp.corpus.answers import STATUSES
from sudoku_cp.corpus.blocks import TEMPORARY
from sudoku_cp.corpus.inputs import Input
from sudoku_cp.corpus.job import Job
from sudoku_cp.corpus.parts import JOB, Report

FAILURES, SUMMARY, LOCK = "_failures.jsonl", "_summary.json", "_lock"

_UNFINISHED = (f"{TEMPORARY}*", *(f".{name}.*.part" for name in (JOB, FAILURES, SUMMARY)))
"""What is left of files that a job was writing when it was ended."""

_OURS = ("part-*.parquet", FAILURES, SUMMARY, JOB)
"""The job last: a folder without it is not known to be one of a job."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other jobs from the folder, which is made if need be. The kernel ends the lock with the process.

    Raises
    ------
    InputError
        If another job has the folder, or it cannot be made, or this system has no such locks.
    """
    require_posix("corpus", "pread", "fork")
    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(lock_held(folder / LOCK, "another job is writing here", str(folder), is_kept=True))
        except FileExistsError:
            raise InputError("is a file, not a folder for the parts", str(folder)) from None
        except NoLocksError as error:
            reason = f"this file system has no locks ({error.strerror or error}): name a folder on another one"
            raise InputError(reason, str(folder)) from None
        except OSError as error:
            raise InputError(f"cannot be used for the parts: {error.strerror or error}", str(folder)) from None
        yield


def prepare(folder: Path, job: Job, inputs: Sequence[Input], *, resume: bool, overwrite: bool) -> None:
    """Make the folder the one of this job, and write `_job.json`.

    Raises
    ------
    InputError
        If the folder has other files, or another job, or `_job.json` cannot be written.
    """
    unfinished = {path for pattern in _UNFINISHED for path in folder.glob(pattern)}
    others = sorted(path.name for path in folder.iterdir() if path.name != LOCK and path not in unfinished)
    found = folder / JOB
    if others and not found.exists():
        raise InputError(f"has files that are not of a corpus job, such as {others[0]}: name a new folder", str(folder))
    if overwrite:
        for pattern in _OURS:
            for path in folder.glob(pattern):
                path.unlink()
    elif found.exists():
        if not resume:
            raise InputError(
                "has a job already: continue it with --resume, or replace it with --overwrite", str(folder)
            )
        _require_same(found, job, inputs)
    remove_unfinished(folder)
    (folder / SUMMARY).unlink(missing_ok=True)
    if not found.exists():
        import pyarrow

        versions = {"pyarrow": pyarrow.__version__}  # another one may write the same answers as other bytes
        record = {"hash": job.hash, **job.record(), **versions, "inputs": [source.record() for source in inputs]}
        try:
            write_file(found, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror or error}", str(found)) from None


def remove_unfinished(folder: Path) -> None:
    """Remove what was being written when a job was ended."""
    for pattern in _UNFINISHED:
        for path in folder.glob(pattern):
            path.unlink(missing_ok=True)


def _require_same(path: Path, job: Job, inputs: Sequence[Input]) -> None:
    """Refuse to continue another job.

    Raises
    ------
    InputError
        If it differs, with the differences.
    """
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        before = [dict(source) for source in record["inputs"]]
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError("cannot be read: replace the job with --overwrite", str(path)) from None
    differences = job.differences(record)
    if not differences:
        differences = _different_inputs(before, [source.record() for source in inputs])
    if differences:
        raise InputError(f"is another job, which --resume cannot continue: {'; '.join(differences)}", str(path))


def _different_inputs(before: list[dict[str, Any]], now: list[dict[str, Any]]) -> list[str]:
    names, new_names = [source.get("name") for source in before], [source["name"] for source in now]
    if names != new_names:
        return [f"there were {len(names)} inputs, and there are {len(new_names)}, or their names differ"]
    return [f"{source['name']} has changed since" for source, old in zip(now, before, strict=True) if source != old]


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
