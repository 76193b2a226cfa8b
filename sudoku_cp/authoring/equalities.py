"""Cells that are equal, or have a constant difference or sum, in all solutions.

Sampled solutions leave few pairs of cells. Each pair of values that would break a relation is then asked for, all at
once; a solution that is found is a further sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.authoring.parts import cells_of
from sudoku_cp.authoring.sub_puzzles import SubPuzzles, Unfinished
from sudoku_cp.formats import as_model
from sudoku_cp.kernel.cell import AnyGivens
from sudoku_cp.model import Cell, Model
from sudoku_cp.model.answers import Status
from sudoku_cp.model.compiled import DEFAULT_SOLVER
from sudoku_cp.model.limits import AnyLimits, limits_of
from sudoku_cp.solving.batch import empty_value

__all__ = ["Equalities", "Relation", "equal"]

SAMPLES = 200
"""The number of solutions that are compared before the first question."""


@dataclass(frozen=True, eq=False)
class Relation:
    """Two cells with a constant difference or sum."""

    first: Cell
    """The first cell."""
    second: Cell
    """The second cell."""
    sign: int
    """-1 for a difference, 1 for a sum."""
    constant: int
    """The value of ``first - second`` or of ``first + second``."""

    @property
    def key(self) -> tuple[int, int, int, int]:
        """Numbers that tell relations apart."""
        return self.first.index, self.second.index, self.sign, self.constant

    def __str__(self) -> str:
        if self.sign > 0:
            return f"{self.first.name} + {self.second.name} = {self.constant}"
        shift = "" if not self.constant else f" {'+' if self.constant > 0 else '-'} {abs(self.constant)}"
        return f"{self.first.name} = {self.second.name}{shift}"


@dataclass(frozen=True)
class Equalities:
    """The relations of two cells that hold in all solutions."""

    number: int
    """The number of solutions, up to 2."""
    fixed: Mapping[Cell, int]
    """The cells with the same value in all solutions; they are in no relation."""
    relations: tuple[Relation, ...]
    """For each group of related cells, the relation of its first cell to each of the others; others follow."""
    is_complete: bool
    """Whether no limit came before the last proof; all relations are proved in any case."""
    nodes: int = 0
    """The search nodes of all questions."""

    def __str__(self) -> str:
        if not self.number:
            return "there is no solution" if self.is_complete else "unknown: a limit came first"
        if self.number == 1:
            return "there is exactly one solution"
        words = ", ".join(map(str, self.relations)) or "no two open cells are related"
        return words if self.is_complete else f"{words} (a limit came first: there may be more)"


def equal(
    puzzle: Model | str | Path,
    *,
    givens: AnyGivens | None = None,
    solver: str = DEFAULT_SOLVER,
    **limits: Unpack[AnyLimits],
) -> Equalities:
    """Find the cells that are equal, differ by a constant or have a constant sum in all solutions.

    Parameters
    ----------
    puzzle
        A model, or a puzzle as for `sudoku_cp.solve`.
    givens
        Fixed values by cell or by cell name; by default those of the model.
    solver
        The name of the solver.
    **limits
        When to stop early: ``limits``, or ``seconds``, ``nodes``, ``cancel``, ``on_progress``;
        for all questions together.

    Returns
    -------
    Equalities
        The relations, each proved by the solver.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(4)
    >>> sudoku.give_grid("1234341221......")
    >>> print(equal(sudoku))
    there is exactly one solution
    >>> del sudoku.givens[sudoku["r3c2"]]
    >>> print(equal(sudoku))
    r3c2 + r3c4 = 4, r3c2 + r4c2 = 4, r3c2 = r4c4
    """
    puzzle = as_model(puzzle)
    search = _Search(SubPuzzles(puzzle, givens, solver=solver, limits=limits_of("equal", None, limits)[0]))
    is_complete = False
    try:
        search.begin()
        while search.refute():
            pass
        is_complete = True
    except Unfinished:
        pass
    number = min(2, len(search.samples))
    fixed = {cell: search.samples[0][cell.index] for cell in search.fixed} if search.samples else {}
    return Equalities(number, fixed, tuple(search.relations()), is_complete, search.puzzles.nodes)


@dataclass
class _Search:
    """The samples so far, and the relations that are proved."""

    puzzles: SubPuzzles
    samples: list[tuple[int, ...]] = field(default_factory=list)
    fixed: list[Cell] = field(default_factory=list)
    proved: dict[tuple[int, int, int, int], Relation] = field(default_factory=dict)
    _values: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)

    def begin(self) -> None:
        """Find the candidates of the cells, and the first samples."""
        puzzles = self.puzzles
        self._compiled = puzzles.compiled(puzzles.everything)
        self._givens = puzzles.givens_of(puzzles.everything)
        found = self._compiled.candidates(self._givens, puzzles.limits_left())
        puzzles.count_nodes(found.statistics.nodes)
        if found.status is Status.LIMIT:
            raise Unfinished
        if found.status is Status.INFEASIBLE:
            return
        self._values = found.values
        self.fixed = [cell for cell in cells_of(puzzles.model) if len(found.values[cell]) == 1]
        solutions = self._compiled.solutions(self._givens, puzzles.limits_left())
        self.samples = [solution.values_in_order for solution in islice(solutions, SAMPLES)]

    def refute(self) -> bool:
        """Ask for solutions that break a relation of the samples; return whether there is one."""
        asked = [relation for relation in self._related() if relation.key not in self.proved]
        rows, owners = [], []
        for number, relation in enumerate(asked):
            for pair in self._breaking(relation):
                rows.append(pair)
                owners.append(number)
        broken: set[int] = set()
        if rows:
            counts, solutions = self._ask(asked, rows, owners)
            found = np.flatnonzero(counts)
            broken = {owners[row] for row in found}
            self.samples += {tuple(row) for row in solutions[found].tolist()}
        self.proved |= {relation.key: relation for number, relation in enumerate(asked) if number not in broken}
        return bool(broken)

    def relations(self) -> list[Relation]:
        """The proved relations of the first cell of each group."""
        return [self.proved[relation.key] for relation in self._related() if relation.key in self.proved]

    def _related(self) -> Iterator[Relation]:
        """The relations of the first cell of each group to the others that hold in all samples."""
        groups: dict[bytes, tuple[Cell, int]] = {}
        table = np.array(self.samples, np.int64)
        for cell in cells_of(self.puzzles.model):
            if not len(table) or len(self._values[cell]) == 1:
                continue
            column = table[:, cell.index]
            moves = column - column[0]
            nonzero = moves[moves != 0]
            sign = 1 if not len(nonzero) or nonzero[0] > 0 else -1
            first, first_sign = groups.setdefault((moves * sign).tobytes(), (cell, sign))
            if first is not cell:
                relation = -1 if sign == first_sign else 1
                yield Relation(first, cell, relation, int(table[0, first.index] + relation * column[0]))

    def _breaking(self, relation: Relation) -> Iterator[tuple[int, int]]:
        for one in self._values[relation.first]:
            for other in self._values[relation.second]:
                if one + relation.sign * other != relation.constant:
                    yield one, other

    def _ask(
        self, asked: Sequence[Relation], rows: Sequence[tuple[int, int]], owners: Sequence[int]
    ) -> tuple[NDArray[np.int64], NDArray[np.signedinteger]]:
        """Solve the puzzle with each pair of values."""
        model = self._compiled.model
        grids = np.full((len(rows), len(model.cells)), empty_value(model), np.int64)
        for cell, value in self._givens.items():
            grids[:, cell.index] = value
        places = np.arange(len(rows))
        pairs = np.array(rows, np.int64)
        grids[places, [asked[owner].first.index for owner in owners]] = pairs[:, 0]
        grids[places, [asked[owner].second.index for owner in owners]] = pairs[:, 1]
        batch = self._compiled.solve_many(grids, limits=self.puzzles.limits_left())
        self.puzzles.count_nodes(int(batch.nodes.sum()))
        if not (batch.exact | (batch.counts > 0)).all():
            raise Unfinished
        return batch.counts, batch.solutions
