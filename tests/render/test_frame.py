from __future__ import annotations

import unicodedata
from itertools import product

import pytest

from sudoku_cp.render.frame import HEAVY, LIGHT, NONE, Borders, _joint, framed

NAMES = {NONE: "", LIGHT: "LIGHT", HEAVY: "HEAVY"}


def arms_of(character: str) -> dict[str, str]:
    """The weight of each arm of a box-drawing character, read from its Unicode name."""
    name = unicodedata.name(character).removeprefix("BOX DRAWINGS ")
    found: dict[str, str] = {}
    weight = ""
    groups = name.split(" AND ")
    shared = groups[0].split()[0] if name.count("LIGHT") + name.count("HEAVY") == 1 else ""
    for group in groups:
        words = group.split()
        weight = shared or next(word for word in words if word in ("LIGHT", "HEAVY"))
        for word in words:
            for arm in {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("LEFT", "RIGHT")}.get(word, (word,)):
                if arm in ("UP", "DOWN", "LEFT", "RIGHT"):
                    found[arm] = weight
    return found


@pytest.mark.parametrize("arms", list(product((NONE, LIGHT, HEAVY), repeat=4))[1:])
def test_every_joint(arms: tuple[int, int, int, int]) -> None:
    expected = {arm: NAMES[weight] for arm, weight in zip(("UP", "RIGHT", "DOWN", "LEFT"), arms, strict=True) if weight}
    assert arms_of(_joint(arms, unicode=True)) == expected


def test_no_joint() -> None:
    assert _joint((NONE, NONE, NONE, NONE), unicode=True) == _joint((NONE, NONE, NONE, NONE), unicode=False) == " "


@pytest.mark.parametrize(
    ("arms", "character"),
    [((2, 0, 2, 0), "|"), ((1, 0, 1, 0), ":"), ((0, 2, 0, 2), "-"), ((0, 1, 0, 1), "."), ((0, 2, 1, 0), "+")],
)
def test_ascii(arms: tuple[int, int, int, int], character: str) -> None:
    assert _joint(arms, unicode=False) == character


@pytest.fixture
def borders() -> Borders:
    """Three columns by two rows, framed; the last column apart, a light border around the first cell."""
    made = Borders(2, 3)
    made.divide({(row, column): column == 2 for row in range(2) for column in range(3)}, HEAVY)
    made.divide({(0, 0): "first"}, LIGHT)
    return made


def drawn(borders: Borders, *, compact: bool = False, unicode: bool = True) -> str:
    texts = [["a", "bb", "c"], ["d", "ee", "f"]]
    return "\n".join(framed(texts, (1, 2, 1), borders, {(1, 1): "7"}, compact=compact, unicode=unicode))


def test_framed(borders: Borders) -> None:
    assert drawn(borders) == "┏━┯━━┳━┓\n┃a│bb┃c┃\n┠─┘7 ┃ ┃\n┃d ee┃f┃\n┗━━━━┻━┛"


def test_framed_in_ascii(borders: Borders) -> None:
    assert drawn(borders, unicode=False) == "+-+--+-+\n|a:bb|c|\n+.+7 | |\n|d ee|f|\n+----+-+"


def test_compact() -> None:
    made = Borders(2, 3)
    made.divide({(row, column): column == 2 for row in range(2) for column in range(3)}, HEAVY)
    assert drawn(made, compact=True) == "┏━━━┳━┓\n┃abb┃c┃\n┃dee┃f┃\n┗━━━┻━┛"
    assert drawn(made).count("\n") == 4


def test_a_light_border_does_not_weaken_a_heavy_one(borders: Borders) -> None:
    assert borders.above[0] == [HEAVY] * 3
    assert borders.left[0] == [HEAVY, LIGHT, HEAVY, HEAVY]


@pytest.mark.parametrize(("unicode", "across", "down"), [(True, "╍", "╏"), (False, "~", "!")])
def test_an_area_passes_through_heavy_borders(unicode: bool, across: str, down: str) -> None:
    made = Borders(2, 2)
    made.divide({(row, column): (row, column) for row in range(2) for column in range(2)}, HEAVY)
    made.pass_through({(0, 0), (0, 1), (1, 0)})
    top, first, middle, second, _ = framed([["a", "b"], ["c", "d"]], (1, 1), made, {}, compact=False, unicode=unicode)
    assert first[2] == down
    assert second[2] == first[0] != down
    assert middle[1] == across
    assert middle[3] == top[1] != across
