from __future__ import annotations

from xml.etree import ElementTree

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.render import show, show_candidates, svg
from sudoku_cp.render.drawn import in_words
from sudoku_cp.render.figures import CELL
from sudoku_cp.render.margin import Room, room
from sudoku_cp.render.svg import ROOM, outside, styles
from sudoku_cp.rules import (
    any_of,
    battlefield,
    first_seen,
    full_rank,
    hidden_skyscraper,
    killer,
    little_killer,
    margin_sum,
    numbered_room,
    rossini,
    sandwich,
    skyscraper,
    x_sum,
)

NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def four() -> Sudoku:
    sudoku = Sudoku(4)
    sudoku.add(
        skyscraper("left", 1, 2),
        sandwich("left", 1, 5),
        skyscraper("right", 4, 3),
        little_killer("r1c1", "down-right", 11),
        margin_sum("top", 3, 7),
        rossini("bottom", 2, "decreasing", 2),
        little_killer("r1c2", "down-right", 6),
    )
    return sudoku


def drawn(text: str) -> str:
    return "\n".join(line.removeprefix("        ") for line in text.strip("\n").splitlines()).rstrip()


def test_room(four: Sudoku) -> None:
    assert room(Sudoku(4)) == Room(0, 0, 0, 0)
    assert room(four) == Room(top=1, right=1, bottom=1, left=2)


def test_terminal(four: Sudoku) -> None:
    assert show(four, colour=False) == drawn("""
        11↘  6↘      7
            ┏━━━━━━┳━━━━━━┓
        5 2 ┃ ·  · ┃ ·  · ┃
            ┃ ·  · ┃ ·  · ┃
            ┣━━━━━━╋━━━━━━┫
            ┃ ·  · ┃ ·  · ┃
            ┃ ·  · ┃ ·  · ┃ 3
            ┗━━━━━━┻━━━━━━┛
                 ↓
        outside: skyscraper, sandwich, little_killer, margin_sum, rossini
    """)


def test_ascii_and_candidates(four: Sudoku) -> None:
    assert show(four, colour=False, unicode=False).isascii()
    text = show_candidates(four, dict.fromkeys(four.cells, (1, 2, 3, 4)))
    assert text.splitlines()[2] == "5 2 ┃ 1234  1234 ┃ 1234  1234 ┃"
    assert text.splitlines()[6].endswith("┃ 3")


def test_beside_cages_rows_have_lines_of_their_own(four: Sudoku) -> None:
    four.add(killer("r3c3 r4c3"))
    lines = show(four, colour=False).splitlines()
    assert [number for number, line in enumerate(lines) if line.endswith("3")] == [8]
    assert "·" in lines[8]


def test_long_labels_widen_the_columns() -> None:
    sudoku = Sudoku(4)
    sudoku.add(*(margin_sum("top", column, 1000 + column) for column in range(1, 5)))
    assert show(sudoku, colour=False).splitlines()[0].split() == ["1001", "1002", "1003", "1004"]


def test_places_in_pictures(four: Sudoku) -> None:
    texts = {
        node.text: (float(node.attrib["x"]), float(node.attrib["y"]))
        for node in ElementTree.fromstring(f"<svg>{outside(four)}</svg>").iter("text")
    }
    assert texts["2"][0] == -0.5 * ROOM
    assert texts["5"][0] == -1.5 * ROOM
    assert texts["3"][0] == 4 * CELL + 0.5 * ROOM
    assert texts["7"][0] == 2.5 * CELL
    assert texts["11"][0] < -0.5 * ROOM < 0 < 0.5 * CELL
    assert texts["2"][1] == texts["5"][1]
    arrows = [
        node for node in ElementTree.fromstring(f"<svg>{outside(four)}</svg>").iter("path") if "stroke" in node.attrib
    ]
    assert len(arrows) == 3


def test_pictures_have_room(four: Sudoku) -> None:
    def view(sudoku: Sudoku) -> list[float]:
        return [float(number) for number in ElementTree.fromstring(svg(sudoku)).attrib["viewBox"].split()]

    (x, y, width, height), plain = view(four), view(Sudoku(4))
    assert (x, y) == (plain[0] - 2 * ROOM, plain[1] - ROOM)
    assert width == plain[2] + 3 * ROOM
    assert height > plain[3] + 2 * ROOM, "the legend takes its part"
    assert not any(attribute in svg(four) for attribute in ("id=", "class="))


def test_each_of_several_kinds_has_a_mark_that_the_legend_explains(four: Sudoku) -> None:
    kinds = styles(four)
    assert list(kinds) == ["skyscraper", "sandwich", "little_killer", "margin_sum", "rossini"]
    assert len({(style.colour, style.glyph) for style in kinds.values()}) == 5
    root = ElementTree.fromstring(svg(four))
    words = {node.text: node.attrib["fill"] for node in root.iter(f"{NAMESPACE}text") if "fill" in node.attrib}
    assert words == {in_words(kind): style.colour for kind, style in kinds.items()}


def test_one_kind_is_named_and_needs_no_mark() -> None:
    sudoku = Sudoku(4)
    sudoku.add(x_sum("left", 1, 2), x_sum("top", 1, 5))
    assert styles(sudoku)["x_sum"].glyph is None
    assert "Outside: x sum" in [node.text for node in ElementTree.fromstring(svg(sudoku)).iter(f"{NAMESPACE}text")]


def test_every_kind_at_once() -> None:
    sudoku = Sudoku(9)
    kinds = (
        skyscraper,
        sandwich,
        x_sum,
        numbered_room,
        battlefield,
        hidden_skyscraper,
        full_rank,
        margin_sum,
        first_seen,
    )
    for index, kind in enumerate(kinds, 1):
        sudoku.add(kind("left", index, index))
    found = [(style.colour, style.glyph) for style in styles(sudoku).values()]
    assert len(set(found)) == len(found) == 9
    marks = [node for node in ElementTree.fromstring(f"<svg>{outside(sudoku)}</svg>").iter() if "fill" in node.attrib]
    assert len(marks) == 2 * 9, "a group and a mark a kind"


def test_clues_within_a_combination_are_of_their_own_kind(four: Sudoku) -> None:
    four.add(any_of([x_sum("bottom", 1, 3), skyscraper("bottom", 2, 2)]))
    assert list(styles(four))[-1] == "x_sum"
    assert "Any of (x sum" in svg(four), "that only one of them need hold is said"
