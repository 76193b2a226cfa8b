"""Kakuro: a crossword of numbers, with sums for runs of cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sudoku_cp._base.arguments import integer, mapping, text
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.kernel.cell import Cell, LinearExpression
from sudoku_cp.model.board import Board, digits_of
from sudoku_cp.model.multi_grid import MAX_SIDE

_BLOCK = re.compile(r"#|(\d{0,9})\\(\d{0,9})")

Place = tuple[int, int]


class Run(NamedTuple):
    """The cells between two blocks in a row or column, with their sum if it is known."""

    cells: tuple[Cell, ...]
    """The cells, from left to right or from top to bottom."""
    sum: int | None
    """The sum of the digits; None if it is not known."""


class Block(NamedTuple):
    """A place without a cell, with sums if it has any."""

    down: int | None
    """The sum of the run below; None for none."""
    across: int | None
    """The sum of the run to the right; None for none."""


class Kakuro(Board):
    r"""A board where the digits of each run across or down are different and add up to the sum in the block before it.

    Parameters
    ----------
    layout
        One line for each row, with an entry for each place: ``.`` for an empty cell, a digit, ``#`` for a block, or a
        block with the sums of the runs below and to the right, ``16\`` ``\7`` ``23\7``.
    digits
        By default 1 to 9.
    symbols
        See `Sudoku`; the layout is nevertheless written in numbers.

    Raises
    ------
    ModelError
        If rows differ in length, an entry is none of these, a sum has no run, or there is no cell.

    >>> kakuro = Kakuro(r'''
    ... #    3\  4\
    ... \3   .   .
    ... \4   .   .''')
    >>> kakuro.runs[0]
    Run(cells=(r2c2, r2c3), sum=3)
    """

    def __init__(
        self,
        layout: str,
        digits: Iterable[int] | None = None,
        symbols: str | None = None,
        name: str = "kakuro",
    ) -> None:
        entries = [line.split() for line in text(layout, "the layout").splitlines() if line.strip()]
        height, width = len(entries), len(entries[0]) if entries else 0
        if max(height, width) > MAX_SIDE:
            raise ModelError(f"a kakuro has at most {MAX_SIDE} rows and columns, not {max(height, width)}")
        super().__init__(name, height, width, digits_of(range(1, 10) if digits is None else digits), symbols)
        self.box = None
        self.boxes = ()
        self.blocks: dict[Place, Block] = {}
        """The blocks by row and column, counted from 1."""
        for row, line in enumerate(entries, 1):
            if len(line) != width:
                raise ModelError(f"row {row} has {len(line)} places, not {width} like row 1")
            for column, entry in enumerate(line, 1):
                self._place(row, column, entry)
        if not self._cells:
            raise ModelError("there is no cell (. or a digit)")
        self._grid = tuple(self._cells)
        self.rows = tuple(tuple(cell for cell in places if cell is not None) for places in self.lattice)
        self.runs = tuple(self._runs(down=False)) + tuple(self._runs(down=True))
        """The runs across in reading order, then those down from left to right."""
        for run in self.runs:
            names = " ".join(cell.name for cell in run.cells)
            self.constraints.append(AllDifferent(run.cells, label=f"run {names}"))
            if run.sum is not None:
                total = LinearExpression(tuple((1, cell) for cell in run.cells))
                self.add((total == run.sum).labelled(f"run {names} = {run.sum}"))

    @property
    def grid(self) -> tuple[Cell, ...]:
        return self._grid

    def _place(self, row: int, column: int, entry: str) -> None:
        """Declare the cell or block of an entry in the layout."""
        if block := _BLOCK.fullmatch(entry):
            down, across = (int(sum_) if sum_ else None for sum_ in block.groups())
            self.blocks[row, column] = Block(down, across)
            return
        cell = self._declare(f"r{row}c{column}", self.digits, row, column)
        if entry == ".":
            return
        if not re.fullmatch(r"\d{1,9}", entry, re.ASCII):
            raise ModelError(f"{cell.name}: {entry!r} is neither a cell (. or a digit) nor a block (# 16\\ \\7 23\\7)")
        self.give(cell, int(entry))

    def _runs(self, down: bool) -> Iterator[Run]:
        lines: Iterable[Sequence[Cell | None]] = zip(*self.lattice, strict=True) if down else self.lattice
        for number, line in enumerate(lines, 1):
            starts = [at for at, cell in enumerate(line) if cell is None]
            for start, stop in pairwise((-1, *starts, len(line))):
                row, column = (start + 1, number) if down else (number, start + 1)
                block = self.blocks.get((row, column), Block(None, None))
                sum_ = block.down if down else block.across
                cells = tuple(cell for cell in line[start + 1 : stop] if cell is not None)
                if cells:
                    yield Run(cells, sum_)
                elif sum_ is not None:
                    raise ModelError(f"row {row}, column {column}: the sum {sum_} has no cells")

    def text(self, solution: Mapping[Cell, int] | None = None) -> str:
        """The layout with the digits of a solution in its cells.

        Parameters
        ----------
        solution
            Values by cell; cells without one are open.

        Returns
        -------
        str
            One line for each row, as in the layout.
        """
        given = {} if solution is None else mapping(solution, "the solution", "values by cell")
        digits = {**given, **self.givens}
        entries = [
            [
                self.block_text(row, column) if cell is None else str(digits.get(cell, "."))
                for column, cell in enumerate(line, 1)
            ]
            for row, line in enumerate(self.lattice, 1)
        ]
        width = max(len(entry) for line in entries for entry in line)
        return "\n".join(" ".join(entry.rjust(width) for entry in line) for line in entries)

    def block_text(self, row: int, column: int) -> str:
        r"""A block as it is written in the layout.

        Parameters
        ----------
        row, column
            The place, counted from 1.

        Returns
        -------
        str
            ``#`` or the sums, such as ``16\7``.

        Raises
        ------
        ModelError
            If there is no block in this place.
        """
        place = integer(row, "the row"), integer(column, "the column")
        if place not in self.blocks:
            raise ModelError(f"{self.name} has no block in row {row}, column {column}")
        down, across = ("" if sum_ is None else str(sum_) for sum_ in self.blocks[place])
        return f"{down}\\{across}" if down or across else "#"
