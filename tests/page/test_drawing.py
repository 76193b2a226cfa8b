"""Clues that are drawn in a real browser, each with the tool of its rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from .conftest import Server
from .gestures import Clue, becomes, click, clues, drag, drawn, enter, expect, point, until, verdict

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
Show = Callable[..., Any]


def test_an_arrow_is_one_drag_from_its_circle(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=arrow]").click()
    drag(page, "r1c1", "r1c2", "r2c3")
    clues(page, 1)
    drag(page, "r5c5", "r6c6")
    clues(page, 2)
    page.keyboard.press("Escape")
    drag(page, "r8c1", "r8c2")
    page.locator("[data-rule=arrow]").click()
    page.keyboard.press("Enter")
    expect(page.locator("#form [name=circle]")).to_have_value("r8c1 r8c2")
    drag(page, "r8c2", "r8c3", "r8c4")
    clues(page, 3)
    wanted = [
        ("arrow", {"circle": "r1c1", "line": "r1c2 r2c3"}),
        ("arrow", {"circle": "r5c5", "line": "r6c6"}),
        ("arrow", {"circle": "r8c1 r8c2", "line": "r8c3 r8c4"}),
    ]
    drawn(page, file, wanted)


def test_a_line_is_taken_back_along_its_way(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=thermo]").click()
    drag(page, "r1c1", "r1c2", "r2c3", "r2c4", "r2c3", "r1c2", "r1c3")
    drawn(page, file, [("thermo", {"line": "r1c1 r1c2 r1c3"})])


def test_cells_of_several_parameters_are_collected_in_turn(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=clone]").click()
    for left, right in (("r1c1", "r1c2"), ("r4c4", "r4c5"), ("r7c1", "r7c2"), ("r8c5", "r8c6")):
        drag(page, left, right)
    clues(page, 2)
    page.locator("[data-rule=count_digits]").click()
    click(page, "r5c5")
    expect(page.locator("#form")).to_contain_text("“cells”")
    drag(page, "r9c1", "r9c2", "r9c3")
    enter(page, "values", "1 2")
    clues(page, 3)
    wanted = [
        ("clone", {"cells": "r1c1 r1c2", "copy": "r4c4 r4c5"}),
        ("clone", {"cells": "r7c1 r7c2", "copy": "r8c5 r8c6"}),
        ("count_digits", {"count": "r5c5", "cells": "r9c1 r9c2 r9c3", "values": "1 2"}),
    ]
    drawn(page, file, wanted)


def test_dots_are_clicked_on_borders_and_corners(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=kropki_white]").click()
    page.mouse.click(*point(page, "r2c2", 0.96, 0.5))
    clues(page, 1)
    page.mouse.click(*point(page, "r5c5", 0.45, 0.03))
    clues(page, 2)
    page.locator("[data-rule=quadruple]").click()
    page.mouse.click(*point(page, "r7c7", 0.95, 0.95))
    enter(page, "digits", "1 2")
    clues(page, 3)
    wanted = [
        ("kropki_white", {"cells": "r2c2 r2c3"}),
        ("kropki_white", {"cells": "r4c5 r5c5"}),
        ("quadruple", {"cells": "r7c7 r7c8 r8c7 r8c8", "digits": "1 2"}),
    ]
    drawn(page, file, wanted)


def test_a_sum_is_set_beside_the_grid(fresh: Serve, show: Show) -> None:
    """The second clue waits for its own sum."""
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=sandwich]").click()
    page.locator("[data-side=left][data-index='3']").click()
    enter(page, "value", "12")
    first = ("sandwich", {"side": "left", "index": 3, "value": 12})
    drawn(page, file, [first])
    page.locator("[data-side=top][data-index='5']").click()
    page.locator("#form [name=value]:focus").wait_for()
    drawn(page, file, [first])
    enter(page, "value", "0")
    drawn(page, file, [first, ("sandwich", {"side": "top", "index": 5, "value": 0})])


def test_each_cage_has_its_own_sum(fresh: Serve, show: Show) -> None:
    """A cage that is drawn after one with a sum has none; of the dots between cells, all have the same number."""
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=killer]").click()
    drag(page, "r1c1", "r1c2")
    enter(page, "sum", "10")
    drag(page, "r2c1", "r2c2")
    cages: list[Clue] = [("killer", {"cells": "r1c1 r1c2", "sum": 10}), ("killer", {"cells": "r2c1 r2c2"})]
    drawn(page, file, cages)
    expect(page.locator("#form [name=sum]")).to_have_value("")
    page.keyboard.type("7")
    drag(page, "r3c1", "r3c2")  # without Enter
    cages[1:] = [("killer", {"cells": "r2c1 r2c2", "sum": 7}), ("killer", {"cells": "r3c1 r3c2"})]
    drawn(page, file, cages)
    for _ in range(2):
        page.keyboard.press("Escape")
    page.locator("[data-rule=killer]").click()
    page.locator("#form [name=sum]").fill("12")
    drag(page, "r4c1", "r4c2")
    cages.append(("killer", {"cells": "r4c1 r4c2", "sum": 12}))
    drawn(page, file, cages)
    page.locator("[data-rule=xv]").click()
    page.mouse.click(*point(page, "r5c5", 0.97, 0.5))
    enter(page, "sum", "5")
    page.mouse.click(*point(page, "r7c5", 0.97, 0.5))
    dots: list[Clue] = [("xv", {"cells": f"r{row}c5 r{row}c6", "sum": 5}) for row in (5, 7)]
    drawn(page, file, [*cages, *dots])
    enter(page, "sum", "10")
    drawn(page, file, [*cages, dots[0], ("xv", {"cells": "r7c5 r7c6", "sum": 10})])


def test_the_form_follows_its_clue(fresh: Serve, show: Show) -> None:
    """When a clue before it is removed, and when it is removed itself: then the form adds it again."""
    cages: list[Clue] = [("killer", {"cells": f"r{row}c1 r{row}c2", "sum": row + 2}) for row in (1, 2, 3)]
    server = fresh("size = 4\n" + "".join(f'[[killer]]\ncells = "{c["cells"]}"\nsum = {c["sum"]}\n' for _, c in cages))
    file, page = server.file, show(server)
    page.locator("[data-clue='killer r2c1 r2c2 sum=4']").click()
    expect(page.locator("#form button.main")).to_have_text("Change")
    page.get_by_role("button", name="Remove killer (r1c1 r1c2; sum 3)").click()
    clues(page, 2)
    page.locator("#form [name=sum]").fill("6")
    page.keyboard.press("Enter")
    second = ("killer", {"cells": "r2c1 r2c2", "sum": 6})
    drawn(page, file, [second, cages[2]])
    page.get_by_role("button", name="Remove killer (r2c1 r2c2; sum 6)").click()
    clues(page, 1)
    expect(page.locator("#form button.main")).to_have_text("Add")
    page.locator("#form [name=sum]").fill("5")
    page.keyboard.press("Enter")
    drawn(page, file, [cages[2], ("killer", {"cells": "r2c1 r2c2", "sum": 5})])
    page.locator("#undo").click()
    drawn(page, file, [cages[2]])


SHOWN = """(async (text) => {
  const { store } = await import("/static/store.js");
  return store.document.text === text && store.view.revision === store.document.revision;
})"""

DIFFERENCE = """
async () => {
  const { store } = await import("/static/store.js");
  const parsed = new DOMParser().parseFromString(store.view.svg, "image/svg+xml").documentElement;
  const drawn = document.importNode(parsed, true);
  for (const name of ["rect", "title"]) drawn.querySelector(`:scope > ${name}`).remove();
  const layers = ({ children }) => [...children].map((layer) => layer.outerHTML).join("\\n");
  const wanted = layers(drawn), shown = layers(document.querySelector(".picture"));
  return shown === wanted ? [] : [shown, wanted];
}
"""


def test_the_picture_is_the_one_of_the_document_after_every_change(fresh: Serve, show: Show) -> None:
    """Only layers that differ are replaced: whichever are added, changed and taken away, all others are there."""
    parts = {
        "thermo": '[[thermo]]\nline = "r1c1 r1c2 r2c3"\n',
        "killer": '[[killer]]\ncells = "r2c1 r2c2"\nsum = 3\n',
        "dot": '[[kropki_white]]\ncells = "r3c1 r3c2"\n',
        "sandwich": '[[sandwich]]\nside = "left"\nindex = 3\nvalue = 2\n',
        "longer thermo": '[[thermo]]\nline = "r1c1 r1c2 r2c3 r2c4"\n',
    }
    chosen: set[str] = set()
    random = Random(7)
    server = fresh("size = 4\n")
    page = show(server)
    with server.client() as client:
        for _ in range(25):
            chosen ^= {random.choice(list(parts))}
            digits = "".join(random.choice("1....") if at < 4 else "." for at in range(16))
            text = f'size = 4\ngrid = "{digits}"\n' + "".join(map(parts.__getitem__, sorted(chosen)))
            client.send("write", text=text)
            until(page, f"{SHOWN}({json.dumps(text)})")
            becomes(page, lambda: page.evaluate(DIFFERENCE), [])


def test_clues_are_combined_in_the_list(fresh: Serve, show: Show) -> None:
    """Two killers become one clue of which at least one holds; a third clue is combined with it; then all are split."""
    text = "size = 4\n" + "".join(f'[[killer]]\ncells = "r{row}c1 r{row}c2"\nsum = 3\n' for row in (1, 2, 4))
    server = fresh(text)
    file, page = server.file, show(server)
    verdict(page, "No solution")
    page.locator("#combine").click()
    combine = page.get_by_role("button", name="Combine", exact=True)
    expect(combine).to_be_disabled()
    page.locator("[data-clue='killer r1c1 r1c2 sum=3']").click()
    page.locator("[data-clue='killer r2c1 r2c2 sum=3']").click()
    combine.click()
    clues(page, 2)
    verdict(page, "32 solutions")
    drawn(page, file, [("killer", {"cells": "r4c1 r4c2", "sum": 3}), ("any_of", {})])
    page.locator("[data-clue^=killer]").click(modifiers=["Control"])
    page.locator("[data-clue^=any_of]").click()
    page.get_by_label("What holds of the chosen clues").select_option("exactly")
    expect(combine).to_be_disabled()
    page.locator(".combining [name=number]").fill("1")
    combine.click()
    clues(page, 1)
    drawn(page, file, [("exactly", {"number": 1})])
    page.get_by_role("button", name="Split", exact=True).click()
    clues(page, 2)
    page.get_by_role("button", name="Split", exact=True).click()
    clues(page, 3)
    verdict(page, "No solution")
