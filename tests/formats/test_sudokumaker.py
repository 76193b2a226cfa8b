from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.formats import Document, read
from sudoku_cp.formats.addresses import compress
from sudoku_cp.formats.sudokumaker.clues import Places
from sudoku_cp.model import InputError

BOXES = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]


def document(*constraints: dict[str, Any], regions: list[int] | None = BOXES, **more: Any) -> dict[str, Any]:
    """A 4×4 puzzle."""
    cells: list[dict[str, Any] | None] = [{} for _ in range(16)]
    cells[1] = {"value": 2, "given": True}
    cells[2] = {"value": 3}
    cells[3] = None
    grid = [{"type": 0}] + ([] if regions is None else [{"type": 1, "regions": regions}])
    puzzle = {"name": "Small", "author": "A", "cells": cells, "constraints": [*grid, *constraints], **more}
    return {"formatVersion": "1.5.0", "puzzle": puzzle}


def read_one(found: dict[str, Any], *, ignore: bool = False) -> Document:
    (puzzle,) = read(BytesIO(json.dumps(found).encode()), "maker", ignore_unsupported=ignore)
    assert isinstance(puzzle, Document)
    return puzzle


def clues(*constraints: dict[str, Any]) -> list[str]:
    return [str(clue) for clue in read_one(document(*constraints)).model.clues]


def address(found: dict[str, Any]) -> str:
    """An address as the site writes it, whose alphabet ends in ``-$``."""
    payload = compress(json.dumps(found, ensure_ascii=False))
    return "https://sudokumaker.app/?puzzle=" + payload.replace("/", "-").replace("=", "$")


def test_the_grid() -> None:
    for text in (json.dumps(document()), json.dumps(document(), indent=1), address(document())):
        (found,) = read(BytesIO(text.encode()), "maker")
        assert isinstance(found, Document)
        assert found.model.name == "Small"
        assert {cell.name: value for cell, value in found.model.givens.items()} == {"r1c2": 2}
        assert isinstance(found.model, Sudoku)
        assert found.model.box == (2, 2)
        assert found.carried == {"author": "A"}
        assert not found.unsupported


@pytest.mark.parametrize(("lowest", "highest"), [(0, 36), (1, 10**12), (-(10**12), 4)])
def test_too_many_digits(lowest: int, highest: int) -> None:
    with pytest.raises(InputError, match="make more than 36 digits"):
        read_one(document(minDigit=lowest, maxDigit=highest))


def test_an_address_with_every_character() -> None:
    """Payloads whose base64 has ``+`` and ``/``, plain and percent-encoded."""
    found = document(comment="".join(map(chr, range(32, 1000))))
    assert {"-", "+"} <= set(address(found))
    for text in (address(found), address(found).replace("+", "%2B"), address(found).rstrip("$") + "&x=1#y"):
        (puzzle,) = read(BytesIO(text.encode()), "maker")
        assert isinstance(puzzle, Document)
        assert puzzle.carried["ruleset"] == found["puzzle"]["comment"]


def test_regions_and_digits() -> None:
    latin = read_one(document(regions=None, minDigit=0, maxDigit=3)).model
    assert isinstance(latin, Sudoku)
    assert (latin.digits, latin.boxes) == ((0, 1, 2, 3), ())
    jigsaw = read_one(document(regions=[0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3])).model
    assert isinstance(jigsaw, Sudoku)
    assert [cell.name for cell in jigsaw.boxes[0]] == ["r1c1", "r1c2", "r1c3", "r2c2"]
    loose = read_one(document(regions=[0, 0, 0, *[-1] * 13])).model
    assert [str(clue) for clue in loose.clues] == ["extra_region r1c1 r1c2 r1c3"]


LINE = {"lines": [[0, 1, 5]]}
ALONG = "r1c1 r1c2 r2c2"


