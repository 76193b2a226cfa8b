"""Playing a puzzle on the page: what contradicts the rules, the clock, and what stays hidden."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations, product
from threading import Event
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sudoku_cp.page.checking import contradictions
from sudoku_cp.page.limits import Job

from .conftest import Server
from .gestures import IMPORTS, click, expect, settled, store, until

Serve = Callable[..., Server]
Show = Callable[..., Any]

CLUES = """size = 4

[[killer]]
cells = "r1c1 r2c1 r2c2"
sum = 8

[[thermo]]
line = "r3c1 r3c2 r4c2"
"""
NAMES = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]
CAGE, THERMO = ["r1c1", "r2c1", "r2c2"], ["r3c1", "r3c2", "r4c2"]
CAN_SUM, CAN_RISE = 0, 1


def _houses() -> list[set[str]]:
    rows = [{f"r{row}c{column}" for column in range(1, 5)} for row in range(1, 5)]
    columns = [{f"r{row}c{column}" for row in range(1, 5)} for column in range(1, 5)]
    boxes = [
        {f"r{row + down}c{column + right}" for down in (0, 1) for right in (0, 1)}
        for row in (1, 3)
        for column in (1, 3)
    ]
    return [*rows, *columns, *boxes]


def _fits(cells: list[str], entries: Mapping[str, int], is_right: Callable[[tuple[int, ...]], bool]) -> bool:
    """Whether the cells of a clue can be completed, whatever the rest of the grid says."""
    choices = [[entries[name]] if name in entries else range(1, 5) for name in cells]
    return any(map(is_right, product(*choices)))


def _asked(entries: Mapping[str, int], text: str = CLUES) -> dict[str, Any]:
    return contradictions(Job(Event(), lambda _: None), text, entries)


@given(st.dictionaries(st.sampled_from(NAMES), st.integers(1, 4), max_size=10))
def test_what_contradicts_a_rule_is_what_brute_force_says(entries: dict[str, int]) -> None:
    repeated = {
        name
        for house in [*_houses(), set(CAGE)]
        for pair in combinations(sorted(house & entries.keys()), 2)
        if entries[pair[0]] == entries[pair[1]]
        for name in pair
    }
    broken = []
    if not _fits(CAGE, entries, lambda values: sum(values) == 8 and len(set(values)) == 3):
        broken.append(CAN_SUM)
    if not _fits(THERMO, entries, lambda values: list(values) == sorted(set(values))):
        broken.append(CAN_RISE)
    found = _asked(entries)
    assert found["clues"] == broken
    assert repeated <= set(found["cells"]) <= entries.keys()
    assert bool(found["cells"]) == bool(repeated or broken)
    assert not found["solved"]


def test_a_clue_that_cannot_be_completed_is_named_before_it_is_full() -> None:
    found = _asked({"r1c1": 1, "r2c1": 2})
    assert (found["clues"], found["cells"]) == ([0], ["r1c1", "r2c1"])
    assert found["words"] == "r1c1 and r2c1 contradict killer r1c1 r2c1 r2c2 sum=8"


@pytest.mark.parametrize(("total", "is_solved"), [(8, True), (7, False)])
def test_a_full_grid_is_solved_only_if_all_rules_hold(total: int, is_solved: bool) -> None:
    full = dict(zip(NAMES, map(int, "1234341221434321"), strict=True))  # r1c1 + r2c1 + r2c2 = 8
    found = _asked(full, f"size = 4\n\n[[killer]]\ncells = 'r1c1 r2c1 r2c2'\nsum = {total}\n")
    assert (found["solved"], found["clues"]) == (is_solved, [] if is_solved else [0])
    assert (found["words"] == "Solved") is is_solved


def test_givens_are_not_the_players_to_mend() -> None:
    assert _asked({"r1c2": 1}, 'size = 4\ngrid = "1..............."\n')["cells"] == ["r1c2"]


@pytest.mark.slow
def test_a_setter_plays_the_puzzle(fresh: Serve, show: Show) -> None:
    page = show(fresh("size = 4\ngrid = '123434122.......'\n\n[[killer]]\ncells = 'r3c2 r3c3'\nsum = 5\n"))
    settled(page)
    page.locator("#tab-questions").click()
    page.locator("[data-question=solve]").click()
    expect(page.locator("text.solved")).to_have_count(7)
    page.locator("#play").click()
    expect(page.locator("#time")).to_have_text("0:00")
    for hidden in (".left", "#verdict", "#tab-text", "#tab-questions", "#export"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".overlay .candidate")).to_have_count(0)
    expect(page.locator("text.solved")).to_have_count(0)
    expect(page.locator("[data-pen=given]")).to_have_count(0)

    click(page, "r3c2")
    page.keyboard.press("2")  # there is one in its row, and one in its column
    expect(page.locator("text.clashing")).to_have_count(1)
    expect(page.locator("rect.clash")).to_have_count(3)
    page.locator("#check-digits").click()
    expect(page.locator("#played")).to_contain_text("r3c2 repeats a digit")
    page.keyboard.press("1")
    expect(page.locator("rect.clash")).to_have_count(0)
    expect(page.locator("#played")).to_have_text("")
    page.locator("#compare").click()
    expect(page.locator("#played")).to_have_text("All 1 digits are right so far")

    page.locator("#pause").click()
    expect(page.locator("body")).to_have_class("playing paused")
    page.locator("#pause").click()
    expect(page.locator("body")).to_have_class("playing")
    solution = dict(zip([f"r{row}c{column}" for row in (3, 4) for column in range(1, 5)], "21434321", strict=True))
    for name, digit in list(solution.items())[2:]:
        click(page, name)
        page.keyboard.press(digit)
        store(page, f"store.marks.{name}?.digit === {digit}")
    expect(page.locator("#played")).to_contain_text("Solved in 0:")
    store(page, "store.play.since === null")

    page.locator("#replay").click()
    store(page, "store.play.replay !== null")
    page.keyboard.press("1")  # nothing is written over what is only shown
    store(page, "store.play.replay === null")
    store(page, f"Object.keys(store.marks).length === {len(solution) - 1}")
    page.locator("#replay").click()
    page.locator("#replay").click()  # before it has shown all
    store(page, "store.play.replay === null")
    store(page, f"Object.keys(store.marks).length === {len(solution) - 1}")
    page.locator("#restart").click()
    store(page, "Object.keys(store.marks).length === 0 && store.play.since !== null")
    page.locator("#undo").click()
    store(page, f"Object.keys(store.marks).length === {len(solution) - 1}")

    page.locator("#play").click()
    expect(page.locator("#verdict")).to_be_visible()
    store(page, "store.play === null")
    until(page, f"async () => {{ {IMPORTS} return store.document.text.includes('123434122.......'); }}")
