"""The page in a real browser: what a setter does with the mouse and the keyboard."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp.formats import load
from sudoku_cp.formats.toml.writing import dump_document
from tests.support.pasted_texts import FORMS, FOUR

from .conftest import Server
from .gestures import (
    Clue,
    answered,
    click,
    clues,
    drag,
    drawn,
    enter,
    expect,
    point,
    saved,
    settled,
    store,
    touch_drag,
    until,
    verdict,
    waits_for_label,
)

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
Show = Callable[..., Any]


LINE = "123434122......."
TWO_SOLUTIONS = f'size = 4\ngrid = "{LINE}"\n'
"""1 or 3 in r3c2, and then the other in r3c4."""

PHONE = {"width": 390, "height": 844}

SMALL = """size = 4
grid = \"\"\"
. . | . .
. . | . .
----+----
. . | . .
. . | . .
\"\"\"
"""


def test_a_setter_sets_a_killer_with_a_thermometer(fresh: Serve, show: Show) -> None:
    """From an empty board to one solution, to several, to a clash that is lit, saved and loaded again."""
    server = fresh(SMALL)
    file, page = server.file, show(server)
    verdict(page, "288 solutions")
    page.locator("[data-rule=killer]").click()
    sums = (("r1c1 r1c2", 3), ("r1c3 r2c3", 4), ("r4c3 r4c4", 7))
    for cells, total in sums:
        drag(page, *cells.split())
        enter(page, "sum", str(total))
    expect(page.locator("#clues")).to_contain_text("sum 7")
    page.locator("[data-rule=thermo]").click()
    drag(page, "r2c1", "r2c2")
    wanted: list[Clue] = [
        *(("killer", {"cells": cells, "sum": total}) for cells, total in sums),
        ("thermo", {"line": "r2c1 r2c2"}),
    ]
    clues(page, 4)
    drawn(page, file, wanted)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    waits_for_label(page, "r2c2", "possible 4")
    verdict(page, "2 solutions")
    solution = load(file).solve().solution
    assert solution is not None
    click(page, "r1c1")
    page.keyboard.press(str(solution["r1c1"]))
    waits_for_label(page, "r1c1", f"given {solution['r1c1']}")
    verdict(page, "1 solution")
    page.locator(".badge.agree").wait_for()

    page.locator("[data-clue^=thermo]").get_by_role("button").click()
    clues(page, 3)
    page.locator("#undo").click()
    clues(page, 4)
    verdict(page, "1 solution")

    click(page, "r1c2")
    page.keyboard.press("3")
    verdict(page, "No solution")
    page.locator("#why").click()
    page.locator("#answer").wait_for()
    page.locator('[data-tab="clues"]').click()
    page.locator(".clue.clash").first.wait_for()
    page.locator('[data-tab="questions"]').click()
    expect(page.locator("#answer")).to_contain_text("(r1c1 r1c2; sum 3)")
    page.locator("rect.lit").nth(1).wait_for()
    page.keyboard.press("Control+z")
    verdict(page, "1 solution")

    page.reload()
    clues(page, 4)
    verdict(page, "1 solution")
    drawn(page, file, wanted)
    assert load(file).count(2).count == 1


def test_removing_a_given_changes_the_candidates(fresh: Serve, show: Show) -> None:
    page = show(fresh(TWO_SOLUTIONS))
    verdict(page, "2 solutions")
    waits_for_label(page, "r3c4", "possible 1 3")
    click(page, "r3c2")
    page.keyboard.press("3")
    verdict(page, "1 solution")
    waits_for_label(page, "r3c4", "possible 1")
    page.keyboard.press("Delete")
    verdict(page, "2 solutions")
    waits_for_label(page, "r3c4", "possible 1 3")


def test_keys_make_marks_as_setters_know_them(fresh: Serve, show: Show) -> None:
    page = show(fresh())
    click(page, "r1c1")
    page.keyboard.press("Shift+Digit1")
    page.keyboard.press("Control+Digit2")
    waits_for_label(page, "r1c1", "corner 1", "centre 2")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("z")
    page.keyboard.press("7")
    waits_for_label(page, "r1c2", "entered 7")
    waits_for_label(page, "r1c1", "entered 7")
    page.keyboard.press("Control+z")
    waits_for_label(page, "r1c1", "corner 1", "centre 2")
    page.keyboard.press("Control+y")
    waits_for_label(page, "r1c2", "entered 7")
    page.mouse.dblclick(*point(page, "r1c2"))
    expect(page.locator("[data-cell][aria-selected=true]")).to_have_count(2)
    answered(page)
    page.reload()
    waits_for_label(page, "r1c2", "entered 7")


def test_buttons_are_pressed_by_the_keyboard(fresh: Serve, show: Show) -> None:
    """A tool by Space; then arrows and Enter draw; a click on a tool leaves the keys to the board."""
    page = show(fresh(SMALL))
    page.locator("[data-rule=killer]").focus()
    page.keyboard.press(" ")
    page.locator("#form").wait_for()
    page.locator("[data-rule=killer][aria-pressed=true]:focus").wait_for()
    for key in ("ArrowRight", "Shift+ArrowRight"):
        page.keyboard.press(key)
    page.locator("#board").focus()
    page.keyboard.press("Enter")
    clues(page, 1)
    page.keyboard.press("Escape")
    page.locator("#board").focus()
    page.keyboard.press("Escape")
    page.locator("#form").wait_for(state="hidden")
    click(page, "r4c4")
    page.locator("[data-digit='2']").click()
    waits_for_label(page, "r4c4", "given 2")
    page.keyboard.press(" ")
    page.locator("[data-pen=digit][aria-pressed=true]").wait_for()
    answered(page)
    page.locator("#export").focus()
    page.keyboard.press("Enter")
    page.locator("dialog [data-export=svg]").wait_for()


def test_the_text_and_the_board_edit_the_same_document(fresh: Serve, show: Show) -> None:
    page = show(fresh(TWO_SOLUTIONS))
    page.locator('[data-tab="text"]').click()
    source = page.locator("#source")
    source.fill('size = 4\ngrid = "1..............."\n[[thermo]]\nline = "r1c1 r1c2 r9c9"\n')
    expect(page.locator("#fault")).to_contain_text("line 4: thermo")
    page.reload()
    expect(page.locator("#fault")).to_contain_text("line 4: thermo")
    expect(source).to_be_visible()
    waits_for_label(page, "r1c4", "given 4")
    source.fill('size = 4\ngrid = "1..............."\n[[thermo]]\nline = "r1c1 r1c2"\n')
    expect(page.locator("#fault")).to_have_text("")
    clues(page, 1)
    click(page, "r4c4")
    page.keyboard.press("2")
    answered(page)
    rows = "1 . | . .\n. . | . .\n----+----\n. . | . .\n. . | . 2"
    expect(source).to_have_value(f'size = 4\ngrid = """\n{rows}\n"""\n[[thermo]]\nline = "r1c1 r1c2"\n')


def test_a_samurai_and_a_large_grid_fit(fresh: Serve, show: Show) -> None:
    page = show(fresh(dump_document(load("samurai"))), color_scheme="dark")
    expect(page.locator("[data-cell]")).to_have_count(369)
    verdict(page, "1 solution")
    settled(page)
    board = page.locator("#board").bounding_box()
    assert board["y"] + board["height"] <= 900
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 21, 24)"


def test_a_rule_of_the_user_appears_when_its_file_is_saved(serve: Serve, show: Show, tmp_path: Path) -> None:
    rules = tmp_path / "own.py"
    source = '"""Rules."""\nfrom sudoku_cp.rules import Cells, Line, rule\n\n@rule("{name}", draw=Line())\n'
    source += 'def own(line: Cells):\n    "Neighbours on the line differ."\n    yield line[0] != line[1]\n'
    rules.write_text(source.format(name="first_own"))
    page = show(serve("--rules", rules))
    page.locator("[data-rule=first_own]").wait_for()
    rules.write_text(source.format(name="second_own"))
    page.locator("[data-rule=second_own]").click()
    drag(page, "r1c1", "r1c2", "r1c3")
    clues(page, 1)
    answered(page)
    rules.write_text("def broken(:\n")
    expect(page.locator("#notice")).to_contain_text("own.py:1")
    rules.write_text(source.format(name="second_own"))
    expect(page.locator("#notice")).to_be_hidden()
    clues(page, 1)
    answered(page)
    store(page, "!store.view.error")


def test_dead_workers_and_a_server_that_restarts_lose_nothing(serve: Serve, show: Show, tmp_path: Path) -> None:
    file = tmp_path / "kept.toml"
    file.write_text(TWO_SOLUTIONS)
    server = serve(file)
    page = show(server)
    verdict(page, "2 solutions")
    click(page, "r4c4")
    page.keyboard.press("Control+Digit3")
    waits_for_label(page, "r4c4", "centre 3")
    page.locator("[data-layer=true]").click()
    answered(page)
    for pid in server.workers:
        os.kill(pid, signal.SIGKILL)
    click(page, "r3c2")
    page.keyboard.press("3")
    verdict(page, "1 solution")
    saved(page)
    server.process.kill()
    server.process.wait(60)
    expect(page.locator("#notice")).to_contain_text("The server does not answer")
    server.start()
    expect(page.locator("#notice")).to_be_hidden()
    answered(page)
    waits_for_label(page, "r3c2", "given 3")
    waits_for_label(page, "r4c4", "centre 3")
    verdict(page, "1 solution")
    page.keyboard.press("Control+z")
    verdict(page, "2 solutions")
    page.keyboard.press("Control+y")
    verdict(page, "1 solution")
    answered(page)
    page.reload()
    waits_for_label(page, "r4c4", "centre 3")
    click(page, "r3c2")
    page.keyboard.press("1")
    waits_for_label(page, "r3c2", "given 1")
    waits_for_label(page, "r3c4", "possible 3")


def test_ten_edits_a_second(fresh: Serve, show: Show) -> None:
    """The answers on screen at the end are those of the last edit."""
    page = show(fresh(TWO_SOLUTIONS))
    verdict(page, "2 solutions")
    click(page, "r3c2")
    for _ in range(15):
        page.keyboard.press("3")
        page.wait_for_timeout(50)
        page.keyboard.press("Delete")
        page.wait_for_timeout(50)
    verdict(page, "2 solutions")
    page.keyboard.press("3")
    verdict(page, "1 solution")
    waits_for_label(page, "r3c2", "given 3")


def test_a_name_that_looks_like_markup_is_text(fresh: Serve, show: Show) -> None:
    name = "<script>document.title='broken in'</script><img src=x onerror=alert(1)>"
    page = show(fresh(f'name = "{name}"\n{SMALL}[[killer]]\ncells = "r1c1 r1c2"\n'))
    verdict(page, "288 solutions")
    expect(page.locator("#title")).to_have_text(name)
    until(page, "(name) => document.title.startsWith(name)", arg=name)


def test_a_puzzle_is_imported_and_exported(fresh: Serve, show: Show) -> None:
    page = show(fresh())
    page.locator("#open").click()
    page.locator("dialog textarea").fill(LINE)
    page.locator("dialog").get_by_role("button", name="Import").click()
    verdict(page, "2 solutions")
    page.locator("#export").click()
    page.locator("[data-export=f-puzzles-address]").click()
    address = exported(page, "https://")
    page.locator("dialog").get_by_role("button", name="Close").click()
    page.locator("#new").click()
    page.locator("dialog").get_by_role("button", name="4 × 4").click()
    verdict(page, "288 solutions")
    page.locator("#open").click()
    page.locator("dialog textarea").fill(address)
    page.locator("dialog").get_by_role("button", name="Import").click()
    verdict(page, "2 solutions")
    waits_for_label(page, "r1c4", "given 4")


def exported(page: Any, beginning: str) -> str:
    """The address that is offered."""
    field = page.locator("dialog textarea[readonly]")
    expect(field).to_have_value(re.compile(f"^{re.escape(beginning)}"))
    return str(field.input_value())


def test_chips_say_what_an_import_keeps(fresh: Serve, show: Show) -> None:
    page = show(fresh())
    cages = [{"cells": [[row, 0], [row, 1]], "value": "3", "unique": True} for row in range(2)]
    pad = {
        "cells": [[{}] * 4] * 4,
        "cages": [cages[0], {**cages[1], "outlineC": "#F00"}],
        "lines": [{"wayPoints": [[0, 0], [1, 1]]}],
    }
    page.locator("#open").click()
    page.locator("dialog textarea").fill(json.dumps(pad))
    page.locator("dialog").get_by_role("button", name="Import").click()
    page.wait_for_selector(".clue.left-out")
    expect(page.locator(".clue .dot[title^=enforced]")).to_have_count(1)
    expect(page.locator(".clue.partly .reason")).to_have_text(["partly; left out: its colours, which are only drawn"])
    expect(page.locator(".clue.left-out .what")).to_have_text(["only drawn 1 line"])
    page.locator(".clue.left-out button").click()
    expect(page.locator(".clue.left-out")).to_have_count(0)


def test_why_a_cell_has_its_digit(fresh: Serve, show: Show) -> None:
    page = show(fresh(TWO_SOLUTIONS))
    waits_for_label(page, "r4c1", "possible 4")
    click(page, "r4c1")
    page.locator('[data-tab="questions"]').click()
    expect(page.locator("#claimed")).to_have_value("r4c1=4")
    page.locator("#claim button").click()
    expect(page.locator("#answer")).to_contain_text("4c1=4 follows")
    page.locator("rect.lit").first.wait_for()
    click(page, "r3c2")
    expect(page.locator("#claimed")).to_have_value("r3c2=")
    page.locator("#claimed").fill("r3c2=3")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("right in some solutions")
    page.locator("rect.looked").nth(1).wait_for()
    page.locator("#claimed").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("is not a claim")


def test_arrows_open_the_tabs(fresh: Serve, show: Show) -> None:
    page = show(fresh())
    page.locator('[data-tab="clues"]').focus()
    for key, name in (("ArrowLeft", "about"), ("ArrowRight", "clues"), ("ArrowRight", "questions"), ("End", "about")):
        page.keyboard.press(key)
        page.locator(f"[data-tab={name}][aria-selected=true][tabindex='0']:focus").wait_for()
        page.locator(f"#{name}[role=tabpanel]").wait_for()
    page.keyboard.press("Home")
    expect(page.locator("[role=tabpanel]:visible")).to_have_count(1)
    expect(page.locator("[role=tab][tabindex='0']")).to_have_count(1)


def test_the_board_stays_in_sight_while_stepping(fresh: Serve, show: Show) -> None:
    """On a phone, the steps are below the board, and are read beside it."""
    page = show(fresh(dump_document(load("classic"))), viewport=PHONE, has_touch=True, is_mobile=True)
    page.locator('[data-tab="questions"]').tap()
    page.locator("[data-question=path]").tap()
    step_on = page.get_by_role("button", name="Step on")
    step_on.tap()
    page.locator("#stage.pinned").wait_for()
    settled(page)
    page.locator("[data-question=generate]").scroll_into_view_if_needed()
    step_on.evaluate("(button) => button.scrollIntoView({ block: 'nearest' })")
    board, button = page.locator("#board").bounding_box(), step_on.bounding_box()
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= button["y"] <= PHONE["height"] - button["height"]


def test_a_finger_selects_draws_and_enters(fresh: Serve, show: Show) -> None:
    """On a phone: a tap, digits of the pad, and a line that a finger draws."""
    server = fresh(SMALL)
    page = show(server, viewport=PHONE, has_touch=True, is_mobile=True)
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.touchscreen.tap(*point(page, "r1c1"))
    page.locator("[data-digit='2']").tap()
    waits_for_label(page, "r1c1", "given 2")
    settled(page)
    page.locator("#tools").tap()
    page.locator("[data-rule=thermo]").tap()
    touch_drag(page, "r2c1", "r2c2", "r2c3")
    clues(page, 1)
    drawn(page, server.file, [("thermo", {"line": "r2c1 r2c2 r2c3"})])


def test_a_puzzle_is_pasted_or_dropped(fresh: Serve, show: Show) -> None:
    page = show(fresh())
    page.evaluate(TRANSFER, ["paste", LINE])
    verdict(page, "2 solutions")
    page.evaluate(TRANSFER, ["drop", "123434122143...."])
    waits_for_label(page, "r3c2", "given 1")
    verdict(page, "1 solution")
    page.evaluate(TRANSFER, ["paste", "no puzzle"])
    expect(page.locator("#notice")).to_be_visible()
    answered(page)
    waits_for_label(page, "r3c2", "given 1")


@pytest.mark.parametrize("form", ["Simple Sudoku", "HoDoKu", "a frame around each cell", "a spreadsheet", "Python"])
def test_a_frame_or_a_list_is_pasted(fresh: Serve, show: Show, form: str) -> None:
    page = show(fresh())
    page.evaluate(TRANSFER, ["paste", FORMS[form](FOUR)])
    waits_for_label(page, "r1c2", "given 2")
    waits_for_label(page, "r4c4", "given 1")


def test_pencil_marks_are_pasted(fresh: Serve, show: Show) -> None:
    page = show(fresh())
    text = ".-------.-------.\n| 1  23 | 24 34 |\n| 34 34 | 12 12 |\n:-------+-------:\n| 23 1  | 34 24 |\n"
    page.evaluate(TRANSFER, ["paste", text + "| 24 34 | 12 13 |\n'-------'-------'\n"])
    verdict(page, "1 solution")


TRANSFER = """
([kind, text]) => {
  const transfer = new DataTransfer(), board = document.querySelector("#board");
  transfer.setData("text/plain", text);
  const event = kind === "drop" ? new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true })
    : new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true });
  board.dispatchEvent(event);
}
"""


def test_pictures_are_saved(fresh: Serve, show: Show) -> None:
    page = show(fresh(f'name = "pictured"\n{SMALL}'))
    page.locator("#export").click()
    with page.expect_download() as saved:
        page.locator("[data-export=png]").click()
    assert saved.value.suggested_filename == "pictured.png"
    content = Path(saved.value.path()).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert min(width, height) > 300
    with page.expect_download() as saved:
        page.locator("[data-export=svg]").click()
    assert Path(saved.value.path()).read_text().startswith("<svg ")


def test_the_address_of_the_page_may_hold_a_puzzle(fresh: Serve, show: Show) -> None:
    """What Export gives as an address is read by Import, and behind the address of the page itself."""
    page = show(fresh(TWO_SOLUTIONS))
    page.locator("#export").click()
    page.locator("[data-export=toml-address]").click()
    address = exported(page, "sudoku-cp:#doc=")
    server = fresh()
    page = show(server)
    page.goto("about:blank")
    page.goto(server.url + address.removeprefix("sudoku-cp:"))
    verdict(page, "2 solutions")
    page.wait_for_url(server.url)


def test_a_kakuro_takes_entered_digits_alone(fresh: Serve, show: Show) -> None:
    kakuro = 'layout = """\n# 3\\\\ 4\\\\\n\\\\3 . .\n\\\\4 . .\n"""\n'
    page = show(fresh(kakuro))
    page.locator("[data-digit]").first.wait_for()
    expect(page.locator("[data-pen=given]")).to_have_count(0)
    name = page.locator("[data-cell]").first.get_attribute("data-cell")
    click(page, name)
    page.keyboard.press("1")
    waits_for_label(page, name, "entered 1")
    answered(page)
