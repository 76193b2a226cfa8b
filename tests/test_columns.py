"""Columns of puzzles of every library, and the recipes of the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sudoku_cp import InputError, ModelError, columns
from sudoku_cp.cli import main
from tests.support.pages import page_named

UNIQUE = ".4..2....3..8..5.9.96...12.....7...3.873.129.2...8.....52...98.4.3..8..2....5..3."
SOLUTION = "745129368321864579896537124169275843587341296234986715652413987413798652978652431"
NONE = "11" + UNIQUE[2:]
SEVERAL = UNIQUE.replace("4", ".")
TEXTS = [UNIQUE, None, NONE, SEVERAL, ""]
COUNTS = [1, None, 0, 2, None]

RECIPES = {
    match[0].splitlines()[0]: match[0]
    for block in page_named("columns.md").blocks
    if block.language == "py" and (match := re.match(r"# (?s:.*)", block.text))
}


def makers() -> Iterator[tuple[str, Callable[[list[Any]], Any], Callable[[Any], list[Any]]]]:
    """How a library makes a column of texts, and a list of one."""
    yield "list", list, list
    yield "pyarrow", _arrow, _listed
    yield "chunks", lambda texts: library("pyarrow").chunked_array([texts[:2], texts[2:]]), _listed
    yield "large", lambda texts: _arrow([None, *texts]).cast("large_string").slice(1), _listed
    yield "coded", lambda texts: _arrow(texts).dictionary_encode(), _listed
    yield "polars", lambda texts: library("polars").Series("name", texts), list
    yield "nanoarrow", lambda texts: library("nanoarrow").Array(_arrow(texts)), _listed
    yield "pandas", _series, _without_nan
    yield "objects", lambda texts: _series(texts).astype(object), _without_nan


def _arrow(texts: list[Any]) -> Any:
    return library("pyarrow").array(texts, "string")


def _listed(found: Any) -> list[Any]:
    listed: list[Any] = found.to_pylist()
    return listed


def library(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name} is not installed")


def _series(texts: list[Any]) -> Any:
    return library("pandas").Series(texts, name="name", index=range(3, 3 + len(texts)))


def _without_nan(found: Any) -> list[Any]:
    assert (found.name, list(found.index)) == ("name", list(range(3, 3 + len(found))))
    return [None if value is None or value != value else value for value in found]


@pytest.mark.parametrize(("make", "read"), [case[1:] for case in makers()], ids=[case[0] for case in makers()])
def test_the_same_kind_of_column_comes_out(make: Callable[[list[Any]], Any], read: Callable[[Any], list[Any]]) -> None:
    column = make(TEXTS)
    counts = columns.counts(column)
    assert type(counts).__module__ == type(column).__module__
    assert type(counts).__name__.endswith(("Array", "list", "Series"))
    assert type(counts).__name__.startswith("Chunked") == type(column).__name__.startswith("Chunked")
    assert read(counts) == COUNTS
    assert read(columns.solutions(make(TEXTS[:3]))) == [SOLUTION, None, None]
    assert read(columns.ratings(make(TEXTS))) == [2.3, None, None, None, None]
    assert read(columns.counts(make([]))) == []


@pytest.mark.parametrize("kind", ["S81", "S90", "U81"])
def test_numpy(kind: str) -> None:
    array = np.array([[UNIQUE, ""], [NONE, SEVERAL]], kind)
    assert columns.counts(array).tolist() == [[1, -1], [0, 2]]
    solved = columns.solutions(array[:1])
    assert solved.dtype.kind == kind[0]
    assert solved.astype("U").tolist() == [[SOLUTION, ""]]
    assert columns.ratings(array).ravel()[0] == 2.3
    assert np.isnan(columns.ratings(array).ravel()[1:]).all()


def test_numpy_objects() -> None:
    array = np.array([[UNIQUE, None], [NONE, SEVERAL]], object)
    counts = columns.counts(array)
    assert (counts.dtype, counts.tolist()) == (object, [[1, None], [0, 2]])
    assert columns.solutions(array[0]).tolist() == [SOLUTION, None]


@pytest.mark.parametrize("kind", ["string", "binary", "large_string", "large_binary"])
@pytest.mark.parametrize("nulls", [False, True])
def test_every_part_of_a_column(kind: str, nulls: bool) -> None:
    texts = [text or (None if nulls else NONE) for text in TEXTS * 2]
    counts = [0 if count is None and not nulls else count for count in COUNTS * 2]
    array = library("pyarrow").array(texts, "string").cast(kind)
    for first in range(10):
        for number in range(10 - first + 1):
            found = columns.counts(array.slice(first, number)).to_pylist()
            assert found == counts[first : first + number], (first, number)


def test_a_list_with_characters_of_several_bytes() -> None:
    with pytest.raises(InputError, match="row 1: "):
        columns.counts([UNIQUE, UNIQUE.replace(".", "é"), UNIQUE])
    assert columns.counts([UNIQUE, SEVERAL.encode(), NONE]) == [1, 2, 0]


def test_a_slice_of_bytes() -> None:
    """Without a null it is read where it is, so that its offset counts."""
    pa = pytest.importorskip("pyarrow")
    array = pa.array([UNIQUE, NONE, SEVERAL], pa.large_binary())
    assert columns.counts(array.slice(1)).to_pylist() == [0, 2]


def test_many_are_answered_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "CHUNK", 3)
    assert columns.counts(TEXTS * 5, threads=2) == COUNTS * 5


def test_other_models() -> None:
    assert columns.counts(["." * 81], 3, model="x_sudoku") == [3]
    assert columns.counts(["F" + "." * 255], model="hexadoku", symbols="0123456789ABCDEF") == [2]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([UNIQUE, "12"], "row 1: a puzzle of 2 characters, not 81"),
        (np.array([UNIQUE, "x" * 81], "S81"), "row 1: column 1: 'x' is not a digit"),
        ([UNIQUE, f"{UNIQUE} a\n{NONE}"], "row 1: a puzzle is on one line"),
        ([None, UNIQUE, "# a comment"], "row 2: there is no puzzle in this text"),
        ([" "], "row 0: there is no puzzle in this text"),
        ([1, 2], "a column of puzzles has texts"),
        (np.array([1, 2]), "a column of puzzles has texts"),
    ],
)
def test_refusals(column: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        columns.counts(column)


def test_refusals_of_models() -> None:
    with pytest.raises(ModelError, match="one grid each"):
        columns.counts([], model="samurai")
    with pytest.raises(ModelError, match=r"'\.' cannot stand for a digit: it marks an empty cell"):
        columns.counts([], symbols=".12345678")
    with pytest.raises(ModelError, match="9 different symbols"):
        columns.counts([], symbols="123")


def test_refusals_of_arrow() -> None:
    pa = library("pyarrow")
    for wrong in (pa.array([1]), pa.table({"puzzle": [UNIQUE]})):
        with pytest.raises(InputError, match="not an Arrow array of texts"):
            columns.counts(wrong)
    with pytest.raises(ModelError, match="packed solutions of 41 bytes"):
        columns.unpacked(pa.array([b"123"]))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table of puzzles, and their solutions as a corpus."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{place},{text}\n" for place, text in enumerate([UNIQUE, NONE, SEVERAL])]
    (tmp_path / "puzzles.csv").write_text("id,puzzle\n" + "".join(rows))
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("name", RECIPES)
def test_recipes(name: str, folder: Path) -> None:
    assert len(RECIPES[name].splitlines()) <= 7  # with the name
    for module in re.findall(r"^(?:import|from) (\w+)", RECIPES[name], re.M):
        library(module)
    if "parts" in name:
        arguments = [
            "puzzles.csv",
            "--column",
            "puzzle",
            "--out",
            "solved",
            "--ask",
            "solution",
            "--executor",
            "threads",
        ]
        main(["corpus", *arguments])
    found: dict[str, Any] = {}
    exec(RECIPES[name], found)
    answers: Any = next(found[name] for name in ("frame", "table", "counts") if name in found)
    if "parts" in name:
        assert answers["solution"].to_list()[:2] == [SOLUTION, None]
        return
    answers = answers.compute() if hasattr(answers, "compute") else answers
    answers = answers.fetchdf() if "DuckDB" in name else answers
    column = answers if isinstance(answers, np.ndarray) else answers["count"]
    assert [int(str(value)) for value in column] == [1, 0, 2]
