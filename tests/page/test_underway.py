"""What is done on the page while answers are under way, and in which order it is undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Server
from .gestures import answered, click, clues_of, drag, drawn, enter, expect, store, until, verdict, waits_for_label

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
Show = Callable[..., Any]

TWO_SOLUTIONS = 'size = 4\ngrid = "123434122......."\n'
"""1 or 3 in r3c2, and then the other in r3c4."""

HOLDING = """
const Plain = WebSocket;
let isHeld = false;
const held = [];
window.hold = () => { isHeld = true; };
window.dropHeld = () => { isHeld = false; held.length = 0; };
window.release = () => { isHeld = false; held.splice(0).forEach((take) => take()); };
window.WebSocket = class extends Plain {
  set onmessage(take) { super.onmessage = (event) => (isHeld ? held.push(() => take(event)) : take(event)); }
};
"""
"""A page from which the messages of the server can be held back."""


def test_nothing_is_lost_or_mixed_up_while_the_server_is_slow(fresh: Serve, show: Show) -> None:
    """Cages with their sums, and digits that are given and taken away again: all before the first answer comes."""
    server = fresh()
    file, page = server.file, show(server, before=HOLDING)
    expect(page.locator("#saved")).to_have_text("saved in shared.toml")
    page.evaluate("hold()")
    page.locator("[data-rule=killer]").click()
    for row, total in ((1, "3"), (2, "4"), (3, "5")):
        drag(page, f"r{row}c1", f"r{row}c2")
        enter(page, "sum", total)
    for _ in range(2):
        page.keyboard.press("Escape")
    for name, keys in {"r9c8": ["7", "7"], "r9c9": ["7", "Delete", "8"]}.items():
        click(page, name)
        for key in keys:
            page.keyboard.press(key)
    expect(page.locator("#saved")).to_have_text("saving in shared.toml …")
    page.evaluate("release()")
    waits_for_label(page, "r9c9", "given 8")
    drawn(page, file, [("killer", {"cells": f"r{row}c1 r{row}c2", "sum": row + 2}) for row in (1, 2, 3)])
    expect(page.locator("#saved")).to_have_text("saved in shared.toml")
    waits_for_label(page, "r9c8", "empty")


def test_marks_that_come_back_late_hide_no_newer_ones(fresh: Serve, show: Show) -> None:
    page = show(fresh(TWO_SOLUTIONS), before=HOLDING)
    click(page, "r4c4")
    page.evaluate("hold()")
    for key in ("Control+Digit3", "Control+Digit1", "Control+Digit2"):
        page.keyboard.press(key)
    seen = """async () => {
      const { store, on } = await import("/static/store.js"), seen = [];
      on("marks", () => seen.push(store.marks.r4c4?.centre.length));
      release();
      while (store.unanswered) await new Promise((done) => setTimeout(done, 20));
      return seen;
    }"""
    assert set(page.evaluate(seen)) <= {3}
    waits_for_label(page, "r4c4", "centre 1 2 3")


def test_undo_takes_back_marks_and_givens_in_their_order(fresh: Serve, show: Show) -> None:
    """A change that was refused is none of them."""
    page = show(fresh(TWO_SOLUTIONS))
    click(page, "r3c2")
    page.keyboard.press("3")
    waits_for_label(page, "r3c2", "given 3")
    click(page, "r4c4")
    page.keyboard.press("z")
    page.keyboard.press("1")
    waits_for_label(page, "r4c4", "entered 1")
    page.keyboard.press("g")
    page.keyboard.press("3")
    waits_for_label(page, "r4c4", "given 3")
    page.locator("#open").click()
    page.locator("dialog textarea").fill("no puzzle")
    page.locator("dialog").get_by_role("button", name="Import").click()
    expect(page.locator("#notice")).to_be_visible()
    answered(page)
    states = [("given 3", "given 3"), ("given 3", "entered 1"), ("given 3", "empty"), ("empty", "empty")]
    for keys, order in (("Control+z", states[1:]), ("Control+y", states[-2::-1])):
        for above, below in order:
            page.keyboard.press(keys)
            answered(page)
            waits_for_label(page, "r3c2", above)
            waits_for_label(page, "r4c4", below)


def test_an_answer_says_which_puzzle_it_is_about(fresh: Serve, show: Show) -> None:
    page = show(fresh(TWO_SOLUTIONS))
    page.locator('[data-tab="questions"]').click()
    page.locator("[data-question=count]").click()
    expect(page.locator("#answer .about")).to_have_text("about this puzzle")
    click(page, "r3c2")
    page.keyboard.press("3")
    expect(page.locator("#answer .about")).to_have_text("about an earlier version")
    page.keyboard.press("Control+z")
    page.locator("[data-question=count]").click()
    expect(page.locator("#answer .about")).to_have_text("about this puzzle")


def press(page: Any, selector: str) -> None:
    """Press the mouse on a button, and keep it down."""
    box = page.locator(selector).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def test_a_button_stays_while_it_is_pressed(fresh: Serve, show: Show) -> None:
    """A click that begins before a new message and ends after it is a click."""
    server = fresh()
    page = show(server)
    page.locator('[data-tab="questions"]').click()
    page.locator("[data-question=count]").click()
    facts = page.locator("#progress")
    expect(facts).to_contain_text("nodes")
    press(page, "#cancel")
    for _ in range(2):
        before = facts.text_content()
        expect(facts).not_to_have_text(before)
    page.mouse.up()
    expect(page.locator("#answer")).to_contain_text("cancelled")
    with server.client() as client:
        client.begin(TWO_SOLUTIONS)
        verdict(page, "2 solutions")
        press(page, "#why")
        client.send("write", text="size = 4\n")
        verdict(page, "288 solutions")
        page.mouse.up()
    expect(page.locator("#answer h3")).to_contain_text("Why?")
    press(page, "[data-rule=thermo]")
    page.locator("[data-rule=killer]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#form h2")).to_have_text("Killer")
    page.locator("[data-rule=killer][aria-pressed=true]").wait_for()
    page.mouse.up()
    expect(page.locator("#form h2")).to_have_text("Thermo")
    page.locator("[data-rule=thermo][aria-pressed=true]").wait_for()
    expect(page.locator("[data-rule][aria-pressed=true]")).to_have_count(1)


def test_what_is_typed_while_no_server_answers_is_not_lost(serve: Serve, show: Show, tmp_path: Any) -> None:
    file = tmp_path / "kept.toml"
    file.write_text(TWO_SOLUTIONS)
    server = serve(file)
    page = show(server)
    verdict(page, "2 solutions")
    answered(page)
    former = page.evaluate("import('/static/store.js').then(({ store }) => store.instance)")
    server.process.kill()
    server.process.wait(60)
    expect(page.locator("#notice")).to_contain_text("The server does not answer")
    click(page, "r4c4")
    page.keyboard.press("Control+Digit3")
    waits_for_label(page, "r4c4", "centre 3")
    page.locator("[data-rule=thermo]").click()
    drag(page, "r4c1", "r4c2")
    expect(page.locator("#saved")).to_have_text("saving in kept.toml …")
    assert clues_of(file) == []
    server.start()
    until(page, "(former) => import('/static/store.js').then(({ store }) => store.instance !== former)", arg=former)
    drawn(page, file, [("thermo", {"line": "r4c1 r4c2"})])
    waits_for_label(page, "r4c4", "centre 3")
    store(page, "store.marks.r4c4?.centre?.length === 1")


def test_the_palette_is_searched(fresh: Serve, show: Show) -> None:
    """Rules that have all the words, in the name or the text."""
    page = show(fresh())
    found = page.locator("#palette [data-rule]")
    page.locator("[data-rule=killer]").wait_for()
    page.locator("#search").fill("anti knight")
    expect(found).to_have_count(1)
    page.locator("[data-rule=anti_knight]").wait_for()
    page.locator("#search").fill("no rule says so")
    expect(page.locator("#palette")).to_have_text("No rule has these words.")
