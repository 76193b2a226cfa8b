"""Certificates from the search of the exact-cover engine.

The engine tells its tree. It is walked through with the inference of the checker, which needs less of it where it sees
more, and further branchings where the engine saw more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

from sudoku_cp.backends.contract import NO_LIMITS, Limits, Result, Status
from sudoku_cp.backends.exact_cover.program import ExactCover, ExactCoverProgram
from sudoku_cp.backends.exact_cover.searching import poll_of
from sudoku_cp.backends.numbers import target_of
from sudoku_cp.certificates.certificate import Certificate, Multipliers, Step
from sudoku_cp.certificates.checker import Walk, most_cost, objective_of
from sudoku_cp.certificates.inference import Inference
from sudoku_cp.certificates.pricing import Pricing
from sudoku_cp.model import Cell, Model, Objective, SudokuError, UnsoundAnswerError

SCALE = 1024
"""The denominator of the engine's multipliers."""

DESCEND, BACKTRACK, BOUND = range(3)
"""The steps in the log of the engine."""


class NotCertifiedError(SudokuError):
    """There is no certificate: a limit came first, or there is a solution that is good enough."""


@dataclass(slots=True)
class _Node:
    """A branch of the engine's tree: its bounds, then the cell and the bit that it is divided by."""

    bounds: list[Multipliers] = field(default_factory=list)
    branching: tuple[int, int] | None = None
    chosen: _Node | None = None
    removed: _Node | None = None


def certify(
    model: Model, givens: Mapping[Cell, int] | None = None, target: int | None = None, limits: Limits = NO_LIMITS
) -> Certificate:
    """Solve a model with an objective, and certify that no solution has a better score than the bound that is proved.

    Parameters
    ----------
    givens
        The values that are fixed; by default the model's own.
    target
        Certify that no solution has a score at least as good as this, instead.
    limits
        For the search, and once more for the evidence.

    Raises
    ------
    NotCertifiedError
        If a limit came before the bound was proved, or a solution reaches the target.
    LoweringError
        If the engine cannot express the model.
    """
    program = ExactCover().compile(model)
    result = program.solve(givens, limits) if target is None else program.reach(target, givens, limits)
    if target is not None and result.status is Status.SOLVED:
        raise NotCertifiedError(f"a solution of {model.name} scores {result.objective}")
    return certify_result(program, result, model.givens if givens is None else givens, target, limits)


def certify_result(
    program: ExactCoverProgram, result: Result, givens: Mapping[Cell, int], target: int | None, limits: Limits
) -> Certificate:
    """Certify the bound of an answer; see `certify`."""
    model = program.model.with_objective(program.model.objective)
    model.givens = dict(givens)
    objective = objective_of(model)
    beyond = _beyond(result, objective) if target is None else target_of(target, objective)
    writer = _Writer(program, model, beyond, limits)
    steps = tuple(writer.steps())
    solution = None if result.solution is None else result.solution.values_in_order
    return Certificate(model, beyond, solution, writer.house_names, SCALE, steps)


def _beyond(result: Result, objective: Objective) -> int:
    """The score that is out of reach, next to the bound; where there is no solution, any score."""
    if result.status is Status.INFEASIBLE:
        gains = [[objective.gain(score) for score in points.values()] for points in objective.points().values()]
        return objective.gain(sum(map(min, gains)) + objective.gain(objective.expression.constant))
    if result.bound is None:
        raise NotCertifiedError("a limit came before any bound")
    return objective.gain(objective.gain(result.bound) + 1)


