from __future__ import annotations

from io import BytesIO
from itertools import permutations, product
from typing import Any
from xml.etree import ElementTree

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.formats import Document, read
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.render import layers, show, svg
from sudoku_cp.rules import (
    doubler,
    doublers,
    even,
    halver,
    halvers,
    killer,
    multiplier,
    multipliers,
    negator,
    negators,
    schroedinger_cells,
    thermo,
)
from sudoku_cp.solving.registry import load_solver
from tests.support import assert_same_sets


def grids(sudoku: Sudoku) -> set[tuple[int, ...]]:
    """The digits of each solution."""
    return {found.values_in_order[: len(sudoku.grid)] for found in load_solver().compile(sudoku).solutions()}


EVERY = grids(Sudoku(4))


@pytest.mark.parametrize(
    ("modifier", "value"),
    [
        (doubler("r1c1 r2c3"), lambda d: 2 * d),
        (halver("r1c1 r2c3"), lambda d: d / 2),
        (negator("r1c1 r2c3"), lambda d: -d),
        (multiplier("r1c1 r2c3", 5), lambda d: 5 * d),
    ],
    ids=lambda entry: getattr(getattr(entry, "rule", None), "name", ""),
)
@pytest.mark.parametrize("total", [-1, 5, 7, 9, 18])
def test_given_placement(modifier: Any, value: Any, total: int) -> None:
    sudoku = Sudoku(4)
    sudoku.add(modifier, killer("r1c1 r1c2 r2c3", sum=total))
    expected = {
        g
        for g in EVERY
        if value(g[0]) + g[1] + value(g[6]) == total
        and len({g[0], g[1], g[6]}) == 3
        and all(value(d) == int(value(d)) for d in (g[0], g[6]))
    }
    assert grids(sudoku) == expected
    assert load_solver().compile(sudoku).count().count == len(expected), "values are functions of digits"


