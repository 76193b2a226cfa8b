"""``sudoku-cp judge``: answers in the format of online judges, byte for byte.

Every problem statement except those of HDU 1426 and AcWing 183 promises exactly one solution. For puzzles without a
solution, this command does what well-known accepted programs do. For a puzzle with several solutions it gives one of
them, the same in every run.

=============  =======================================================================================================
problem        answer
=============  =======================================================================================================
``poj3074``    one line for each puzzle; none for a puzzle without a solution. The line ``end`` may be missing.
``poj3076``    16 lines for each grid, with an empty line between grids. A grid without a solution has no lines;
               the empty line before it stays.
``acwing171``  16 lines and an empty line for each grid (AcWing, unlike POJ, expects the empty line after the last grid
               too). A grid without a solution is repeated as it was given.
``acwing183``  the best score, or -1 if there is no solution. The statement has one grid; further grids get a line each.
``hdu1426``    all solutions of a grid in ascending order, one directly after the other, and an empty line between
               grids. As in the statement's sample, lines do not end in a space. A grid without a solution has no
               lines; the empty line before it stays.
``leetcode37`` one board on each line as compact JSON. A board without a solution is repeated as it was given.
=============  =======================================================================================================

Input is read as a stream of tokens, as those programs do, and answered in blocks. For HDU 1426, at most `SORTED`
solutions are held at a time: a grid with more is split by the digits of its first open cell, then by those of the next
one, until the parts have fewer.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO

from sudoku_cp import models
from sudoku_cp.backends import backend
from sudoku_cp.backends.contract import CompiledModel
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.sources import standard_input
from sudoku_cp.errors import unknown
from sudoku_cp.formats.grid_text import GridText, givens
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.model import Cell, InputError, Sudoku
from sudoku_cp.model.sudoku import single_grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEW = 512
"""The number of puzzles solved one by one before numpy is loaded, as its import takes longer than solving them."""

SORTED = 10_000
"""The largest number of solutions of one grid that are sorted at a time."""

Ranks = Sequence[int]
"""The digits of a grid in reading order, 0 for an empty cell."""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("problem", choices=PROBLEMS, metavar="PROBLEM", help=", ".join(PROBLEMS))


def run(options: Namespace) -> ExitCode:
    """Answer standard input on standard output."""
    judge(options.problem, standard_input(), sys.stdout.buffer)
    return ExitCode.ANSWERED


def judge(problem: str, stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answer a judge's input.

    Parameters
    ----------
    problem
        A name in `PROBLEMS`.

    Raises
    ------
    InputError
        At the first grid that violates the statement, after the grids before it have been answered.
    """
    if problem not in PROBLEMS:
        raise InputError(unknown("judge problem", problem, PROBLEMS))
    for answer in PROBLEMS[problem](SourceLines(stdin, "<stdin>")):
        stdout.write(answer.encode())
    stdout.flush()


def _poj3074(lines: SourceLines) -> Iterator[str]:
    from sudoku_cp.formats import poj3074
    from sudoku_cp.formats.line import text_of

    for _, solution in _solved("classic", poj3074.read(lines), lambda _: poj3074.read_blocks(lines)):
        if solution is not None:
            yield text_of(solution, poj3074.SYMBOLS) + "\n"


def _poj3076(lines: SourceLines) -> Iterator[str]:
    from sudoku_cp.formats import poj3076

    solved = _solved("hexadoku", poj3076.read(lines), lambda _: poj3076.read_blocks(lines))
    for number, (_, solution) in enumerate(solved):
        if number:
            yield "\n"
        if solution is not None:
            yield poj3076.rows_of(solution)


def _acwing171(lines: SourceLines) -> Iterator[str]:
    from sudoku_cp.formats import poj3076

    solved = _solved("hexadoku", poj3076.read(lines), lambda _: poj3076.read_blocks(lines))
    for ranks, solution in solved:
        yield poj3076.rows_of(ranks if solution is None else solution) + "\n"


def _leetcode37(lines: SourceLines) -> Iterator[str]:
    from sudoku_cp.formats import leetcode37, poj3074
    from sudoku_cp.formats.judge_grids import of_size

    boards = of_size(9, leetcode37.read(lines, poj3074.SYMBOLS), "LeetCode 37")
    for ranks, solution in _solved("classic", boards, _stacked):
        yield leetcode37.board_of(_rows(ranks if solution is None else solution))


def _acwing183(lines: SourceLines) -> Iterator[str]:
    from sudoku_cp.formats import noip2009

    compiled, sudoku = _compiled("target")
    for grid in noip2009.read(lines):
        result = compiled.solve(givens(grid, sudoku))
        yield f"{-1 if result.objective is None else result.objective}\n"


def _hdu1426(lines: SourceLines) -> Iterator[str]:
    from sudoku_cp.formats import hdu1426

    compiled, sudoku = _compiled("classic")
    for number, grid in enumerate(hdu1426.read(lines)):
        if number:
            yield "\n"
        for solution in _in_order(compiled, sudoku, givens(grid, sudoku)):
            yield hdu1426.rows_of(_rows(solution))


PROBLEMS: dict[str, Callable[[SourceLines], Iterator[str]]] = {
    "poj3074": _poj3074,
    "poj3076": _poj3076,
    "acwing171": _acwing171,
    "acwing183": _acwing183,
    "hdu1426": _hdu1426,
    "leetcode37": _leetcode37,
}
"""The problems by name, each with the function that answers its input."""


@cache
def _compiled(model: str) -> tuple[CompiledModel, Sudoku]:
    sudoku = single_grid(models.load(model))
    return backend("exact-cover").compile(sudoku), sudoku


def _solved(
    model: str,
    grids: Iterator[GridText],
    blocks_of_further: Callable[[Iterator[GridText]], Iterator[NDArray[np.uint8]]],
) -> Iterator[tuple[Ranks, Ranks | None]]:
    """Each grid with one solution, or None if there is none; the digits of the model are its ranks."""
    compiled, sudoku = _compiled(model)
    few, error = _first(FEW, grids)
    if len(few) < FEW:
        for grid in few:
            solution = compiled.solve(givens(grid, sudoku)).solution
            yield grid.ranks, None if solution is None else solution.values_in_order
    else:
        from sudoku_cp.formats.bulk_grids import stack_grids

        for ranks in chain(stack_grids(iter(few)), blocks_of_further(grids)):
            batch = compiled.solve_many(ranks)
            solutions = batch.solutions.astype(ranks.dtype)
            for row, count in enumerate(batch.counts.tolist()):
                yield ranks[row].tobytes(), solutions[row].tobytes() if count else None
    if error is not None:
        raise error


def _first(most: int, grids: Iterator[GridText]) -> tuple[list[GridText], InputError | None]:
    """The first `most` grids, or those before an error with the error."""
    found: list[GridText] = []
    try:
        while len(found) < most and (grid := next(grids, None)) is not None:
            found.append(grid)
    except InputError as error:
        return found, error
    return found, None


def _stacked(grids: Iterator[GridText]) -> Iterator[NDArray[np.uint8]]:
    from sudoku_cp.formats.bulk_grids import stack_grids

    return stack_grids(grids)


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
