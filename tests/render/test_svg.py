from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import AllDifferent, Model, Sudoku, models
from sudoku_cp.render import SVG, show, svg
from sudoku_cp.rules import Cage, Drawing, anti_knight, rule

NAMESPACE = "{http://www.w3.org/2000/svg}"

TAGS = {"svg", "title", "g", "path", "rect", "circle", "text"}
ATTRIBUTES = {
    *("role", "width", "height", "viewBox", "x", "y", "cx", "cy", "r", "d"),
    *("fill", "fill-rule", "fill-opacity", "opacity", "stroke", "stroke-width", "stroke-dasharray", "paint-order"),
    *("stroke-linecap", "stroke-linejoin", "font-family", "font-size", "font-weight", "text-anchor"),
}


def parse(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def written(text: str) -> list[str]:
    """The digits in the order in which they are drawn, by row and column."""
    places = [
        (float(node.attrib["y"]), float(node.attrib["x"]), node.text or "")
        for node in parse(text).iter(f"{NAMESPACE}text")
    ]
    return [content for _, _, content in sorted(places)]


def test_it_is_a_text_that_notebooks_show() -> None:
    picture = svg(Sudoku(4))
    assert isinstance(picture, SVG)
    assert isinstance(picture, str)
    assert picture._repr_svg_() == picture
    assert type(picture._repr_svg_()) is str


def test_everything_is_drawn(zoo: Sudoku) -> None:
    tags = [node.tag.removeprefix(NAMESPACE) for node in parse(svg(zoo)).iter()]
    assert {tag: tags.count(tag) for tag in ("circle", "rect", "text")} == {
        "circle": 1 + 1 + 3 + 1,  # bulb, arrow, dots, odd
        "rect": 1 + 2,  # background, even
        "text": 1 + 1 + 1 + 3 + 1 + 1 + 1,  # given, sum, dot, candidates, V, title, caption
    }


def test_layers_lie_in_order(zoo: Sudoku) -> None:
    text = svg(zoo)
    order = [
        'fill="white"',  # background
        'fill-rule="evenodd"',  # shades
        "<rect x=",
        'stroke-linejoin="round"',  # lines
        'stroke="#a8a8a8"',  # grid
        "stroke-dasharray",  # cages
        'stroke-linecap="square"',  # regions
        'fill="black"',  # dots
        'fill="#666"',  # candidates
        'fill="#111"><text',  # digits
    ]
    places = [text.rindex(mark) if mark == "<rect x=" else text.index(mark) for mark in order]
    assert places == sorted(places)


@pytest.mark.slow
@given(size=st.integers(1, 36))
def test_any_size(size: int) -> None:
    sudoku = Sudoku(size)
    values = [1 + (row + column) % size for row in range(size) for column in range(size)]
    text = svg(sudoku, sudoku.solution(values))
    assert written(text) == [sudoku.symbols[value - 1] for value in values]
    root = parse(text)
    assert float(root.attrib["width"]) <= 960
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert width == height > 64 * size


def test_only_plain_elements_without_ids_and_the_same_again(zoo: Sudoku) -> None:
    text = svg(zoo)
    for node in parse(text).iter():
        assert set(node.attrib) <= ATTRIBUTES
        assert node.tag.removeprefix(NAMESPACE) in TAGS
    assert svg(zoo) == text


HOSTILE = "<script>alert('&\"')</script>\x00"


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> Sudoku:
    from sudoku_cp.rules import registry

    monkeypatch.setattr(registry, "_rules", dict(registry._rules))

    def drawn(sudoku: Sudoku) -> list[Drawing]:
        return [Cage(sudoku.rows[0], label=HOSTILE, colour=HOSTILE)]

    @rule(HOSTILE, draw=drawn)
    def drawn_rule(sudoku: Sudoku):  # type: ignore[no-untyped-def]
        """Drawn."""
        yield from ()

    @rule(HOSTILE + "2")
    def undrawn_rule(sudoku: Sudoku, text: str):  # type: ignore[no-untyped-def]
        """Not drawn."""
        yield from ()

    sudoku = Sudoku(4, symbols="<&\"'", name=HOSTILE)
    sudoku.give_grid([1, 2, 3, 4, *[None] * 12])
    sudoku.add(drawn_rule(), undrawn_rule(HOSTILE))
    return sudoku


def test_everything_is_escaped(hostile: Sudoku) -> None:
    text = svg(hostile)
    assert "<script" not in text
    texts = [node.text for node in parse(text).iter(f"{NAMESPACE}text")]
    shown = HOSTILE.replace("\x00", "�")
    assert shown in texts
    assert [text for text in texts if text and len(text) == 1] == ["<", "&", '"', "'"]
    assert parse(text)[0].text == shown


def test_caption_names_what_is_not_drawn() -> None:
    sudoku = models.load("target")
    plain = parse(svg(models.load("classic")))
    sudoku.add(anti_knight())
    captioned = parse(svg(sudoku))
    assert "Anti-knight, maximize the score" in [node.text for node in captioned.iter(f"{NAMESPACE}text")]
    ones = svg(sudoku, dict.fromkeys(sudoku.cells, 1))
    assert "Anti-knight, maximize the score: 570" in [node.text for node in parse(ones).iter(f"{NAMESPACE}text")]
    assert float(captioned.attrib["height"]) > float(plain.attrib["height"])


def test_long_captions_are_wrapped() -> None:
    sudoku = Sudoku(4)
    sudoku.add(*[anti_knight() for _ in range(9)])
    texts = [node.text or "" for node in parse(svg(sudoku)).iter(f"{NAMESPACE}text")]
    assert len(texts) > 2
    assert " ".join(texts).lower() == ", ".join(["anti-knight"] * 9)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("anti_knight", ["Anti-knight"]),
        ("Rat Run 7", ["Rat Run 7"]),
        ("sudoku", []),
        ("long name " * 50, None),
        ("", []),
    ],
)
def test_the_name_stands_above(name: str, shown: list[str] | None) -> None:
    sudoku = Sudoku(9, name=name)
    root = parse(svg(sudoku))
    texts = [node.text or "" for node in root.iter(f"{NAMESPACE}text")]
    assert len(texts) == 2 if shown is None else texts == shown
    top = float(root.attrib["viewBox"].split()[1])
    assert all(top < float(node.attrib["y"]) < 0 for node in root.iter(f"{NAMESPACE}text"))


