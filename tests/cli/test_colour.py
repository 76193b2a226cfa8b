from __future__ import annotations

import io

import pytest

from sudoku_cp.cli.output import knows_unicode, wants_colour


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_auto_wants_colour_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wants_colour("auto", Terminal())
    assert not wants_colour("auto", io.StringIO())
    monkeypatch.setenv("NO_COLOR", "")
    assert wants_colour("auto", Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour("auto", Terminal())


def test_colour_is_forced_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_colour("auto", io.StringIO())
    assert not wants_colour("never", io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour("auto", io.StringIO())


def test_a_dumb_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour("auto", Terminal())


def test_the_choice_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert wants_colour("always", io.StringIO())
    assert not wants_colour("never", Terminal())


@pytest.mark.parametrize(("encoding", "known"), [("utf-8", True), ("ascii", False), ("latin-1", False)])
def test_unicode(encoding: str, known: bool) -> None:
    assert knows_unicode(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is known
