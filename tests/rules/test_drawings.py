from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.rules import RULES, Drawing, Line

PARAMETERS: dict[str, dict[str, object]] = {
    "arrow": {"circle": "r1c1", "line": "r1c2"},
    "diagonal": {"direction": "falling"},
    "even": {"cells": "r1c1"},
    "extra_region": {"cells": "r1c1"},
    "killer": {"cells": "r1c1"},
    "kropki_black": {"cells": "r1c1 r1c2"},
    "kropki_white": {"cells": "r1c1 r1c2"},
    "odd": {"cells": "r1c1"},
    "palindrome": {"line": "r1c1"},
    "renban": {"line": "r1c1"},
    "thermo": {"line": "r1c1"},
    "whisper": {"line": "r1c1"},
    "xv": {"cells": "r1c1 r1c2", "sum": 5},
}
UNDRAWN = {"anti_king", "anti_knight", "disjoint_groups", "non_consecutive"}


@pytest.mark.parametrize(
    "name", [name for name, rule in RULES.items() if rule.meaning.__module__.startswith("sudoku_cp")]
)
def test_every_rule_is_drawn_or_known_not_to_be(name: str) -> None:
    drawings = RULES[name].clue(PARAMETERS.get(name, {})).drawings(Sudoku(4))
    assert all(isinstance(drawing, Drawing) and drawing.cells for drawing in drawings)
    assert bool(drawings) == (name not in UNDRAWN)


def test_drawings_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Line().width = 2  # type: ignore[misc]
