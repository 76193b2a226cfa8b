"""A run: cubes go to an executor, and answers or smaller cubes come back.

The time for a cube is counted in search nodes once it is known how many there are in a second. A time limit alone would
divide a cube that has to wait for a busy processor, and keep another one that has not; nodes make cubes alike however
busy a machine is just now.
"""

from __future__ import annotations

import pickle
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from math import ceil, inf
from time import monotonic

from sudoku_cp._base.errors import SudokuError
from sudoku_cp.cubes.failures import KILLED, Failures, Reporter
from sudoku_cp.cubes.questions import CubeAnswer, NamedGivens, Question
from sudoku_cp.cubes.splitting import Splitter, divided
from sudoku_cp.cubes.tree import Node, RunState
from sudoku_cp.cubes.work import IncumbentFile, Outcome, Task, work
from sudoku_cp.model.answers import Statistics
from sudoku_cp.model.limits import Limits
from sudoku_cp.parallel.clusters import is_killed
from sudoku_cp.parallel.workers import Workers
from sudoku_cp.solving.lowered_model import LoweredModel

TICK = 0.05
"""The number of seconds between two looks at the cancel flag."""

FIRST = 1.0
"""The time in seconds for the whole question, which is enough for an easy one, and for the estimates that follow it."""

DIVIDING = 10.0
"""The time in seconds for the first estimates where the number of cubes is given."""

AHEAD = 2
"""The number of cubes given to each worker at a time, so that none waits for the next."""

MOST_AT_FIRST = 1_000
"""The number of workers for which the first division has enough cubes; more divide them further."""

ENDING = 5.0
"""The time in seconds for running cubes to come back when a run ends early."""


@dataclass(frozen=True)
class Plan:
    """How a question is divided."""

    seconds: float | None
    """The time for a cube, after which it is divided, as a number of nodes where that is known; None for no limit."""
    cubes: int | None
    """The least number of cubes to begin with; None to ask the whole question first, and then 4 for each worker."""


PACED = 0.25
"""The share of its time that a cube must take for its nodes a second to be those of others."""

LATEST = 3.0
"""How many times its time a cube may take if it has not the nodes that are usual for that time by then."""

TRUSTED = 4.0
"""How many times its time a cube may be expected to take before it is divided without being asked."""


