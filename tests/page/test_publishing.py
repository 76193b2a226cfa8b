"""What a setter does from an empty board to an address: regions, title, author and rules, and the page's Share."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp.formats import load, read, write
from sudoku_cp.formats.addresses import unpack

from .conftest import Server
from .gestures import answered, becomes, drag, drawn, expect, saved, verdict

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
Show = Callable[..., Any]

REGIONS = ("AAABBB", "AACBBB", "ACCDDD", "CCEDDD", "CEEFFF", "EEEFFF")
STROKES = (
    "r1c1 r1c2 r1c3 r2c2 r2c1 r3c1",
    "r1c4 r1c5 r1c6 r2c6 r2c5 r2c4",
    "r2c3 r3c3 r3c2 r4c2 r4c1 r5c1",
    "r3c4 r3c5 r3c6 r4c6 r4c5 r4c4",
    "r4c3 r5c3 r5c2 r6c2 r6c1",
    "r5c4 r5c5 r5c6 r6c6 r6c5 r6c4",
)
LAST = ("r6c2", "r6c3")


def regions_of(file: Any) -> list[set[str]]:
    return [{cell.name for cell in box} for box in load(file).boxes]


def wanted_regions() -> list[set[str]]:
    cells = {f"r{row}c{column}": label for row, text in enumerate(REGIONS, 1) for column, label in enumerate(text, 1)}
    return [{name for name, found in cells.items() if found == label} for label in "ABCDEF"]


def test_from_an_empty_board_to_an_address(fresh: Serve, show: Show) -> None:
    """An irregular 6×6 with an arrow, a cage and a sandwich, with title, author and rules: fewer than 40 actions."""
    server = fresh()
    file, page = server.file, show(server)
    actions = 0

    def act(action: Callable[[], Any]) -> None:
        nonlocal actions
        actions += 1
        action()

    act(page.locator("#new").click)
    act(page.get_by_role("button", name="6 × 6").click)
    answered(page)
    act(lambda: page.locator("#search").fill("jigsaw"))
    act(page.locator("[data-rule=regions]").click)
    act(page.get_by_role("button", name="Clear", exact=True).click)
    for stroke in STROKES:
        act(partial(drag, page, *stroke.split()))
    expect(page.locator("#region-faults")).to_have_text(
        "Not in the puzzle yet: region 5 has 5 of 6 cells; 1 cell has no region."
    )
    expect(page.locator(".region.wrong")).to_have_count(1)
    assert len(regions_of(file)) == 6
    assert regions_of(file) != wanted_regions()
    act(lambda: drag(page, *LAST))
    expect(page.locator("#region-faults")).to_have_text("")
    becomes(page, lambda: regions_of(file), wanted_regions())
    act(lambda: page.locator("#search").fill(""))
    act(page.locator("[data-rule=arrow]").click)
    act(lambda: drag(page, "r1c1", "r1c2", "r1c3"))
    act(page.locator("[data-rule=killer]").click)
    act(lambda: drag(page, "r2c1", "r2c2"))
    act(lambda: page.keyboard.type("7"))
    act(page.locator("[data-rule=sandwich]").click)
    act(page.locator("[data-side=left][data-index='3']").click)
    page.locator("#form [name=value]:focus").wait_for()
    act(lambda: page.keyboard.type("4"))
    act(page.locator("#tab-about").click)
    for field, text in (("name", "Six"), ("author", "N. N."), ("rules", "As usual.\nTwo lines.")):
        act(partial(page.locator(f"#about-{field}").fill, text))
    act(page.locator("#share").click)
    page.locator("#share-sudokupad").wait_for()
    assert actions < 40
    address = page.locator("#share-sudokupad").input_value()
    document = json.loads(unpack(address).text)
    assert document["metadata"] == {"title": "Six", "author": "N. N.", "rules": "As usual.\nTwo lines."}
    assert [
        {f"r{row + 1}c{column + 1}" for row, column in region} for region in document["regions"]
    ] == wanted_regions()
    assert document["arrows"][0]["wayPoints"][1:] == [[0.5, 1.5], [0.5, 2.5]]
    assert [cage["sum"] for cage in document["cages"]] == [7]
    assert [(part["text"], part["center"]) for part in document["overlays"] if "text" in part] == [("4", [2.5, -0.5])]
    expect(page.locator("#checks")).to_contain_text("SudokuPad only shows Arrow, Sandwich")
    expect(page.locator("#checks")).to_contain_text("has no solution with it, as the puzzle has several")
    page.goto(page.locator("#share-page").input_value())
    page.wait_for_selector("[data-cell]")
    answered(page)
    drawn(
        page,
        file,
        [
            ("arrow", {"circle": "r1c1", "line": "r1c2 r1c3"}),
            ("killer", {"cells": "r2c1 r2c2", "sum": 7}),
            ("sandwich", {"side": "left", "index": 3, "value": 4}),
        ],
    )
    assert regions_of(file) == wanted_regions()


def test_an_f_puzzles_draft_comes_back_equal(fresh: Serve, show: Show) -> None:
    server = fresh()
    page = show(server)
    draft = {
        "size": 4,
        "title": "Draft",
        "author": "N. N.",
        "ruleset": "As usual.\n\nTwo paragraphs.",
        "grid": [[{"value": 1, "given": True}, {}, {}, {}], *[[{} for _ in range(4)] for _ in range(3)]],
        "killercage": [{"cells": ["R1C1", "R1C2"], "value": "3"}],
    }
    page.locator("#open").click()
    page.locator("#dialog textarea").fill(json.dumps(draft))
    page.locator("#dialog").get_by_role("button", name="Import", exact=True).click()
    saved(page)
    becomes(page, lambda: load(server.file).name, "Draft")
    page.locator("#tab-about").click()
    expect(page.locator("#about-author")).to_have_value("N. N.")
    expect(page.locator("#about-rules")).to_have_value("As usual.\n\nTwo paragraphs.")
    with server.client() as client:
        (found,) = read(BytesIO(client.wait("document")["text"].encode()), "p")
        (text,) = write([found], "f-puzzles")
    assert json.loads(text) == draft


def test_regions_that_are_swapped_and_a_draft_that_is_left(fresh: Serve, show: Show) -> None:
    server = fresh("size = 4\n")
    file, page = server.file, show(server)
    page.locator("[data-rule=regions]").click()
    page.get_by_role("button", name="Swap").click()
    for name in ("r2c2", "r3c3"):
        drag(page, name)
    boxes = regions_of(file)
    becomes(page, lambda: {"r3c3"} <= regions_of(file)[0], True)
    page.locator("#undo").click()
    becomes(page, lambda: regions_of(file), boxes)
    page.get_by_role("button", name="Auto", exact=True).click()
    drag(page, "r1c1", "r1c2", "r1c3")
    page.locator("[data-rule=killer]").click()
    expect(page.locator("#notice")).to_contain_text(
        "not in the puzzle yet: region 1 has 5 of 4 cells; region 2 has 3 of 4 cells"
    )
    page.reload()
    page.wait_for_selector("[data-cell]")
    page.locator("[data-rule=regions]").click()
    drag(page, "r1c4", "r1c3")
    becomes(page, lambda: regions_of(file), boxes)
    expect(page.locator("#notice")).to_be_hidden()


def test_the_size_is_changed_where_clues_fit(fresh: Serve, show: Show) -> None:
    server = fresh('size = 6\n[[killer]]\ncells = "r5c1 r5c2"\nsum = 3\n')
    file, page = server.file, show(server)
    page.locator("#tab-about").click()
    for side in ("height", "width"):
        expect(page.locator(f"#about-{side}")).to_have_value("6")
    page.locator("#about-width").fill("8")
    page.keyboard.press("Enter")
    becomes(page, lambda: load(file).width, 8)
    page.locator("#about-height").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("r5c1")
    expect(page.locator("#about-height")).to_have_value("6")
    assert load(file).height == 6


def test_what_sudokupad_lacks_is_said(fresh: Serve, show: Show) -> None:
    page = show(fresh("size = [4, 6]\n"))
    page.locator("#share").click()
    expect(page.locator("#dialog")).to_contain_text(
        "No address of SudokuPad: sudoku: a document of SudokuPad cannot express the shape"
    )
    page.locator("#share-page").wait_for()


def test_the_solution_is_shared(fresh: Serve, show: Show) -> None:
    page = show(fresh('size = 4\ngrid = "1234341221434321"\n'))
    verdict(page, "1 solution")
    page.locator("#share").click()
    page.locator("#share-sudokupad").wait_for()
    document = json.loads(unpack(page.locator("#share-sudokupad").input_value()).text)
    assert document["metadata"]["solution"] == "1234341221434321"
    expect(page.locator("#checks")).to_contain_text("It has the solution")
