"""Answers to judges whose input is read by its format, grid by grid or, if it is long, in blocks.

For HDU 1426, at most `SORTED` solutions are held at a time: a grid with more is split by the digits of its first open
cell, then by those of the next one, until the parts have fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO

from sudoku_cp import models
from sudoku_cp.backends import backend
from sudoku_cp.backends.contract import CompiledModel
from sudoku_cp.backends.plain_grids import PlainGrids
from sudoku_cp.cli.standard_input import STDIN
from sudoku_cp.errors import InputError
from sudoku_cp.formats.grid_text import GridText, givens
from sudoku_cp.formats.source_lines import SourceLines, chain_streams
from sudoku_cp.model import Cell, Sudoku
from sudoku_cp.model.sudoku import single_grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Blocks = Iterator[NDArray[np.uint8]]

FEW = 512
"""The number of puzzles solved one by one before numpy is loaded, as its import takes longer than solving them."""

SORTED = 10_000
"""The largest number of solutions of one grid that are sorted at a time."""

Ranks = Sequence[int]
"""The digits of a grid in reading order, 0 for an empty cell."""


def solved(name: str, text: bytes, stdin: BinaryIO) -> Iterable[tuple[bytes, bytes | None]]:
    """Each grid with one solution, or None if there is none.

    Parameters
    ----------
    name
        The format: ``poj3074`` or ``poj3076``.
    text
        The first bytes, which have been read already.
    stdin
        The rest.
    """
    lines = SourceLines(chain_streams(text, stdin), STDIN)
    if name == "poj3074":
        from sudoku_cp.formats import poj3074

        return _solved("classic", poj3074.read(lines), lambda _: poj3074.read_blocks(lines))
    from sudoku_cp.formats import poj3076

    return _solved("hexadoku", poj3076.read(lines), lambda _: poj3076.read_blocks(lines))


def leetcode37(stdin: BinaryIO) -> Iterator[str]:
    """One solution of each board."""
    from sudoku_cp.formats import leetcode37, poj3074
    from sudoku_cp.formats.judge_grids import of_size

    lines = SourceLines(stdin, STDIN)
    boards = of_size(9, leetcode37.read(lines, poj3074.SYMBOLS), "LeetCode 37")
    for ranks, solution in _solved("classic", boards, _stacked):
        yield leetcode37.board_of(_rows(ranks if solution is None else solution))


def acwing183(stdin: BinaryIO) -> Iterator[str]:
    """The best score of each grid."""
    from sudoku_cp.formats import noip2009

    compiled, sudoku = _compiled("target")
    for grid in noip2009.read(SourceLines(stdin, STDIN)):
        result = compiled.solve(givens(grid, sudoku))
        yield f"{-1 if result.objective is None else result.objective}\n"


def hdu1426(stdin: BinaryIO) -> Iterator[str]:
    """All solutions of each grid."""
    from sudoku_cp.formats import hdu1426

    compiled, sudoku = _compiled("classic")
    for number, grid in enumerate(hdu1426.read(SourceLines(stdin, STDIN))):
        if number:
            yield "\n"
        for solution in _in_order(compiled, sudoku, givens(grid, sudoku)):
            yield hdu1426.rows_of(_rows(solution))


@cache
def _compiled(model: str) -> tuple[CompiledModel, Sudoku]:
    sudoku = single_grid(models.load(model))
    return backend("exact-cover").compile(sudoku), sudoku


def _solved(
    model: str, grids: Iterator[GridText], blocks_of_further: Callable[[Iterator[GridText]], Blocks]
) -> Iterator[tuple[bytes, bytes | None]]:
    few, error = _first(FEW, grids)
    if len(few) < FEW:
        for grid in few:
            ranks = bytes(grid.ranks)
            yield ranks, _plain(grid.size).solve(ranks)
    else:
        from sudoku_cp.formats.bulk_grids import stack_grids

        compiled, _ = _compiled(model)
        for block in chain(stack_grids(iter(few)), blocks_of_further(grids)):
            batch = compiled.solve_many(block)
            solutions = batch.solutions.astype(block.dtype)
            for row, count in enumerate(batch.counts.tolist()):
                yield block[row].tobytes(), solutions[row].tobytes() if count else None
    if error is not None:
        raise error


_plain = cache(PlainGrids)


def _stacked(grids: Iterator[GridText]) -> Blocks:
    from sudoku_cp.formats.bulk_grids import stack_grids

    return stack_grids(grids)


def _first(most: int, grids: Iterator[GridText]) -> tuple[list[GridText], InputError | None]:
    """The first `most` grids, or those before an error with the error."""
    found: list[GridText] = []
    try:
        while len(found) < most and (grid := next(grids, None)) is not None:
            found.append(grid)
    except InputError as error:
        return found, error
    return found, None


def _in_order(compiled: CompiledModel, sudoku: Sudoku, fixed: dict[Cell, int]) -> Iterator[Ranks]:
    """All solutions in ascending order of their digits."""
    found = compiled.solutions(fixed)
    solutions = [solution.values_in_order for solution in islice(found, SORTED + 1)]
    found.close()
    if len(solutions) <= SORTED:
        yield from sorted(solutions)
        return
    first_open = next(cell for cell in sudoku.grid if cell not in fixed)
    for digit in first_open.domain:
        yield from _in_order(compiled, sudoku, {**fixed, first_open: digit})


def _rows(ranks: Ranks) -> Iterator[Ranks]:
    """The rows of a 9×9 grid."""
    return (ranks[start : start + 9] for start in range(0, 81, 9))