class CubeRun:
    """One run of a divided question.

    Parameters
    ----------
    compiled, givens, question
        The question, with the givens of the puzzle by cell name.
    state
        What is known.
    plan
        How it is divided.
    workers
        Work on the cubes.
    incumbent
        The file that running searches read.
    limits
        When to stop.
    """

    def __init__(
        self,
        compiled: LoweredModel,
        givens: NamedGivens,
        question: Question,
        state: RunState,
        plan: Plan,
        workers: Workers,
        incumbent: IncumbentFile,
        limits: Limits,
    ) -> None:
        self._compiled = compiled
        self._givens = givens
        self._question = question
        self._state = state
        self._plan = plan
        self._workers = workers
        self._incumbent = incumbent
        self._limits = limits
        self._start = monotonic()
        self._program = pickle.dumps(compiled)
        self._waiting: list[tuple[tuple[float, float], int, Node]] = []
        self._suspects: list[Node] = []
        self._running: dict[Future[Outcome], Node] = {}
        self._granted: dict[int, int] = {}
        """The search nodes that each running cube may take, by the identity of its node of the tree."""
        self._failures = Failures(state, workers)
        self._budget = Budget(plan.seconds)
        self._atoms: set[int] = set()
        self._order = count()
        self._reporter = Reporter(state, workers, self._failures, limits.on_progress)

    def __call__(self) -> bool:
        """Work until there are no open cubes, or a limit is reached; return whether there are none."""
        try:
            self._begin()
            while (self._waiting or self._suspects or self._running) and not self._is_over():
                self._submit()
                self._collect(TICK)
                self._incumbent.post(self._state.aggregate.target)
                self._report()
        finally:
            self._end()
        is_complete = not self._is_open()
        if is_complete or self._state.aggregate.is_enough:
            self._state.end()
        return is_complete

    def statistics(self) -> Statistics:
        """The cost of all answers, and the time of this run."""
        return Statistics(self._state.nodes, 0, monotonic() - self._start)

    def bound(self) -> int | None:
        """A score that no unknown solution beats, if one is known."""
        objective = self._compiled.model.objective
        bounds = [node.cube.bound for node in self._state.tree.open_nodes()]
        known = [bound for bound in bounds if bound is not None]
        if objective is None or not known or len(known) < len(bounds):
            return None
        return max(known, key=objective.gain)

    def _begin(self) -> None:
        """Ask the whole question for a moment, and divide it if that is not enough; or go on from a journal."""
        root, plan = self._state.tree.root, self._plan
        if root.is_open and plan.cubes is None:
            answer = self._ask_whole()
            if answer.is_final:
                self._state.answer(root, answer)
            else:
                self._state.find(answer)
                root.cube = replace(root.cube, bound=answer.bound)
        elif self._question.is_about_scores and self._state.aggregate.score is None and self._is_open():
            self._state.find(self._ask_whole())  # else no cube has a score to beat
        if root.is_open and not self._is_over():
            self._divide(root)
        for node in self._state.tree.open_nodes():
            self._wait(node)

    def _ask_whole(self) -> CubeAnswer:
        """Ask the whole question for a moment."""
        start, limits = monotonic(), self._limits.after(self._start)
        seconds = min(each for each in (FIRST, self._plan.seconds, limits.seconds) if each is not None)
        short = Limits(seconds, self._nodes_left(), limits.cancel)
        found = self._question.ask(self._compiled, self._givens, short, self._state.aggregate.target)
        answer = replace(found, seconds=monotonic() - start)
        self._budget.begin(answer)
        return answer

    def _nodes_left(self) -> int | None:
        """The search nodes that no running cube may take; None for no limit."""
        if self._limits.nodes is None:
            return None
        return self._limits.nodes - self._state.nodes - sum(self._granted[id(node)] for node in self._running.values())

    def _is_open(self) -> bool:
        return any(True for _ in self._state.tree.open_nodes())

    def _divide(self, root: Node) -> None:
        """Divide the whole space into enough cubes to begin with."""
        cubes = self._plan.cubes or 2 * AHEAD * min(self._workers.size, MOST_AT_FIRST)
        if cubes == 1:
            return
        left = self._limits.after(self._start).seconds
        seconds = FIRST if self._plan.cubes is None else DIVIDING  # workers wait
        seconds = seconds if left is None else min(seconds, left)
        splitter = Splitter(self._compiled, self._givens, self._question, self._state.aggregate.target, self._is_over)
        root.cube = splitter.estimate(root.cube, seconds / 4)
        splits, _ = divided(splitter, root.cube, float("inf"), cubes, seconds, self._is_over)
        self._state.find(splitter.completed(CubeAnswer(is_final=False)))
        for split in splits:
            if split.values in self._state.tree and self._state.tree[split.values].is_open:  # else it is a copy
                self._state.split(self._state.tree[split.values], split)

    def _wait(self, node: Node) -> None:
        """Put a cube in its place: that which may have the best score first, then the largest."""
        objective, bound = self._compiled.model.objective, node.cube.bound
        gain = inf if objective is None or bound is None else objective.gain(bound)
        heappush(self._waiting, ((-gain, -node.cube.estimate), next(self._order), node))

    def _submit(self) -> None:
        """Give cubes to the workers: suspects one at a time, others as many as there is room for."""
        if self._suspects:
            if not self._running:
                self._send(self._suspects.pop(), self._nodes_left())
            return
        room = AHEAD * self._workers.size - len(self._running)
        while self._waiting and room > 0 and not self._suspects and not self._workers.are_lost:
            left = self._nodes_left()
            if left is not None and left <= 0:
                break
            share = None if left is None else -(-left // min(room, len(self._waiting)))
            _, _, node = heappop(self._waiting)
            if not self._is_refuted(node):
                self._send(node, share)
                room -= 1

    def _is_refuted(self, node: Node) -> bool:
        """Close a cube whose bound shows that it has nothing that matters."""
        target, objective, bound = self._state.aggregate.target, self._compiled.model.objective, node.cube.bound
        if target is None or objective is None or bound is None or not objective.better(target, bound):
            return False
        self._state.answer(node, CubeAnswer(is_final=True, rest=bound))
        return True

    def _send(self, node: Node, nodes: int | None) -> None:
        self._granted[id(node)] = nodes or 0
        try:
            self._running[self._workers.submit(work, self._task(node, nodes))] = node
        except Exception as error:  # a closed cluster raises what it likes
            if self._workers.are_lost:
                self._wait(node)
                return
            self._suspects.append(node)
            if not self._running:  # else these come back broken
                what = f"{type(error).__name__}: {error}"
                self._failures.replace_workers(KILLED if isinstance(error, BrokenExecutor) else what)
                self._failures.note(node, what)

    def _task(self, node: Node, nodes: int | None) -> Task:
        target, path, seconds = self._state.aggregate.target, str(self._incumbent.path), None
        is_asked = not self._failures.is_too_large(node)
        if id(node) not in self._atoms:
            is_asked &= not self._budget.is_hopeless(node.cube.estimate)
            seconds, nodes = self._budget.limits(nodes)
        return Task(self._program, self._givens, self._question, node.cube, seconds, nodes, target, path, is_asked)

    def _collect(self, seconds: float) -> None:
        """Take what has come back."""
        wait(self._running, seconds, FIRST_COMPLETED)
        broken = len(self._running) == 1
        lost: list[Node] = []
        for future in [future for future in self._running if future.done()]:
            node = self._running.pop(future)
            try:
                outcome = future.result()
            except BrokenExecutor:
                lost.append(node)
            except SudokuError:
                raise
            except MemoryError:
                self._failures.note(node, "out of memory", is_too_large=True)
                self._wait(node)
            except (Exception, CancelledError) as error:
                if not self._workers.are_lost:
                    self._failures.note(node, f"{type(error).__name__}: {error}", is_too_large=is_killed(error))
                self._wait(node)
            else:
                self._take(node, outcome)
        if self._workers.are_lost:
            self._reconnect()
        if lost:
            if broken:
                self._failures.note_death(lost[0])
            self._suspects += [*lost, *self._running.values()]
            self._running.clear()
            self._failures.replace_workers()

    def _reconnect(self) -> None:
        """Try to reach a scheduler that has gone; the cubes that it had are asked again."""
        for node in self._running.values():
            self._wait(node)
        self._running.clear()
        self._report()
        self._failures.reconnect_workers()

    def _take(self, node: Node, outcome: Outcome) -> None:
        """Note an answer, or the parts of a cube."""
        answer = outcome.answer
        self._budget.note(answer)
        if answer.is_final:
            self._state.answer(node, answer)
            self._reporter.note(node)
            return
        self._state.find(answer)
        if outcome.is_ended:
            self._wait(node)
        elif outcome.split is None:
            self._atoms.add(id(node))
            self._failures.allow(node)
            self._wait(node)
        else:
            bound = node.cube.bound if answer.bound is None else answer.bound
            node.cube = replace(node.cube, bound=bound)
            for part in self._state.split(node, outcome.split):
                self._wait(part)

    def _is_over(self) -> bool:
        limits = self._limits
        return (
            self._state.aggregate.is_enough
            or (limits.cancel is not None and limits.cancel.is_set())
            or limits.after(self._start).seconds == 0
            or (limits.nodes is not None and self._state.nodes >= limits.nodes)
        )

    def _end(self) -> None:
        """Stop what still runs, and keep what it found."""
        if not self._running:
            return
        self._incumbent.post(self._state.aggregate.target, stop=True)
        for future in self._running:
            future.cancel()
        wait(self._running, ENDING)
        for future, node in self._running.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._take(node, future.result())
        self._running.clear()

    def _report(self) -> None:
        waiting = (node for _, _, node in self._waiting)
        self._reporter.report((*waiting, *self._suspects, *self._running.values()), self.bound)


class Budget:
    """How long a cube may take, by what is known of the speed of the workers.

    Parameters
    ----------
    seconds
        The time for a cube; None for no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._nodes = self._time = 0.0
        """The cost of all answers."""
        self._usual_nodes, self._usual_time = 0, 0.0
        """The cost of cubes that were searched for long enough to show how many nodes there are in a second."""

    def begin(self, whole: CubeAnswer) -> None:
        """Note the answer to the whole question, which was asked for a moment, and not by a worker."""
        self._nodes, self._time = whole.nodes, whole.seconds

    def note(self, answer: CubeAnswer) -> None:
        """Note the answer to a cube."""
        self._nodes += answer.nodes
        self._time += answer.seconds
        if self._seconds is not None and answer.seconds >= PACED * self._seconds:
            self._usual_nodes += answer.nodes
            self._usual_time += answer.seconds

    def limits(self, nodes: int | None) -> tuple[float | None, int | None]:
        """What a cube may take.

        Parameters
        ----------
        nodes
            The search nodes that it may take at most; None for no limit.

        Returns
        -------
        tuple
            The time in seconds and the number of search nodes; None for no limit.
        """
        if self._seconds is None or not self._usual_nodes:
            return self._seconds, nodes
        usual = ceil(self._seconds * self._usual_nodes / self._usual_time)
        return LATEST * self._seconds, usual if nodes is None else min(nodes, usual)

    def is_hopeless(self, estimate: float) -> bool:
        """Whether a cube would take far longer than it may, by the estimate of its nodes."""
        if self._seconds is None or not self._nodes:
            return False
        return estimate * self._time / self._nodes > TRUSTED * self._seconds
