"""The check of folders: it accepts what jobs write, and misses no change of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sudoku_cp.cli import main
from sudoku_cp.corpus.checker import RejectedError, check
from tests.corpus.conftest import Corpus, copies

LINES = [*copies(30)[:7], "12x", *copies(30)[7:]]


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of four parts, whose first one has a row that is no puzzle."""
    place = tmp_path_factory.mktemp("answered")
    (place / "many.txt").write_text("".join(line + "\n" for line in LINES))
    words = ["--block", "8", "--ask", "solution", "--executor", "threads:1"]
    assert main(["corpus", str(place / "many.txt"), "--out", str(place / "out"), *words]) == 2
    return place / "out"


@pytest.fixture
def folder(answered: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(answered, tmp_path / "out"))


def part(folder: Path, number: int) -> Path:
    return folder / f"part-0000-{number:06}.parquet"


def change(
    path: Path, said: Callable[[dict[str, Any]], None], rows: Callable[[Any], Any] = lambda table: table
) -> None:
    """Write a part again with other rows, or with other words about them, under a seal that is right."""
    words, table = json.loads(pq.read_metadata(path).metadata[b"sudoku-cp"]), rows(pq.read_table(path))
    said(words)
    words["seal"] = "0" * 64
    with pq.ParquetWriter(path, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"sudoku-cp": json.dumps(words)})
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"seal": "' + b"0" * 64, b'"seal": "' + sha256(data).hexdigest().encode()))


def rewrite(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps(json.loads(path.read_bytes()) | changes))


def nothing(said: dict[str, Any]) -> None:
    pass


def repeated(table: Any) -> Any:
    return table.take([0, 0, *range(2, len(table))])


def recounted(table: Any) -> Any:
    counts = table["count"].to_pylist()
    return replaced(table, "count", [counts[0] + 1, *counts[1:]])


def beyond(table: Any) -> Any:
    return replaced(table, "count", [3 if count == 2 else count for count in table["count"].to_pylist()])


def strange(table: Any) -> Any:
    return replaced(table, "input", ["other", *table["input"].to_pylist()[1:]])


def unsolved(table: Any) -> Any:
    return replaced(table, "solution", [None] * len(table))


def replaced(table: Any, name: str, values: list[Any]) -> Any:
    place = table.schema.get_field_index(name)
    field = table.schema.field(place)
    return table.set_column(place, field, pa.array(values, field.type))


def test_what_a_job_wrote_is_verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(list(folder.glob("part-*"))) == 4
    claim = check(folder)
    assert (claim.rows, claim.parts, claim.failed, claim.missing) == (30, 4, 1, None)
    assert claim.statuses == {"unique": 10, "none": 10, "several": 10}
    assert main(["verify", str(folder), "--format", "text"]) == 0
    shown = "30 puzzles in 4 parts: 10 none, 10 several, 10 unique"
    assert capsys.readouterr().out == f"{folder}: verified: {shown}\n"


