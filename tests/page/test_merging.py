"""Two documents that were made from one: no change of either is lost."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from sudoku_cp.page import merging
from sudoku_cp.page.merging import compared, merged

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "[[x]]", "k = 1"]), max_size=9)


@st.composite
def sides(draw: st.DrawFn) -> tuple[list[str], list[str], list[str]]:
    """A text of different lines, and two that were made from it by replacing lines."""
    base = [f"# {number}" for number in range(draw(st.integers(0, 12)))]

    def edited(name: str) -> list[str]:
        lines: list[str] = []
        for line in base:
            match draw(st.sampled_from(["keep", "keep", "keep", "drop", "replace", "add"])):
                case "keep":
                    lines.append(line)
                case "replace":
                    lines.append(f"{line} {name}")
                case "add":
                    lines += [line, f"# after {line} {name}"]
        return lines

    return base, edited("mine"), edited("theirs")


@given(sides())
def test_every_change_of_both_is_there(texts: tuple[list[str], list[str], list[str]]) -> None:
    """As all lines differ, they can be counted: each that a side has added or dropped is added or dropped."""
    base, mine, theirs = texts
    both = merged(*map("\n".join, texts))
    if both is None:
        return
    before = Counter(base)
    wanted = Counter(before)
    for side in (mine, theirs):
        for line, number in (Counter(side) - before).items():
            wanted[line] = max(wanted[line], number)
        for line in before - Counter(side):
            wanted[line] = 0
    assert Counter(both.split("\n")) - Counter([""]) == +wanted - Counter([""])


@given(LINES, LINES)
def test_a_side_that_has_changed_nothing_takes_the_other(lines: list[str], others: list[str]) -> None:
    base, other = "\n".join(lines), "\n".join(others)
    assert merged(base, other, base) == merged(base, base, other) == merged(base, other, other) == other


@given(LINES, LINES, LINES)
def test_the_order_of_the_sides_decides_no_conflict(base: list[str], mine: list[str], theirs: list[str]) -> None:
    one, other = (merged("\n".join(base), *map("\n".join, pair)) for pair in ((mine, theirs), (theirs, mine)))
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert sorted(one.split("\n")) == sorted(other.split("\n"))


@given(LINES, LINES)
def test_both_texts_are_shown_whole(mine: list[str], theirs: list[str]) -> None:
    rows = compared("\n".join(mine), "\n".join(theirs))
    assert [line for line, _ in rows if line is not None] == "\n".join(mine).split("\n")
    assert [line for _, line in rows if line is not None] == "\n".join(theirs).split("\n")


BASE = 'name = "a"\nsize = 4\n\n[[killer]]\ncells = "r1c1 r1c2"\nsum = 3\n'
THERMO = '\n[[thermo]]\nline = "r1c1 r1c2"\n'
DOT = '\n[[kropki_white]]\ncells = "r3c1 r3c2"\n'


@pytest.mark.parametrize(
    ("mine", "theirs", "wanted"),
    [
        (BASE.replace('"a"', '"b"'), BASE.replace("= 3", "= 4"), BASE.replace('"a"', '"b"').replace("= 3", "= 4")),
        (BASE.replace('"a"', '"b"'), BASE.replace('"a"', '"c"'), None),
        (BASE.replace("= 3", "= 4"), 'name = "a"\nsize = 4\n', None),  # changed, and removed
        (BASE + THERMO + DOT, BASE.replace("= 3", "= 4"), BASE.replace("= 3", "= 4") + THERMO + DOT),
        (BASE + THERMO, BASE + DOT, BASE + DOT + THERMO),
        (BASE + THERMO, BASE + THERMO, BASE + THERMO),
        ("title = 1\n" + BASE, BASE.replace("size", "title = 1\nsize"), None),  # TOML has each key once
    ],
)
def test_documents(mine: str, theirs: str, wanted: str | None) -> None:
    assert merged(BASE, mine, theirs) == wanted


def test_neighbours_that_are_removed() -> None:
    text = BASE + THERMO + DOT
    assert merged(text, BASE + DOT, BASE + THERMO) == BASE
    assert merged("a\nb\nc\nd\ne\nf", "a\nb\nf", "a\nd\nf") == "a\nf"


def test_long_changes_are_compared_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "MOST_LINES", 2)
    assert merged("a\nb\nc\nd\ne", "A\nb\nC\nd\ne", "a\nB\nc\nd\ne") is None
    assert merged("a\nb\nc\nd\ne", "A\nb\nC\nd\ne", "a\nb\nc\nd\nE") == "A\nb\nC\nd\nE"
