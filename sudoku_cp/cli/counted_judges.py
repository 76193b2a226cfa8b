"""Judges' problems whose input has the number or the size of its grids, or whose answer has a number.

============  ========================================================================================================
problem       input and answer
============  ========================================================================================================
``poj2676``   the number of grids, and 9 rows of 9 digits for each, 0 for an empty cell; the rows of a solution. A grid
              without a solution is repeated as it was given.
``spoj``      SPOJ SUDOKU: the number of grids, and 16 rows of A to P for each, ``-`` for an empty cell; the rows of the
              solution, and an empty line between grids. A grid without a solution has no rows.
``uva989``    for each grid n from 1 to 3, and n² rows of n² digits, 0 for an empty cell; the rows of the smallest
              solution or ``NO SOLUTION``, and an empty line between grids
``tioj1025``  9 rows of 9 digits, 0 for an empty cell; all solutions in ascending order, with an empty line after each,
              and how many there are
============  ========================================================================================================

Input is read by tokens, as accepted programs read it: cells may be apart or not, and a row may go on in the next line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import BinaryIO, NamedTuple

from sudoku_cp._base.errors import InputError
from sudoku_cp.cli.process import STDIN
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.solving.plain_grids import PlainGrids

DIGITS, LETTERS = "0123456789", "-ABCDEFGHIJKLMNOP"
"""The characters of an empty cell and of the digits."""

SORTED = 10_000
"""The largest number of solutions that are sorted at a time."""

_TOKEN = re.compile(r"\S+")


class _Token(NamedTuple):
    text: str
    line: int
    column: int


class _Tokens:
    """The pieces of a stream between white space, and the grids among them."""

    def __init__(self, stdin: BinaryIO) -> None:
        self._lines = SourceLines(stdin, STDIN)
        self._tokens = self._read()
        self.last = _Token("", 1, 1)

    def _read(self) -> Iterator[_Token]:
        for line in self._lines:
            for found in () if line.is_skipped else _TOKEN.finditer(line.text):
                yield _Token(found[0], line.number, found.start() + 1)

    def next(self) -> _Token | None:
        """The next token, or None at the end."""
        token = next(self._tokens, None)
        self.last = token or self.last
        return token

    def number(self, most: int, what: str) -> int | None:
        """The next token as a number from 1 on; None at the end.

        Raises
        ------
        InputError
            If it is none, or is too large.
        """
        token = self.next()
        if token is None:
            return None
        if not re.fullmatch(r"\d{1,9}", token.text, re.ASCII) or not 0 < int(token.text) <= most:
            raise self._error(f"{what} must be a number from 1 to {most:,}, not {token.text!r}", token)
        return int(token.text)

    def grid(self, size: int, marks: str) -> bytes | None:
        """The digits of the next grid, 0 for an empty cell; None at the end.

        Raises
        ------
        InputError
            If a row is too long or a character is not a digit, or if the grid is cut off.
        """
        ranks = bytearray()
        while len(ranks) < size * size:
            token = self.next()
            if token is None:
                if ranks:
                    raise InputError(f"the last grid has {len(ranks)} of {size * size} cells", STDIN, self.last.line)
                return None
            begun, added = len(ranks) % size, len(token.text)
            if begun + added > size and (begun or added % size or len(ranks) + added > size * size):
                raise self._error(f"row {len(ranks) // size + 1} has more than {size} cells", token)
            for at, mark in enumerate(token.text):
                rank = marks.find(mark)
                if rank < 0 or rank > size:
                    wrong = f"{mark!r} is not a digit of {marks[1]} to {marks[size]}; {marks[0]} is an empty cell"
                    raise self._error(wrong, _Token(mark, token.line, token.column + at))
                ranks.append(rank)
        return bytes(ranks)

    def _error(self, message: str, token: _Token) -> InputError:
        return InputError(message, STDIN, token.line, token.column)


def answers(problem: str, stdin: BinaryIO, smallest: bool) -> Iterator[str]:
    """Answer the input of a problem.

    Parameters
    ----------
    problem
        A name of the table above.
    stdin
        The input.
    smallest
        Whether to write the smallest of several solutions, where the statement asks for any.

    Yields
    ------
    str
        Pieces of the answer.

    Raises
    ------
    InputError
        At the first grid that violates the statement, after the grids before it have been answered.
    """
    tokens = _Tokens(stdin)
    if problem == "uva989":
        return _uva989(tokens)
    if problem == "tioj1025":
        return _tioj1025(tokens)
    return _counted(tokens, smallest, 9, DIGITS) if problem == "poj2676" else _counted(tokens, smallest, 16, LETTERS)


MOST_GRIDS = 10**8 - 1
"""A larger number is a row."""


def _counted(tokens: _Tokens, smallest: bool, size: int, marks: str) -> Iterator[str]:
    """The grids behind their number: those of POJ 2676, or those of SPOJ, which have empty lines between them."""
    count = tokens.number(MOST_GRIDS, "the number of grids")
    solver = _solver(size)
    for number in range(count or 0):
        ranks = tokens.grid(size, marks)
        if ranks is None:
            raise InputError(f"the input announces {count:,} grids, but has {number:,}", STDIN, tokens.last.line)
        solution = solver.smallest(ranks) if smallest else solver.solve(ranks)
        if number and size == 16:
            yield "\n"
        if solution is not None or size == 9:
            yield _written(solution or ranks, size, marks, "")
    if count is not None and (further := tokens.next()) is not None:
        raise InputError(f"the input announces {count:,} grids, but has more", STDIN, further.line, further.column)


def _uva989(tokens: _Tokens) -> Iterator[str]:
    between = ""
    while (edge := tokens.number(3, "n")) is not None:
        ranks = tokens.grid(edge * edge, DIGITS)
        if ranks is None:
            raise InputError(f"no grid follows n = {edge}", STDIN, tokens.last.line)
        solution = _solver(edge * edge).smallest(ranks)
        yield between + ("NO SOLUTION\n" if solution is None else _written(solution, edge * edge, DIGITS, " "))
        between = "\n"


def _tioj1025(tokens: _Tokens) -> Iterator[str]:
    while (ranks := tokens.grid(9, DIGITS)) is not None:
        count = 0
        for solution in _solver(9).ascending(ranks, SORTED):
            yield _written(solution, 9, DIGITS, " ") + "\n"
            count += 1
        yield f"there are a total of {count} solution(s).\n"


@cache
def _solver(size: int) -> PlainGrids:
    return PlainGrids(size)


def _written(ranks: bytes, size: int, marks: str, space: str) -> str:
    cells = iter(ranks)
    return "".join(space.join(marks[rank] for rank in islice(cells, size)) + "\n" for _ in range(size))
