from __future__ import annotations

import re
from dataclasses import FrozenInstanceError

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.rules import RULES, Drawing, Line, even

PARAMETERS: dict[str, dict[str, object]] = {
    "loop": {"white": "r1c1"},
    "nurikabe": {"cells": "r1c1", "sizes": 2},
    "path": {"ends": "r1c1"},
    "shaded_count": {"count": "r1c1"},
    "shading": {"shaded": "r1c1"},
    "slitherlink": {"counts": "r1c1"},
    "yin_yang": {"shaded": "r1c1"},
    "all_of": {"clues": [even("r1c1")]},
    "ambiguous_arrow": {"line": "r1c1 r1c2 r1c3"},
    "ambiguous_thermo": {"line": "r1c1"},
    "anti_leaper": {"rows": 1, "columns": 3},
    "any_of": {"clues": [even("r1c1")]},
    "arrow": {"circle": "r1c1", "line": "r1c2"},
    "at_least": {"number": 1, "clues": [even("r1c1")]},
    "at_most": {"number": 1, "clues": [even("r1c1")]},
    "automaton_line": {"line": "r1c1", "moves": "0 1 0", "accepting": 0},
    "battlefield": {"side": "left", "index": 1, "value": 3},
    "between_line": {"line": "r1c1"},
    "box_indexing": {"cells": "r1c1"},
    "calcudoku": {"cells": "r1c1", "value": 3},
    "clone": {"cells": "r1c1", "copy": "r1c2"},
    "column_indexing": {"cells": "r1c1"},
    "compare_cages": {"cells": "r1c1", "other": "r1c2"},
    "connected_values": {"values": [1], "cells": "r1c1 r1c2"},
    "consecutive": {"cells": "r1c1 r1c2"},
    "contain_at_least": {"cells": "r1c1", "values": 1},
    "contain_exactly": {"cells": "r1c1", "values": 1},
    "count_digits": {"count": "r1c1", "cells": "r1c2", "values": 1},
    "count_distinct": {"count": "r1c1", "cells": "r1c2"},
    "counting_circles": {"cells": "r1c1"},
    "diagonal": {"direction": "falling"},
    "double_arrow": {"line": "r1c1 r1c2 r1c3"},
    "doubler": {"cells": "r1c1"},
    "entropic_line": {"line": "r1c1"},
    "equality_cage": {"cells": "r1c1 r1c2"},
    "even": {"cells": "r1c1"},
    "exactly": {"number": 1, "clues": [even("r1c1")]},
    "extra_region": {"cells": "r1c1"},
    "fast_thermo": {"line": "r1c1"},
    "first_seen": {"side": "left", "index": 1, "value": 3},
    "full_rank": {"side": "left", "index": 1, "value": 3},
    "greater_than": {"cells": "r1c1 r1c2"},
    "halver": {"cells": "r1c1"},
    "hidden_sequence": {"line": "r1c1 r1c2", "digits": [1, 2]},
    "hidden_skyscraper": {"side": "left", "index": 1, "value": 3},
    "index_line": {"line": "r1c1"},
    "indexing_159": {"columns": [1, 4]},
    "killer": {"cells": "r1c1"},
    "kropki_black": {"cells": "r1c1 r1c2"},
    "kropki_grey": {"cells": "r1c1 r1c2"},
    "kropki_white": {"cells": "r1c1 r1c2"},
    "little_killer": {"start": "r1c1", "direction": "down-right", "sum": 9},
    "lockout_line": {"line": "r1c1"},
    "look_and_say": {"cells": "r1c1", "clue": "11"},
    "lunchbox": {"cells": "r1c1 r1c2", "sum": 3},
    "magic_square": {"cells": "r1c1"},
    "margin_product": {"side": "left", "index": 1, "value": 3},
    "margin_sum": {"side": "left", "index": 1, "value": 3},
    "maximum": {"cells": "r1c1"},
    "minimum": {"cells": "r1c1"},
    "modular_line": {"line": "r1c1"},
    "multi_sum_cage": {"cells": "r1c1", "sums": [1, 2]},
    "multiplier": {"cells": "r1c1", "factor": 3},
    "multipliers": {"factor": 3},
    "nabner": {"line": "r1c1"},
    "negator": {"cells": "r1c1"},
    "none_of": {"clues": [even("r1c1")]},
    "numbered_room": {"side": "left", "index": 1, "value": 3},
    "odd": {"cells": "r1c1"},
    "outside": {"side": "left", "index": 1, "digits": [3]},
    "pair_line": {"line": "r1c1 r1c2", "pairs": "1 2"},
    "palindrome": {"line": "r1c1"},
    "parity_line": {"line": "r1c1"},
    "quadruple": {"cells": "r1c1 r1c2 r2c1 r2c2", "digits": 1},
    "region_border": {"cells": "r1c1 r1c2"},
    "region_count": {"count": "r1c1", "cells": "r1c2 r1c3"},
    "region_sum_line": {"line": "r1c1"},
    "region_view": {"cell": "r1c1"},
    "regular_line": {"line": "r1c1", "expression": "1"},
    "rellik": {"cells": "r1c1", "sum": 3},
    "renban": {"line": "r1c1"},
    "rossini": {"side": "left", "index": 1, "order": "neither"},
    "row_indexing": {"cells": "r1c1"},
    "same_region": {"cells": "r1c1 r1c2"},
    "same_values": {"cells": "r1c1", "others": "r1c2"},
    "sequence_line": {"line": "r1c1"},
    "sandwich": {"side": "left", "index": 1, "value": 3},
    "skyscraper": {"side": "left", "index": 1, "value": 3},
    "slow_thermo": {"line": "r1c1"},
    "split_pea": {"line": "r1c1 r1c2 r1c3"},
    "sum_line": {"line": "r1c1"},
    "taxicab": {"distance": 3},
    "thermo": {"line": "r1c1"},
    "value_indexing": {"index": "r1c1", "value": "r1c2", "cells": "r1c3"},
    "whisper": {"line": "r1c1"},
    "x_sum": {"side": "left", "index": 1, "value": 3},
    "xv": {"cells": "r1c1 r1c2", "sum": 5},
    "zipper_line": {"line": "r1c1"},
}
UNDRAWN = {
    "anti_king",
    "anti_knight",
    "anti_leaper",
    "anti_queen",
    "anti_taxicab",
    "chaos_construction",
    "disjoint_groups",
    "doppelganger",
    "dutch_flatmates",
    "global_entropy",
    "global_mod",
    "global_whisper",
    "knightmare",
    "negative_difference",
    "negative_ratio",
    "negative_sum",
    "no_rank_ties",
    "non_consecutive",
    "one_digit_set",
    "taxicab",
    "doublers",
    "halvers",
    "hot_cold",
    "multipliers",
    "negators",
    "schroedinger_cells",
}


@pytest.mark.parametrize(
    "name", [name for name, rule in RULES.items() if rule.meaning.__module__.startswith("sudoku_cp")]
)
def test_every_rule_is_drawn_or_known_not_to_be(name: str) -> None:
    drawings = RULES[name].clue(PARAMETERS.get(name, {})).drawings(Sudoku(4))
    assert all(isinstance(drawing, Drawing) and drawing.cells for drawing in drawings)
    assert bool(drawings) == (name not in UNDRAWN)
    colours = [getattr(drawing, "colour", "#000") for drawing in drawings]
    assert [colour for colour in colours if not re.fullmatch("#([0-9a-f]{3}){1,2}", colour)] == []


def test_drawings_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Line().width = 2  # type: ignore[misc]