class _Writer:
    def __init__(self, program: ExactCoverProgram, model: Model, beyond: int, limits: Limits) -> None:
        self._program = program
        self._model = model
        self._beyond = beyond
        self._limits = limits
        self._start = monotonic()
        self._inference = Inference(model)
        houses = [house for house in program.problem.houses if frozenset(house) in self._inference.permutations]
        self._places = self._places_of(houses)
        self.house_names = tuple(tuple(model.cells[cell].name for cell in house) for house in houses)
        objective = objective_of(model)
        pricing = Pricing(self._inference, objective, houses, SCALE)
        self._walk = Walk(self._inference, pricing, most_cost(objective, beyond, SCALE))

    def _places_of(self, houses: Sequence[Sequence[int]]) -> list[int]:
        """Where the engine has the multipliers of the houses' values, in the checker's order."""
        problem = self._program.problem
        width = max(map(len, problem.tables), default=0)
        number_of = {frozenset(house): number for number, house in enumerate(problem.houses)}
        return [
            number_of[frozenset(house)] * width + problem.tables[house[0]].index(value)
            for house in houses
            for value in self._inference.values_in(self._inference.permutations[frozenset(house)])
        ]

    def steps(self) -> Iterator[Step]:
        """The steps that close all branches."""
        walk = self._walk
        if walk.closed:
            return
        node = self._tree()
        waiting: list[_Node] = []
        latest = (0,) * len(self._places)
        while not walk.closed:
            self._pause()
            depth = walk.depth
            queue = list(node.bounds)
            if node.branching is None and not queue:
                queue.append(latest)
            while queue and not walk.closed and walk.depth == depth:
                latest = queue.pop(0)
                if walk.bound(list(latest)):
                    yield latest
                    if node.branching is None and not queue:
                        queue.append(latest)
            if walk.closed or walk.depth < depth:
                node = _next_of(waiting, depth - walk.depth)
                continue
            if node.branching is None:
                node.branching = self._further_branching()
                node.chosen, node.removed = _Node([latest]), _Node([latest])
            cell, bit = node.branching
            chosen, removed = node.chosen, node.removed
            assert chosen is not None
            assert removed is not None
            if walk.domains[cell] == bit or not walk.domains[cell] & bit:
                node = chosen if walk.domains[cell] & bit else removed
                continue
            yield self._model.cells[cell].name, self._inference.values_in(bit)[0]
            waiting.append(removed)
            walk.branch(cell, bit)
            node = chosen
            if walk.closed or walk.depth <= depth:
                node = _next_of(waiting, depth + 1 - walk.depth)

    def _further_branching(self) -> tuple[int, int]:
        """Divide a branch that the engine has closed: the cell with the fewest values."""
        domains = self._walk.domains
        open_cells = [cell for cell, domain in enumerate(domains) if domain & (domain - 1)]
        if not open_cells:
            raise UnsoundAnswerError(f"exact-cover: a solution of {self._model.name} scores {self._beyond} or better")
        cell = min(open_cells, key=lambda cell: domains[cell].bit_count())
        return cell, domains[cell] & -domains[cell]

    def _tree(self) -> _Node:
        """Let the engine search for what there is not."""
        program, limits = self._program, self._limits
        solver = program.solver_reaching(self._beyond, self._model.givens)
        solver.keep_log()
        found, ending = solver.take(1, seconds=limits.seconds, nodes=limits.nodes, poll=poll_of(limits, self._start))
        if found:
            raise UnsoundAnswerError(f"exact-cover: a solution of {self._model.name} scores {self._beyond} or better")
        if ending != "exhausted":
            raise NotCertifiedError("the search for the evidence was stopped: allow more")
        return self._read(solver.log)

    def _read(self, log: Sequence[int]) -> _Node:
        """Make a tree of the engine's log."""
        problem = self._program.problem
        length = len(problem.houses) * max(map(len, problem.tables), default=0)
        root = _Node()
        node: _Node = root
        above: list[_Node] = []
        at = 0
        while at < len(log):
            if log[at] == DESCEND:
                word, place = divmod(log[at + 1], 64)
                node.branching = word, self._inference.bit_of[problem.tables[word][place]]
                above.append(node)
                chosen = _Node()
                node.chosen = chosen
                node = chosen
                at += 2
            elif log[at] == BACKTRACK:
                removed = _Node()
                above.pop().removed = removed
                node = removed
                at += 1
            else:
                multipliers = log[at + 1 : at + 1 + length]
                node.bounds.append(tuple(multipliers[place] for place in self._places))
                at += 1 + length
        return root

    def _pause(self) -> None:
        limits, seconds = self._limits, monotonic() - self._start
        if limits.cancel is not None and limits.cancel.is_set():
            raise NotCertifiedError("the certificate was cancelled")
        if limits.seconds is not None and seconds > 2 * limits.seconds:
            raise NotCertifiedError(f"the certificate was given up after {seconds:.0f} s: allow more")


def _next_of(waiting: list[_Node], closed: int) -> _Node:
    """The branch that waited before so many ones that were closed after it."""
    node = _Node()
    for _ in range(min(closed, len(waiting))):
        node = waiting.pop()
    return node
