"""The command on small corpora: what parts hold, and what becomes of bad input."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, strategies as st

from sudoku_cp import InputError, Sudoku, models
from sudoku_cp.corpus import answers, blocks, rows
from sudoku_cp.corpus.blocks import Block, Quotes, _Cutter
from sudoku_cp.corpus.inputs import find_inputs
from sudoku_cp.corpus.job import Job
from sudoku_cp.formats.bulk_cells import unpack
from sudoku_cp.model.batches import Batch
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver
from tests.corpus.conftest import UNIQUE, Corpus, copies

KINDS = ("unique", "none", "several")


@pytest.fixture(scope="module")
def other() -> LoweredModel:
    """A solver that shares nothing with the one of corpora."""
    return load_solver("cp-sat").compile(Sudoku(9))


def givens(text: str) -> dict[str, int]:
    return {f"r{place // 9 + 1}c{place % 9 + 1}": int(digit) for place, digit in enumerate(text) if digit != "."}


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(line + "\n" for line in lines))
    return path


def compressed(path: Path, kind: str) -> Path:
    data, out = path.read_bytes(), path.with_suffix(f".{kind}")
    with pa.CompressedOutputStream(str(out), kind) as stream:
        stream.write(data[:1000])
    with out.open("ab") as file:  # a second frame, as from `cat a.zst b.zst`
        file.write(gzip.compress(data[1000:]) if kind == "gzip" else pa.compress(data[1000:], "zstd", asbytes=True))
    return out


def test_counts(corpus: Callable[..., Corpus], tmp_path: Path, other: LoweredModel) -> None:
    lines = copies(30)
    for kind, line in zip(KINDS, lines, strict=False):
        assert (kind, other.count(2, givens(line)).count) in (("none", 0), ("unique", 1), ("several", 2))
    done = corpus(write(tmp_path / "many.txt", lines), "--block", 7)
    assert (done.code, done.err) == (1, "")  # some have no solution
    table = done.table()
    assert table["status"] == [KINDS[place % 3] for place in range(30)]
    assert table["count"] == [(1, 0, 2)[place % 3] for place in range(30)]
    assert table["row"] == list(range(1, 31))
    assert set(table["input"]) == {str(tmp_path / "many.txt")}
    assert len(list(done.folder.glob("part-*.parquet"))) == 5
    assert done.summary["complete"]
    assert done.summary["statuses"] == {"none": 10, "unique": 10, "several": 10}
    assert (done.summary["rows"], done.summary["nodes"]) == (30, sum(table["nodes"]))
    assert done.failures == []


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_compressed_texts_have_the_same_answers(corpus: Callable[..., Corpus], tmp_path: Path, kind: str) -> None:
    plain = write(tmp_path / "many.txt", copies(60))
    first = corpus(plain, "--block", 16, "--ask", "solution", out="plain").table()
    second = corpus(compressed(plain, kind), "--block", 16, "--ask", "solution", out=kind)
    assert {**second.table(), "input": None} == {**first, "input": None}
    assert len(list(second.folder.glob("part-*"))) == 4


def test_solutions(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    lines = copies(6)
    table = corpus(write(tmp_path / "many.txt", lines), "--ask", "solution").table()
    for line, solution, status in zip(lines, table["solution"], table["status"], strict=True):
        assert (solution is None) == (status == "none")
        if solution is not None:
            sudoku = Sudoku(9)
            sudoku.give_grid(line)
            digits = unpack(np.frombuffer(solution, np.uint8)[None], 81, 9)[0].tolist()
            assert list(sudoku.violations(dict(zip(sudoku.cells, digits, strict=True)))) == []


def test_solutions_as_text(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    file = write(tmp_path / "many.txt", copies(6))
    for ask, model in (("solution", "classic"), ("score", "target")):
        question = ("--ask", ask, "--model", model, "--symbols", "abcdefghi".upper())
        lines = [line.translate(str.maketrans("123456789", "ABCDEFGHI")) for line in copies(6)]
        file.write_text("".join(line + "\n" for line in lines))
        packed = corpus(file, *question, "--solutions", "packed", out=f"packed-{ask}").table()
        texts = corpus(file, *question, "--solutions", "text", out=f"text-{ask}").table()
        assert {**texts, "solution": None} == {**packed, "solution": None}
        assert None in texts["solution"]
        for text, code in zip(texts["solution"], packed["solution"], strict=True):
            assert (text is None) == (code is None)
            if code is not None:
                ranks = unpack(np.frombuffer(code, np.uint8)[None], 81, 9)[0].tolist()
                assert text == "".join("ABCDEFGHI"[rank - 1] for rank in ranks)
    again = corpus(file, *question, "--solutions", "packed", "--resume", out="text-score")
    assert again.code == 2
    assert 'solutions was "text" and is "packed"' in again.err


def test_candidates(corpus: Callable[..., Corpus], tmp_path: Path, other: LoweredModel) -> None:
    lines = copies(3)
    table = corpus(write(tmp_path / "many.txt", lines), "--ask", "candidates").table()
    assert table["status"] == ["found", "none", "found"]
    for line, found in zip(lines, table["candidates"], strict=True):
        wanted = other.candidates(givens(line)).values
        if found is None:
            assert not any(wanted.values())
            continue
        masks = [int.from_bytes(found[place : place + 2], "little") for place in range(0, 162, 2)]
        assert [tuple(d for d in range(1, 10) if mask >> d - 1 & 1) for mask in masks] == list(wanted.values())


def test_ratings(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    done = corpus(write(tmp_path / "many.txt", copies(3)), "--ask", "rating")
    table = done.table()
    assert table["status"] == ["rated", "none", "several"]
    assert [None if er is None else round(er, 1) for er in table["er"]] == [2.3, None, None]
    assert table["hardest"] == ["naked single", None, None]


def test_scores(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    model = models.load("target")
    best = load_solver("exact-cover").compile(model).solve(givens(UNIQUE))
    table = corpus(write(tmp_path / "one.txt", [UNIQUE]), "--model", "target", "--ask", "score").table()
    assert (table["status"], table["score"], table["bound"]) == (["optimal"], [best.objective], [best.objective])


def test_a_search_that_stops_proves_less(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    table = corpus(write(tmp_path / "many.txt", copies(6)), "--limit", 1).table()
    assert table["status"] == ["some", "none", "some"] * 2


def test_a_table_keeps_columns(corpus: Callable[..., Corpus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.csv"
    lines = copies(9)
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "puzzle", "status"])
        for place, line in enumerate(lines):
            writer.writerow([place, line, 'quoted, "twice"\nand long' if place == 4 else "plain"])
    arguments = (path, "--column", "puzzle", "--keep", "id", "--keep", "status")
    whole, cut = corpus(*arguments), corpus(*arguments, "--block", 2, out="cut")
    assert (whole.code, whole.err) == (1, "")
    table = whole.table()
    assert table["id"] == [str(place) for place in range(9)]
    assert table["status_kept"] == ["plain"] * 4 + ['quoted, "twice"\nand long'] + ["plain"] * 4
    assert table["row"] == [2, 3, 4, 5, 6, 8, 9, 10, 11]
    assert cut.table() == table
    monkeypatch.setattr(rows, "CHUNK", 1)  # pieces that end within fields
    assert corpus(*arguments, out="pieces").table() == table


def test_bad_rows_are_listed_and_the_others_answered(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    lines = copies(9)
    lines[1:1] = ["12x", "", "# a comment"]
    lines[7:7] = ["x" * 81]
    done = corpus(write(tmp_path / "many.txt", lines), "--block", 4)
    assert done.code == 2
    assert f"2 rows are not puzzles; the first is {tmp_path / 'many.txt'}:2: a puzzle of 3 char" in done.err
    assert "--column" not in done.err
    assert [(failure["row"], failure["message"][:17]) for failure in done.failures] == [
        (2, "a puzzle of 3 cha"),
        (8, "column 1: 'x' is "),
    ]
    assert done.table()["row"] == [1, *range(5, 8), *range(9, 14)]


def test_bad_rows_of_a_table(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    lines = ["id\tpuzzle", f"a\t{UNIQUE}", "b", f"c\t{UNIQUE}\tmore", "d\t", "", "e\t12", f"f\t{UNIQUE}"]
    plain = corpus(write(tmp_path / "plain.tsv", lines), "--column", "puzzle", "--keep", "id", out="plain")
    quoted = [line.replace("a\t", '"a"\t') for line in lines]
    other = corpus(write(tmp_path / "quoted.tsv", quoted), "--column", "puzzle", "--keep", "id", out="quoted")
    for done in (plain, other):
        assert done.table()["id"] == ["a", "f"]
        assert [failure["row"] for failure in done.failures] == [3, 4, 5, 7]


def test_many_bad_rows_are_counted(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    done = corpus(write(tmp_path / "many.txt", ["x"] * 1500 + [UNIQUE]))
    assert len(done.failures) == 1001
    assert done.failures[-1]["rows"] == 500
    assert done.summary["failed_rows"] == 1500
    assert done.table()["row"] == [1501]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary(), pa.string_view(), pa.binary(81)])
def test_parquet(corpus: Callable[..., Corpus], tmp_path: Path, kind: pa.DataType) -> None:
    lines = copies(9)
    table = pa.table({"id": pa.array(range(9), pa.int64()), "grid": pa.array(lines).cast(pa.binary()).cast(kind)})
    pq.write_table(table, tmp_path / "many.parquet", row_group_size=4)
    done = corpus(tmp_path / "many.parquet", "--column", "grid", "--keep", "id")
    assert done.table()["id"] == list(range(9))
    assert done.table()["status"] == [KINDS[place % 3] for place in range(9)]
    assert done.table()["row"] == list(range(1, 10))
    assert len(list(done.folder.glob("part-*"))) == 3


LISTS = {
    "flat": pa.list_(pa.int64()),
    "large": pa.large_list(pa.int8()),
    "fixed": pa.list_(pa.uint8(), 81),
    "rows": pa.list_(pa.list_(pa.int32())),
    "fixed rows": pa.list_(pa.list_(pa.int16(), 9), 9),
}


def digits_of(line: str, kind: pa.DataType, empty: int | None = 0) -> list[Any]:
    digits = [int(digit) if digit != "." else empty for digit in line]
    is_nested = pa.types.is_list(kind.value_type) or pa.types.is_fixed_size_list(kind.value_type)
    return [digits[at : at + 9] for at in range(0, 81, 9)] if is_nested else digits


@pytest.mark.parametrize("empty", [0, None])
@pytest.mark.parametrize("name", LISTS)
def test_parquet_columns_of_lists(corpus: Callable[..., Corpus], tmp_path: Path, name: str, empty: int | None) -> None:
    kind, lines = LISTS[name], copies(9)
    grids = pa.array([digits_of(line, kind, empty) for line in lines], kind)
    pq.write_table(pa.table({"id": range(9), "grid": grids}), tmp_path / "many.parquet", row_group_size=4)
    done = corpus(tmp_path / "many.parquet", "--column", "grid", "--keep", "id")
    assert (done.table()["id"], done.failures) == (list(range(9)), [])
    assert done.table()["status"] == [KINDS[place % 3] for place in range(9)]
    write(tmp_path / "many.txt", lines)
    texts = corpus(tmp_path / "many.txt", out="texts")
    assert done.table()["count"] == texts.table()["count"]


@pytest.mark.parametrize("name", LISTS)
def test_parquet_lists_that_are_no_puzzles(corpus: Callable[..., Corpus], tmp_path: Path, name: str) -> None:
    """A null, a digit that 9×9 does not have, and lists of another length are failures of their rows alone."""
    kind = LISTS[name]
    wrong = digits_of(UNIQUE, kind)
    (wrong[0] if isinstance(wrong[0], list) else wrong)[0] = 12
    short = [] if "fixed" in name else [digits_of(UNIQUE, kind)[:-1]]
    grids = pa.array([digits_of(UNIQUE, kind), None, wrong, digits_of(UNIQUE, kind), *short], kind)
    pq.write_table(pa.table({"grid": grids}), tmp_path / "some.parquet")
    done = corpus(tmp_path / "some.parquet", "--column", "grid")
    assert done.table()["row"] == [1, 4]
    assert [failure["row"] for failure in done.failures] == [2, 3, 5][: 2 + len(short)]
    assert "column 1: 'C' is not a digit of 1–9" in done.failures[1]["message"]


def test_parquet_with_rows_without_puzzles(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    pq.write_table(pa.table({"puzzle": [UNIQUE, None, "12", "", UNIQUE]}), tmp_path / "some.parquet")
    done = corpus(tmp_path / "some.parquet")
    assert done.table()["row"] == [1, 5]
    assert [failure["row"] for failure in done.failures] == [2, 3, 4]


def test_patterns_and_several_files(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    for name, number in (("b", 4), ("a", 3)):
        write(tmp_path / f"{name}.txt", copies(number))
    done = corpus(tmp_path / "*.txt")
    assert Counter(Path(name).name for name in done.table()["input"]) == {"a.txt": 3, "b.txt": 4}
    assert [path.name for path in sorted(done.folder.glob("part-*"))] == [
        "part-0000-000000.parquet",
        "part-0001-000000.parquet",
    ]


def test_shipped_lists_are_found_where_no_file_has_their_name(
    corpus: Callable[..., Corpus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shipped = corpus("classic.txt", out="shipped")
    assert (shipped.code, shipped.summary["statuses"]) == (0, {"unique": 20})
    twice = corpus("classic.txt", Path(models.PUZZLES) / "classic.txt")
    assert (twice.code, "occurs twice" in twice.err) == (2, True)
    write(tmp_path / "classic.txt", copies(3))
    assert corpus("classic.txt", out="own").summary["rows"] == 3
    assert "mine.txt: cannot be read" in corpus("mine.txt").err


def test_other_sizes_and_symbols(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    lines = ["." * 256, "F" + "." * 255]
    done = corpus(write(tmp_path / "x.txt", lines), "--model", "hexadoku", "--symbols", "0123456789ABCDEF")
    assert done.table()["status"] == ["several", "several"]


KILLER = """model = "classic"
[[killer]]
cells = "r1c1 r1c2"
sum = 17
"""


@pytest.mark.parametrize("executor", ["threads:1", "dask"])
def test_a_document_as_the_model(corpus: Callable[..., Corpus], tmp_path: Path, executor: str) -> None:
    """Its clues hold for every puzzle; what is sent to workers of a cluster is the model, not its name."""
    (tmp_path / "killer.toml").write_text(KILLER)
    lines = ["." * 81, "1" + "." * 80, "8" + "." * 80]
    many, arguments = write(tmp_path / "many.txt", lines), ("--model", tmp_path / "killer.toml", "--ask", "solution")
    if executor == "dask":
        distributed = pytest.importorskip("distributed")
        with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
            done = corpus(many, *arguments, executor=f"dask:{cluster.scheduler_address}")
    else:
        done = corpus(many, *arguments, executor=executor)
    table = done.table()
    assert table["status"] == ["several", "none", "several"]
    assert {solution[0] for solution in table["solution"] if solution is not None} <= {0x89, 0x98}
    assert table["solution"][2][0] == 0x89
    (tmp_path / "killer.toml").write_text(KILLER.replace("17", "16"))
    changed = corpus(many, *arguments, "--resume")
    assert (changed.code, "model_hash was" in changed.err) == (2, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'grid = "{UNIQUE}"\n{KILLER}', "killer.toml has givens: leave them out"),
        ("size = 4\ndigits = [-1, 2, 3, 4]\n", "killer.toml has digits below 0"),
        ("[[kiler]]\n", "did you mean killer?"),
    ],
)
def test_documents_that_are_no_models(corpus: Callable[..., Corpus], tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "killer.toml").write_text(text)
    done = corpus(write(tmp_path / "many.txt", copies(3)), "--model", tmp_path / "killer.toml")
    assert (done.code, message in done.err) == (2, True), done.err


def test_lines_wait_on_disk_where_no_file_can_be_in_memory(
    corpus: Callable[..., Corpus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = compressed(write(tmp_path / "many.txt", copies(60)), "zstd")
    first = corpus(many, "--block", 7).parts()
    seen: list[str] = []
    monkeypatch.setattr(blocks, "_in_memory", lambda: seen.append("asked"))
    done = corpus(many, "--block", 7, out="disk")
    assert done.parts() == first
    assert 1 <= len(seen) <= 4  # files are used again
    assert not list(done.folder.glob(".*"))


def test_a_table_of_one_column(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    lines = ["puzzle", *copies(3), "", *copies(3)]
    done = corpus(write(tmp_path / "one.csv", lines), "--column", "puzzle", "--keep", "puzzle")
    assert (done.table()["row"], done.failures) == ([2, 3, 4, 6, 7, 8], [])
    assert done.table()["puzzle"] == copies(3) * 2


def test_a_table_with_a_blank_first_line(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    done = corpus(write(tmp_path / "a.csv", ["", "id,puzzle", f"1,{UNIQUE}"]), "--column", "puzzle")
    assert done.code == 2
    assert "a.csv:1: this line is blank: a table begins with the names of its columns" in done.err


def test_a_damaged_file_ends_where_it_is_damaged(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    lines = copies(6_000)
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress("".join(line + "\n" for line in lines).encode())[:-500])
    good = write(tmp_path / "b.txt", copies(3))
    done = corpus(path, good, "--block", "1k", "--node-limit", 1)
    assert done.code == 2
    [failure] = done.failures
    assert f"1 block failed; the first is {path}:{failure['row']}: cannot be read: Truncated" in done.err
    assert (failure["input"], failure["block"]) == (str(path), None)
    assert "Truncated" in failure["message"]
    assert not done.summary["complete"]
    assert done.table()["input"].count(str(good)) == 3
    known = done.table()["input"].count(str(path))
    assert 3_000 < known < 6_000
    assert failure["row"] == known + 1


def test_large_counts_are_whole(corpus: Callable[..., Corpus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large = 2**32 + 5

    class Large:
        def solve_grids(self, grids: Any, *_: Any) -> Batch:
            batch = load_solver("exact-cover").compile(Sudoku(9)).solve_many(grids)
            return replace(batch, counts=batch.counts * 0 + large, nodes=batch.nodes.astype(np.int64) * 0 + large)

    monkeypatch.setattr(answers, "compiled_model", lambda job: (Sudoku(9), Large()))
    table = corpus(write(tmp_path / "one.txt", [UNIQUE])).table()
    assert (table["count"], table["nodes"]) == ([large], [large])


def test_a_cell_with_several_lines_is_no_puzzle(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    texts = [f"{UNIQUE}\n{UNIQUE}", f"{UNIQUE} a\n{UNIQUE}", "# a\n" + UNIQUE, UNIQUE + "\n", UNIQUE + "\r\n"]
    pq.write_table(pa.table({"puzzle": texts}), tmp_path / "some.parquet")
    done = corpus(tmp_path / "some.parquet")
    assert done.table()["row"] == [4, 5]
    assert {failure["message"] for failure in done.failures} == {"a puzzle is on one line, and this text has several"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["absent.txt"], "absent.txt: cannot be read"),
        (["*.none"], "*.none: no file has a name of this pattern"),
        (["many.txt", "./many.txt"], "this file occurs twice"),
        (["many.txt", "--model", "clasic"], "did you mean classic?"),
        (["many.txt", "--model", "samurai"], "one grid"),
        (["many.txt", "--ask", "score"], "classic has no score"),
        (["many.txt", "--ask", "rating", "--model", "hexadoku"], "only classic 9×9 sudokus"),
        (["many.txt", "--symbols", "123"], "needs 9 different symbols"),
        (["."], "cannot be read: Is a directory"),
        (["fold*"], "fold*: no file has a name of this pattern"),
        (["many.txt", "--symbols", ".12345678"], "cannot stand for a digit"),
        (["many.txt", "--ask", "rating", "--node-limit", "1"], "--node-limit is for questions that are searched"),
        (["many.txt", "--ask", "rating", "--limit", "1"], "--limit is for --ask count and solution, not rating"),
        (["many.txt", "--ask", "candidates", "--limit", "1"], "not candidates"),
        (["many.txt", "--solutions", "text"], "--solutions is for --ask solution and score, not count"),
        (["numbers.parquet"], "numbers.parquet: column puzzle has no texts but int64"),
        (["many.txt", "--keep", "id"], "many.txt: has no columns to --keep"),
        (["many.txt", "--column", "2", "--keep", "id", "--keep", "id"], "--keep names a column twice"),
    ],
)
def test_refusals(
    corpus: Callable[..., Corpus],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "many.txt", copies(3))
    pq.write_table(pa.table({"puzzle": [1, 2]}), tmp_path / "numbers.parquet")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folders").mkdir()
    done = corpus(*arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("row", [f"1,{UNIQUE}", f'"1"\t"{UNIQUE}"', f"1;{UNIQUE};-"])
@pytest.mark.parametrize("head", ["id,puzzle\n", ""])
def test_a_table_without_a_column_makes_no_folder(
    corpus: Callable[..., Corpus], tmp_path: Path, head: str, row: str
) -> None:
    path = write(tmp_path / "a.csv", [head + row])
    done = corpus(path)
    assert (done.code, done.err) == (2, f"{path}: is a table: name the column of the puzzles with --column\n")
    assert not done.folder.exists()


def test_lines_that_are_no_table(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    """Lines without a puzzle in them, and puzzles with something after them, are no tables."""
    for number, lines in enumerate((["no puzzle, not here"], [f"{UNIQUE},easy", "a,b"], [UNIQUE, f"1,{UNIQUE}"])):
        done = corpus(write(tmp_path / f"{number}.txt", lines), out=str(number))
        assert (done.code, done.folder.exists(), "is a table" in done.err) == (2, True, False)


def test_a_file_is_no_folder(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    path = write(tmp_path / "out", copies(3))
    done = corpus(path)
    assert (done.code, done.err) == (2, f"{path}: is a file, not a folder for the parts\n")


def test_a_column_that_is_not_there(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    for lines in (["id,puzzle", f"1,{UNIQUE}"], ["", "id,puzzle", f"1,{UNIQUE}"], ["# mine", "id,puzzle"]):
        done = corpus(write(tmp_path / "a.csv", lines), "--column", "pzzle")
        assert (done.code, done.err.count("a.csv:"), done.folder.exists()) == (2, 1, False)
    pq.write_table(pa.table({"puzzle": [UNIQUE]}), tmp_path / "a.parquet")
    done = corpus(tmp_path / "a.parquet", "--column", "pzzle")
    assert (done.code, "did you mean puzzle?" in done.err) == (2, True)


def test_a_row_group_without_rows(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    table = pa.table({"id": pa.array([1, 2], pa.int64()), "puzzle": copies(2)})
    with pq.ParquetWriter(tmp_path / "a.parquet", table.schema) as writer:
        for rows in (table[:1], table[:0], table[1:]):
            writer.write_table(rows)
    assert pq.read_metadata(tmp_path / "a.parquet").num_row_groups == 3
    done = corpus(tmp_path / "a.parquet", "--keep", "id")
    assert (done.table()["id"], done.summary["parts"], done.failures) == ([1, 2], 3, [])


@pytest.mark.parametrize("kind", ["table.csv", "gzip"])
def test_a_stray_quote_is_a_character(corpus: Callable[..., Corpus], tmp_path: Path, kind: str) -> None:
    lines = ["id,note,puzzle", *(f'{place},"5"" wide",{line}' for place, line in enumerate(copies(20)))]
    lines[3] = f'2,5" wide,{UNIQUE}'
    path = write(tmp_path / "table.csv", lines)
    path = path if kind == "table.csv" else compressed(path, kind)
    done = corpus(path, "--column", "puzzle", "--keep", "id", "--keep", "note", "--block", 5)
    assert done.table()["id"] == [str(place) for place in range(20)]
    assert done.table()["note"] == ['5" wide'] * 20
    assert done.summary["parts"] == 5


def test_a_quote_that_is_not_closed(
    corpus: Callable[..., Corpus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "LONGEST", 1000)
    lines = ["id,puzzle", *(f"{place},{line}" for place, line in enumerate(copies(60)))]
    lines[30] = f'"29,{UNIQUE}'
    done = corpus(write(tmp_path / "table.csv", lines), "--column", "puzzle", "--keep", "id", "--block", 7)
    assert done.table()["id"] == [str(place) for place in range(29)]
    [failure] = done.failures
    assert (failure["row"], failure["message"]) == (31, "a row of more than 1,000 bytes: is a quote missing?")


@pytest.mark.parametrize("size", [1, 7, 100, 5000])
def test_the_line_of_a_row_that_is_too_long(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows before it have line ends in their quotes, and so has itself, which ends in a later piece of the text."""
    monkeypatch.setattr(blocks, "LONGEST", 1000)
    rows = ['id,"puzzle\n"', *(f'{place},"{"x" * place}\n\n"' for place in range(20)), '20,"' + "y\n" * 2000]
    text = "\n".join(rows).encode()
    path = tmp_path / "table.csv"
    path.write_bytes(text)
    cutter = _Cutter(find_inputs([str(path)], "puzzle")[0], 7, Quotes(","), None)
    pieces = [(text[start : start + size], start + size) for start in range(0, len(text), size)]
    cut: list[Block] = []
    with pytest.raises(InputError) as caught:
        cut.extend(chain.from_iterable(cutter.cut(*piece) for piece in pieces))
    starts = [1 + "".join(f"{row}\n" for row in rows[:place]).count("\n") for place in range(len(rows))]
    assert caught.value.message == "a row of more than 1,000 bytes: is a quote missing?"
    assert caught.value.line == starts[-1] == 63
    assert [block.first for block in cut] == [1, 9, 18, 27, 36, 45, 54]


