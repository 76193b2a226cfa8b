from __future__ import annotations

from sudoku_cp.formats.toml.values import Place, places

TEXT = '''\
# size = 1
size = 4
"name" = 'a "quoted" name'
grid = """
size = 5
[[thermo]]
"""
regions = \'\'\'AABB
AABB\'\'\'
one.two = 3
maximize = """1 2"""

[candidates]
r1c1 = [
  1,
]
r1c2 = "12"

[[killer]]
cells = "r1c1"
[[thermo]]
[[killer]]
sum = 3
'''


def test_places() -> None:
    found = places(TEXT)
    assert {path: place.line for path, place in found.items()} == {
        ("size",): 2,
        ("name",): 3,
        ("grid",): 4,
        ("regions",): 8,
        ("one",): 10,
        ("one", "two"): 10,
        ("maximize",): 11,
        ("candidates",): 13,
        ("candidates", "r1c1"): 14,
        ("candidates", "r1c2"): 17,
        ("killer", 0): 19,
        ("killer", 0, "cells"): 20,
        ("thermo", 0): 21,
        ("killer", 1): 22,
        ("killer", 1, "sum"): 23,
    }


def test_where_texts_begin() -> None:
    found = places(TEXT)
    assert found[("grid",)] == Place(4, 5, 0)
    assert found[("regions",)] == Place(8, 8, 13)
    assert found[("maximize",)] == Place(11, 11, 14)
    assert found[("candidates", "r1c2")] == Place(17, 17, 8)
