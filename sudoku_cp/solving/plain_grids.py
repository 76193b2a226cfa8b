"""Plain sudokus solved without a model, for a program that must start fast; the engine and the verifier are the same.

>>> solution = PlainGrids(4).solve(bytes([1, 2, 0, 0, 0, 0, 1, 2, 2, *[0] * 7]))
>>> list(solution)
[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
"""

from __future__ import annotations

from math import isqrt

from sudoku_cp import _native, _verifier
from sudoku_cp._base.errors import UnsoundAnswerError

_PLACES = bytes([255, *range(255)])
"""The place of each digit in the engine's table, and its mark of an open cell."""

_DIGITS = bytes([*range(1, 256), 0])
"""The digit of each place, and 0 for the mark."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


class PlainGrids:
    """Solves sudokus of one size with square boxes, which have one digit for each row.

    Parameters
    ----------
    size
        The number of rows, a square.
    weights
        What the digit of each cell counts in the score, for `best`.
    """

    def __init__(self, size: int, weights: Sequence[int] = ()) -> None:
        self.size = size
        self._weights = weights
        digits, houses = tuple(range(1, size + 1)), houses_of(size)
        self._cells = tuple(range(size * size))
        native = _native.ModelBuilder()
        native.add_variables([digits] * len(self._cells))
        for house in houses:
            native.add_all_different(house)
        for cell, weight in enumerate(weights):
            for digit in digits:
                native.add_cost(cell, digit, -weight * digit)
        problem = native.build()
        assert problem is not None  # there is no limit
        self._problem = problem
        self._verifier = _verifier.Verifier([digits] * len(self._cells), houses)

    def solve(self, ranks: bytes) -> bytes | None:
        """Find a solution.

        Parameters
        ----------
        ranks
            The digits in reading order, 0 for an empty cell.

        Returns
        -------
        bytes or None
            The digits of a solution, the same in every run; None if there is none.

        Raises
        ------
        UnsoundAnswerError
            If the engine gives a wrong one.
        """
        givens = self._givens(ranks)
        _, solution, _ = _native.Solver(self._problem, (self._cells, givens)).count(limit=1)
        return None if solution is None else self._verified(solution, givens)

    def smallest(self, ranks: bytes) -> bytes | None:
        """Find the solution that is the first in ascending order of the digits.

        Parameters
        ----------
        ranks
            The digits in reading order, 0 for an empty cell.

        Returns
        -------
        bytes or None
            The digits of that solution; None if there is none.

        Raises
        ------
        UnsoundAnswerError
            If the engine gives a wrong one.
        """
        found = self.solve(ranks)
        if found is None:
            return None
        for cell in (cell for cell, digit in enumerate(ranks) if not digit):
            tried = (found[:cell] + bytes([digit]) + ranks[cell + 1 :] for digit in range(1, found[cell]))
            found = next(filter(None, map(self.solve, tried)), found)
        return found

    def ascending(self, ranks: bytes, held: int) -> Iterator[bytes]:
        """Find all solutions in ascending order of the digits.

        Parameters
        ----------
        ranks
            The digits in reading order, 0 for an empty cell.
        held
            The largest number of solutions that are sorted at a time: those of a grid with more are divided by the
            digits of its first open cell.

        Yields
        ------
        bytes
            The digits of each solution.

        Raises
        ------
        UnsoundAnswerError
            If the engine gives a wrong one.
        """
        solutions = self.solutions(ranks, held + 1)
        if len(solutions) <= held:
            yield from sorted(solutions)
            return
        first_open = ranks.index(0)
        for digit in range(1, self.size + 1):
            yield from self.ascending(ranks[:first_open] + bytes([digit]) + ranks[first_open + 1 :], held)

    def solve_many(self, grids: Sequence[bytes]) -> list[bytes | None]:
        """Find a solution of each grid in one call of the engine.

        Parameters
        ----------
        grids
            The digits of each in reading order, 0 for an empty cell.

        Returns
        -------
        list
            For each grid the digits of a solution, None if there is none. Which one of several solutions is found
            depends on all the grids.

        Raises
        ------
        UnsoundAnswerError
            If the engine gives a wrong one.
        """
        if not grids:
            return []
        shape, ranks = (len(grids), len(self._cells)), b"".join(grids)
        places = bytearray(len(ranks))
        counts, nodes = (_array(bytearray(8 * len(grids)), "q") for _ in range(2))
        _native.solve_many(
            self._problem,
            _array(ranks.translate(_PLACES), "B", shape),
            1,
            1,
            _array(places, "B", shape),
            counts,
            nodes,
            _array(bytearray(len(grids)), "B"),
        )
        digits, sound = places.translate(_DIGITS), _array(bytearray(len(grids)), "?")
        self._verifier.check(_array(digits, "b", shape), _array(ranks, "b", shape), 0, sound, 1)
        found: list[bytes | None] = []
        for start, count, is_sound in zip(range(0, len(digits), shape[1]), counts, sound, strict=True):
            solution = bytes(digits[start : start + shape[1]])
            if count and not is_sound:
                raise UnsoundAnswerError(f"exact-cover gave a wrong solution: {tuple(solution)}")
            found.append(solution if count else None)
        return found

    def solutions(self, ranks: bytes, most: int) -> list[bytes]:
        """Find all solutions, or as many of them as ``most``, in any order; see `solve`."""
        givens = self._givens(ranks)
        found, _ = _native.Solver(self._problem, (self._cells, givens)).take(most)
        return [self._verified(solution, givens) for solution in found]

    def best(self, ranks: bytes) -> int | None:
        """Find the largest sum of digits times weights that a solution has.

        Parameters
        ----------
        ranks
            The digits in reading order, 0 for an empty cell.

        Returns
        -------
        int or None
            The sum; None if there is no solution.

        Raises
        ------
        UnsoundAnswerError
            If the engine gives a wrong solution, or a score that is not the one of its solution.
        """
        givens = self._givens(ranks)
        found, _, _ = _native.Solver(self._problem, (self._cells, givens)).minimum()
        if not found:
            return None
        [(cost, solution)] = found
        self._verified(solution, givens)
        score = sum(weight * digit for weight, digit in zip(self._weights, solution, strict=True))
        if score != -cost:
            raise UnsoundAnswerError(f"exact-cover gave the score {-cost} for a solution of {score}: {solution}")
        return score

    def _givens(self, ranks: bytes) -> dict[int, int]:
        return {cell: rank for cell, rank in zip(self._cells, ranks, strict=True) if rank}

    def _verified(self, solution: tuple[int, ...], givens: dict[int, int]) -> bytes:
        if not self._verifier.holds(solution, givens, self._cells):
            raise UnsoundAnswerError(f"exact-cover gave a wrong solution: {solution}")
        return bytes(solution)


def _array(data: bytes | bytearray, kind: str, shape: tuple[int, ...] | None = None) -> Any:
    """Bytes as an array of numbers, without NumPy, whose import takes longer than solving thousands of grids."""
    view = memoryview(data)
    return view.cast(kind) if shape is None else view.cast(kind, shape)  # type: ignore[call-overload]


def houses_of(size: int) -> list[list[int]]:
    """The indices of the cells of each row, column and box, in the order of `Sudoku`, so that the engine sees the same.

    >>> houses_of(4)[-1]
    [10, 11, 14, 15]
    """
    cells, side = range(size * size), isqrt(size)
    rows = [cells[start : start + size] for start in cells[::size]]
    columns = [cells[column::size] for column in range(size)]
    boxes = [
        [row[column + across] for row in rows[top : top + side] for across in range(side)]
        for top in range(0, size, side)
        for column in range(0, size, side)
    ]
    return [list(house) for house in (*rows, *columns, *boxes)]
