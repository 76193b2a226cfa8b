from __future__ import annotations

from xml.etree import ElementTree

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.render import show, show_candidates, svg
from sudoku_cp.render.figures import CELL
from sudoku_cp.render.layers import ROOM, outside
from sudoku_cp.render.margin import Room, room
from sudoku_cp.rules import killer, little_killer, margin_sum, rossini, sandwich, skyscraper


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
    assert len(list(ElementTree.fromstring(f"<svg>{outside(four)}</svg>").iter("path"))) == 3


def test_pictures_have_room(four: Sudoku) -> None:
    def view(sudoku: Sudoku) -> list[float]:
        return [float(number) for number in ElementTree.fromstring(svg(sudoku)).attrib["viewBox"].split()]

    (x, y, width, height), plain = view(four), view(Sudoku(4))
    assert (x, y) == (plain[0] - 2 * ROOM, plain[1] - ROOM)
    assert (width, height) == (plain[2] + 3 * ROOM, plain[3] + 2 * ROOM)
    assert not any(attribute in svg(four) for attribute in ("id=", "class="))
