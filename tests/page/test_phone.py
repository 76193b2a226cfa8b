"""The page on a phone: tools are a sheet, and two fingers enlarge the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Server
from .gestures import answered, click, clues, drawn, expect, point, store, touch_drag, until

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
Show = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def _wide(page: Any, name: str, condition: str, before: float) -> None:
    """Wait until the width of a cell is as wanted beside what it was."""
    width = f"document.querySelector('[data-cell={name}]').getBoundingClientRect().width"
    until(page, f"(before) => {width} {condition} * before", arg=before)


def _bottom(page: Any, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    return float(box["y"] + box["height"])


def test_the_board_and_the_form_share_the_screen(fresh: Serve, show: Show) -> None:
    server = fresh()
    page = show(server, **PHONE)
    answered(page)
    expect(page.locator(".left")).to_be_hidden()
    page.locator("#tools").tap()
    page.locator("[data-rule=killer]").tap()
    expect(page.locator("#palette")).to_be_hidden()
    touch_drag(page, "r1c1", "r1c2")
    page.locator("#form [name=sum]:focus").wait_for()
    for height in (844, 500):  # 500: what a keyboard leaves
        page.set_viewport_size({"width": 390, "height": height})
        until(
            page,
            "() => document.querySelector('#board').getBoundingClientRect().bottom"
            " <= document.querySelector('.left').getBoundingClientRect().top + 1",
        )
        assert page.locator("#board").bounding_box()["y"] >= -1
        assert _bottom(page, ".left") <= height + 1
    page.keyboard.type("12")
    page.get_by_role("button", name="Done").tap()
    expect(page.locator(".left")).to_be_hidden()
    drawn(page, server.file, [("killer", {"cells": "r1c1 r1c2", "sum": 12})])


def test_a_touch_beside_the_sheet_closes_it(fresh: Serve, show: Show) -> None:
    page = show(fresh(), **PHONE)
    answered(page)
    page.locator("#tools").tap()
    expect(page.locator("#palette")).to_be_visible()
    page.touchscreen.tap(*point(page, "r1c1"))
    expect(page.locator("#palette")).to_be_hidden()


def test_two_fingers_enlarge_and_move_the_board(fresh: Serve, show: Show) -> None:
    """What is drawn on the enlarged board is what is under the finger; two fingers draw nothing."""
    server = fresh("size = 16\n")
    page = show(server, **PHONE)
    answered(page)
    page.locator("#tools").tap()
    page.locator("[data-rule=thermo]").tap()
    before = page.locator("[data-cell=r1c1]").bounding_box()["width"]
    finger = page.context.new_cdp_session(page)
    x, y = point(page, "r4c4")

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": across, "y": down, "id": at} for at, (across, down) in enumerate(places)]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (x - 20, y))
    touch("touchStart", (x - 20, y), (x + 20, y))
    for by in (30, 40, 50, 60):
        touch("touchMove", (x - by, y), (x + by, y))
    touch("touchEnd")
    _wide(page, "r1c1", "> 2.5", before)
    across, down = point(page, "r4c4")
    assert abs(across - x) < 30
    assert abs(down - y) < 30
    clues(page, 0)
    touch_drag(page, "r4c4", "r4c5", "r4c6")
    drawn(page, server.file, [("thermo", {"line": "r4c4 r4c5 r4c6"})])
    expect(page.locator("#actions button")).to_have_count(3)
    page.get_by_role("button", name="Done").tap()
    expect(page.locator(".left")).to_be_hidden()
    page.locator("#board").scroll_into_view_if_needed()
    click(page, "r4c5")
    store(page, "store.selection.has('r4c5') && store.selection.size === 1")
    page.locator("#whole").tap()
    _wide(page, "r1c1", "< 1.1", before)


def test_the_wheel_with_ctrl_enlarges_a_large_board(fresh: Serve, show: Show) -> None:
    page = show(fresh('model = "samurai"\n'))
    answered(page)
    before = page.locator("[data-cell=r11c11]").bounding_box()["width"]
    page.mouse.move(*point(page, "r11c11"))
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    _wide(page, "r11c11", "> 2", before)
    page.mouse.click(*point(page, "r11c11"))
    store(page, "store.selection.has('r11c11')")
    page.locator("#whole").click()
    _wide(page, "r11c11", "< 1.1", before)
