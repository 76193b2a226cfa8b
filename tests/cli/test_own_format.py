"""Formats of other packages, and what every format declares."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import InputError
from sudoku_cp._base import plugins
from sudoku_cp.formats import FORMATS, GridText, format_named, read, sniff, write
from tests.support.pages import page_named

FOLDER = Path(__file__).parents[2]
BLOCKS = page_named("own-formats.md").files
GRID = "12345678./" + "........./" * 7 + "........1"


def register(folder: Path, package: str, points: Mapping[str, str], **modules: str) -> None:
    """What an installer writes of a package."""
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    lines = "".join(f"{name} = {place}\n" for name, place in points.items())
    (info / "entry_points.txt").write_text(f"[sudoku_cp.formats]\n{lines}", encoding="utf-8")
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def slashes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of the format of docs/guides/own-formats.md, installed as a package of its own."""
    folder = tmp_path_factory.mktemp("site")
    points = tomllib.loads(BLOCKS["pyproject.toml"])["project"]["entry-points"]["sudoku_cp.formats"]
    with pytest.MonkeyPatch.context() as patch:
        register(folder, "slashes-format", points, slashes=BLOCKS["slashes.py"])
        patch.syspath_prepend(folder)
        yield "slashes"


def test_it_is_written_and_read(slashes: str) -> None:
    grid = GridText(tuple(range(1, 10)) + (0,) * 72, 9, "123456789", "p", 1)
    text = "".join(write([grid], slashes))
    assert text == "123456789" + "/........." * 8 + "\n"
    assert list(read(BytesIO(text.encode()), "p", slashes)) == [grid]


def test_it_is_recognised(slashes: str) -> None:
    (grid,) = read(BytesIO(f"# one\n{GRID}\n".encode()))
    assert isinstance(grid, GridText)
    assert grid.ranks == (1, 2, 3, 4, 5, 6, 7, 8, *[0] * 72, 1)


@pytest.mark.slow
def test_commands(slashes: str, run: Callable[..., Any]) -> None:
    assert run("convert", "1234341221......", "--to", slashes).out == "1234/3412/21../....\n"
    assert run("count", "-", "--input-format", slashes, stdin="1234/3412/21../....\n").records[0]["count"] == 1
    assert run("formats").records[-1] == {"format": slashes, "text": format_named(slashes).summary}
    wrong = run("solve", "-", "--errors", "skip", stdin=f"{GRID}\n1/2\n")
    assert (len(wrong.records), wrong.code) == (1, 2)
    assert "2: 2 rows need 2 cells each" in wrong.err


def test_formats_are_listed(run: Callable[..., Any]) -> None:
    listed = [{"format": name, "text": each.summary} for name, each in FORMATS.items()]
    assert run("formats").records[: len(listed)] == listed


OWN = "from sudoku_cp.formats import Format\nOWN = Format({!r}, '', None)\n"


@pytest.mark.parametrize(
    ("place", "text", "message"),
    [
        ("none_such:OWN", "", "the format broken of their-format cannot be loaded: ModuleNotFoundError: No module"),
        ("their_format1:OWN", "OWN = 1", "the format broken of their-format is not a sudoku_cp.formats.Format"),
        ("their_format2:OWN", OWN.format("other"), "the format broken of their-format has another name: other"),
    ],
)
def test_what_cannot_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any], place: str, text: str, message: str
) -> None:
    register(tmp_path, "their-format", {"broken": place}, **{place.split(":")[0]: text} if text else {})
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=message):
        format_named("broken")
    outcome = run("convert", "1234............", "--to", "broken")
    assert outcome.code == 2
    assert message in outcome.err


def test_a_name_that_two_packages_register(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(tmp_path, "one-format", {"twice": "one:OWN"})
    register(tmp_path, "other-format", {"twice": "other:OWN"})
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match="twice is registered by one-format and by other-format"):
        format_named("twice")


@pytest.mark.parametrize(
    "text",
    ["." * 81, "12..\n....\n....\n..21\n", "begin\n", "size = 4\n", '{"size": 1, "grid": [[{}]]}', "[[]]", "+---+"],
)
def test_other_packages_are_asked_only_about_other_texts(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(plugins, "entry_points", lambda **_: pytest.fail("looked up"))
    assert sniff(BytesIO(text.encode()))[0] in FORMATS


def test_each_format_is_declared_in_one_place() -> None:
    """In a file of its own, or beside formats that it shares most of its code with; judges' grids are in a table."""
    texts = [path.read_text(encoding="utf-8") for path in (FOLDER / "sudoku_cp" / "formats").rglob("*.py")]
    declared = re.findall(r'\b(?:Format|JudgeGrids)\(\s*"([^"]*)"', "\n".join(texts))
    assert sorted(name.replace(" ", "").lower() for name in declared) == sorted(FORMATS)
