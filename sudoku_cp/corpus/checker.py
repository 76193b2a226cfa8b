"""A check of folders of parts that shares no code with the job that wrote them.

It reads the files alone: that each part is whole, has the rows that it says, and belongs to the job; that the parts of
an input follow each other without a gap; and that the summary is that of the parts. The answers are not searched again.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

_NAME = re.compile(r"part-(\d{4,})-(\d{6,})\.parquet")
_NO_QUESTION = ("hash", "pyarrow", "inputs")
"""What `_job.json` has besides the question, whose hash is that of the job."""

_COUNTS = {"none": (0, 0), "unique": (1, 1), "several": (2, None), "some": (1, None), "unknown": (0, 0)}
"""The least and the greatest count of solutions for each status."""

_UNSOLVED = ("none", "unknown")


class RejectedError(Exception):
    """Raised if a folder is not what it says."""


@dataclass
class Claim:
    """What a folder shows.

    Parameters
    ----------
    job
        The content of `_job.json`.
    missing
        What is missing until the job is complete; None if nothing is.
    """

    job: dict[str, Any]
    missing: str | None = None
    parts: int = 0
    rows: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    nodes: int = 0
    failed: int = 0
    hashes: list[str] = field(default_factory=list)
    failures: list[dict[str, Any]] = field(default_factory=list)

    def __str__(self) -> str:
        found = ", ".join(f"{number:,} {status}" for status, number in sorted(self.statuses.items()))
        rest = "" if self.missing is None else f"; {self.missing}"
        parts = f"{self.parts:,} part{'s' * (self.parts != 1)}"
        return f"{self.rows:,} puzzles in {parts}{found and f': {found}'}{rest}"


def check(folder: Path) -> Claim:
    """Check a folder of parts.

    Parameters
    ----------
    folder
        The folder.

    Returns
    -------
    Claim
        What it shows.

    Raises
    ------
    RejectedError
        If a file is damaged, or does not fit the others.
    OSError
        If a file cannot be read.
    """
    try:
        return _checked(folder)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        raise RejectedError(f"a part of a file is missing, or of the wrong kind ({error!r})") from None


def _checked(folder: Path) -> Claim:
    job = json.loads((folder / "_job.json").read_bytes())
    question = {name: value for name, value in job.items() if name not in _NO_QUESTION}
    if job["hash"] != sha256(json.dumps(question, sort_keys=True).encode()).hexdigest():
        raise RejectedError("_job.json: the hash is not that of the question")
    by_input: dict[int, dict[int, Path]] = {number: {} for number in range(len(job["inputs"]))}
    for path in sorted(folder.glob("part-*")):
        match = _NAME.fullmatch(path.name)
        if match is None or int(match[1]) not in by_input:
            raise RejectedError(f"{path.name} is no part of this job")
        by_input[int(match[1])][int(match[2])] = path
    claim, gaps = Claim(job), list[str]()
    for number, paths in by_input.items():
        gaps += _check_input(claim, job["inputs"][number], paths)
    if not (folder / "_summary.json").exists():
        claim.missing = "the job has not ended"
        return claim
    summary = json.loads((folder / "_summary.json").read_bytes())
    _check_summary(claim, summary)
    lines = (folder / "_failures.jsonl").read_text(encoding="utf-8").splitlines()
    blocks = _check_failures(claim, [json.loads(line) for line in lines])
    if blocks != summary["failed_blocks"]:
        raise RejectedError(f"_failures.jsonl has {blocks:,} blocks, and _summary.json {summary['failed_blocks']:,}")
    if gaps and not blocks:
        raise RejectedError(f"{gaps[0]}, and no failure says why")
    if summary["complete"] != (blocks == 0):
        raise RejectedError("_summary.json: whether the job is complete does not follow from its failures")
    if blocks:
        claim.missing = f"{blocks:,} blocks failed"
    return claim


def _check_input(claim: Claim, source: Mapping[str, Any], paths: Mapping[int, Path]) -> list[str]:
    """Check the parts of an input in order; return where there are gaps, in words."""
    gaps, stop, last, expected = list[str](), 0, 0, 0
    for index in sorted(paths):
        path = paths[index]
        said = _check_part(claim, path, source)
        start, end = said["range"]
        if start < stop or end <= start:
            raise RejectedError(f"{path.name}: the range {start:,} to {end:,} overlaps the one before it")
        if (index == expected) != (start == stop):
            raise RejectedError(f"{path.name}: the range does not follow the one before it")
        if said["first"] <= last:
            raise RejectedError(f"{path.name}: its first row {said['first']:,} is in the part before it")
        if start > stop:
            gaps.append(f"before {path.name} parts are missing")
        last = max(last, _check_rows(path, said, claim.job))
        stop, expected = end, index + 1
    size = source["size"] if source["kind"] != "parquet" and source["compression"] is None else None
    if size is not None and stop > size:
        raise RejectedError(f"{source['name']}: the parts answer more bytes than the input has")
    if (size is not None and stop < size) or (not paths and source["size"]):
        gaps.append(f"{source['name']}: parts of its end are missing")
    return gaps


def _check_part(claim: Claim, path: Path, source: Mapping[str, Any]) -> dict[str, Any]:
    """Check that a part is whole and belongs to the job and the input; return what it says of itself."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    data = path.read_bytes()
    try:
        said: dict[str, Any] = json.loads((pq.read_metadata(pa.BufferReader(data)).metadata or {})[b"sudoku-cp"])
    except (pa.ArrowException, OSError, KeyError, ValueError):
        raise RejectedError(f"{path.name} is damaged: it has no footer of a part") from None
    mark = f'"seal": "{said["seal"]}"'.encode()
    if data.count(mark) != 1 or sha256(data.replace(mark, b'"seal": "%s"' % (b"0" * 64))).hexdigest() != said["seal"]:
        raise RejectedError(f"{path.name} is damaged: its seal is broken")
    if said["job"] != claim.job["hash"]:
        raise RejectedError(f"{path.name} belongs to another job")
    if said["input"] != source:
        raise RejectedError(f"{path.name} answers another input, or the input has changed")
    claim.parts += 1
    claim.rows += said["rows"]
    claim.statuses.update(said["statuses"])
    claim.nodes += said["nodes"]
    claim.failed += said["failed"]
    claim.hashes.append(said["seal"])
    claim.failures += [{"input": source["name"], **failure} for failure in said["failures"]]
    if more := said["failed"] - len(said["failures"]):
        claim.failures.append({"input": source["name"], "block": path.stem.removeprefix("part-"), "rows": more})
    return said


