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

Judges start a program for each input. Input in its usual form is therefore answered by this module alone, without
models and formats, in a fraction of the time that these take to load; they take over where the form changes. A long
input is answered block by block. Its grids with several solutions may get others than in a short one.

For HDU 1426, at most `SORTED` solutions are held at a time: a grid with more is split by the digits of its first open
cell, then by those of the next one, until the parts have fewer.
"""

from __future__ import annotations

import sys
from functools import partial

from sudoku_cp._base.errors import InputError, unknown
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.interrupt import held_signals
from sudoku_cp.cli.judge_text import UsualBlocks, UsualBoards, UsualRows, UsualText
from sudoku_cp.cli.standard_input import standard_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

    from sudoku_cp.solving.plain_grids import PlainGrids

SMALL = UsualText("123456789", 81, ".", has_end=True)
LARGE = UsualText("ABCDEFGHIJKLMNOP", 16, "-")
ROWS = UsualRows()
BOARDS = UsualBoards()

RINGS = [6 + min(row, column, 8 - row, 8 - column) for row in range(9) for column in range(9)]
"""What the digit of each cell counts in the score of AcWing 183."""

SORTED = 10_000
"""The largest number of solutions of one grid that are sorted at a time."""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("problem", choices=PROBLEMS, metavar="PROBLEM", help=", ".join(PROBLEMS))


def run(options: Namespace) -> ExitCode:
    """Answer standard input on standard output."""
    return _run(options.problem)


def run_alone(arguments: Sequence[str]) -> int | None:
    """Run the command if its one argument is a problem, and return the exit code; None if it has to be parsed."""
    if len(arguments) != 1 or arguments[0] not in PROBLEMS:
        return None
    from sudoku_cp.cli.ending import code_of_run

    return int(code_of_run(partial(_run, arguments[0])))


def _run(problem: str) -> ExitCode:
    judge(problem, standard_input(), sys.stdout.buffer)
    return ExitCode.ANSWERED


def judge(problem: str, stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answer a judge's input.

    Parameters
    ----------
    problem
        A name in `PROBLEMS`.
    stdin
        A stream with ``read1``.

    Raises
    ------
    InputError
        At the first grid that violates the statement, after the grids before it have been answered.
    """
    if problem not in PROBLEMS:
        raise InputError(unknown("judge problem", problem, PROBLEMS))
    for answer in PROBLEMS[problem](stdin):
        stdout.write(answer.encode())
    stdout.flush()


def _poj3074(stdin: BinaryIO) -> Iterator[str]:
    for _, solution in _solved("poj3074", SMALL, stdin):
        if solution is not None:
            yield SMALL.written(solution)


def _poj3076(stdin: BinaryIO) -> Iterator[str]:
    for number, (_, solution) in enumerate(_solved("poj3076", LARGE, stdin)):
        if number:
            yield "\n"
        if solution is not None:
            yield LARGE.written(solution)


def _acwing171(stdin: BinaryIO) -> Iterator[str]:
    for ranks, solution in _solved("poj3076", LARGE, stdin):
        yield LARGE.written(ranks if solution is None else solution) + "\n"


def _acwing183(stdin: BinaryIO) -> Iterator[str]:
    grids = _rows(stdin)
    solver = _solver(9, RINGS)
    for ranks in grids:
        score = solver.best(ranks)
        yield f"{-1 if score is None else score}\n"


def _hdu1426(stdin: BinaryIO) -> Iterator[str]:
    grids = _rows(stdin)
    solver = _solver(9)
    for number, ranks in enumerate(grids):
        if number:
            yield "\n"
        for solution in _in_order(solver, ranks):
            yield ROWS.written(solution)


def _leetcode37(stdin: BinaryIO) -> Iterator[str]:
    for ranks, solution in _solved("leetcode37", BOARDS, stdin):
        yield BOARDS.written(ranks if solution is None else solution)


PROBLEMS: dict[str, Callable[[BinaryIO], Iterator[str]]] = {
    "poj3074": _poj3074,
    "poj3076": _poj3076,
    "acwing171": _acwing171,
    "acwing183": _acwing183,
    "hdu1426": _hdu1426,
    "leetcode37": _leetcode37,
}
"""The problems by name, each with the function that answers its input."""


def _solved(name: str, usual: UsualText, stdin: BinaryIO) -> Iterator[tuple[bytes, bytes | None]]:
    """Each grid with one solution, or None if there is none: the ranks of the digits, 0 for an empty cell."""
    blocks = UsualBlocks(usual, stdin)
    solver = _solver(usual.size)
    for grids in blocks:
        yield from zip(grids, map(solver.solve, grids) if blocks.is_short else solver.solve_many(grids), strict=True)
    if blocks.rest:
        with held_signals():
            from sudoku_cp.cli.judge_formats import solved
        yield from solved(name, blocks.rest, stdin, blocks.line)


def _rows(stdin: BinaryIO) -> Iterator[bytes]:
    """The digits of each grid of `ROWS`, 0 for an empty cell."""
    blocks = UsualBlocks(ROWS, stdin)
    for grids in blocks:
        yield from grids
    if blocks.rest:
        with held_signals():
            from sudoku_cp.cli.judge_formats import read
        yield from read(blocks.rest, stdin, blocks.line)


def _solver(size: int, weights: Sequence[int] = ()) -> PlainGrids:
    with held_signals():
        from sudoku_cp.solving.plain_grids import PlainGrids
    return PlainGrids(size, weights)


def _in_order(solver: PlainGrids, ranks: bytes) -> Iterator[bytes]:
    """All solutions in ascending order of their digits."""
    solutions = solver.solutions(ranks, SORTED + 1)
    if len(solutions) <= SORTED:
        yield from sorted(solutions)
        return
    first_open = ranks.index(0)
    for digit in range(1, solver.size + 1):
        yield from _in_order(solver, ranks[:first_open] + bytes([digit]) + ranks[first_open + 1 :])
