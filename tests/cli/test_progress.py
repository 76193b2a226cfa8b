from __future__ import annotations

import pytest

from sudoku_cp.cli import output
from sudoku_cp.cli.output import ProgressLine


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(output, "monotonic", lambda: now[0])
    return now


def test_short_work_shows_nothing(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(shown=True)
    clock[0] += 0.9
    line.puzzles(10)
    line.wipe()
    assert capsys.readouterr().err == ""


def test_long_work_shows_a_line_now_and_then_and_wipes_it(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    line = ProgressLine(shown=True)
    clock[0] += 2
    line.puzzles(10_000)
    clock[0] += 0.1
    line.puzzles(10_500)
    clock[0] += 1.9
    line.update("x" * 200)
    line.wipe()
    line.wipe()
    shortened = "x" * 52 + "…" + "x" * 26
    assert capsys.readouterr().err == f"\r10,000 puzzles, 5,000 a second\x1b[K\r{shortened}\x1b[K\r\x1b[K"


def test_silence(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(shown=False)
    clock[0] += 10
    line.puzzles(1)
    line.wipe()
    assert capsys.readouterr().err == ""


def test_what_a_run_waits_for_is_shown_at_once(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(shown=True)
    for what in (None, "workers", "workers", None):
        line.wait_for(what)
    clock[0] += 2
    line.wait_for("workers again")
    line.wait_for("workers again")
    clock[0] += 1
    line.wait_for("workers again: 1 s")
    expected = ["workers", "workers again", "workers again: 1 s"]
    assert capsys.readouterr().err == "".join(f"\rwaiting for {what}\x1b[K" for what in expected)


def test_what_a_run_waits_for_is_a_message_where_no_line_is_shown(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    line = ProgressLine(shown=False)
    for what in (None, "workers", "workers: 1 s", None, "workers"):
        line.wait_for(what)
    assert capsys.readouterr().err == "waiting for workers\nwaiting for workers\n"