@given(st.lists(st.text('",\n\ra', max_size=8), max_size=8), st.data())
def test_rows_end_where_csv_says(fields: list[str], data: st.DataObject) -> None:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    ends = []
    for field in fields:
        writer.writerow([field, "x", field])
        ends.append(len(stream.getvalue()) - 1)
    text, found, start = stream.getvalue().encode(), [], 0
    quotes = Quotes(",")
    while start < len(text):
        stop = data.draw(st.integers(start + 1, len(text)))
        found += [start + int(place) for place in quotes.row_ends(text[start:stop])]
        start = stop
    assert found == ends


def test_blocks_of_compressed_texts_are_bounded(
    corpus: Callable[..., Corpus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "MOST_BYTES", 1000)
    path = compressed(write(tmp_path / "many.txt", copies(60)), "zstd")
    source = find_inputs([str(path)], None)[0]
    job = Job("count", "classic", "", 2, None, "123456789", None, (), 40)
    sizes = [len(block.lines or b"") for block in blocks.blocks_of(source, job)]
    assert sizes == [13 * 82] * 4 + [8 * 82]
    assert [block.first for block in blocks.blocks_of(source, job)] == [1, 14, 27, 40, 53]
    assert corpus(path).table()["row"] == list(range(1, 61))


def test_arrow_is_named_in_the_job(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    done = corpus(write(tmp_path / "a.txt", copies(3)))
    assert json.loads((done.folder / "_job.json").read_text())["pyarrow"] == pa.__version__


def test_pyarrow_is_asked_for(corpus: Callable[..., Corpus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = corpus(write(tmp_path / "a.txt", [UNIQUE]))
    assert (done.code, done.err) == (2, "corpus needs pyarrow: pip install pyarrow\n")


def test_the_summary_is_written(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    done = corpus(write(tmp_path / "a.txt", copies(3)), "--format", "jsonl")
    job = json.loads((done.folder / "_job.json").read_text())
    assert job["hash"] == done.summary["job"]
    assert job["ask"] == "count"


@pytest.mark.parametrize("packed", [True, False])
def test_an_overlong_text_of_parquet_is_refused_with_its_row(
    corpus: Callable[..., Corpus], tmp_path: Path, packed: bool
) -> None:
    path = tmp_path / "long.parquet"
    pq.write_table(pa.table({"puzzle": [UNIQUE, UNIQUE, "1" * 70_000]}), path, use_dictionary=packed)
    done = corpus(path)
    assert done.code == 2
    assert "long.parquet:3: column puzzle has a text of more than 65,536 bytes" in done.err
