"""Clues that are drawn in a real browser, each with the tool of its rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudoku_cp.formats import load

from .conftest import Server
from .gestures import click, clues, drag, point, saved, until, verdict

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

Serve = Callable[..., Server]
Show = Callable[..., Any]


def drawn(page: Any, file: Path) -> list[tuple[str, dict[str, Any]]]:
    """The clues of the saved puzzle, with their parameters."""
    saved(page)
    return [(clue.rule.name, clue.parameters) for clue in load(file).clues]  # type: ignore[attr-defined]


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
    until(page, "document.querySelector('#form [name=circle]')?.value === 'r8c1 r8c2'")
    drag(page, "r8c2", "r8c3", "r8c4")
    clues(page, 3)
    assert drawn(page, file) == [
        ("arrow", {"circle": "r1c1", "line": "r1c2 r2c3"}),
        ("arrow", {"circle": "r5c5", "line": "r6c6"}),
        ("arrow", {"circle": "r8c1 r8c2", "line": "r8c3 r8c4"}),
    ]


def test_cells_of_several_parameters_are_collected_in_turn(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=clone]").click()
    for left, right in (("r1c1", "r1c2"), ("r4c4", "r4c5"), ("r7c1", "r7c2"), ("r8c5", "r8c6")):
        drag(page, left, right)
    clues(page, 2)
    page.locator("[data-rule=count_digits]").click()
    click(page, "r5c5")
    until(page, "document.querySelector('#form').textContent.includes('“cells”')")
    drag(page, "r9c1", "r9c2", "r9c3")
    page.keyboard.type("1 2")
    page.keyboard.press("Enter")
    clues(page, 3)
    assert drawn(page, file) == [
        ("clone", {"cells": "r1c1 r1c2", "copy": "r4c4 r4c5"}),
        ("clone", {"cells": "r7c1 r7c2", "copy": "r8c5 r8c6"}),
        ("count_digits", {"count": "r5c5", "cells": "r9c1 r9c2 r9c3", "values": "1 2"}),
    ]


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
    page.locator("#form [name=digits]").wait_for()
    page.keyboard.type("1 2")
    page.keyboard.press("Enter")
    clues(page, 3)
    assert drawn(page, file) == [
        ("kropki_white", {"cells": "r2c2 r2c3"}),
        ("kropki_white", {"cells": "r4c5 r5c5"}),
        ("quadruple", {"cells": "r7c7 r7c8 r8c7 r8c8", "digits": "1 2"}),
    ]


def test_a_sum_is_set_beside_the_grid(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=sandwich]").click()
    page.locator("[data-side=left][data-index='3']").click()
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    clues(page, 1)
    page.locator("[data-side=top][data-index='5']").click()
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    clues(page, 2)
    assert drawn(page, file) == [
        ("sandwich", {"side": "left", "index": 3, "value": 12}),
        ("sandwich", {"side": "top", "index": 5, "value": 0}),
    ]


SHOWN = """(async (text) => {
  const { store } = await import("/static/store.js");
  return store.document.text === text && store.view.revision === store.document.revision;
})"""

PICTURE = """
async () => {
  const { store } = await import("/static/store.js");
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const parsed = new DOMParser().parseFromString(store.view.svg, "image/svg+xml").documentElement;
  const drawn = document.importNode(parsed, true);
  for (const name of ["rect", "title"]) drawn.querySelector(`:scope > ${name}`).remove();
  const layers = ({ children }) => [...children].map((layer) => layer.outerHTML).join("\\n");
  return [layers(drawn), layers(document.querySelector(".picture"))];
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
            wanted, shown = page.evaluate(PICTURE)
            assert shown == wanted


def test_clues_are_combined_in_the_list(fresh: Serve, show: Show) -> None:
    """Two killers become one clue of which at least one holds; a third clue is combined with it; then all are split."""
    text = "size = 4\n" + "".join(f'[[killer]]\ncells = "r{row}c1 r{row}c2"\nsum = 3\n' for row in (1, 2, 4))
    server = fresh(text)
    file, page = server.file, show(server)
    verdict(page, "No solution")
    page.locator("#combine").click()
    combine = page.get_by_role("button", name="Combine", exact=True)
    until(page, "document.querySelector('.combining button.main')?.disabled")
    page.locator("[data-clue='killer r1c1 r1c2 sum=3']").click()
    page.locator("[data-clue='killer r2c1 r2c2 sum=3']").click()
    combine.click()
    clues(page, 2)
    verdict(page, "solutions")
    assert drawn(page, file) == [("killer", {"cells": "r4c1 r4c2", "sum": 3}), ("any_of", {})]
    page.locator("[data-clue^=killer]").click(modifiers=["Control"])
    page.locator("[data-clue^=any_of]").click()
    page.get_by_label("What holds of the chosen clues").select_option("exactly")
    until(page, "document.querySelector('.combining button.main')?.disabled")
    page.locator(".combining [name=number]").fill("1")
    combine.click()
    clues(page, 1)
    assert drawn(page, file) == [("exactly", {"number": 1})]
    page.get_by_role("button", name="Split", exact=True).click()
    clues(page, 2)
    page.get_by_role("button", name="Split", exact=True).click()
    clues(page, 3)
    verdict(page, "No solution")
