"""Each rule has a tool that suits its parameters and its drawing."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest

from sudoku_cp.page.limits import Job
from sudoku_cp.page.palette import palette


@pytest.fixture(scope="module")
def tools() -> dict[str, dict[str, Any]]:
    job = Job(Event(), lambda answer: None)
    return {tool["name"]: tool for tool in palette(job)["rules"]}


@pytest.mark.parametrize(
    ("rule", "tool", "collects"),
    [
        ("killer", "cells", ["cells"]),
        ("thermo", "line", ["line"]),
        ("arrow", "arrow", ["circle", "line"]),
        ("clone", "cells", ["cells", "copy"]),
        ("same_values", "cells", ["cells", "others"]),
        ("value_indexing", "cells", ["index", "value", "cells"]),
        ("region_count", "cell", ["count"]),
        ("kropki_white", "edge", ["cells"]),
        ("quadruple", "corner", ["cells"]),
        ("sandwich", "outside", []),
        ("anti_knight", "form", []),
    ],
)
def test_a_tool_follows_from_the_rule(
    tools: dict[str, dict[str, Any]], rule: str, tool: str, collects: list[str]
) -> None:
    assert (tools[rule]["tool"], tools[rule]["collects"]) == (tool, collects)


def test_a_form_is_the_tool_of_rules_without_cells_only(tools: dict[str, dict[str, Any]]) -> None:
    with_cells = {name for name, tool in tools.items() if any(each["kind"] == "cells" for each in tool["parameters"])}
    assert not {name for name in with_cells if tools[name]["tool"] == "form"}
