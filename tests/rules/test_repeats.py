"""Cells listed twice: refused where they would have to differ from themselves, and allowed where they need not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.formats import read
from sudoku_cp.model import InputError, ModelError
from sudoku_cp.rules import AppliedRule, clue, nabner, renban, slow_thermo, whisper

LOOP = "r1c1 r1c2 r2c2 r2c1 r1c1"
TWICE = "is listed twice, and cannot differ from itself"


@pytest.mark.parametrize(
    ("rule", "parameters"),
    [
        ("killer", {"cells": "r1c1 r1c2 r1c1", "sum": 7}),
        ("multi_sum_cage", {"cells": "r1c1 r1c2 r1c1", "sums": [7]}),
        ("equality_cage", {"cells": "r1c1 r1c2 r1c1 r1c3"}),
        ("lunchbox", {"cells": "r1c1 r1c2 r1c1", "sum": 3}),
        ("extra_region", {"cells": "r1c1 r1c2 r1c1"}),
        ("thermo", {"line": LOOP}),
        ("fast_thermo", {"line": LOOP}),
        ("ambiguous_thermo", {"line": LOOP}),
        ("index_line", {"line": LOOP}),
        ("between_line", {"line": LOOP}),
        ("between_line", {"line": "r1c2 r1c1 r2c1 r1c1"}),
        ("lockout_line", {"line": LOOP}),
        ("whisper", {"line": "r1c2 r1c1 r1c1"}),
        ("parity_line", {"line": "r1c2 r1c1 r1c1"}),
        ("modular_line", {"line": "r1c1 r1c2 r1c1"}),
        ("entropic_line", {"line": "r1c1 r1c2 r1c1"}),
    ],
)
def test_a_cell_that_must_differ_from_itself_is_refused(rule: str, parameters: dict[str, object]) -> None:
    grid = Sudoku(6, regions="")
    with pytest.raises(ModelError, match=f": (cells|line): r1c1 {TWICE}$"):
        grid.add(clue(rule, parameters))
    assert not grid.clues


@pytest.mark.parametrize(
    ("rule", "parameters"),
    [
        ("slow_thermo", {"line": LOOP}),
        ("ambiguous_thermo", {"line": LOOP, "step": 0}),
        ("whisper", {"line": LOOP}),
        ("parity_line", {"line": LOOP}),
        ("entropic_line", {"line": "r1c1 r1c2 r1c3 r1c1"}),
        ("modular_line", {"line": LOOP}),
        ("palindrome", {"line": LOOP}),
        ("sequence_line", {"line": LOOP}),
        ("zipper_line", {"line": LOOP}),
        ("sum_line", {"line": LOOP}),
        ("region_sum_line", {"line": LOOP}),
        ("between_line", {"line": "r1c1 r1c2 r1c3 r1c2 r1c4"}),
        ("killer", {"cells": "r1c1 r1c1", "repeats": True}),
        ("multi_sum_cage", {"cells": "r1c1 r1c1", "sums": [4], "repeats": True}),
        ("arrow", {"circle": "r1c1", "line": "r1c2 r1c3 r1c2"}),
        ("arrow", {"circle": "r1c1 r1c2", "line": "r1c2 r1c3"}),
        ("contain_at_least", {"cells": "r1c1 r1c1", "values": [1]}),
        ("clone", {"cells": "r1c1 r1c2", "copy": "r1c2 r1c3"}),
    ],
)
def test_a_cell_may_be_listed_twice(rule: str, parameters: dict[str, object]) -> None:
    grid = Sudoku(6)
    grid.add(clue(rule, parameters))
    assert len(grid.clues) == 1


@pytest.mark.parametrize("rule", ["kropki_white", "kropki_black", "kropki_grey", "consecutive", "greater_than"])
def test_a_pair_is_of_two_cells(rule: str) -> None:
    message = f"^{rule}: cells must be two different cells, and r1c1 is listed twice$"
    with pytest.raises(ModelError, match=message):
        clue(rule, {"cells": "r1c1 R01C01"})


def test_an_arrow_does_not_start_with_its_circle() -> None:
    with pytest.raises(ModelError, match="line: r1c1 is the circle; list the cells after it"):
        Sudoku(4).add(clue("arrow", {"circle": "r1c1", "line": "r1c1 r1c2"}))


@pytest.mark.parametrize(
    ("clue", "predicate"),
    [
        (renban("r1c1 r1c2 r2c2 r1c1"), lambda v: len(set(v)) == 3 and max(v) - min(v) == 2),
        (nabner("r1c1 r1c2 r2c2 r1c1"), lambda v: sorted(v) in ([1, 3, 5], [1, 3, 6], [1, 4, 6], [2, 4, 6])),
    ],
)
def test_a_closed_line_of_a_set_has_its_first_cell_once(
    clue: AppliedRule, predicate: Callable[[Sequence[int]], bool], means: Any
) -> None:
    grid = Sudoku(6, regions="")
    means(grid, clue, grid.cells_at("r1c1 r1c2 r2c2"), predicate)


def test_a_loop_closes(means: Any) -> None:
    grid = Sudoku(4, regions="")
    cells = grid.cells_at("r1c1 r1c2 r2c2")
    means(grid, whisper("r1c1 r1c2 r2c2 r1c1", 1), cells, lambda v: v[0] != v[1] != v[2] != v[0])
    means(grid, slow_thermo("r1c1 r1c2 r2c2 r1c1"), cells, lambda v: v[0] == v[1] == v[2])


def test_a_doubled_cell_is_known_by_its_own_name() -> None:
    grid = Sudoku(4)
    grid.add(clue("doubler", {"cells": "r1c1"}))
    with pytest.raises(ModelError, match=f"r1c1 {TWICE}"):
        grid.add(clue("thermo", {"line": "r1c1 r1c2 r1c1"}))


def test_a_document_says_where() -> None:
    text = 'size = 4\n[[killer]]\nsum = 5\ncells = "r1c1 r1c2 r1c1"\n'
    with pytest.raises(InputError, match=rf"^puzzle.toml:4: killer .*: cells: r1c1 {TWICE}$"):
        list(read(BytesIO(text.encode()), "puzzle.toml"))


def test_an_f_puzzles_document_says_where() -> None:
    text = '{"size": 4, "killercage": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R1C1", "R1C1"], "value": "5"}]}'
    with pytest.raises(InputError, match=f"^puzzle.json:1: killercage 2: killer .*: cells: r1c1 {TWICE}$"):
        list(read(BytesIO(text.encode()), "puzzle.json"))
