"""Kakuro: cells in any shape, and runs of them with sums, like a crossword of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sudoku_cp.model.all_different import AllDifferent
from sudoku_cp.model.errors import ModelError
from sudoku_cp.model.linear import Cell, LinearExpression
from sudoku_cp.model.model import Model

_BLOCK = re.compile(r"#|(\d*)\\(\d*)")

Place = tuple[int, int]


class Run(NamedTuple):
    """Cells in a row or column between two blocks, and their sum if it is known."""

    cells: tuple[Cell, ...]
    sum: int | None


class Kakuro(Model):
    r"""Free cells, of which each run across or down has different digits and the sum in the block before it.

    Parameters
    ----------
    layout
        A line a row with an entry a place: ``.`` an empty cell, a digit, ``#`` a block, or a block with the sums of
        the runs below and right of it, ``16\`` ``\7`` ``23\7``.
    digits
        By default 1 to 9.

    Raises
    ------
    ModelError
        If rows differ in length, an entry is none of these, or a sum has no run.

    >>> kakuro = Kakuro(r'''
    ... #    3\  4\
    ... \3   .   .
    ... \4   .   .''')
    >>> kakuro.runs[0]
    Run(cells=(r2c2, r2c3), sum=3)
    """

    def __init__(self, layout: str, digits: Iterable[int] = range(1, 10), name: str = "kakuro") -> None:
        super().__init__(name)
        self._entries = [line.split() for line in layout.splitlines() if line.strip()]
        self.digits = tuple(sorted(set(digits)))
        blocks: dict[Place, tuple[str, str]] = {}
        for row, line in enumerate(self._entries, 1):
            if len(line) != len(self._entries[0]):
                raise ModelError(f"row {row} has {len(line)} places, not {len(self._entries[0])} as row 1")
            for column, entry in enumerate(line, 1):
                block = _BLOCK.fullmatch(entry)
                if block:
                    blocks[row, column] = block[1] or "", block[2] or ""
                    continue
                cell = self.variable(f"r{row}c{column}", self.digits, row, column)
                if entry != ".":
                    self._give_entry(cell, entry)
        self.runs = tuple(self._runs(blocks, down=False)) + tuple(self._runs(blocks, down=True))
        """Those across in reading order, then those down from left to right."""
        for run in self.runs:
            names = " ".join(cell.name for cell in run.cells)
            self.constraints.append(AllDifferent(run.cells, f"run {names}"))
            if run.sum is not None:
                total = LinearExpression(tuple((1, cell) for cell in run.cells))
                self.constraints.append((total == run.sum).labelled(f"run {names} = {run.sum}"))

    def _give_entry(self, cell: Cell, entry: str) -> None:
        if not (entry.isascii() and entry.isdigit()):
            raise ModelError(f"{cell.name}: {entry!r} is no cell (. or a digit) and no block (# 16\\ \\7 23\\7)")
        self.give(cell, int(entry))

    def _runs(self, blocks: Mapping[Place, tuple[str, str]], down: bool) -> Iterator[Run]:
        rows = [[(row, column) for column in range(1, len(line) + 1)] for row, line in enumerate(self._entries, 1)]
        lines: Iterable[Sequence[Place]] = zip(*rows, strict=True) if down else rows
        for line in lines:
            starts = [at for at, place in enumerate(line) if place in blocks]
            for start, stop in pairwise((-1, *starts, len(line))):
                sum_ = blocks[line[start]][0 if down else 1] if start >= 0 else ""
                cells = tuple(self[f"r{row}c{column}"] for row, column in line[start + 1 : stop])
                if cells:
                    yield Run(cells, int(sum_) if sum_ else None)
                elif sum_:
                    row, column = line[start]
                    raise ModelError(f"row {row}, column {column}: the sum {sum_} has no cells")

    def text(self, solution: Mapping[Cell, int] | None = None) -> str:
        """The layout with the digits of a solution in its cells."""
        digits = {**(solution or {}), **self.givens}
        entries = [list(line) for line in self._entries]
        for cell in self.cells:
            assert cell.row is not None
            assert cell.column is not None
            entries[cell.row - 1][cell.column - 1] = str(digits.get(cell, "."))
        width = max((len(entry) for line in entries for entry in line), default=0)
        return "\n".join(" ".join(entry.rjust(width) for entry in line) for line in entries)