def _check_rows(path: Path, said: Mapping[str, Any], job: Mapping[str, Any]) -> int:
    """Check that the columns of a part are as it says; return the number of its last row."""
    import numpy as np
    import pyarrow.parquet as pq

    statuses, rows, nodes, last = Counter[str](), 0, 0, int(said["first"]) - 1
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(1 << 18):
            numbers = batch.column("row").to_numpy()
            if len(numbers) and (int(numbers[0]) <= last or (np.diff(numbers) <= 0).any()):
                raise RejectedError(f"{path.name}: the numbers of its rows do not ascend")
            last = int(numbers[-1]) if len(numbers) else last
            rows += len(numbers)
            if {entry["values"] for entry in batch.column("input").value_counts().to_pylist()} - {
                said["input"]["name"]
            }:
                raise RejectedError(f"{path.name}: a row names another input")
            names = np.array(batch.column("status").dictionary.to_pylist())
            places = batch.column("status").indices.to_numpy()
            statuses.update(dict(zip(names.tolist(), np.bincount(places, minlength=len(names)).tolist(), strict=True)))
            if "nodes" in batch.schema.names:
                nodes += int(batch.column("nodes").to_numpy().sum())
            if job["ask"] in ("count", "solution"):
                _check_answers(path, names[places], batch, job)
    found = {status: number for status, number in statuses.items() if number}
    for name, mine, theirs in (
        ("rows", rows, said["rows"]),
        ("statuses", found, said["statuses"]),
        ("nodes", nodes, said["nodes"]),
    ):
        if mine != theirs:
            raise RejectedError(f"{path.name}: it says {name} {theirs}, and has {mine}")
    return last


def _check_answers(path: Path, statuses: Any, batch: Any, job: Mapping[str, Any]) -> None:
    """Check that counts and solutions fit the statuses."""
    import numpy as np

    counts = batch.column("count").to_numpy()
    for status in set(statuses.tolist()):
        least, most = _COUNTS[status]
        found = counts[statuses == status]
        if found.min() < least or (most is not None and found.max() > most) or found.max() > job["limit"]:
            raise RejectedError(f"{path.name}: a count does not fit the status {status}")
    if job["ask"] == "solution":
        has_none = batch.column("solution").is_null().to_numpy(zero_copy_only=False)
        if (has_none != np.isin(statuses, _UNSOLVED)).any():
            raise RejectedError(f"{path.name}: a solution is missing, or stands where there is none")


def _check_summary(claim: Claim, summary: Mapping[str, Any]) -> None:
    wanted = {
        "job": claim.job["hash"],
        "parts": claim.parts,
        "rows": claim.rows,
        "statuses": {status: number for status, number in claim.statuses.items() if number},
        "nodes": claim.nodes,
        "failed_rows": claim.failed,
        "hash": sha256("".join(claim.hashes).encode()).hexdigest(),
    }
    for name, value in wanted.items():
        if summary[name] != value:
            raise RejectedError(f"_summary.json: {name} is {summary[name]}, and that of the parts {value}")


def _check_failures(claim: Claim, records: Sequence[dict[str, Any]]) -> int:
    """Check that the list of failures has those of the parts; return the number of blocks without a part."""
    rows = [record for record in records if "kind" not in record]
    listed = [record if "row" in record else {k: record[k] for k in record if k != "message"} for record in rows]
    if listed != claim.failures:
        raise RejectedError("_failures.jsonl: the bad rows are not those of the parts")
    return len(records) - len(rows)