CONSTRAINTS: list[tuple[dict[str, Any], list[str]]] = [
    ({"type": 10}, ["diagonal direction=falling"]),
    ({"type": 11}, ["diagonal direction=rising"]),
    ({"type": 12}, ["anti_king"]),
    ({"type": 13}, ["anti_knight"]),
    ({"type": 14}, ["disjoint_groups"]),
    ({"type": 15}, ["non_consecutive"]),
    ({"type": 16, "groups": [0b01010, 0b10100]}, ["global_mod modulus=2"]),
    ({"type": 100, "cells": [0, 1]}, ["even r1c1 r1c2"]),
    ({"type": 101, "cells": [0]}, ["odd r1c1"]),
    ({"type": 102, "cells": [5]}, ["maximum r2c2"]),
    ({"type": 103, "cells": [15]}, ["minimum r4c4"]),
    ({"type": 200, "clues": [{"edge": 1, "value": 1}]}, ["kropki_white r1c1 r1c2"]),
    ({"type": 200, "clues": [], "negative": [1, 2]}, ["negative_difference values=1,2"]),
    ({"type": 201, "clues": [{"edge": 4, "value": 3}]}, ["kropki_black r1c1 r2c1 ratio=3"]),
    ({"type": 201, "negative": [2]}, ["negative_ratio"]),
    ({"type": 202, "clues": [{"edge": 31 - 8, "value": 5}]}, ["xv r3c4 r4c4 sum=5"]),
    ({"type": 202, "negative": [5]}, ["negative_sum values=5"]),
    ({"type": 300, "thermometers": [[0, 1, 5]]}, [f"thermo {ALONG}"]),
    ({"type": 300, "thermometers": [[0, 1, 5]], "slow": True}, [f"slow_thermo {ALONG}"]),
    ({"type": 301, "cages": [{"cells": [0, 4], "value": 5}]}, ["killer r1c1 r2c1 sum=5"]),
    ({"type": 301, "cages": [{"cells": [0, 4], "value": 0}]}, ["killer r1c1 r2c1"]),
    ({"type": 302, "groups": [[0, 10], [1, 11]]}, ["clone r1c1 r1c2 copy=r3c3,r3c4"]),
    ({"type": 303, "clues": [{"corner": 6, "digits": [1, 2]}]}, ["quadruple r1c1 r1c2 r2c1 r2c2 digits=1,2"]),
    ({"type": 304, "cages": [{"cells": [0, 1], "value": "12"}]}, ["look_and_say r1c1 r1c2 clue=12"]),
    ({"type": 305, "cells": [0, 6]}, ["extra_region r1c1 r2c3"]),
    ({"type": 400, **LINE}, [f"renban {ALONG}"]),
    ({"type": 401, **LINE, "minDifference": 2}, [f"whisper {ALONG} difference=2"]),
    ({"type": 402, **LINE}, [f"palindrome {ALONG}"]),
    ({"type": 403, **LINE}, [f"between_line {ALONG}"]),
    ({"type": 404, "lines": [[0, 1, 2]], "singleRegionTotals": True}, ["region_sum_line r1c1 r1c2 r1c3"]),
    (
        {"type": 404, "lines": [[1, 2, 6, 5, 1]], "singleRegionTotals": True},  # a loop returns to its first region
        ["region_sum_line r1c2 r1c3 r2c3 r2c2 r1c2"],
    ),
    ({"type": 405, **LINE}, [f"sequence_line {ALONG}"]),
    ({"type": 406, **LINE, "groups": [0b01010, 0b10100]}, [f"parity_line {ALONG}"]),
    ({"type": 407, **LINE}, [f"lockout_line {ALONG}"]),
    (
        {"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0, 1], [4, 8]]}]},
        ["arrow r1c1 line=r1c2", "arrow r1c1 line=r2c1,r3c1"],
    ),
    (
        {"type": 408, "bulbsWithArrows": [{"bulbCells": [1, 0], "arrows": [[2, 3]]}]},
        ["arrow r1c1 r1c2 line=r1c3,r1c4"],
    ),
    ({"type": 409, **LINE}, [f"double_arrow {ALONG}"]),
    (
        {"type": 500, "clues": [{"outerCell": 0, "diagonal": -1, "value": 9}]},
        ["little_killer r1c1 direction=down-right sum=9"],
    ),
    (
        {"type": 500, "clues": [{"outerCell": 3, "diagonal": 1, "value": 3}]},
        ["little_killer r1c2 direction=down-left sum=3"],
    ),
    (
        {"type": 500, "clues": [{"outerCell": 30, "diagonal": 1, "value": 9}]},
        ["little_killer r4c1 direction=up-right sum=9"],
    ),
    (
        {"type": 500, "clues": [{"outerCell": 35, "diagonal": -1, "value": 9}]},
        ["little_killer r4c4 direction=up-left sum=9"],
    ),
    (
        {"type": 500, "clues": [{"outerCell": 11, "diagonal": 1, "value": 9}]},
        ["little_killer r2c4 direction=down-left sum=9"],
    ),
    (
        {"type": 500, "clues": [{"outerCell": 12, "diagonal": 1, "value": 2}]},
        ["little_killer r1c1 direction=up-right sum=2"],
    ),
    ({"type": 500, "clues": [{"outerCell": 0, "diagonal": -1}]}, []),
    ({"type": 501, "clues": [{"outerCell": 6, "value": 5}]}, ["sandwich side=left index=1 value=5"]),
    ({"type": 502, "clues": [{"outerCell": 11, "value": 5}]}, ["x_sum side=right index=1 value=5"]),
    ({"type": 503, "clues": [{"outerCell": 1, "value": 2}]}, ["skyscraper side=top index=1 value=2"]),
    ({"type": 504, "clues": [{"outerCell": 34, "value": 3}]}, ["numbered_room side=bottom index=4 value=3"]),
    ({"type": 503, "clues": [{"outerCell": 1}]}, []),
    ({"type": 600, "cells": [0]}, ["row_indexing r1c1"]),
    ({"type": 601, "cells": [0]}, ["column_indexing r1c1"]),
    ({"type": 600, "cells": []}, []),
    ({"type": 400, **LINE, "disabled": True}, []),
    ({"type": 2000, "lines": [[{"x": 0, "y": 1}]]}, []),
    ({"type": 2003}, []),
]


@pytest.mark.parametrize(("constraint", "expected"), CONSTRAINTS)
def test_constraints(constraint: dict[str, Any], expected: list[str]) -> None:
    assert clues(constraint) == expected


@pytest.mark.parametrize(
    ("outer_cell", "diagonal", "start", "direction"),
    [],
)
def test_little_killers(outer_cell: int, diagonal: int, start: str, direction: str) -> None:
    clue = {"outerCell": outer_cell, "diagonal": diagonal, "value": 9}
    assert clues({"type": 500, "clues": [clue]}) == [f"little_killer {start} direction={direction} sum=9"]


@pytest.mark.parametrize(
    ("kind", "groups", "expected"),
    [
        (406, [14, 112, 896], "entropic_line r1c1 r1c2 r1c3"),
        (406, [0b0010010010, 0b0100100100, 0b1001001000], "modular_line r1c1 r1c2 r1c3"),
        (16, [896, 14, 112], "global_entropy"),
        (16, [0b0010010010, 0b0100100100, 0b1001001000], "global_mod"),
    ],
)
def test_groups_of_digits(kind: int, groups: list[int], expected: str) -> None:
    constraint = {"type": kind, "groups": groups, "lines": [[0, 1, 2]]}
    found = read_one({"formatVersion": "1", "puzzle": {"cells": [{}] * 81, "constraints": [constraint]}})
    assert [str(clue) for clue in found.model.clues] == [expected]


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (document({"type": 1000, "definition": {"name": "Odd sums"}}), "a constraint with code of its own: Odd sums"),
        (document({"type": 99}), "constraints of type 99"),
        (document({"type": 406, **LINE, "groups": [2, 28]}), "groups of digits that are neither thirds"),
        (document({"type": 302, "groups": [[0, 1, 2]]}), "clones in groups of more than two cells"),
        (document({"type": 501, "clues": [{"outerCell": 1, "diagonal": 1, "value": 3}]}), "along a diagonal"),
        (document({"type": 2003, "areas": [{}]}), "rows and columns of parts of the grid"),
        (document(type="custom"), "rows and columns may repeat"),
        (document({"type": 404, "lines": [[0, 2, 1]], "singleRegionTotals": True}), "returns to a region"),
        (
            document({"type": 200, "negative": [1], "overrideNegativeRatios": False}),
            "without an exception for other dots",
        ),
    ],
)
def test_unsupported(found: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_one(found)
    assert message in read_one(found, ignore=True).unsupported[0]


def test_clues_may_be_kept_in_part() -> None:
    """Dots whose negative constraint is left out; a colour; but not the neighbours of a clue that is left out alone."""
    dots = {"type": 200, "clues": [{"edge": 1}], "negative": [1], "overrideNegativeRatios": False}
    found = read_one(document(dots, {"type": 400, "lines": [[4, 5]], "color": "#F00"}), ignore=True)
    assert [(str(clue).split()[0], said) for clue, said in found.partly] == [
        ("kropki_white", found.unsupported[0]),
        ("renban", "its colours, which are only drawn"),
    ]
    places = [{"outerCell": 1, "value": 3}, {"outerCell": 2, "diagonal": 1, "value": 3}]
    alone = read_one(document({"type": 501, "clues": places}), ignore=True)
    assert (len(alone.model.clues), len(alone.unsupported), alone.partly) == (1, 1, ())


@pytest.mark.parametrize(
    ("constraint", "skipped"),
    [
        ({"type": 300, "thermometers": [[], [0, 1]]}, "constraint 3 (thermometers), thermometers 1"),
        ({"type": 401, "lines": [[0, 1], [4]], "minDifference": 2}, "constraint 3 (whisper lines), lines 2"),
        ({"type": 200, "clues": [{"value": 1}, {"edge": 1}]}, "constraint 3 (differences), clues 1"),
        ({"type": 202, "clues": [{"edge": 1}, {"edge": 1, "value": 5}]}, "constraint 3 (XV), clues 1"),
        (
            {"type": 301, "cages": [{"cells": [], "value": 5}, {"cells": [0, 1]}]},
            "constraint 3 (killer cages), cages 1",
        ),
        (
            {"type": 304, "cages": [{"cells": [0]}, {"cells": [0], "value": "11"}]},
            "constraint 3 (look-and-say cages), cages 1",
        ),
        (
            {"type": 303, "clues": [{"corner": 6, "digits": []}, {"corner": 6, "digits": [1]}]},
            "constraint 3 (quadruples), clues 1",
        ),
        (
            {
                "type": 408,
                "bulbsWithArrows": [{"bulbCells": [0], "arrows": []}, {"bulbCells": [0], "arrows": [[0, 1]]}],
            },
            "constraint 3 (arrows), bulbsWithArrows 1",
        ),
        (
            {"type": 500, "clues": [{"outerCell": 0, "diagonal": -1}, {"outerCell": 0, "diagonal": -1, "value": 9}]},
            "constraint 3 (little killers), clues 1",
        ),
        (
            {"type": 501, "clues": [{"outerCell": 6}, {"outerCell": 6, "value": 5}]},
            "constraint 3 (sandwich sums), clues 1",
        ),
    ],
)
def test_unfinished_clues_are_named_and_skipped(constraint: dict[str, Any], skipped: str) -> None:
    found = read_one(document(constraint))
    assert found.notes == (f"{skipped} says nothing and is skipped",)
    assert (len(found.model.clues), found.unsupported) == (1, ())


@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        ({"type": 400, **LINE, "isBroken": True}, "constraint 3 (renban lines): its field isBroken"),
        (
            {"type": 301, "cages": [{"cells": [0, 1], "repeats": True}]},
            "constraint 3 (killer cages), cages 1: its field repeats",
        ),
        (
            {"type": 501, "clues": [{"outerCell": 6, "value": "?"}, {"outerCell": 12, "value": 3}]},
            "constraint 3 (sandwich sums), clues 1: value must be a whole number, not '?'",
        ),
        (
            {
                "type": 501,
                "clues": [{"outerCell": 1, "diagonal": 1, "value": 3}, {"outerCell": 12, "value": 3}],
            },
            "sandwich sums along a diagonal",
        ),
    ],
)
def test_one_clue_or_field_is_not_supported(constraint: dict[str, Any], said: str) -> None:
    """The clues before and after it are read."""
    with pytest.raises(InputError) as caught:
        read_one(document(constraint))
    assert str(caught.value) == f"maker:1: not supported: {said}"
    found = read_one(document(constraint), ignore=True)
    assert (len(found.model.clues), found.unsupported) == (1, (said,))


