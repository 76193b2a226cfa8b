"""The folder of a job: who may write to it, and the files about the job."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp._base.files import write_file
from sudoku_cp._base.locks import NoLocksError, locked as lock_held
from sudoku_cp._base.systems import require_posix
from sudoku_cp.corpus.inputs import Input
from sudoku_cp.corpus.job import Job
from sudoku_cp.corpus.parts import JOB
from sudoku_cp.corpus.spools import TEMPORARY

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
