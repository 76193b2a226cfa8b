"""Faults say where they are: beside the chip, at the clue, and in the text; and nothing of an old puzzle stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Server
from .gestures import answered, click, expect, saved, settled, store

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
Show = Callable[..., Any]

TWO = 'size = 6\n[[killer]]\ncells = "r1c1 r1c2"\nsum = 5\n[[thermo]]\nline = "r3c1 r3c2 r3c3"\n'
OWN = '''
from sudoku_cp.rules import Cells, Line, rule


@rule("broken", draw=Line())
def broken(line: Cells):
    """A rule with an error in it."""
    yield line[0] < line[7]
'''


def test_a_fault_is_said_beside_the_chip_and_at_the_clue(fresh: Serve, show: Show) -> None:
    page = show(fresh(TWO))
    answered(page)
    page.locator("#tab-text").click()
    page.locator("#source").fill(TWO.replace("r3c3", "r9c3"))
    expect(page.locator("#verdict .reason")).to_contain_text("line 6: thermo r3c1 r3c2 r9c3: line: r9c3 is not a cell")
    page.locator("#tab-clues").click()
    expect(page.locator(".clue.faulty")).to_have_count(1)
    expect(page.locator(".clue.faulty .reason")).to_contain_text("not enforced: thermo r3c1 r3c2 r9c3")
    expect(page.locator(".clue.faulty .dot")).to_have_attribute("title", "not enforced: it has an error")
    page.locator("#verdict").click()
    chosen = "(field) => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert page.locator("#source").evaluate(chosen) == 'line = "r3c1 r3c2 r9c3"'
    page.locator("#source").fill(TWO)
    expect(page.locator(".clue.faulty")).to_have_count(0)
    expect(page.locator("#verdict .reason")).to_have_count(0)


def test_an_error_in_a_rule_of_ones_own_is_said_at_its_clue(serve: Serve, show: Show, tmp_path: Any) -> None:
    (tmp_path / "own.py").write_text(OWN)
    file = tmp_path / "mine.toml"
    file.write_text("size = 4\n")
    page = show(serve(file, "--rules", tmp_path / "own.py"))
    page.locator("[data-rule=broken]").wait_for()
    page.locator("#tab-text").click()
    page.locator("#source").fill('size = 4\n[[broken]]\nline = "r1c1 r1c2"\n')
    expect(page.locator("#verdict")).to_contain_text("Not a puzzle yet")
    expect(page.locator("#verdict .reason")).to_contain_text("own.py:8: IndexError")


def test_an_export_that_is_closed_early(fresh: Serve, show: Show) -> None:
    """A failing export, whose dialog goes before its answer; an error on the console would fail the test."""
    page = show(fresh("size = [4, 6]\n"))
    page.locator("#export").click()
    page.locator("[data-export=sudokupad-address]").click()
    page.keyboard.press("Escape")
    store(page, 'store.answer?.question === "export"')
    settled(page)
    expect(page.locator("#dialog")).to_be_hidden()


def test_marks_go_with_the_puzzle_that_an_import_replaces(fresh: Serve, show: Show) -> None:
    page = show(fresh("size = 4\n"))
    page.locator("[data-layer=own]").click()
    click(page, "r1c1")
    page.keyboard.press("Shift+Digit3")
    expect(page.locator(".mark")).to_have_text("3")
    for text, marks in (("no puzzle at all", 1), ("12..............", 0)):
        page.locator("#open").click()
        page.locator("#dialog textarea").fill(text)
        page.locator("#dialog .main").click()
        saved(page)
        expect(page.locator(".mark")).to_have_count(marks)


def test_candidates_that_say_nothing_are_not_drawn(fresh: Serve, show: Show) -> None:
    page = show(fresh('size = 4\n[[killer]]\ncells = "r1c1 r1c2"\nsum = 3\n'))
    settled(page)
    expect(page.locator(".candidate").first).to_be_visible()
    shown = page.locator(".candidate").all_inner_texts()
    assert shown
    assert "1234" not in shown
    page.locator("#tab-text").click()
    page.locator("#source").fill("size = 9\n")
    settled(page)
    expect(page.locator(".candidate")).to_have_count(0)


def test_a_corner_mark_is_not_under_a_sum(fresh: Serve, show: Show) -> None:
    page = show(fresh(TWO))
    page.locator("[data-layer=own]").click()
    click(page, "r1c1")
    page.keyboard.press("Shift+Digit3")
    mark, label = page.locator(".mark"), page.locator(".picture text", has_text="5").first
    expect(mark).to_have_text("3")
    assert mark.bounding_box()["y"] >= label.bounding_box()["y"] + 0.6 * label.bounding_box()["height"]