def placements() -> list[tuple[int, ...]]:
    """The column of the modified cell in each row, one in each column and box."""
    return [p for p in permutations(range(4)) if len({(r // 2, c // 2) for r, c in enumerate(p)}) == 4]


@pytest.mark.parametrize(
    ("modifier", "value"),
    [
        (doublers(), lambda d: 2 * d),
        (halvers(), lambda d: 0 if d % 2 else d // 2),
        (negators(), lambda d: -d),
        (multipliers(3), lambda d: 3 * d),
    ],
    ids=["doublers", "halvers", "negators", "multipliers"],
)
def test_placement_is_part_of_the_solution(modifier: Any, value: Any) -> None:
    sudoku = Sudoku(4)
    sudoku.add(modifier, killer("r1c1 r1c2", sum=5), thermo("r2c2 r3c3"))
    expected = set()
    for g, place in product(EVERY, placements()):
        modified = {4 * row + column for row, column in enumerate(place)}
        if len({g[at] for at in modified}) == 4:
            v = [value(digit) if at in modified else digit for at, digit in enumerate(g)]
            if v[0] + v[1] == 5 and v[5] < v[10]:
                expected.add((g, frozenset(modified)))
    found = [
        (
            solution.values_in_order[:16],
            frozenset(cell.index for cell in sudoku.grid if solution[sudoku[f"modified {cell.name}"]] != 0),
        )
        for solution in load_solver().compile(sudoku).solutions()
    ]
    assert 0 < len(expected) == len(found)
    assert set(found) == expected


def test_schroedinger_cells() -> None:
    sudoku = Sudoku(4, digits=range(5))
    sudoku.add(schroedinger_cells(), killer("r1c1 r1c2", sum=3))
    sudoku.give("r1c1", 0).give("r2c1", 3)
    expected = set()
    shapes = placements()
    for place in shapes:
        doubled = {4 * row + column for row, column in enumerate(place)}
        expected |= {(g, s) for g, s in _two_digit_grids(doubled) if g[0] == 0 and g[4] == 3 and _counts(g, s) == 3}
    found = [
        (solution.values_in_order[:16], tuple(solution[sudoku[f"second {cell.name}"]] for cell in sudoku.grid))
        for solution in load_solver().compile(sudoku).solutions()
    ]
    assert expected
    assert_same_sets(found, expected)


def _counts(g: Any, s: Any) -> int:
    return int(sum(g[:2]) + sum(second for second in s[:2] if second >= 0))


def _two_digit_grids(doubled: set[int]) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Grids of 0–4 in which these cells hold two digits, the lower one first: filled cell by cell."""
    found = set()
    cells: list[tuple[int, ...]] = []

    def extend() -> None:
        at = len(cells)
        if at == 16:
            found.add((tuple(c[0] for c in cells), tuple(c[1] if len(c) == 2 else -1 for c in cells)))
            return
        row, column = divmod(at, 4)
        near = [
            n for n in range(at) if n // 4 == row or n % 4 == column or (n // 8, n % 4 // 2) == (at // 8, column // 2)
        ]
        used = {digit for n in near for digit in cells[n]}
        free = [digit for digit in range(5) if digit not in used]
        options = [(a, b) for a in free for b in free if a < b] if at in doubled else [(a,) for a in free]
        for option in options:
            if at in (0, 4) and option[0] != (0 if at == 0 else 3):
                continue
            cells.append(option)
            extend()
            cells.pop()

    extend()
    return found


def test_digits_and_values() -> None:
    """Parity looks at the digit, the thermometer at the value."""
    sudoku = Sudoku(4)
    sudoku.add(doubler("r1c1"), even("r1c1"), thermo("r1c2 r1c1"))
    assert grids(sudoku) == {g for g in EVERY if g[0] % 2 == 0 and g[1] < 2 * g[0]}


def test_documents_and_pictures() -> None:
    sudoku = Sudoku(4)
    sudoku.add(doublers(), killer("r1c1 r1c2", sum=6))
    written = dump_document(sudoku)
    (document,) = read(BytesIO(written.encode()), "x.toml", "toml")
    assert isinstance(document, Document)
    assert dump_document(document.model) == written
    assert [cell.name for cell in document.model.cells] == [cell.name for cell in sudoku.cells]
    solution = load_solver().compile(sudoku).solve().solution
    lines = show(sudoku, solution, colour=False).splitlines()
    assert solution is not None
    found = [cell for cell in sudoku.grid if solution[sudoku.modified[cell]] > 0]
    assert len(found) == 4
    assert lines[-1] == f"* {', '.join(f'{cell.name} counts {2 * solution[cell]}' for cell in found)}"
    assert [line.count("*") for line in lines[:-1] if line[-3].isdigit()] == [1, 1, 1, 1]
    assert not any("modified" in line or "value of" in line for line in lines)
    assert "*" not in show(sudoku, colour=False)
    squares, counts = ElementTree.fromstring(f"<svg>{layers.placements(sudoku, solution)}</svg>")
    assert len(squares) == 4
    assert [text.text for text in counts] == [str(2 * solution[cell]) for cell in found]
    assert layers.placements(sudoku, None) == ""
    assert layers.placements(sudoku, solution) in svg(sudoku, solution)


def test_pictures_of_two_digits() -> None:
    sudoku = Sudoku(4, digits=range(5))
    sudoku.add(schroedinger_cells())
    solution = load_solver().compile(sudoku).solve().solution
    assert solution is not None
    both = {cell: f"{solution[cell]}{solution[second]}" for cell, second in sudoku.seconds.items()}
    pairs = [both[cell] for cell in sudoku.grid if solution[sudoku.seconds[cell]] >= 0]
    assert len(pairs) == 4
    lines = show(sudoku, solution, colour=False).splitlines()
    words = " ".join(lines).replace("┃", " ").split()
    assert [word for word in words if len(word) == 2 and word.isdigit()] == pairs
    assert not any("second" in line for line in lines)
    picture = ElementTree.fromstring(f"<svg>{layers.digits(sudoku, solution)}</svg>")
    assert [text.text for text in picture.iter("text") if len(text.text or "") == 2] == pairs


def test_refuse() -> None:
    sudoku = Sudoku(4)
    sudoku.add(doubler("r1c1"))
    with pytest.raises(ModelError, match="r1c1 has a modifier already"):
        sudoku.add(negator("r1c1"))
    sudoku.add(killer("r1c1 r1c2", sum=6))
    with pytest.raises(ModelError, match="add a modifier before other clues; killer r1c1 r1c2 sum=6 comes before it"):
        sudoku.add(doubler("r2c1"))
    with pytest.raises(ModelError, match="the grid needs 5 digits, not 4"):
        Sudoku(4).add(schroedinger_cells())
    with pytest.raises(ModelError, match="no digit of the cell can be modified in this way"):
        Sudoku(1).add(halver("r1c1"))
