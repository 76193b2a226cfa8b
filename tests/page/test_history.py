"""The documents of a session: undo, redo, what a browser keeps of them, and the file that they are saved in."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sudoku_cp.page import history as module
from sudoku_cp.page.history import History
from sudoku_cp.page.saving import DocumentFile, Saving


def _history(*texts: str) -> History:
    first, *others = texts
    history = History(first)
    for text in others:
        history.add(text)
    return history


def test_an_edit_forgets_what_was_undone() -> None:
    history = _history("a", "b", "c")
    assert history.undo()
    history.add("d")
    assert not history.can_redo
    assert history.kept() == {"first": 0, "texts": ["a", "b", "d"]}


def test_the_oldest_documents_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_UNDO", 3)
    history = _history("a", "b", "c", "d", "e")
    assert history.kept() == {"first": 2, "texts": ["c", "d", "e"]}
    assert history.number == 4
    assert [history.undo() for _ in range(3)] == [True, True, False]


def test_a_browser_keeps_neighbours_up_to_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_HISTORY", 5)
    history = _history("aa", "bb", "cc", "d", "eeee")
    assert history.kept() == {"first": 3, "texts": ["d", "eeee"]}
    history.undo()
    history.undo()
    assert history.kept() == {"first": 1, "texts": ["bb", "cc", "d"]}


def test_a_long_document_before_hides_none_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_HISTORY", 5)
    history = _history("a", "bbbbbb", "cc", "d", "ee")
    history.undo()
    history.undo()
    assert history.kept() == {"first": 2, "texts": ["cc", "d", "ee"]}


def test_documents_of_an_earlier_server_are_adopted() -> None:
    history = History("file")
    assert history.adopt(["a", "b"], 1)
    assert history.kept()["texts"] == ["a", "file", "b"]
    assert not _history("a").adopt(["a"], 0)


def test_the_newest_document_is_saved(tmp_path: Path) -> None:
    """Also where the next one comes while the disk is busy with the one before."""
    file = tmp_path / "saved.toml"

    async def save() -> list[str]:
        problems: list[str] = []
        saving = Saving(DocumentFile(file), problems.append)
        saving.save("first")
        await asyncio.sleep(0)  # the first one is being written
        for text in ("second", "third"):
            saving.save(text)
        await saving.finish()
        return problems

    with ThreadPoolExecutor(1) as other:  # this thread may have the loop of the browser
        assert other.submit(asyncio.run, save()).result(60) == [""]
    assert file.read_text() == "third"
