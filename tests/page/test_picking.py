"""Clues that are picked on the board: moved, turned, removed; and what is drawn fast, or twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Server
from .gestures import Clue, answered, click, clues, drag, drawn, enter, expect, point, store

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
Show = Callable[..., Any]

DOT: Clue = ("kropki_white", {"cells": "r2c2 r2c3"})
CAGE: Clue = ("killer", {"cells": "r4c4 r4c5 r5c4", "sum": 12})
SANDWICH: Clue = ("sandwich", {"side": "top", "index": 4, "value": 7})
THREE = """size = 9

[[kropki_white]]
cells = "r2c2 r2c3"

[[killer]]
cells = "r4c4 r4c5 r5c4"
sum = 12

[[sandwich]]
side = "top"
index = 4
value = 7
"""


def _drag_between(page: Any, *points: tuple[float, float]) -> None:
    page.mouse.move(*points[0])
    page.mouse.down()
    for at in points[1:]:
        page.mouse.move(*at)
    page.mouse.up()


def _picked(page: Any, rule: str) -> None:
    store(page, f"store.tool?.isPicked && store.tool.rule.name === {rule!r}")


def test_a_dot_is_picked_moved_and_removed(fresh: Serve, show: Show) -> None:
    server = fresh(THREE)
    file, page = server.file, show(server)
    answered(page)
    border = point(page, "r2c2", 1)
    page.mouse.click(*border)
    _picked(page, "kropki_white")
    _drag_between(page, border, point(page, "r6c6", 1))
    drawn(page, file, [("kropki_white", {"cells": "r6c6 r6c7"}), CAGE, SANDWICH])
    _drag_between(page, point(page, "r6c6", 1), point(page, "r6c9", 1))  # one of its cells would leave the grid
    drawn(page, file, [("kropki_white", {"cells": "r6c6 r6c7"}), CAGE, SANDWICH])
    page.keyboard.press("Delete")
    drawn(page, file, [CAGE, SANDWICH])
    page.keyboard.press("Control+z")
    drawn(page, file, [("kropki_white", {"cells": "r6c6 r6c7"}), CAGE, SANDWICH])


def test_a_double_click_edits_the_value_of_a_clue(fresh: Serve, show: Show) -> None:
    server = fresh(THREE)
    file, page = server.file, show(server)
    answered(page)
    page.mouse.dblclick(*point(page, "r5c4"))
    enter(page, "sum", "15")
    cage: Clue = ("killer", {"cells": "r4c4 r4c5 r5c4", "sum": 15})
    drawn(page, file, [DOT, cage, SANDWICH])
    page.keyboard.press("Escape")
    page.mouse.dblclick(*point(page, "r1c4", 0.5, -0.3))
    enter(page, "value", "9")
    drawn(page, file, [DOT, cage, ("sandwich", {"side": "top", "index": 4, "value": 9})])


def test_a_clue_beside_the_grid_goes_where_it_is_dragged(fresh: Serve, show: Show) -> None:
    server = fresh(THREE)
    file, page = server.file, show(server)
    answered(page)
    page.mouse.click(*point(page, "r1c4", 0.5, -0.3))
    _picked(page, "sandwich")
    page.locator("[data-side=left][data-index='6']").wait_for()
    _drag_between(page, point(page, "r1c4", 0.5, -0.3), point(page, "r6c1", -0.3))
    drawn(page, file, [DOT, CAGE, ("sandwich", {"side": "left", "index": 6, "value": 7})])


@pytest.mark.parametrize(
    ("button", "cage", "sandwich"),
    [
        ("Mirror", "r4c5 r4c4 r5c5", ("top", 6)),
        ("Turn", "r4c5 r5c5 r4c4", ("right", 4)),
    ],
)
def test_clues_are_mirrored_and_turned(
    fresh: Serve, show: Show, button: str, cage: str, sandwich: tuple[str, int]
) -> None:
    server = fresh(THREE)
    file, page = server.file, show(server)
    answered(page)
    page.locator("[data-clue^=killer]").click()
    page.locator("#actions").get_by_text(button, exact=True).click()
    made: Clue = ("killer", {"cells": cage, "sum": 12})
    drawn(page, file, [DOT, made, SANDWICH])
    page.locator("[data-clue^=sandwich]").click()
    page.locator("#actions").get_by_text(button, exact=True).click()
    side, index = sandwich
    drawn(page, file, [DOT, made, ("sandwich", {"side": side, "index": index, "value": 7})])


def test_four_turns_and_two_mirrors_change_nothing(fresh: Serve, show: Show) -> None:
    arrow: Clue = ("little_killer", {"start": "r1c3", "direction": "down-right", "sum": 30})
    text = "".join(f"{key} = {value!r}\n" for key, value in arrow[1].items())
    server = fresh(f"size = 9\n\n[[little_killer]]\n{text}")
    file, page = server.file, show(server)
    answered(page)
    page.locator("[data-clue]").click()
    turns = [("r3c9", "down-left"), ("r9c7", "up-left"), ("r7c1", "up-right"), ("r1c3", "down-right")]
    for button, places in (("Turn", turns), ("Mirror", [("r1c7", "down-left"), ("r1c3", "down-right")])):
        for start, direction in places:
            page.locator("#actions").get_by_text(button, exact=True).click()
            drawn(page, file, [("little_killer", {"start": start, "direction": direction, "sum": 30})])


def test_a_copy_is_beside_its_clue(fresh: Serve, show: Show) -> None:
    server = fresh(THREE)
    file, page = server.file, show(server)
    answered(page)
    page.locator("[data-clue^=killer]").click()
    page.locator("#actions").get_by_text("Copy", exact=True).click()
    drawn(page, file, [DOT, CAGE, ("killer", {"cells": "r5c5 r5c6 r6c5", "sum": 12}), SANDWICH])


def test_a_second_click_on_a_dot_removes_it(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=kropki_white]").click()
    page.mouse.click(*point(page, "r2c2", 1))
    clues(page, 1)
    answered(page)
    page.mouse.click(*point(page, "r2c2", 1))
    drawn(page, file, [])


def test_a_second_click_beside_the_grid_edits_the_clue_that_is_there(fresh: Serve, show: Show) -> None:
    server = fresh(THREE)
    file, page = server.file, show(server)
    page.locator("[data-rule=sandwich]").click()
    page.locator("[data-side=top][data-index='4']").click()
    enter(page, "value", "20")
    drawn(page, file, [DOT, CAGE, ("sandwich", {"side": "top", "index": 4, "value": 20})])


def test_little_killers_are_clicked_beside_the_grid_or_dragged(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=little_killer]").click()
    wanted: list[Clue] = []
    places = [("top", 5, (0.9, 0.5), "r1c6", "down-right"), ("top", 5, (0.1, 0.5), "r1c4", "down-left")]
    places += [("left", 0, (0.5, 0.5), "r1c1", "down-right"), ("right", 3, (0.5, 0.1), "r2c9", "up-left")]
    places += [("bottom", 2, (0.9, 0.5), "r9c3", "up-right"), ("left", 10, (0.5, 0.5), "r9c1", "up-right")]
    for side, index, (across, down), start, direction in places:
        box = page.locator(f"[data-side={side}][data-index='{index}']").bounding_box()
        page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])
        enter(page, "sum", str(20 + len(wanted)))
        wanted.append(("little_killer", {"start": start, "direction": direction, "sum": 20 + len(wanted)}))
        drawn(page, file, wanted)
    drag(page, "r4c9", "r5c8")
    enter(page, "sum", "40")
    drawn(page, file, [*wanted, ("little_killer", {"start": "r4c9", "direction": "down-left", "sum": 40})])


def test_a_fast_drag_skips_no_cell(fresh: Serve, show: Show) -> None:
    server = fresh()
    file, page = server.file, show(server)
    page.locator("[data-rule=thermo]").click()
    _drag_between(page, point(page, "r3c1"), point(page, "r3c9"))
    _drag_between(page, point(page, "r5c1"), point(page, "r9c5"))
    row = " ".join(f"r3c{column}" for column in range(1, 10))
    diagonal = " ".join(f"r{4 + at}c{at}" for at in range(1, 6))
    drawn(page, file, [("thermo", {"line": row}), ("thermo", {"line": diagonal})])


def test_escape_and_the_first_question_end_the_tool(fresh: Serve, show: Show) -> None:
    page = show(fresh(THREE))
    answered(page)
    page.locator("[data-rule=thermo]").click()
    page.locator("#tab-questions").click()
    page.locator("[data-question=solve]").click()
    store(page, "store.tool === null")
    page.mouse.click(*point(page, "r2c2", 1))
    _picked(page, "kropki_white")
    click(page, "r8c8")  # a cell elsewhere
    store(page, "store.tool === null && store.selection.has('r8c8')")
    page.mouse.click(*point(page, "r2c2", 1))
    _picked(page, "kropki_white")
    page.keyboard.press("Escape")
    store(page, "store.tool === null")
    expect(page.locator("#form")).to_be_hidden()


def test_all_dots_are_given_by_a_check_box(fresh: Serve, show: Show) -> None:
    server = fresh(THREE)
    file, page = server.file, show(server)
    page.locator("[data-rule=kropki_white]").click()
    expect(page.locator("#negative")).not_to_be_checked()
    page.locator("#negative").check()
    drawn(page, file, [DOT, CAGE, SANDWICH, ("negative_difference", {})])
    page.keyboard.press("Control+z")
    expect(page.locator("#negative")).not_to_be_checked()
    page.locator("#negative").check()
    answered(page)
    page.locator("[data-rule=xv]").click()
    expect(page.locator("#negative")).not_to_be_checked()
    page.locator("[data-rule=consecutive]").click()
    expect(page.locator("#negative")).to_be_checked()
    page.locator("#negative").uncheck()
    drawn(page, file, [DOT, CAGE, SANDWICH])
