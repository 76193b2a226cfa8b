from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from sudoku_cp import Kakuro, Sudoku, models
from sudoku_cp.render import layers
from sudoku_cp.render.figures import CELL, width_of
from sudoku_cp.rules import (
    Line,
    arrow,
    calcudoku,
    diagonals,
    doublers,
    even,
    extra_region,
    killer,
    kropki_black,
    odd,
    rule,
    thermo,
    xv,
)
from sudoku_cp.solving.registry import load_solver


def tags(layer: str) -> list[str]:
    return [node.tag for node in nodes(layer)]


def nodes(layer: str) -> list[ElementTree.Element]:
    """The elements of a layer without its groups."""
    return [node for node in ElementTree.fromstring(f"<svg>{layer}</svg>").iter() if node.tag not in ("svg", "g")]


@pytest.fixture
def four() -> Sudoku:
    return Sudoku(4)


@pytest.mark.parametrize(
    "layer", [layers.weights, layers.shades, layers.marks, layers.lines, layers.cages, layers.dots]
)
def test_an_empty_layer_is_nothing(four: Sudoku, layer: object) -> None:
    assert callable(layer)
    assert layer(four) == ""


def test_weights() -> None:
    model = models.load("target")
    shades = [float(node.attrib["fill-opacity"]) for node in nodes(layers.weights(model)) if node.tag == "path"]
    numbers = [node.text for node in nodes(layers.weights(model)) if node.tag == "text"]
    assert numbers[40] == "10"
    assert [numbers.count(str(weight)) for weight in range(6, 11)] == [32, 24, 16, 8, 1]
    assert (shades[0], shades.index(max(shades))) == (0, 40)


def test_equal_weights_are_not_drawn(four: Sudoku) -> None:
    four.maximize(sum(four.grid))
    assert layers.weights(four) == ""


def test_a_constant_objective_is_not_drawn(four: Sudoku) -> None:
    four.maximize(four["r1c1"] - four["r1c1"])
    assert layers.weights(four) == ""


def test_shades_are_one_area_each(four: Sudoku) -> None:
    four.add(extra_region("r1c1 r1c2 r2c2"))
    (shade,) = nodes(layers.shades(four))
    c = CELL
    assert shade.attrib["d"] == f"M0,0 {2 * c},0 {2 * c},{2 * c} {c},{2 * c} {c},{c} 0,{c}Z"


def test_marks(four: Sudoku) -> None:
    four.add(even("r1c1 r1c2"), odd("r2c2"))
    assert tags(layers.marks(four)) == ["rect", "rect", "circle"]


def test_lines_go_through_the_centres(four: Sudoku) -> None:
    four.add(thermo("r1c1 r2c2 r2c3"))
    bulb, line = nodes(layers.lines(four))
    assert (bulb.tag, bulb.attrib["cx"], bulb.attrib["cy"]) == ("circle", "32", "32")
    assert line.attrib["d"] == "M32,32 96,96 160,96"


def test_an_arrow_starts_at_the_rim_of_its_circle(four: Sudoku) -> None:
    four.add(arrow("r1c1", "r1c2 r1c3"))
    circle, line = nodes(layers.lines(four))
    rim = 32 + float(circle.attrib["r"])
    assert line.attrib["d"] == f"M{rim:g},32 96,32 160,32M145.92,17.92 160,32 145.92,46.08"


def test_a_diagonal_reaches_the_corners(four: Sudoku) -> None:
    four.add(diagonals())
    falling, rising = nodes(layers.lines(four))
    assert falling.attrib["d"].startswith("M0,0 ")
    assert falling.attrib["d"].endswith(" 256,256")
    assert rising.attrib["d"].startswith("M0,256 ")
    assert rising.attrib["d"].endswith(" 256,0")


@pytest.mark.parametrize(
    "line", [Line(), Line(bulb=True), Line(circle=True, arrow=True), Line(arrow=True), Line(edge_to_edge=True)]
)
def test_a_line_of_one_cell(four: Sudoku, line: Line) -> None:
    text = layers._line(Line((four["r1c1"],), line.bulb, line.circle, line.arrow, line.edge_to_edge), [(32.0, 32.0)])
    assert len(nodes(text)) == 1 + line.bulb
    assert "nan" not in text


def test_a_line_that_stays_in_its_cell(four: Sudoku) -> None:
    line = Line((four["r1c1"],) * 3, circle=True, arrow=True)
    assert "nan" not in layers._line(line, [(32.0, 32.0)] * 3)


def test_cages(four: Sudoku) -> None:
    four.add(killer("r1c2 r2c1 r2c2", sum=6), killer("r4c4"))
    bend, single, label = nodes(layers.cages(four))
    assert bend.attrib["d"] == "M81.32,5 123,5 123,123 5,123 5,69 69,69 69,20.81", "open where the label is"
    assert single.attrib["d"] == "M197,197 251,197 251,251 197,251Z"
    assert (label.text, label.attrib["x"]) == ("6", "69")
    assert float(label.attrib["x"]) + width_of("6", float(label.attrib["font-size"])) < 81.32
    assert float(label.attrib["y"]) < 20.81
    assert 'text-anchor="start"' in layers.cages(four)


def test_labels_in_one_cell_stand_side_by_side(four: Sudoku) -> None:
    four.add(killer("r1c1 r1c2", sum=3), killer("r1c1 r2c1", sum=4), killer("r1c1 r2c1 r2c2", sum=9))
    places = [float(node.attrib["x"]) for node in nodes(layers.cages(four)) if node.tag == "text"]
    assert [later - earlier >= width_of("3", 0.26 * CELL) for earlier, later in pairwise(places)] == [True, True]


