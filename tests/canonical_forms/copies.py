"""Symmetric copies of grids with boxes, drawn or listed from the definition of the symmetries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from random import Random

Grid = tuple[int, ...]
"""Digits in reading order, 0 for open cells."""


def drawn(grid: Sequence[int], box: tuple[int, int], random: Random) -> Grid:
    """A random copy."""
    height, width = box
    side = height * width
    rows, columns = _drawn_lines(height, width, random), _drawn_lines(width, height, random)
    digits = [0, *random.sample(range(1, side + 1), side)]
    turned = height == width and random.random() < 0.5
    return tuple(digits[grid[c * side + r] if turned else grid[r * side + c]] for r in rows for c in columns)


def cell_permutations(box: tuple[int, int]) -> Iterator[Grid]:
    """For each symmetry the cell that comes to each place."""
    height, width = box
    side = height * width
    turns = (False, True) if height == width else (False,)
    for rows, columns, turned in product(_lines(height, width), _lines(width, height), turns):
        yield tuple(c * side + r if turned else r * side + c for r in rows for c in columns)


def least(grid: Sequence[int], box: tuple[int, int]) -> Grid:
    """The first of all copies in the order of texts, by brute force over cells and digits."""
    digits = [(0, *order) for order in permutations(range(1, box[0] * box[1] + 1))]
    arranged = {tuple(grid[cell] for cell in cells) for cells in cell_permutations(box)}
    return min(tuple(order[digit] for digit in copy) for copy in arranged for order in digits)


def _drawn_lines(of_band: int, bands: int, random: Random) -> list[int]:
    return [
        top * of_band + line
        for top in random.sample(range(bands), bands)
        for line in random.sample(range(of_band), of_band)
    ]


def _lines(of_band: int, bands: int) -> Iterator[list[int]]:
    inner = list(permutations(range(of_band)))
    for tops in permutations(range(bands)):
        for within in product(inner, repeat=bands):
            yield [top * of_band + line for top, lines in zip(tops, within, strict=True) for line in lines]
