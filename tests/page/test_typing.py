"""A value that is typed for a clue is never lost, however its field is left; only Escape discards it, and says so."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from sudoku_cp.formats import load
from sudoku_cp.rules import AppliedRule

from .conftest import Server
from .gestures import answered, click, drag, drawn, expect, point, saved

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
Show = Callable[..., Any]

KILLER = ("killer", {"cells": "r1c1 r1c2", "sum": 10})


def elsewhere(page: Any) -> None:
    page.locator("#title").click()


def other_tool(page: Any) -> None:
    page.locator("[data-rule=thermo]").click()


def done(page: Any) -> None:
    page.get_by_role("button", name="Done").click()


def tab(page: Any) -> None:
    page.keyboard.press("Tab")


def questions(page: Any) -> None:
    page.locator("#tab-questions").click()


def export(page: Any) -> None:
    page.locator("#export").click()
    page.locator("[data-export=toml]").wait_for()


WAYS = (elsewhere, other_tool, done, tab, questions, export)


@pytest.mark.parametrize("leave", WAYS)
def test_a_sum_and_a_clue_beside_the_grid_are_kept(fresh: Serve, show: Show, leave: Callable[[Any], None]) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=killer]").click()
    drag(page, "r1c1", "r1c2")
    page.locator("#form [name=sum]:focus").wait_for()
    page.keyboard.type("10")
    leave(page)
    drawn(page, file, [KILLER])
    page.reload()
    page.wait_for_selector("[data-cell]")
    page.locator("[data-rule=sandwich]").click()
    page.locator("[data-side=left][data-index='3']").click()
    page.locator("#form [name=value]:focus").wait_for()
    page.keyboard.type("12")
    leave(page)
    drawn(page, file, [KILLER, ("sandwich", {"side": "left", "index": 3, "value": 12})])


def test_escape_discards_and_says_so(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=killer]").click()
    drag(page, "r1c1", "r1c2")
    page.locator("#form [name=sum]:focus").wait_for()
    page.keyboard.type("10")
    page.keyboard.press("Escape")
    expect(page.locator("#notice")).to_have_text("Discarded: sum 10.")
    expect(page.locator("#form [name=sum]")).to_have_value("")
    page.keyboard.press("Escape")
    drawn(page, file, [("killer", {"cells": "r1c1 r1c2"})])


def test_a_clue_that_is_not_complete_is_named(fresh: Serve, show: Show) -> None:
    """What was typed before anything was drawn is there when the tool is chosen again."""
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=sandwich]").click()
    page.locator("[data-side=left][data-index='3']").click()
    page.locator("[data-rule=killer]").click()
    expect(page.locator("#notice")).to_have_text("Sandwich was not added: it has no value.")
    page.locator("#form [name=sum]").fill("10")
    page.locator("[data-rule=thermo]").click()
    expect(page.locator("#notice")).to_be_hidden()
    page.locator("[data-rule=killer]").click()
    drag(page, "r1c1", "r1c2")
    drawn(page, file, [KILLER])


def test_a_click_elsewhere_both_sends_what_was_typed_and_acts(fresh: Serve, show: Show) -> None:
    """The list of clues gets a new clue while the button of another one is pressed."""
    server = fresh('size = 9\n[[killer]]\ncells = "r9c1 r9c2"\nsum = 5\n')
    file, page = server.file, show(server)
    page.locator("[data-rule=killer]").click()
    drag(page, "r1c1", "r1c2")
    page.locator("#form [name=sum]:focus").wait_for()
    page.keyboard.type("10")
    page.get_by_role("button", name="Remove killer (r9c1 r9c2; sum 5)").hover()
    page.mouse.down()
    answered(page)
    page.wait_for_timeout(300)
    page.mouse.up()
    drawn(page, file, [KILLER])


def test_what_is_typed_outlasts_a_reload(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=killer]").click()
    drag(page, "r1c1", "r1c2")
    page.locator("#form [name=sum]:focus").wait_for()
    page.keyboard.type("10")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.wait_for_selector("[data-cell]")
    drawn(page, file, [KILLER])


FIXED = {
    "calcudoku": {"value": "6"},
    "regular_line": {"expression": "[12]+3(4.)*"},
    "pair_line": {"pairs": "1 2; 5 3"},
    "automaton_line": {"moves": "0 1,2 0; 0 3 1", "accepting": "1"},
    "look_and_say": {"clue": "12"},
    "battlefield": {"meeting": "any"},
}
"""Values for parameters whose text has a form of its own."""

BORDER = ("r2c2", 0.98, 0.5)
CORNER = ("r2c2", 0.98, 0.98)
PLACES = [f"r{row}c{column}" for row in range(1, 9) for column in range(1, 9)]
LINES = {"magic_square": ["r1c1", "r1c2", "r1c3", "r2c3", "r2c2", "r2c1", "r3c1", "r3c2", "r3c3"]}


def draw(page: Any, tool: dict[str, Any]) -> None:
    """Draw a clue with the pointer, for all parameters that are drawn."""
    kind, name = tool["tool"], tool["name"]
    if kind == "edge":
        page.mouse.click(*point(page, *BORDER))
    elif kind == "corner":
        page.mouse.click(*point(page, *CORNER))
    elif kind == "outside":
        page.locator("[data-side=left][data-index='2']").click()
    elif kind == "diagonal":
        drag(page, "r1c2", "r2c3")
    elif kind == "arrow":
        drag(page, "r1c1", "r1c2", "r1c3")
    elif kind in ("line", "cell", "cells"):
        for at, parameter in enumerate(tool["collects"]):
            wanted = next(each["wanted"] for each in tool["parameters"] if each["name"] == parameter)
            cells = LINES.get(name) or [f"r{2 + at}c{column}" for column in range(2, 5)]
            if kind == "cell" or wanted == 1:
                click(page, cells[0])
            else:
                drag(page, *cells)


def typed_text(tool: dict[str, Any], parameter: dict[str, Any]) -> str:
    known = FIXED.get(tool["name"], {}).get(parameter["name"])
    return known or {"number": "3", "numbers": "1 2"}.get(parameter["kind"], "1")


def as_typed(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


@pytest.fixture(scope="module")
def tools() -> list[dict[str, Any]]:
    from sudoku_cp.page.limits import Job
    from sudoku_cp.page.palette import palette

    return [tool for tool in palette(Job(Event(), lambda _: None))["rules"] if tool["tool"] != "text"]


def test_every_tool_keeps_what_is_typed(fresh: Serve, show: Show, tools: list[dict[str, Any]]) -> None:
    """Each tool is used by the pointer, and the field is left in one of the ways, which take turns."""
    server = fresh()
    file, page = server.file, show(server)
    lost = []
    for at, tool in enumerate(tools):
        server = fresh()
        answered(page)
        page.locator(f"[data-rule={tool['name']}]").click()
        draw(page, tool)
        typed = [
            each
            for each in tool["parameters"]
            if each["kind"] in ("number", "numbers", "text") and each["name"] != "index"
        ]
        values = {each["name"]: typed_text(tool, each) for each in typed if each["required"]}
        if typed and not values:
            values = {typed[0]["name"]: typed_text(tool, typed[0])}
        if not typed and tool["tool"] == "form":
            page.locator("#form button.main").click()
        for name, value in values.items():
            page.locator(f"#form [name={name}]").fill(value)
        WAYS[at % len(WAYS)](page)
        page.keyboard.press("Escape")  # a dialog
        saved(page)
        found = [clue for clue in load(file).clues if isinstance(clue, AppliedRule)]
        said = page.locator("#notice").inner_text() if page.locator("#notice").is_visible() else ""
        kept = [clue.rule.name for clue in found] == [tool["name"]] and all(
            as_typed(dict(found[0].arguments)[name]) == value for name, value in values.items()
        )
        if not kept and tool["name"] not in said:
            lost.append((tool["name"], WAYS[at % len(WAYS)].__name__, values, list(map(str, found)), said))
    assert lost == []
