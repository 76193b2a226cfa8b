"""Grids of candidates, and the rater's steps on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sudoku_cp import _native


@dataclass(frozen=True)
class Step:
    name: str
    rating: float
    eliminations: frozenset[str]
    placements: frozenset[str]


def easiest_step(grid: list[set[int]]) -> Step | None:
    """The easiest step of a grid of candidates, written as ``r1c1=2``."""
    masks = np.array([sum(1 << digit - 1 for digit in cell) for cell in grid], np.uint16)
    found = _native.easiest_step(masks)
    if found is None:
        return None
    name, tenths, eliminations, placements = found
    return Step(name, tenths / 10, *(frozenset(map(_written, pairs)) for pairs in (eliminations, placements)))


def _written(place: tuple[int, int]) -> str:
    cell, digit = place
    return f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}"


def index_of(place: str) -> int:
    """The number of the cell that a text such as ``r1c1=2`` begins with."""
    return (int(place[1]) - 1) * 9 + int(place[3]) - 1


def peers(cell: int) -> set[int]:
    row, column = divmod(cell, 9)
    corner = row // 3 * 27 + column // 3 * 3
    line = {row * 9 + step for step in range(9)} | {step * 9 + column for step in range(9)}
    return (line | {corner + down * 9 + right for down in range(3) for right in range(3)}) - {cell}


def follow(grid: list[set[int]], step: Step) -> None:
    """Take the step."""
    for text in step.eliminations:
        grid[index_of(text[:4])].discard(int(text[5]))
    for text in step.placements:
        cell, digit = index_of(text[:4]), int(text[5])
        grid[cell].clear()
        for peer in peers(cell):
            grid[peer].discard(digit)


def grid_of(text: str) -> list[set[int]]:
    """The candidates of a puzzle; none where there is a given."""
    grid = [set(range(1, 10)) for _ in range(81)]
    for cell, character in enumerate(text):
        if character != ".":
            follow(grid, Step("given", 0, frozenset(), frozenset({_written((cell, int(character)))})))
    return grid
