"""What a person does on the page in a browser, and waits for what is then seen there.

Messages to and from the server take their time, and so do frames: after an action, nothing is looked at but by waiting.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sudoku_cp.formats import load

from .conftest import SECONDS

Clue = tuple[str, dict[str, Any]]

IMPORTS = 'const { store } = await import("/static/store.js"), { isSaved } = await import("/static/saving.js");'
IS_ANSWERED = """[store.status, store.candidates, store.check].every((answer) =>
  answer?.final && answer.meaning === store.document?.meaning)"""


def until(page: Any, condition: str, **arguments: Any) -> None:
    """Wait for a condition; the browser itself may not evaluate texts, as the page forbids it."""
    end = time.monotonic() + SECONDS / 1000
    while not page.evaluate(condition, **arguments):
        assert time.monotonic() < end, (condition, arguments)
        page.wait_for_timeout(20)


def becomes(page: Any, find: Callable[[], object], wanted: object) -> None:
    """Wait until something outside the browser is as wanted."""
    end = time.monotonic() + SECONDS / 1000
    while (found := find()) != wanted and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert found == wanted


def expect(locator: Any) -> Any:
    """What an element is expected to show; this waits."""
    from playwright.sync_api import expect as expected

    expected.set_options(timeout=SECONDS)
    return expected(locator)


def store(page: Any, condition: str) -> None:
    """Wait for a condition on what the page knows."""
    until(page, f"async () => {{ {IMPORTS} return {condition}; }}")


def answered(page: Any) -> None:
    """Wait until the server has acted on all that was done on the page, and the page shows the document after it."""
    store(
        page,
        "!store.unanswered && !store.isTyping && store.document && store.view?.revision === store.document.revision",
    )


def saved(page: Any) -> None:
    """Wait until the file has all that was done on the page."""
    store(page, "isSaved()")


def settled(page: Any) -> None:
    """Wait until all that is always shown has come and been drawn, so that nothing moves any more."""
    answered(page)
    store(page, IS_ANSWERED)
    page.evaluate("async () => { for (let at = 0; at < 2; at++) await new Promise(requestAnimationFrame); }")


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


def enter(page: Any, parameter: str, text: str) -> None:
    """Type a parameter, whose field waits for it after its clue has been drawn."""
    page.locator(f"#form [name={parameter}]:focus").wait_for()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def verdict(page: Any, words: str) -> None:
    """Wait until the page says this, and nothing more, of the document that it shows."""
    is_about = "store.status && store.status.meaning === store.document?.meaning && !store.unanswered"
    is_said = "document.querySelector('#verdict')?.textContent === words"
    until(page, f"async (words) => {{ {IMPORTS} return {is_about} && {is_said}; }}", arg=words)


def clues(page: Any, number: int) -> None:
    expect(page.locator("[data-clue]")).to_have_count(number)


def waits_for_label(page: Any, name: str, *parts: str) -> None:
    """Wait until a screen reader says these things of a cell, such as ``possible 1 3``, whatever else it says."""
    until(
        page,
        "([name, parts]) => {"
        " const said = document.querySelector(`[data-cell=${name}]`)?.ariaLabel.split(', ');"
        " return said && parts.every((part) => said.includes(part)); }",
        arg=[name, parts],
    )


def drawn(page: Any, file: Path, wanted: list[Clue]) -> None:
    """Wait until the file has all that was done on the page, and these clues with their parameters."""
    saved(page)
    becomes(page, lambda: clues_of(file), wanted)


def clues_of(file: Path) -> list[Clue]:
    """The clues of a puzzle, with their parameters."""
    return [(clue.rule.name, clue.parameters) for clue in load(file).clues]  # type: ignore[attr-defined]
