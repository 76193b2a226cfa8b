"""What a person does on the page in a browser, and what is then seen there."""

from __future__ import annotations

import time
from typing import Any

from .conftest import SECONDS


def until(page: Any, condition: str, **arguments: Any) -> None:
    """Wait for a condition; the browser itself may not evaluate texts, as the page forbids it."""
    end = time.monotonic() + SECONDS / 1000
    while not page.evaluate(condition, **arguments):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(20)


def point(page: Any, name: str, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
    """A point of a cell on the screen."""
    box = page.locator(f"[data-cell={name}]").bounding_box()
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def drag(page: Any, *names: str) -> None:
    page.mouse.move(*point(page, names[0]))
    page.mouse.down()
    for name in names[1:]:
        page.mouse.move(*point(page, name), steps=4)
    page.mouse.up()


def touch_drag(page: Any, *names: str) -> None:
    """Drag with a finger."""
    finger = page.context.new_cdp_session(page)
    points = [dict(zip("xy", point(page, name), strict=True)) for name in names]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for at in points[1:]:
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def click(page: Any, name: str) -> None:
    page.mouse.click(*point(page, name))


def verdict(page: Any, words: str) -> None:
    until(page, f"document.querySelector('#verdict')?.textContent.includes({words!r})")


def clues(page: Any, number: int) -> None:
    until(page, f"document.querySelectorAll('[data-clue]').length === {number}")


def waits_for_label(page: Any, name: str, words: str) -> None:
    until(
        page,
        "([name, words]) => document.querySelector(`[data-cell=${name}]`)?.ariaLabel.includes(words)",
        arg=[name, words],
    )


def saved(page: Any) -> None:
    """Wait until the file has the document that the page shows."""
    until(
        page,
        "async () => { const { store } = await import('/static/store.js');"
        " return store.saved?.revision === store.document.revision; }",
    )
