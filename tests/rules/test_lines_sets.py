from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from sudoku_cp import DFA, Sudoku
from sudoku_cp.rules import Line, Rule, index_line, lines_steps, nabner, renban

LINE = "r1c1 r2c2 r3c2 r3c3"


@pytest.fixture
def sudoku() -> Sudoku:
    return Sudoku(5, regions="", digits=range(6))


@pytest.fixture(params=["all sets", "few sets"])
def states(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The encodings for short and for long lines."""
    if request.param == "few sets":
        monkeypatch.setattr(lines_steps, "MAX_SETS", 1)
    lines_steps._consecutive.cache_clear()
    yield
    lines_steps._consecutive.cache_clear()


def is_consecutive(values: tuple[int, ...]) -> bool:
    return sorted(values) == list(range(min(values), min(values) + len(values)))


@pytest.mark.slow
@pytest.mark.usefixtures("states")
@pytest.mark.parametrize("line", [LINE, "r1c1 r1c2", "r1c1 r1c2 r1c3"])
def test_renban(sudoku: Sudoku, means: Any, line: str) -> None:
    means(sudoku, renban(line), sudoku.cells_at(line), is_consecutive)


@pytest.mark.usefixtures("states")
@pytest.mark.parametrize("line", ["r1c1 r2c2", "r1c1 r2c2 r3c1"])
def test_renban_with_gaps_in_the_digits(means: Any, line: str) -> None:
    sudoku = Sudoku(3, regions="", digits=(-1, 0, 2, 3, 4))
    means(sudoku, renban(line), sudoku.cells_at(line), is_consecutive)


def test_renban_of_all_digits(means: Any) -> None:
    sudoku = Sudoku(4, regions="")
    means(sudoku, renban("r1c1 r2c1 r3c1 r4c1"), sudoku.columns[0], is_consecutive)


def test_renban_that_is_too_long(sudoku: Sudoku) -> None:
    line = "r1c1 r1c2 r1c3 r1c4 r1c5 r2c1 r2c2"
    constraints = list(renban(line).constraints(sudoku))
    cells = sudoku.cells_at(line)
    assert not all(c.holds({cell: cell.index % 6 for cell in cells}) for c in constraints)


@pytest.mark.parametrize("length", [8, 12, 20])
def test_long_lines_need_few_states(length: int) -> None:
    dfa: DFA = lines_steps._consecutive(tuple(range(1, 26)), length)
    assert len(dfa.transitions) < 2 * lines_steps.MAX_SETS
    assert dfa.accepts(range(3, 3 + length))
    assert not dfa.accepts((*range(3, 2 + length), 3 + length))


@pytest.mark.slow
@pytest.mark.usefixtures("states")
@pytest.mark.parametrize("line", ["r1c1 r1c2", "r1c1 r1c2 r1c3"])
@pytest.mark.parametrize("digits", [range(6), (1, 2, 4, 5, 7)])
def test_nabner(means: Any, line: str, digits: Any) -> None:
    sudoku = Sudoku(5, regions="", digits=digits)
    means(sudoku, nabner(line), sudoku.cells_at(line), lambda v: all(abs(a - b) > 1 for a, b in combinations(v, 2)))


@pytest.mark.slow
@pytest.mark.parametrize("line", ["r1c1 r1c2", "r1c1 r1c2 r1c3", LINE, "r1c1 r1c2 r1c3 r1c4 r1c5"])
def test_index_line(means: Any, line: str) -> None:
    sudoku = Sudoku(5, regions="")
    means(
        sudoku,
        index_line(line),
        sudoku.cells_at(line),
        lambda v: all(1 <= d <= len(v) and v[d - 1] == place for place, d in enumerate(v, 1)),
    )


@pytest.mark.parametrize("rule", [renban, nabner])
def test_one_cell_is_free(sudoku: Sudoku, rule: Rule) -> None:
    cell = sudoku["r2c2"]
    assert all(c.holds({cell: digit}) for c in rule("r2c2").constraints(sudoku) for digit in sudoku.digits)


@pytest.mark.parametrize(("rule", "bulb"), [(renban, False), (nabner, False), (index_line, True)])
def test_drawing(sudoku: Sudoku, rule: Rule, bulb: bool) -> None:
    (line,) = rule(LINE).drawings(sudoku)
    assert isinstance(line, Line)
    assert (line.bulb, [cell.name for cell in line.cells]) == (bulb, LINE.split())
