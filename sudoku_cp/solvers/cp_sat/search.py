"""Runs of CP-SAT that can be stopped: in a thread of their own, watched by the calling thread."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock, Thread
from time import monotonic
from weakref import WeakSet

from ortools.sat.python.cp_model_helper import (
    CpModelProto,
    CpSolverResponse,
    CpSolverStatus,
    SatParameters,
    SolutionCallback,
    SolveWrapper,
)

from sudoku_cp.model import LoweringError
from sudoku_cp.model.answers import Statistics
from sudoku_cp.model.limits import Limits, Progress

SLICE = 0.05
"""The number of seconds between two checks of the cancel flag, and between two reports."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The response of CP-SAT, and whether it was stopped early.

    Raises
    ------
    LoweringError
        If CP-SAT rejects the model.
    """

    response: CpSolverResponse
    stopped: bool = False

    def __post_init__(self) -> None:
        if self.response.status == CpSolverStatus.MODEL_INVALID:
            raise LoweringError(f"cp-sat rejects its model: {self.response.solution_info}")

    @property
    def solved(self) -> bool:
        """Whether there is a solution to read."""
        return self.response.status in (CpSolverStatus.OPTIMAL, CpSolverStatus.FEASIBLE)

    @property
    def infeasible(self) -> bool:
        """Whether it is proved that there is no solution; a stopped run proves nothing."""
        return not self.stopped and self.response.status == CpSolverStatus.INFEASIBLE

    @property
    def finished(self) -> bool:
        """Whether the search found everything requested: a solution, the best one, or all of them."""
        return not self.stopped and self.response.status == CpSolverStatus.OPTIMAL

    def statistics(self, start: float) -> Statistics:
        """The cost of the run, with the wall-clock time since ``start``."""
        response = self.response
        propagations = response.num_binary_propagations + response.num_integer_propagations
        return Statistics(response.num_branches, propagations, monotonic() - start)


class Callback(SolutionCallback):
    """A callback that the solver calls in its thread for every solution."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self._max_nodes = limits.nodes
        self.count = 0
        self.nodes = 0
        self.enough = False
        """Whether the callback itself stopped the search."""
        self.stopped = False
        """Whether the search is abandoned; set from outside."""

    def OnSolutionCallback(self) -> None:  # noqa: N802 (ortools calls it by this name)
        self.count += 1
        self.nodes = self.NumBranches()
        self.take()
        # CP-SAT forgets its own limit on conflicts at every solution.
        if self._max_nodes is not None and self.nodes >= self._max_nodes:
            self.enough = True
        if self.enough or self.stopped:
            self.StopSearch()

    def take(self) -> None:
        """Process the solution."""

    def end(self) -> None:
        """Called when the search has ended."""

    def response(self) -> CpSolverResponse:
        """The solution, with the state of the search."""
        response: CpSolverResponse = self.Response()  # type: ignore[no-untyped-call]
        return response


def run(wrapper: SolveWrapper, proto: CpModelProto) -> CpSolverResponse:
    """Search in the calling thread, where only a limit can stop it."""
    response: CpSolverResponse = wrapper.solve(proto)  # type: ignore[no-untyped-call]
    return response


class Search:
    """A run of CP-SAT in a thread of its own."""

    def __init__(self, proto: CpModelProto, settings: SatParameters, callback: Callback) -> None:
        self._proto = proto
        self._wrapper = SolveWrapper()
        self._wrapper.set_parameters(settings)
        self._wrapper.add_solution_callback(callback)
        self._callback = callback
        self._response: CpSolverResponse | None = None
        self._thread = Thread(target=self._solve, daemon=True)

    def start(self) -> None:
        """Let the search run; when Python exits, end the calling thread instead."""
        _AT_EXIT.start(self, self._thread)

    def _solve(self) -> None:
        self._response = run(self._wrapper, self._proto)
        self._callback.end()

    def ended(self, seconds: float) -> bool:
        """Wait some time for the end; return whether the search has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Stop the search, and wait for its end; has no effect after the end."""
        if self._response is not None:
            return
        self._callback.stopped = True
        self._wrapper.stop_search()
        while self._thread.is_alive():
            self._thread.join(SLICE)
            self._wrapper.stop_search()

    def outcome(self) -> SearchResult:
        """The outcome of a search that has ended."""
        self._wrapper.clear_solution_callback(self._callback)
        assert self._response is not None
        return SearchResult(self._response, self._callback.enough or self._callback.stopped)


class _AtExit:
    """Stops all searches when Python exits: a thread inside CP-SAT would crash the process."""

    def __init__(self) -> None:
        self._searches: WeakSet[Search] = WeakSet()
        self._gate = Lock()
        self._closed = False
        atexit.register(self.close)

    def start(self, search: Search, thread: Thread) -> None:
        """Start the thread of a search, unless Python exits."""
        with self._gate:
            if self._closed:
                raise SystemExit
            self._searches.add(search)
            thread.start()

    def close(self) -> None:
        """Prevent further searches, and stop those that run."""
        with self._gate:
            self._closed = True
        for search in tuple(self._searches):
            search.stop()


_AT_EXIT = _AtExit()


def cancelled(limits: Limits) -> bool:
    """Whether the search should be given up."""
    return limits.cancel is not None and limits.cancel.is_set()


def watch(search: Search, limits: Limits, progress: Callable[[], Progress]) -> SearchResult:
    """Run the search to its end or a cancellation; an exception, such as Ctrl-C, stops the search first."""
    if cancelled(limits):
        search.stop()
    try:
        search.start()
        while not search.ended(SLICE):
            if cancelled(limits):
                search.stop()
            elif limits.on_progress is not None:
                limits.on_progress(progress())
    except BaseException:
        search.stop()
        raise
    return search.outcome()
