"""Each rule has a tool that suits its parameters and its drawing."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from sudoku_cp.page.limits import Job
from sudoku_cp.page.palette import palette

from .conftest import Server
from .gestures import expect, store


@pytest.fixture(scope="module")
def tools() -> dict[str, dict[str, Any]]:
    job = Job(Event(), lambda answer: None)
    return {tool["name"]: tool for tool in palette(job)["rules"]}


@pytest.mark.parametrize(
    ("rule", "tool", "collects"),
    [
        ("killer", "cells", ["cells"]),
        ("thermo", "line", ["line"]),
        ("arrow", "arrow", ["circle", "line"]),
        ("clone", "cells", ["cells", "copy"]),
        ("same_values", "cells", ["cells", "others"]),
        ("value_indexing", "cells", ["index", "value", "cells"]),
        ("region_count", "cell", ["count"]),
        ("kropki_white", "edge", ["cells"]),
        ("quadruple", "corner", ["cells"]),
        ("sandwich", "outside", []),
        ("anti_knight", "form", []),
    ],
)
def test_a_tool_follows_from_the_rule(
    tools: dict[str, dict[str, Any]], rule: str, tool: str, collects: list[str]
) -> None:
    assert (tools[rule]["tool"], tools[rule]["collects"]) == (tool, collects)


def test_a_form_is_the_tool_of_rules_without_cells_only(tools: dict[str, dict[str, Any]]) -> None:
    with_cells = {name for name, tool in tools.items() if any(each["kind"] == "cells" for each in tool["parameters"])}
    assert not {name for name in with_cells if tools[name]["tool"] == "form"}


def test_what_setters_call_a_rule_is_known(tools: dict[str, dict[str, Any]]) -> None:
    by_name = {name: tool["synonyms"] for name, tool in tools.items()}
    for words, name in {
        "x-sum": "x_sum",
        "xsum": "x_sum",
        "german whispers": "whisper",
        "inequality": "greater_than",
        "thermometer": "thermo",
        "masyu": "loop",
    }.items():
        assert words in by_name[name]
    assert all(text == text.lower() for synonyms in by_name.values() for text in synonyms)


@pytest.mark.slow
def test_rules_are_found_folded_and_kept_in_reach(fresh: Callable[..., Server], show: Callable[..., Any]) -> None:
    page = show(fresh())
    tools = page.locator("#palette [data-rule]")
    number = tools.count()
    for words, first in (("german whispers", "whisper"), ("x-sum", "x_sum"), ("Inequality", "greater_than")):
        page.locator("#search").fill(words)
        expect(tools.first).to_have_attribute("data-rule", first)
    page.locator("#search").fill("no such words")
    expect(page.locator("#palette")).to_have_text("No rule has these words.")
    page.locator("#search").fill("")

    page.locator("[data-rule=renban]").click()
    page.locator(".tool-row:has([data-rule=quadruple])").hover()
    page.get_by_role("button", name="Keep quadruple among the favourites").click()
    page.locator("summary", has_text="Cages").click()
    expect(page.locator("[data-rule=killer]")).to_be_hidden()
    page.reload()
    store(page, "store.palette !== null")
    expect(tools.nth(0)).to_have_attribute("data-rule", "quadruple")
    expect(tools.nth(1)).to_have_attribute("data-rule", "renban")
    expect(tools).to_have_count(number)
    expect(page.locator("[data-rule=killer]")).to_be_hidden()

    page.locator("#board").focus()
    page.keyboard.press("?")
    expect(page.locator("dialog[open] h2")).to_have_text("Keys")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
