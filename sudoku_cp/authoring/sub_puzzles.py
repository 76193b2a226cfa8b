"""A puzzle without some of its parts, as a question to a solver."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from time import monotonic

from sudoku_cp.authoring.hitting_sets import elements
from sudoku_cp.authoring.parts import Part, frame_of, parts_of
from sudoku_cp.kernel.cell import AnyGivens
from sudoku_cp.model import Cell, Constraint, Model, Solution
from sudoku_cp.model.answers import Status
from sudoku_cp.model.compiled import DEFAULT_SOLVER, CompiledModel
from sudoku_cp.model.givens import by_cell
from sudoku_cp.model.limits import NO_LIMITS, Limits, Progress
from sudoku_cp.solving.answering import compiled_in_time
from sudoku_cp.solving.compiling import CompilationStoppedError
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.solver import CompiledGroups

MOST_COMPILED = 64
"""The number of sub-puzzles that are kept compiled; a compiled 9×9 takes about 100 kB."""


class Unfinished(Exception):  # noqa: N818 - it is no error, and is caught where the results so far are known
    """A limit or a cancellation came before the answer."""


class SubPuzzles:
    """Answers questions about a puzzle without some of its parts; a set of parts is an integer with a bit for each.

    Parameters
    ----------
    model
        The puzzle.
    givens
        Fixed values by cell or by cell name; by default those of the model.
    solver
        The solver that is asked.
    limits
        When to stop early; the time and the nodes are those of all questions together.
    frame
        Constraints that hold in every sub-puzzle, in addition to the frame of the puzzle.
    candidates
        Values that some cells are restricted to in every sub-puzzle.
    parts
        The parts, if not all of the puzzle; the other ones hold in every sub-puzzle.
    """

    def __init__(
        self,
        model: Model,
        givens: AnyGivens | None = None,
        *,
        solver: str = DEFAULT_SOLVER,
        limits: Limits = NO_LIMITS,
        frame: Iterable[Constraint] = (),
        candidates: Mapping[Cell, Iterable[int]] | None = None,
        parts: Sequence[Part] | None = None,
    ) -> None:
        self.model = model
        given = model.givens if givens is None else by_cell(model, givens)
        self.parts = parts_of(model, given) if parts is None else tuple(parts)
        self.everything = (1 << len(self.parts)) - 1
        self._clues = sum(1 << place for place, part in enumerate(self.parts) if not part.is_given)
        self._givens = [
            (1 << place, part.cell, part.value)
            for place, part in enumerate(self.parts)
            if part.cell is not None and part.value is not None
        ]
        self._frame = [*frame_of(model, self.parts), *frame]
        self._candidates = {cell: tuple(values) for cell, values in (candidates or {}).items()}
        offered = {cell for _, cell, _ in self._givens}
        for cell, value in given.items():
            if cell not in offered:
                open_values = self._candidates.get(cell, (value,))
                self._candidates[cell] = tuple(each for each in open_values if each == value)
        self.solver = solver
        self.limits = limits
        self._start = self._shown = monotonic()
        self.nodes = 0
        """The search nodes of all questions so far."""
        self._compiled: OrderedDict[int, CompiledModel] = OrderedDict()

    def completions(self, givens: Mapping[Cell, int], offered: Mapping[Cell, int]) -> SubPuzzles:
        """The puzzle as the frame of further givens, under the limits that are left of these.

        Parameters
        ----------
        givens
            The fixed values of the puzzle.
        offered
            Further values, which are the parts.

        Returns
        -------
        SubPuzzles
            The sub-puzzles with some of the further givens.
        """
        model = self.model_of(self.everything)
        fixed = {cell: (value,) for cell, value in givens.items()}
        limits = self.limits.after(self._start)
        return SubPuzzles(model, offered, solver=self.solver, limits=limits, candidates=fixed)

    def members(self, kept: int) -> tuple[Part, ...]:
        """The parts in a set.

        Parameters
        ----------
        kept
            A set of parts.

        Returns
        -------
        tuple
            The parts, in order.
        """
        return tuple(part for place, part in enumerate(self.parts) if kept >> place & 1)

    def model_of(self, kept: int) -> Model:
        """The model with only some of the clues and single constraints.

        Parameters
        ----------
        kept
            A set of parts; givens in it do not count.

        Returns
        -------
        Model
            The model, without givens.
        """
        parts = [part for part in self.members(kept) if not part.is_given]
        constraints = [*self._frame, *(constraint for part in parts for constraint in part.constraints)]
        model = self.model.with_constraints(constraints, [part.clue for part in parts if part.clue is not None])
        for cell, values in self._candidates.items():
            model.restrict(cell, values)
        return model

    def givens_of(self, kept: int) -> dict[Cell, int]:
        """The givens in a set of parts.

        Parameters
        ----------
        kept
            A set of parts.

        Returns
        -------
        dict
            The fixed values by cell.
        """
        return {cell: value for bit, cell, value in self._givens if kept & bit}

    def compiled(self, kept: int) -> CompiledModel:
        """The compiled model with only some of the clues; see `model_of`.

        Parameters
        ----------
        kept
            A set of parts; givens in it do not count.

        Returns
        -------
        CompiledModel
            The compiled model.

        Raises
        ------
        Unfinished
            If a limit comes first.
        """
        clues = kept & self._clues
        if clues not in self._compiled:
            try:
                groups = self._groups
                chosen = [0, *(place + 1 for place in elements(clues))]
                self._compiled[clues] = groups.compiled(chosen, self.limits_left())
            except CompilationStoppedError as error:
                raise Unfinished from error
            if len(self._compiled) > MOST_COMPILED:
                self._compiled.popitem(last=False)
        self._compiled.move_to_end(clues)
        return self._compiled[clues]

    @cached_property
    def _groups(self) -> CompiledGroups:
        """The frame, and each clue or single constraint."""
        model = self.model.with_constraints(())
        for cell, values in self._candidates.items():
            model.restrict(cell, values)
        parts = [part.constraints for part in self.parts if not part.is_given]
        return load_solver(self.solver).compile_groups(model, [self._frame, *parts], self.limits_left())

    def solutions(self, kept: int, most: int, further: Mapping[Cell, int] | None = None) -> list[Solution]:
        """Find some solutions of a sub-puzzle, all if there are fewer.

        Parameters
        ----------
        kept
            The parts of the sub-puzzle.
        most
            The largest number of solutions to find.
        further
            Values that are fixed in addition; they override givens.

        Returns
        -------
        list
            Different solutions.

        Raises
        ------
        Unfinished
            If a limit comes first.
        """
        givens = self.givens_of(kept) | dict(further or {})
        if self._candidates and any(
            value not in self._candidates.get(cell, (value,)) for cell, value in givens.items()
        ):
            return []
        compiled, limits = self.compiled(kept), self.limits_left()
        if most == 1:
            first = compiled.count(1, givens, limits)
            self.count_nodes(first.statistics.nodes)
            if first.solution is None and first.status is Status.LIMIT:
                raise Unfinished
            return [] if first.solution is None else [first.solution]
        found = compiled.solutions(givens, limits)
        solutions = list(islice(found, most))
        self.count_nodes(found.statistics.nodes)
        if len(solutions) < most and found.status is Status.LIMIT:
            raise Unfinished
        return solutions

    def solution_with(self, kept: int, constraint: Constraint) -> Solution | None:
        """Find a solution of a sub-puzzle that satisfies a further constraint.

        Parameters
        ----------
        kept
            The parts of the sub-puzzle.
        constraint
            A constraint of the kernel on cells of the puzzle.

        Returns
        -------
        Solution or None
            The solution; None if there is none.

        Raises
        ------
        Unfinished
            If a limit comes first.
        """
        model = self.model_of(kept)
        model = model.with_constraints([*model.constraints, constraint])
        compiled, limits = compiled_in_time(self.solver, model, self.limits_left())
        result = compiled.count(1, self.givens_of(kept), limits)
        self.count_nodes(result.statistics.nodes)
        if result.solution is None and result.status is Status.LIMIT:
            raise Unfinished
        return result.solution

    def violated(self, solution: Solution) -> int:
        """The set of the parts that a solution of a sub-puzzle violates.

        Parameters
        ----------
        solution
            The solution.

        Returns
        -------
        int
            The set of parts.
        """
        values = dict(zip(solution.cells, solution.values_in_order, strict=True))
        return sum(1 << place for place, part in enumerate(self.parts) if not part.holds(values))

    def limits_left(self) -> Limits:
        """The limits of the next question.

        Returns
        -------
        Limits
            What is left of time and nodes.

        Raises
        ------
        Unfinished
            If nothing is left, or the work is cancelled.
        """
        limits = self.limits.after(self._start)
        if limits.cancel is not None and limits.cancel.is_set():
            raise Unfinished
        if limits.seconds == 0:
            raise Unfinished
        if limits.nodes is None:
            return limits
        if self.nodes >= limits.nodes:
            raise Unfinished
        return Limits(limits.seconds, limits.nodes - self.nodes, limits.cancel, limits.on_progress)

    def count_nodes(self, nodes: int) -> None:
        """Add the nodes of a question, and show the progress twenty times a second.

        Parameters
        ----------
        nodes
            The nodes of the question.
        """
        self.nodes += nodes
        now = monotonic()
        if self.limits.on_progress is not None and now > self._shown + 0.05:
            self._shown = now
            self.limits.on_progress(Progress(now - self._start, self.nodes, 0))