@pytest.mark.parametrize("kind", ["zstd", "parquet", "empty"])
def test_other_inputs_are_verified(corpus: Callable[..., Corpus], tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"many.{kind}"
    if kind == "parquet":
        pq.write_table(pa.table({"puzzle": copies(9)}), path, row_group_size=4)
    else:
        with pa.CompressedOutputStream(str(path), "zstd") as stream:
            stream.write(b"" if kind == "empty" else "".join(f"{line}\n" for line in copies(9)).encode())
    if kind == "empty":
        path.write_bytes(b"")
    done = corpus(path, "--block", 4)
    assert (check(done.folder).rows, check(done.folder).missing) == (0 if kind == "empty" else 9, None)


FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a bit": (lambda at: part(at, 1).write_bytes(b"PAR2" + part(at, 1).read_bytes()[4:]), "000001.parquet is damaged"),
    "an end": (lambda at: part(at, 1).write_bytes(part(at, 1).read_bytes()[:-9]), "000001.parquet is damaged"),
    "a stranger": (lambda at: (at / "part-x.parquet").write_bytes(b""), "part-x.parquet is no part of this job"),
    "a lost part": (lambda at: part(at, 1).unlink(), "_summary.json: parts is 4, and that of the parts 3"),
    "a swap": (lambda at: part(at, 1).replace(part(at, 2)), "does not follow the one before it"),
    "an overlap": (
        lambda at: change(part(at, 1), lambda said: said["range"].__setitem__(0, 5)),
        "overlaps the one before it",
    ),
    "a gap": (
        lambda at: change(part(at, 1), lambda said: said["range"].__setitem__(0, said["range"][0] + 1)),
        "does not follow the one before it",
    ),
    "a longer input": (
        lambda at: change(part(at, 3), lambda said: said["range"].__setitem__(1, 10**6)),
        "more bytes than the input has",
    ),
    "a first row": (lambda at: change(part(at, 1), lambda said: said.update(first=3)), "is in the part before it"),
    "another job": (lambda at: change(part(at, 0), lambda said: said.update(job="0" * 64)), "belongs to another job"),
    "another input": (
        lambda at: change(part(at, 0), lambda said: said["input"].update(size=7)),
        "answers another input",
    ),
    "a sum of nodes": (lambda at: change(part(at, 0), lambda said: said.update(nodes=1)), "it says nodes 1, and has"),
    "a number of rows": (lambda at: change(part(at, 0), lambda said: said.update(rows=1)), "it says rows 1, and has 7"),
    "a status": (
        lambda at: change(part(at, 0), lambda said: said["statuses"].update(none=4)),
        "it says statuses",
    ),
    "a row twice": (lambda at: change(part(at, 0), nothing, repeated), "the numbers of its rows do not ascend"),
    "a count": (lambda at: change(part(at, 0), nothing, recounted), "a count does not fit the status unique"),
    "a count beyond the limit": (
        lambda at: change(part(at, 0), nothing, beyond),
        "a count does not fit the status several",
    ),
    "a row of another input": (lambda at: change(part(at, 0), nothing, strange), "a row names another input"),
    "solutions": (lambda at: change(part(at, 0), nothing, unsolved), "a solution is missing"),
    "a summary": (lambda at: rewrite(at / "_summary.json", rows=31), "rows is 31, and that of the parts 30"),
    "a hash of all": (lambda at: rewrite(at / "_summary.json", hash="0"), "hash is 0, and that of the parts"),
    "blocks": (lambda at: rewrite(at / "_summary.json", failed_blocks=1), "has 0 blocks, and _summary.json 1"),
    "completeness": (lambda at: rewrite(at / "_summary.json", complete=False), "does not follow from its failures"),
    "a question": (lambda at: rewrite(at / "_job.json", limit=3), "the hash is not that of the question"),
    "no hash": (lambda at: (at / "_job.json").write_text("{}"), "a part of a file is missing"),
    "failures": (lambda at: (at / "_failures.jsonl").write_text(""), "the bad rows are not those of the parts"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_checker_misses_no_fault(folder: Path, fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    plant, message = FAULTS[fault]
    plant(folder)
    with pytest.raises(RejectedError) as error:
        check(folder)
    assert message in str(error.value)
    assert main(["verify", str(folder), "--format", "text"]) == 4
    assert f"{folder}: rejected: " in capsys.readouterr().out


def test_a_lost_part_is_missed_even_by_a_summary_without_it(folder: Path) -> None:
    lost = part(folder, 3)
    said = json.loads(pq.read_metadata(lost).metadata[b"sudoku-cp"])
    summary = json.loads((folder / "_summary.json").read_bytes())
    lost.unlink()
    hashes = [json.loads(pq.read_metadata(part(folder, n)).metadata[b"sudoku-cp"])["seal"] for n in range(3)]
    statuses = {status: number - said["statuses"].get(status, 0) for status, number in summary["statuses"].items()}
    rewrite(
        folder / "_summary.json",
        parts=3,
        rows=summary["rows"] - said["rows"],
        nodes=summary["nodes"] - said["nodes"],
        statuses=statuses,
        hash=sha256("".join(hashes).encode()).hexdigest(),
    )
    with pytest.raises(RejectedError, match="parts of its end are missing, and no failure says why"):
        check(folder)


def test_what_has_not_ended_is_incomplete(folder: Path) -> None:
    part(folder, 2).unlink()
    (folder / "_summary.json").unlink()
    assert check(folder).missing == "the job has not ended"
    assert main(["verify", str(folder)]) == 3


def test_what_is_no_folder_of_parts(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path)]) == 2
    assert main(["verify", str(folder), "--puzzle", "target"]) == 2
    err = capsys.readouterr().err
    assert "without the _job.json of a corpus" in err
    assert "about no puzzle of --puzzle" in err
