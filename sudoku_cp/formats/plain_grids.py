"""Conversion between plain grids and models without further constraints."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.grid_text import GridText, givens, grid_text
from sudoku_cp.model import ModelError, Sudoku
from sudoku_cp.model.sudoku import single_grid


def sudoku_of(grid: GridText) -> Sudoku:
    """A plain sudoku with the digits of a grid as givens."""
    sudoku = Sudoku(grid.size, symbols=grid.symbols)
    sudoku.givens.update(givens(grid, sudoku))
    return sudoku


def plain_grid(puzzle: GridText | Document) -> GridText:
    """The grid of a puzzle that consists of a grid alone.

    Raises
    ------
    ModelError
        If it has clues, candidates, an objective or a shape that a grid cannot express.
    """
    if isinstance(puzzle, GridText):
        return puzzle
    sudoku = single_grid(puzzle.model)
    for unsaid in _beyond_givens(sudoku):
        raise ModelError(f"{sudoku.name}: only a TOML document can express {unsaid}")
    for constraint in sudoku.constraints[len(Sudoku(sudoku.size).constraints) :]:
        raise ModelError(f"{sudoku.name}: no format can express the constraint {constraint}, which has no rule")
    return grid_text(sudoku, puzzle.source, puzzle.line)


def _beyond_givens(sudoku: Sudoku) -> Iterator[str]:
    """The parts of a puzzle that a plain grid cannot express."""
    if not sudoku.is_square:
        yield f"the shape of {sudoku.height}×{sudoku.width} cells"
    plain = Sudoku(sudoku.size)
    yield from (f"the clue {clue}" for clue in sudoku.clues)
    if sudoku.pencilmarks:
        yield "the candidates"
    if sudoku.objective:
        yield "the objective"
    if sudoku.box != plain.box:
        yield "the boxes or regions"
    if len(sudoku.digits) > sudoku.size:
        yield f"the {len(sudoku.digits)} digits"
    elif sudoku.digits != plain.digits and (sudoku.size < 10 or sudoku.digits != tuple(range(sudoku.size))):
        yield f"the digits {sudoku.digits[0]} to {sudoku.digits[-1]}"  # 0 is an empty cell, but in 0–F and the like
