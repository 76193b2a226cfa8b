from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from sudoku_cp.render.figures import CELL, area, centre, element, escaped, group, halo, number, path, text


@given(content=st.text())
def test_any_text_makes_well_formed_xml(content: str) -> None:
    made = ElementTree.fromstring(f'<a b="{escaped(content)}">{escaped(content)}</a>')
    assert len(made) == 0
    assert list(made.attrib) == ["b"]


def test_markup_is_text() -> None:
    assert escaped("<b a=\"x\" c='y'>&\x00") == "&lt;b a=&quot;x&quot; c=&#x27;y&#x27;&gt;&amp;�"


@pytest.mark.parametrize(("value", "written"), [(0, "0"), (10, "10"), (-2.5, "-2.5"), (1 / 3, "0.33")])
def test_number(value: float, written: str) -> None:
    assert number(value) == written


def test_element() -> None:
    assert element("path", d="M0,0", fill='"') == '<path d="M0,0" fill="&quot;"/>'


def test_group() -> None:
    assert group([]) == group(["", ""], fill="red") == ""
    assert group(["<a/>", "<b/>"], fill_opacity=0.5) == '<g fill-opacity="0.5"><a/><b/></g>'


def test_text() -> None:
    assert text("<", 1, 2, 10, fill="red") == '<text x="1" y="5.55" font-size="10" fill="red">&lt;</text>'
    assert text("", 1, 2, 10) == ""
    assert 'paint-order="stroke"' in text("1", 1, 2, 10, **halo(2))


def test_path() -> None:
    assert path([(0, 0), (1, 2.5)]) == "M0,0 1,2.5"
    assert path([(0, 0), (1, 2), (3, 4)], closed=True) == "M0,0 1,2 3,4Z"


def test_places() -> None:
    assert centre((0, 1)) == (1.5 * CELL, 0.5 * CELL)
    assert area([(0, 0)], inset=4) == f"M4,4 {CELL - 4},4 {CELL - 4},{CELL - 4} 4,{CELL - 4}Z"
    assert area([]) == ""