def test_a_long_label_stays_in_its_cell(four: Sudoku) -> None:
    four.add(calcudoku("r1c1 r1c2", value=123456789, operator="*"))
    outline, label = nodes(layers.cages(four))
    assert float(label.attrib["x"]) + width_of(label.text or "", float(label.attrib["font-size"])) < CELL
    assert outline.attrib["d"].startswith("M")


def test_numbers_in_corners_lie_inside_the_dashes(four: Sudoku) -> None:
    four.add(doublers(), killer("r1c1 r1c2", sum=6))
    four.maximize(sum(weight * cell for weight, cell in enumerate(four.grid)))
    solution = load_solver().compile(four).solve().solution
    layer = layers.weights(four) + layers.placements(four, solution)
    numbers = [node for node in nodes(layer) if node.tag == "text"]
    assert len(numbers) == 16 + 4
    dashes = CELL - layers.CAGE_INSET
    for node in numbers:
        assert float(node.attrib["x"]) % CELL < dashes - 2
        assert float(node.attrib["y"]) % CELL < dashes - 2


def test_pencilmarks_leave_room_for_the_sum_of_a_cage(four: Sudoku) -> None:
    four.restrict("r1c1", (1, 4))
    before = [float(node.attrib["y"]) for node in nodes(layers.pencilmarks(four, None))]
    four.add(killer("r1c1 r1c2", sum=6))
    after = [float(node.attrib["y"]) for node in nodes(layers.pencilmarks(four, None))]
    assert (after[0] > before[0], after[1] == before[1]) == (True, True)


def test_region_frames(four: Sudoku) -> None:
    (frame,) = nodes(layers.region_frames(four, None))
    assert frame.attrib["d"] == "M0,0h256M0,128h256M0,256h256M0,0v256M128,0v256M256,0v256"
    (irregular,) = nodes(layers.region_frames(Sudoku(2, regions="ABAB"), None))
    assert irregular.attrib["d"] == "M0,0h128M0,128h128M0,0v128M64,0v128M128,0v128"
    (scattered,) = nodes(layers.region_frames(Sudoku(3, regions="ABC CBA ABC"), None))
    assert "M0,64h64M128,64h64" in scattered.attrib["d"]


def test_thin_grid() -> None:
    assert layers.thin_grid(Sudoku(1)) == ""
    (grid,) = nodes(layers.thin_grid(Sudoku(2)))
    assert grid.attrib["d"] == "M0,64H128M64,0V128"


def test_blocks(four: Sudoku) -> None:
    assert layers.blocks(four) == ""
    drawn = nodes(
        layers.blocks(
            Kakuro(r"""
        #   12\
        3\4 .
        .   .""")
        )
    )
    assert [node.attrib["d"] for node in drawn if node.tag == "path"] == [
        *("M0,0 64,0 64,64 0,64Z", "M64,0 128,0 128,64 64,64Z", "M0,64 64,64 64,128 0,128Z"),
        "M64,0 128,64M0,64 64,128",
    ]
    texts = {node.text: (float(node.attrib["x"]), float(node.attrib["y"])) for node in drawn if node.tag == "text"}
    assert set(texts) == {"12", "3", "4"}
    assert texts["3"][0] < 32 < texts["4"][0] < 64 < texts["12"][0] < 96, "sums down stand left, those across right"
    assert texts["4"][1] < 96 < texts["3"][1] < 128


def test_dots(four: Sudoku) -> None:
    four.add(kropki_black("r1c1 r1c2"), kropki_black("r1c2 r2c2", ratio=3), xv("r3c3 r4c3", 5))
    plain, circle, label, letter = nodes(layers.dots(four))
    assert (plain.attrib["cx"], plain.attrib["cy"], plain.attrib["fill"]) == ("64", "32", "black")
    assert (circle.attrib["cx"], circle.attrib["cy"]) == ("96", "64")
    assert (label.text, label.attrib["fill"]) == ("3", "white")
    assert (letter.tag, letter.text) == ("text", "V")


def test_pencilmarks(four: Sudoku) -> None:
    four.restrict("r1c1", (1, 4))
    four.restrict("r1c2", (2, 3))
    first, last = nodes(layers.pencilmarks(four, {four["r1c2"]: 2}))
    assert (first.text, last.text) == ("1", "4")
    assert float(first.attrib["x"]) < 32 < float(last.attrib["x"])
    assert float(first.attrib["y"]) < float(last.attrib["y"])


def test_digits(four: Sudoku) -> None:
    four.give("r1c1", 3)
    given, solved = ElementTree.fromstring(f"<svg>{layers.digits(four, {four['r1c2']: 4})}</svg>")
    assert (given.attrib["fill"], [node.text for node in given]) == (layers.GIVEN, ["3"])
    assert (solved.attrib["fill"], [node.text for node in solved]) == (layers.SOLVED, ["4"])


def test_long_digits_are_smaller() -> None:
    sudoku = Sudoku(1, digits=[100])
    (digit,) = nodes(layers.digits(sudoku, {sudoku["r1c1"]: 100}))
    assert digit.text == "100"
    assert float(digit.attrib["font-size"]) < 0.3 * CELL


def test_a_rule_of_ones_own_needs_no_layer(four: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    from sudoku_cp.rules import registry

    monkeypatch.setattr(registry, "_rules", dict(registry._rules))

    @rule("own", draw=lambda sudoku: [Line(sudoku.rows[0], colour="red")])
    def own(sudoku: Sudoku):  # type: ignore[no-untyped-def]
        """A red line."""
        yield from ()

    four.add(own())
    (line,) = nodes(layers.lines(four))
    assert line.attrib["stroke"] == "red"