def test_an_unknown_field_of_a_cell() -> None:
    cells: list[dict[str, Any]] = [{"value": 1, "cornerPencilMarks": [1], "colors": [2]}, {"s": 3}, *[{}] * 14]
    with pytest.raises(InputError, match=r"^maker:1: not supported: r1c2: its field s$"):
        read_one(document(cells=cells))


def test_rows_and_columns_of_a_custom_puzzle() -> None:
    assert not read_one(document({"type": 2003}, type="custom")).unsupported


def test_a_rule_that_only_the_comment_states() -> None:
    found = read_one(document({"type": 301, "cages": []}, comment="Killer cages. Anti-knight rules apply."))
    assert [note.split('"')[1] for note in found.notes] == ["Anti-knight"]


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ({"formatVersion": "1"}, "it has no puzzle"),
        (document(width=8, height=2), "cells must form a square of 1 to 36 rows"),
        (document(size=3), "cells must form a square"),
        (document(cells={}), "cells must form a square"),
        (document(cells="x"), "cells must be a list, not 'x'"),
        (document(constraints=[3]), "constraints must be a list of objects"),
        (document(regions=[0]), "regions: a number for each of the 16 cells was expected"),
        (document(regions=[0] * 16), "regions: the region of r1c1 has 16 cells, more than there are digits"),
        (document(maxDigit=3), "regions: .* needs at least 4 digits, not 3"),
        (document(maxDigit="x"), "maxDigit must be a whole number, not 'x'"),
        (document(cells=[{"given": True, "value": "x"}, *[{}] * 15]), "r1c1: value must be a whole number, not 'x'"),
        (document(cells=[{"given": True, "value": 7}, *[{}] * 15]), "r1c1: .*7"),
        (
            document({"type": 300, "thermometers": [[16]]}),
            r"constraint 3 \(thermometers\): cell must be a number from 0",
        ),
        (document({"type": 300, "thermometers": [[True]]}), "cell must be a number from 0 to 15, not True"),
        (document({"type": 300, "thermometers": [3]}), "a list of cells was expected, not 3"),
        (document({"type": 300, "thermometers": 3}), "thermometers must be a list, not 3"),
        (document({"type": 200, "clues": [{"edge": 0}]}), "edge 0 is at the border of the grid"),
        (document({"type": 200, "clues": [{"edge": 28}]}), "edge 28 is at the border of the grid"),
        (document({"type": 200, "clues": [{"edge": "x"}]}), "edge must be a number from 0 to 31, not 'x'"),
        (document({"type": 303, "clues": [{"corner": 0, "digits": [1]}]}), "corner 0 is at the border of the grid"),
        (document({"type": 501, "clues": [{"outerCell": 7, "value": 1}]}), "outside cell 7 is inside the grid"),
        (document({"type": 501, "clues": [{"outerCell": 0, "value": 1}]}), "not at the end of a row or a column"),
        (document({"type": 500, "clues": [{"outerCell": 0, "diagonal": 1, "value": 1}]}), "does not meet the grid"),
        (document({"type": 500, "clues": [{"outerCell": 0, "diagonal": 3, "value": 1}]}), "diagonal must be 1 or -1"),
        (document({"type": 500, "clues": [3]}), "clues must be a list of objects"),
    ],
)
def test_damaged(found: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_one(found)
    assert (caught.value.source, caught.value.line) == ("maker", 1)


def test_damaged_addresses() -> None:
    for text in (
        "https://sudokumaker.app/",
        "https://sudokumaker.app/?puzzle=!",
        "https://sudokumaker.app/?puzzle=Abc",
    ):
        with pytest.raises(InputError):
            list(read(BytesIO(text.encode()), "maker"))


def test_numbers_name_each_place_once() -> None:
    places = Places(5)

    def found(count: int, read: Any) -> list[Any]:
        names = []
        for number in range(count):
            try:
                names.append(read(number))
            except InputError:
                continue
        return names

    edges = {tuple(cells) for cells in found(50, places.edge)}
    rows = range(1, 6)
    across = {(f"r{row}c{column}", f"r{row}c{column + 1}") for row in rows for column in range(1, 5)}
    down = {(f"r{row}c{column}", f"r{row + 1}c{column}") for row in range(1, 5) for column in rows}
    assert edges == across | down
    assert len(found(36, places.corner)) == 16
    assert len(set(found(49, places.outside))) == 24
