"""The memory of the command on short Parquet files that unpack to long columns."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.corpus.conftest import UNIQUE

_ROWS = 8_000
_LONG = "n" * 60_000
_OVERLONG = "n" * 3_000_000

_MOST = 220 << 20
"""The bytes that a file may take beyond those of a small one; unpacked, the long columns have 480 MB and more."""

_COMMAND = "import sys; from sudoku_cp.cli import main; sys.exit(main(sys.argv[1:]))"

_RUN = """
import resource, subprocess, sys
code = subprocess.run([sys.executable, "-c", *sys.argv[1:]]).returncode
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""
"""Runs a program from a small process: a process counts the memory of the one that starts it as its own."""


def repeated(text: str, rows: int) -> pa.Array:
    """A text that is written as often as there are rows, and is in memory once."""
    return pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), pa.array([text]))


def run(path: Path, *options: str) -> tuple[int, int, str]:
    """The exit code, the largest memory in bytes, and the messages."""
    folder = path.with_suffix(".out")
    command = ["corpus", str(path), "--out", str(folder), "--executor", "threads:1", "-q", *options]
    arguments = [sys.executable, "-c", _RUN, _COMMAND, *command]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    code, memory = done.stdout.split()[-2:]
    failures = folder / "_failures.jsonl"
    return int(code), int(memory), failures.read_text() if failures.exists() else ""


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> int:
    """The memory for a small file."""
    path = tmp_path_factory.mktemp("usual") / "a.parquet"
    pq.write_table(pa.table({"puzzle": [UNIQUE], "note": ["n"]}), path)
    code, memory, _ = run(path, "--keep", "note")
    assert code == 0
    return memory


_KEPT: dict[str, tuple[Callable[[], pa.Array], dict[str, Any]]] = {
    "texts": (lambda: repeated(_LONG, _ROWS), {}),
    "bytes of one length": (lambda: pa.array([_LONG.encode()] * _ROWS, pa.binary(len(_LONG))), {}),
    "lists": (lambda: pa.ListArray.from_arrays(pa.array(range(_ROWS + 1), pa.int32()), repeated(_LONG, _ROWS)), {}),
    "texts by their beginnings": (
        lambda: repeated(_LONG, _ROWS).cast(pa.string()),
        {"use_dictionary": False, "column_encoding": {"puzzle": "PLAIN", "note": "DELTA_BYTE_ARRAY"}},
    ),
}


@pytest.mark.parametrize("kind", _KEPT)
def test_repeated_values_are_unpacked_some_at_a_time(kind: str, tmp_path: Path, usual: int) -> None:
    values, options = _KEPT[kind]
    path = tmp_path / "a.parquet"
    table = pa.table({"puzzle": repeated(UNIQUE, _ROWS), "note": values()})
    pq.write_table(table, path, store_schema=False, compression="zstd", **options)
    del table
    assert path.stat().st_size < 50_000
    code, memory, _ = run(path, "--keep", "note")
    assert code == 0
    assert memory < usual + _MOST
    parts = [pq.ParquetFile(part) for part in path.with_suffix(".out").glob("part-*.parquet")]
    assert sum(part.metadata.num_rows for part in parts) == _ROWS
    note = next(parts[0].iter_batches(1, columns=["note"])).column("note").to_pylist()[0]
    assert (note[0] if kind == "lists" else note) == (_LONG.encode() if "bytes" in kind else _LONG)


@pytest.mark.parametrize("column", ["puzzle", "note"])
def test_an_overlong_text_is_refused_before_it_is_repeated(column: str, tmp_path: Path, usual: int) -> None:
    path = tmp_path / "a.parquet"
    columns = {name: repeated(_OVERLONG if name == column else UNIQUE, 350) for name in ("puzzle", "note")}
    pq.write_table(pa.table(columns), path, store_schema=False, compression="zstd")
    code, memory, failures = run(path, "--keep", "note")
    assert code == 2
    assert f"column {column} has a text of more than 65,536 bytes" in failures
    assert memory < usual + _MOST


@pytest.mark.parametrize("is_dictionary", [True, False])
def test_a_page_that_unpacks_to_far_more_is_refused(is_dictionary: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    texts = [f"{place:05}{_LONG}" for place in range(500)]
    sizes = {"data_page_size": 1 << 30, "dictionary_pagesize_limit": 1 << 30, "write_batch_size": 1 << 20}
    pq.write_table(pa.table({"puzzle": texts}), path, compression="zstd", use_dictionary=is_dictionary, **sizes)
    code, _, failures = run(path)
    assert code == 2
    assert "column puzzle has a page of" in failures
    assert "write the file with smaller pages" in failures


@pytest.mark.parametrize(
    ("version", "compression", "is_dictionary"),
    [("1.0", "snappy", True), ("2.0", "zstd", False), ("2.0", "none", True)],
)
def test_files_of_many_pages_are_read(version: str, compression: str, is_dictionary: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"puzzle": [UNIQUE] * 500, "note": [None, *(f"é{place}" * 50 for place in range(499))]})
    sizes = {"data_page_size": 1000, "write_batch_size": 10, "dictionary_pagesize_limit": 2000}
    pq.write_table(
        table,
        path,
        compression=compression,
        use_dictionary=is_dictionary,
        data_page_version=version,
        write_page_checksum=True,
        write_page_index=True,
        **sizes,
    )
    code, _, failures = run(path, "--keep", "note")
    assert (code, failures) == (0, "")
    parts = list(path.with_suffix(".out").glob("part-*.parquet"))
    assert pq.read_table(parts[0]).column("note").to_pylist() == table.column("note").to_pylist()
