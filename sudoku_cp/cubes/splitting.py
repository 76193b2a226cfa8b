"""The division of the space of solutions into cubes, and cubes that are copies of others under a symmetry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import heapify, heappop, heappush
from random import Random
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.canonical_forms.automorphisms import Automorphisms, automorphisms_of, is_difference
from sudoku_cp.cubes.questions import CubeAnswer, Question, Solution
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import Cell, Model, ModelError
from sudoku_cp.model.answers import Cube, Split, Status, Values, ordered
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel

PROBE = 256
"""The number of nodes that end a descent: a smaller search is done rather than estimated."""

LEAST = 0.01
"""The number of seconds that a part of a descent may always take."""

DESCENTS = 3
"""The number of descents of an estimate."""

TRIED = 6
"""The number of cells whose values are tried before the best of them divides a cube."""

MEASURING = 0.2
"""The number of seconds in which the speed of a search is measured."""

MOST_CUBES = 1_000_000

NOTHING = Limits(nodes=0)
"""Propagation alone."""


class Splitter:
    """Divides cubes of one question.

    Parameters
    ----------
    compiled
        The compiled model.
    givens
        The givens of the puzzle by cell name.
    question
        The question.
    target
        The score from which on solutions matter; None for all.
    stop
        Returns whether to end at once; a cube is then not divided, and estimates are cut short.
    """

    def __init__(
        self,
        compiled: LoweredModel,
        givens: Mapping[str, int],
        question: Question,
        target: int | None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._compiled = compiled
        self._givens = givens
        self._question = question
        self._target = target
        self._stop = stop
        self._places = {cell.name: place for place, cell in enumerate(compiled.model.cells)}
        self._found: dict[Solution, int] = {}
        """The solutions that estimates came upon, and their scores."""

    @cached_property
    def _cells(self) -> list[Cell]:
        """The cells that may divide a cube: all but those that are functions of others."""
        model = self._compiled.model
        return [cell for cell in model.cells if cell not in {*model.auxiliary_cells}] or list(model.cells)

    @cached_property
    def _spread(self) -> dict[Cell, int]:
        """How far the points of each cell spread, where scores matter."""
        objective = self._compiled.model.objective
        points = {} if objective is None or not self._question.is_about_scores else objective.points()
        return {cell: max(of_cell.values()) - min(of_cell.values()) for cell, of_cell in points.items()}

    @cached_property
    def _peers(self) -> dict[str, set[str]]:
        """The cells that differ from each cell."""
        peers: dict[str, set[str]] = {cell.name: set() for cell in self._compiled.model.cells}
        for constraint in self._compiled.model.constraints:
            if isinstance(constraint, AllDifferent):
                names = {cell.name for cell in constraint.cells}
                for name in names:
                    peers[name] |= names - {name}
        return peers

    def split(self, cube: Cube) -> Split | None:
        """Divide a cube.

        Parameters
        ----------
        cube
            The cube.

        Returns
        -------
        Split or None
            Its parts, whose estimates divide that of the cube; None if propagation leaves no choice, or it must stop.
        """
        fixed = {**self._givens, **cube.givens}
        chosen = self._choice(fixed, self._stop)
        if chosen is None:
            return None
        cell, live = chosen
        parts = tuple(
            Cube(self._with(cube.values, cell.name, value), cube.estimate / len(live), cube.bound) for value in live
        )
        empty = tuple(value for value in cell.domain if value not in live)
        return Split(cube.values, cell.name, empty, parts)

    def estimate(self, cube: Cube, seconds: float, seed: int = 0) -> Cube:
        """Estimate the number of search nodes for a cube by random descents (Knuth 1975), and bound its score.

        Parameters
        ----------
        cube
            The cube.
        seconds
            When to stop; a descent that is cut short counts as if it had ended there, and the cube keeps its estimate
            if there was no time for a choice.
        seed
            The seed of the choices.

        Returns
        -------
        Cube
            The cube with the mean over the descents, and with the bound of the searches that they begin with.
        """
        if self._stop():
            return cube
        start, random = monotonic(), Random(f"{seed} {cube}")
        found: list[float] = []
        while len(found) < DESCENTS and (not found or monotonic() - start < seconds):
            first, nodes, has_choices, is_cut = self._descend(cube, random, start + seconds)
            cube = replace(cube, bound=self.bound(cube, first))
            if is_cut and not has_choices:
                return replace(cube, estimate=max(cube.estimate, nodes))
            found.append(nodes)
            if not has_choices:
                break
        return replace(cube, estimate=sum(found) / len(found))

    def completed(self, answer: CubeAnswer) -> CubeAnswer:
        """The answer with the solutions that estimates came upon, which may be the best so far."""
        solutions, scores = (*answer.solutions, *self._found), (*answer.scores, *self._found.values())
        return replace(answer, solutions=solutions, scores=scores) if self._found else answer

    def rate(self) -> float:
        """The number of search nodes a second, measured on the whole space for a moment."""
        start, answer = monotonic(), CubeAnswer(is_final=False)
        while monotonic() - start < MEASURING and not answer.is_final:
            answer = self._question.ask(self._compiled, dict(self._givens), Limits(seconds=MEASURING), self._target)
        return max(1.0, answer.nodes) / max(1e-6, monotonic() - start)

    def bound(self, cube: Cube, answer: CubeAnswer) -> int | None:
        """A score that no solution in a cube beats, by what is known of it and an answer to the question about it."""
        objective = self._compiled.model.objective
        bound = (answer.scores[0] if answer.scores else answer.rest) if answer.is_final else answer.bound
        if objective is None or bound is None:
            return cube.bound
        if self._target is not None and objective.better(self._target, bound):
            bound = self._target - objective.gain(1)  # nothing is known of scores that do not matter
        return bound if cube.bound is None else min(bound, cube.bound, key=objective.gain)

    def _descend(self, cube: Cube, random: Random, end: float) -> tuple[CubeAnswer, float, bool, bool]:
        """A random way down a cube.

        The answer to a short search of the cube, the nodes at the end of the way times the choices on it, whether there
        were any, and whether it was cut.
        """
        fixed = {**self._givens, **cube.givens}
        first: CubeAnswer | None = None
        weight = 1.0

        def is_late() -> bool:
            return monotonic() > end or self._stop()

        while True:
            limits = Limits(max(LEAST, end - monotonic()), PROBE)
            answer = self._question.ask(self._compiled, fixed, limits, self._target)
            first = first or answer
            self._found.update(zip(answer.solutions, answer.scores, strict=False))
            chosen = None if answer.is_final else self._choice(fixed, is_late)
            if chosen is None or not chosen[1]:
                is_cut = not answer.is_final and chosen is None and is_late()
                return first, weight * (answer.nodes + 1), weight > 1, is_cut
            cell, live = chosen
            weight *= len(live)
            fixed = {**fixed, cell.name: random.choice(live)}

    def _choice(self, fixed: Mapping[str, int], is_late: Callable[[], bool]) -> tuple[Cell, list[int]] | None:
        """The cell with the fewest values of those that look narrowest; None if all have one value, or it is late.

        Where scores matter, a cell whose points spread twice as far may have twice as many values.
        """
        sizes = [(len(self._domain(cell, fixed)), cell) for cell in self._cells if cell.name not in fixed]
        open_cells = [(size / (1 + self._spread.get(cell, 0)), cell) for size, cell in sizes]
        narrow = sorted(open_cells, key=lambda item: (item[0], -len(self._peers[item[1].name]), item[1].index))
        best: tuple[Cell, list[int]] | None = None
        for tried, (_, cell) in enumerate(narrow):
            if best is not None and tried >= TRIED:
                break
            live = []
            for value in self._domain(cell, fixed):
                if is_late():
                    return None
                if not self._is_refuted({**fixed, cell.name: value}):
                    live.append(value)
            if len(live) == 1:
                continue
            if best is None or len(live) < len(best[1]):
                best = cell, live
            if len(live) <= 2:
                break
        return best

    def _domain(self, cell: Cell, fixed: Mapping[str, int]) -> list[int]:
        taken = {fixed[name] for name in self._peers[cell.name] & fixed.keys()}
        return [value for value in self._compiled.model.domain_of(cell) if value not in taken]

    def _is_refuted(self, fixed: Mapping[str, int]) -> bool:
        return self._compiled.count(1, fixed, NOTHING).status is Status.INFEASIBLE

    def _with(self, values: Values, name: str, value: int) -> Values:
        return ordered({**dict(values), name: value}, self._places)


def divided(
    splitter: Splitter,
    cube: Cube,
    most: float,
    cubes: int,
    seconds: float,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[list[Split], list[Cube]]:
    """Divide a cube until its parts are small and many enough.

    Parameters
    ----------
    splitter
        Divides one cube.
    cube
        The cube.
    most
        The largest estimate of a part, in nodes.
    cubes
        The least number of parts, as far as there are choices.
    seconds
        When to stop estimating; further parts are then estimated by their share of the cube.
    stop
        Returns whether to divide no further.

    Returns
    -------
    tuple
        The divisions, each after that of the cube that it divides; and the parts, the largest first.
    """
    start = monotonic()
    splits: list[Split] = []
    atoms: list[Cube] = []
    heap = [(-cube.estimate, cube.values, cube)]
    heapify(heap)
    while heap and len(heap) + len(atoms) < MOST_CUBES and not stop():
        largest = heap[0][2]
        if largest.estimate <= most and len(heap) + len(atoms) >= cubes:
            break
        heappop(heap)
        split = splitter.split(largest)
        if split is None:
            atoms.append(largest)
            continue
        left = start + seconds - monotonic()
        if left > 0:
            split = estimated(splitter, split, left / 4)
        splits.append(split)
        for part in split.parts:
            heappush(heap, (-part.estimate, part.values, part))
    parts = [part for _, _, part in sorted(heap)] + atoms
    return splits, parts


def estimated(splitter: Splitter, split: Split, seconds: float) -> Split:
    """The same division with an estimate for each part.

    Parameters
    ----------
    splitter
        Estimates one cube.
    split
        The division.
    seconds
        When to stop; at least one descent is made for each part.

    Returns
    -------
    Split
        The division with estimates.
    """
    share = seconds / max(1, len(split.parts))
    return replace(split, parts=tuple(splitter.estimate(part, share) for part in split.parts))


MOST_FIXED = 8
"""The number of fixed values up to which copies are looked for; with more there are few."""


@dataclass(frozen=True)
class Copy:
    """A symmetry that makes one cube a copy of another."""

    cells: tuple[int, ...]
    """For each cell of the copy the number of the cell of the original that has its value."""
    renaming: tuple[tuple[int, int], ...]
    """The values that change: that in the original, and that in the copy."""


class Symmetries:
    """The symmetries of a model.

    Parameters
    ----------
    model
        The model.
    givens
        The givens of the puzzle by cell name.
    """

    def __init__(self, model: Model, givens: Mapping[str, int]) -> None:
        self._cells = model.cells
        self._places = {cell.name: place for place, cell in enumerate(model.cells)}
        self._givens = dict(givens)
        self._group = _group_of(model)

    @property
    def are_none(self) -> bool:
        """Whether there is no symmetry but the identity."""
        return len(self._group.cells) < 2 and not self._group.values_are_free

    def form(self, cube: Cube) -> tuple[int, ...]:
        """The form that all copies of a cube share.

        Parameters
        ----------
        cube
            The cube.

        Returns
        -------
        tuple
            For each cell the place of its value in its domain, from 1; 0 for open cells.
        """
        return self._group.least(self._row(cube))

    def copy(self, original: Cube, copy: Cube) -> Copy:
        """A symmetry that makes one cube, with the givens, a copy of another one.

        Parameters
        ----------
        original, copy
            Cubes with the same form.

        Returns
        -------
        Copy
            The symmetry.

        Raises
        ------
        ValueError
            If there is none.
        """
        before, after = self._row(original), self._row(copy)
        moved = before[self._group.cells]
        for row in np.flatnonzero(((moved > 0) == (after > 0)).all(axis=1)):
            pairs = {(int(old), int(new)) for old, new in zip(moved[row], after, strict=True) if old}
            if self._is_renaming(pairs):
                domain = self._cells[0].domain
                renaming = tuple(sorted((domain[old - 1], domain[new - 1]) for old, new in pairs if old != new))
                return Copy(tuple(self._group.cells[row].tolist()), renaming)
        raise ValueError(f"{copy} is no copy of {original}")

    def _is_renaming(self, pairs: set[tuple[int, int]]) -> bool:
        if not self._group.values_are_free:
            return all(old == new for old, new in pairs)
        return len(pairs) == len({old for old, _ in pairs}) == len({new for _, new in pairs})

    def _row(self, cube: Cube) -> NDArray[np.int64]:
        row = np.zeros(len(self._cells), np.int64)
        for name, value in {**self._givens, **cube.givens}.items():
            place = self._places[name]
            row[place] = self._cells[place].domain.index(value) + 1
        return row


def _group_of(model: Model) -> Automorphisms:
    """The permutations of the cells that keep the constraints; only the identity if there are too many."""
    try:
        return automorphisms_of(model)
    except ModelError:
        are_alike = len({cell.domain for cell in model.cells}) == 1 and not model.pencilmarks
        identity = np.arange(len(model.cells), dtype=np.int32).reshape(1, -1)
        return Automorphisms(identity, are_alike and all(map(is_difference, model.constraints)))
