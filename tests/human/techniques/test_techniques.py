"""Each technique on a grid of candidates where it applies, and all of them against exact candidates."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from sudoku_cp import Cell, Sudoku
from sudoku_cp.authoring import generate
from sudoku_cp.human.techniques import BY_NAME, TECHNIQUES, Layout, Pattern, Position, walk
from sudoku_cp.human.techniques.layout import bits_of
from sudoku_cp.rules import anti_knight, diagonals

ROWS = [line.split("\t") for line in (Path(__file__).parent / "grids.tsv").read_text().splitlines()[1:]]
CLASSIC = Layout(Sudoku(9))

HEAVY = {"ALS-XY-wing", "ALS chain"} | {
    name
    for name in BY_NAME
    if name.startswith(("ALS ", "finned franken", "mutant", "finned mutant", "siamese", "template"))
}
"""Techniques that are slow on grids with many candidates."""

FEW = 40
"""The number of open cells up to which heavy techniques are tried."""

EVERY = 6
"""How far apart the positions of a path are in which all patterns are tried."""


def position_of(text: str) -> Position:
    """Candidates by cell; ``=5`` is given, ``-5`` is placed."""
    masks, placed, givens = [], 0, 0
    for index, word in enumerate(text.split()):
        masks.append(CLASSIC.mask_of(map(int, word.lstrip("=-"))))
        placed |= word.startswith(("=", "-")) << index
        givens |= word.startswith("=") << index
    return Position(CLASSIC, masks, placed, givens)


def conclusion_of(pattern: Pattern, layout: Layout = CLASSIC) -> str:
    cells = layout.model.cells
    words = [f"{cells[cell].name}={layout.digits[digit]}" for cell, digit in pattern.placed.items()]
    words += [
        f"{cells[cell].name}!={layout.digit_names(mask).replace(' ', '')}" for cell, mask in pattern.eliminated.items()
    ]
    return " ".join(words)


def exact_candidates(position: Position) -> dict[Cell, tuple[int, ...]]:
    """The values of each cell in all fillings of the candidates."""
    layout = position.layout
    model = layout.model.with_constraints(layout.model.constraints)
    model.pencilmarks = {cell: layout.values_of(position.masks[cell.index]) for cell in model.cells}
    return dict(model.candidates({}).values)


def assert_true(pattern: Pattern, position: Position, exact: dict[Cell, tuple[int, ...]]) -> None:
    layout = position.layout
    assert pattern.eliminated or pattern.placed
    for index, mask in pattern.eliminated.items():
        assert mask
        assert mask & ~position.masks[index] == 0
        assert not set(layout.values_of(mask)) & set(exact[layout.model.cells[index]]), pattern
    for index, digit in pattern.placed.items():
        assert exact[layout.model.cells[index]] == (layout.digits[digit],), pattern


def test_every_technique_has_a_grid() -> None:
    assert [row[0] for row in ROWS] == [technique.name for technique in TECHNIQUES]
    assert len(BY_NAME) == len(TECHNIQUES)


def can_be_filled(candidates: dict[tuple[int, int], str]) -> bool:
    """Whether cells, by row and column, can have candidates that differ in each row, column and box; by trying all."""
    if not candidates:
        return True
    (row, column), digits = min(candidates.items(), key=lambda item: len(item[1]))
    for digit in digits:
        left = {
            (r, c): others.replace(digit, "")
            if r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3)
            else others
            for (r, c), others in candidates.items()
            if (r, c) != (row, column)
        }
        if all(left.values()) and can_be_filled(left):
            return True
    return False


@pytest.mark.slow
def test_every_grid_is_possible() -> None:
    for name, grid, _ in ROWS:
        words = enumerate(grid.split())
        assert can_be_filled({divmod(index, 9): word.lstrip("=-") for index, word in words}), name


def test_cells_beside_a_digit_cannot_have_it() -> None:
    for name, grid, _ in ROWS:
        position = position_of(grid)
        for index in bits_of(position.placed):
            beside = bits_of(CLASSIC.peers[index])
            assert not any(position.masks[index] & position.masks[other] for other in beside), name


@pytest.mark.parametrize(("name", "grid", "conclusion"), ROWS, ids=[row[0] for row in ROWS])
def test_a_technique_finds_its_pattern(name: str, grid: str, conclusion: str) -> None:
    position = position_of(grid)
    found = list(BY_NAME[name].find(position))
    assert {pattern.name for pattern in found} == {name}
    assert conclusion in map(conclusion_of, found)
    solution = CLASSIC.model.solve(
        {CLASSIC.model.cells[index]: CLASSIC.values_of(position.masks[index])[0] for index in bits_of(position.givens)}
    ).solution
    assert solution is not None
    exact: dict[Cell, tuple[int, ...]] = {cell: (solution[cell],) for cell in CLASSIC.model.cells}
    if not BY_NAME[name].assumes_uniqueness:
        exact = exact_candidates(position)
    for pattern in found:
        assert_true(pattern, position, exact)


def incomplete_puzzles(model: Sudoku, number: int, seed: int, missing: int) -> Iterator[dict[Cell, int]]:
    """The givens of minimal puzzles, without some."""
    random = Random(seed)
    for each in islice(generate(model, seed=seed), number):
        givens = dict(each.givens)
        for cell in random.sample(list(givens), missing):
            del givens[cell]
        yield givens


def assert_all_true(model: Sudoku, givens: dict[Cell, int], *, uniqueness: bool, without: Collection[str] = ()) -> int:
    """Whether all patterns are true in some positions of a path by easier techniques; the number of patterns."""
    start = Position.of_givens(Layout(model), givens)
    exact = dict(model.candidates(givens).values)
    techniques = [
        technique
        for technique in TECHNIQUES
        if (uniqueness or not technique.assumes_uniqueness) and technique.name not in without
    ]
    easier = [technique for technique in techniques if technique.name not in HEAVY]
    path = [position for position, _ in walk(start, easier)]
    number = 0
    for place, position in enumerate(path[::-EVERY]):
        for technique in easier if place > 1 or position.open.bit_count() > FEW else techniques:
            for pattern in technique.find(position):
                assert_true(pattern, position, exact)
                number += 1
    return number


@pytest.mark.slow
@pytest.mark.parametrize("missing", [1, 2, 4])
def test_patterns_are_true_in_all_solutions(missing: int) -> None:
    model = Sudoku(9)
    assert sum(
        assert_all_true(model, givens, uniqueness=False) for givens in incomplete_puzzles(model, 1, missing, missing)
    )


@pytest.mark.slow
def test_patterns_are_true_in_unique_puzzles() -> None:
    model = Sudoku(9)
    assert sum(assert_all_true(model, givens, uniqueness=True) for givens in incomplete_puzzles(model, 2, 5, 0))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["diagonal", "anti-knight", "6×6"])
def test_patterns_are_true_in_variants(kind: str) -> None:
    model = Sudoku(6 if kind == "6×6" else 9)
    if kind == "anti-knight":
        model.add(anti_knight())
    elif kind == "diagonal":
        model.add(diagonals())
    without = HEAVY if kind == "anti-knight" else ()  # more cells differ there, and more sets of fins are tried
    puzzles = incomplete_puzzles(model, 1, 8, 2)
    assert sum(assert_all_true(model, givens, uniqueness=False, without=without) for givens in puzzles)
    assert Layout(model).has_only_houses == (kind != "anti-knight")


@pytest.mark.slow
def test_patterns_on_random_paths_agree_with_the_solution() -> None:
    """Steps of any technique, in any order, lead to positions that the easiest steps never reach."""
    random, model, number = Random(3), Sudoku(9), 0
    for each in islice(generate(model, seed=12), 2):
        solution = [CLASSIC.digits.index(each.solution[cell]) for cell in model.cells]
        position = Position.of_givens(CLASSIC, each.givens)
        while position.open:
            is_wide = position.open.bit_count() > FEW
            tried = [
                each for each in random.sample(TECHNIQUES, len(TECHNIQUES)) if not (is_wide and each.name in HEAVY)
            ]
            found = next(filter(None, ([*technique.find(position)] for technique in tried)), [])
            for pattern in found:
                assert all(solution[cell] == digit for cell, digit in pattern.placed.items()), pattern
                assert not any(mask >> solution[cell] & 1 for cell, mask in pattern.eliminated.items()), pattern
            if not found:
                break
            number += len(found)
            step = random.choice(found)
            position = position.after(step.eliminated, step.placed)
    assert number > 1_000


def test_all_conclusions_are_drawn() -> None:
    """The path of a puzzle that needs chains ends with its solution."""
    model = Sudoku(9)
    for each in islice(generate(model, seed=1), 4):
        *_, (position, pattern) = walk(Position.of_givens(CLASSIC, each.givens), TECHNIQUES)
        end = position.after(pattern.eliminated, pattern.placed)
        assert not end.open
        assert [CLASSIC.values_of(mask)[0] for mask in end.masks] == list(each.solution.values_in_order)


def test_what_positions_and_layouts_say_of_cells() -> None:
    """The masks against plain sets of cells."""
    random, layout = Random(5), CLASSIC
    masks = [random.randrange(1, 512) for _ in range(81)]
    position = Position(layout, masks, 0)
    cells = layout.model.cells
    houses = [set(constraint.scope) for constraint in layout.model.constraints]
    near = [set().union(*(house for house in houses if cell in house)) - {cell} for cell in cells]
    for _ in range(50):
        one, other, digit = random.randrange(81), random.randrange(81), random.randrange(9)
        both, may = 1 << one | 1 << other, {cell for cell in cells if masks[cell.index] >> digit & 1}
        common = near[one] & near[other]
        assert {cells[index] for index in bits_of(layout.common_peers(both))} == common
        assert {cells[index] for index in bits_of(position.sees_all(digit, both))} == common & may
        assert position.union(both) == masks[one] | masks[other]
        assert position.lost(digit, both) == {cell.index: 1 << digit for cell in may if cell.index in (one, other)}
        assert layout.cell_names(both).split() == [cells[index].name for index in sorted({one, other})]
        if one != other and cells[other] in near[one]:
            assert {one, other} <= set(layout.house_with(one, other).cells)
    two = {index for index, mask in enumerate(masks) if mask.bit_count() == 2}
    assert set(bits_of(position.pairs)) == two
