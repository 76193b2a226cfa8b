"""Division of a cube by the value of a cell, and estimates of the work that cubes need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from heapq import heapify, heappop, heappush
from random import Random
from time import monotonic

from sudoku_cp.cubes.questions import Answer, Question, Solution
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import Cell
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

    def completed(self, answer: Answer) -> Answer:
        """The answer with the solutions that estimates came upon, which may be the best so far."""
        solutions, scores = (*answer.solutions, *self._found), (*answer.scores, *self._found.values())
        return replace(answer, solutions=solutions, scores=scores) if self._found else answer

    def rate(self) -> float:
        """The number of search nodes a second, measured on the whole space for a moment."""
        start, answer = monotonic(), Answer(is_final=False)
        while monotonic() - start < MEASURING and not answer.is_final:
            answer = self._question.ask(self._compiled, dict(self._givens), Limits(seconds=MEASURING), self._target)
        return max(1.0, answer.nodes) / max(1e-6, monotonic() - start)

    def bound(self, cube: Cube, answer: Answer) -> int | None:
        """A score that no solution in a cube beats, by what is known of it and an answer to the question about it."""
        objective = self._compiled.model.objective
        bound = (answer.scores[0] if answer.scores else answer.rest) if answer.is_final else answer.bound
        if objective is None or bound is None:
            return cube.bound
        if self._target is not None and objective.better(self._target, bound):
            bound = self._target - objective.gain(1)  # nothing is known of scores that do not matter
        return bound if cube.bound is None else min(bound, cube.bound, key=objective.gain)

    def _descend(self, cube: Cube, random: Random, end: float) -> tuple[Answer, float, bool, bool]:
        """A random way down a cube.

        The answer to a short search of the cube, the nodes at the end of the way times the choices on it, whether there
        were any, and whether it was cut.
        """
        fixed = {**self._givens, **cube.givens}
        first: Answer | None = None
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
