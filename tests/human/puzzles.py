"""Small puzzles with a solution each, and what follows from a few of their constraints by brute force."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

from sudoku_cp import Cell, Sudoku
from sudoku_cp.human.elements import Selection
from sudoku_cp.human.marks import Marks, mask_of
from sudoku_cp.rules import anti_knight, killer, kropki_white, thermo


@cache
def _grids() -> tuple[tuple[int, ...], ...]:
    return tuple(solution.values_in_order for solution in Sudoku(4).solutions())


@cache
def _anti_knight_grids() -> tuple[tuple[int, ...], ...]:
    sudoku = Sudoku(4, regions=())
    sudoku.add(anti_knight())
    return tuple(solution.values_in_order for solution in sudoku.solutions())


def puzzle(seed: int) -> tuple[Sudoku, dict[Cell, int]]:
    """A 4×4 puzzle with clues and some givens, and a solution."""
    random = Random(seed)
    is_latin = random.random() < 0.4
    sudoku = Sudoku(4, regions=()) if is_latin else Sudoku(4)
    if is_latin:
        sudoku.add(anti_knight())
    solution = dict(zip(sudoku.cells, random.choice(_anti_knight_grids() if is_latin else _grids()), strict=True))
    for _ in range(random.randint(1, 3)):
        cell = random.choice(sudoku.cells[:11])
        low, high = sorted((cell, sudoku.cells[cell.index + random.choice((1, 4, 5))]), key=solution.__getitem__)
        names = f"{low.name} {high.name}"
        clues = [killer(names, sum=solution[low] + solution[high], repeats=True)]
        clues += [thermo(names)] if solution[low] < solution[high] else []
        clues += [kropki_white(names)] if solution[high] - solution[low] == 1 else []
        sudoku.add(random.choice(clues))
    for cell in random.sample(sudoku.cells, random.randint(3, 6)):
        sudoku.give(cell, solution[cell])
    return sudoku, solution


def impossible(selection: Selection, marks: Marks) -> dict[int, int]:
    """The candidates in no filling of the cells that satisfies the constraints, tried one by one."""
    cells = list({cell.index: cell for group in selection.groups for cell in group.cells}.values())
    constraints = [constraint for group in selection.groups for constraint in group.constraints]
    seen = dict.fromkeys((cell.index for cell in cells), 0)
    for values in product(*map(marks.values, cells)):
        filling = dict(zip(cells, values, strict=True))
        if all(constraint.holds(filling) for constraint in constraints):
            for cell, value in filling.items():
                seen[cell.index] |= mask_of(cell, (value,))
    lost = {index: marks.masks[index] & ~mask for index, mask in seen.items()}
    return {index: mask for index, mask in lost.items() if mask}