def test_cells_of_a_size_that_is_wanted() -> None:
    sizes = [float(parse(svg(Sudoku(9), cell=cell)).attrib["width"]) for cell in (32, 64)]
    assert sizes[1] == 2 * sizes[0]


def test_a_model_without_a_grid_is_listed() -> None:
    model = Model("a_triangle")
    a, b = model.variables("ab", (1, 2, 3))
    model.add(a < b, AllDifferent(a, b, label=HOSTILE))
    model.maximize(a + b)
    texts = [node.text for node in parse(svg(model, {a: 1, b: 3})).iter(f"{NAMESPACE}text")]
    shown = HOSTILE.replace("\x00", "�")
    assert texts == ["A triangle", "a = 1", "b = 3", "a - b ≤ -1", shown, "maximize the score: 4"]
    assert show(model, {a: 1, b: 3}).splitlines()[:2] == ["a = 1", "b = 3"]


def test_a_large_model_is_listed_in_part() -> None:
    model = Model()
    model.variables((f"v{number}" for number in range(1000)), (1, 2, 4))
    lines = show(model).splitlines()
    assert lines[0] == "v0 in {1, 2, 4}"
    assert (len(lines), lines[-1]) == (41, "… 1,000 variables")
    assert parse(svg(Model())) is not None
    assert show(Model()) == ""
