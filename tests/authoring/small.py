"""Small puzzles with clues, and their answers by brute force over all grids."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

from sudoku_cp import Model, Sudoku
from sudoku_cp.authoring.sub_puzzles import SubPuzzles
from sudoku_cp.rules import killer, kropki_white, thermo


@cache
def grids() -> tuple[tuple[int, ...], ...]:
    """All 288 grids of size 4."""
    return tuple(solution.values_in_order for solution in Sudoku(4).solutions())


def puzzle(random: Random, faults: int) -> Sudoku:
    """A 4×4 puzzle with clues and givens of one grid, some of them altered."""
    sudoku = Sudoku(4)
    values = dict(zip(sudoku.cells, random.choice(grids()), strict=True))
    for _ in range(random.randint(0, 4)):
        cell = random.choice(sudoku.cells[:11])
        pair = (cell, sudoku.cells[cell.index + random.choice((1, 4, 5))])
        low, high = sorted(pair, key=values.__getitem__)
        clues = [killer(f"{low.name} {high.name}", sum=values[low] + values[high] + (faults > 1), repeats=True)]
        clues += [thermo(f"{low.name} {high.name}")] if values[low] < values[high] else []
        clues += [kropki_white(f"{low.name} {high.name}")] if values[high] - values[low] == 1 else []
        sudoku.add(random.choice(clues))
    cells = random.sample(sudoku.cells, random.randint(4, 7))
    for place, cell in enumerate(cells):
        sudoku.give(cell, values[cell] if place >= faults else values[cell] % 4 + 1)
    if random.random() < 0.3:
        sudoku.add(sudoku.cells[3] + sudoku.cells[7] >= sudoku.cells[12] - 4 * (faults == 0))
    return sudoku


def violated_by_grids(model: Model) -> list[frozenset[int]]:
    """For each grid of size 4 the numbers of the parts that it violates, by their own meaning."""
    puzzles = SubPuzzles(model)
    found = []
    for values in grids():
        solution = dict(zip(model.cells, values, strict=True))
        found.append(frozenset(place for place, part in enumerate(puzzles.parts) if not part.holds(solution)))
    return found


def smallest_hitting(sets: list[frozenset[int]], size: int) -> tuple[int, list[frozenset[int]]]:
    """The least number of elements that meet all sets, and all such choices, by brute force over subsets."""
    for number in range(size + 1):
        hits = [frozenset(some) for some in combinations(range(size), number) if all(s & set(some) for s in sets)]
        if hits:
            return number, hits
    raise AssertionError("one of the sets is empty")
