"""Run CP-SAT so that it can be stopped: in a thread of its own, watched by the calling one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from time import monotonic

from ortools.sat.python.cp_model_helper import (
    CpModelProto,
    CpSolverResponse,
    CpSolverStatus,
    SatParameters,
    SolutionCallback,
    SolveWrapper,
)

from sudoku_cp.backends.contract import Limits, Progress, Statistics
from sudoku_cp.model import LoweringError

SLICE = 0.05
"""Seconds between two looks at the cancel flag, and between two reports."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What CP-SAT says, and whether it was stopped before it was done."""

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
        """Whether all that was asked for has been found: a solution, the best one, or all of them."""
        return not self.stopped and self.response.status == CpSolverStatus.OPTIMAL

    def statistics(self, start: float) -> Statistics:
        """What the run cost, with the wall-clock time since ``start``."""
        response = self.response
        propagations = response.num_binary_propagations + response.num_integer_propagations
        return Statistics(response.num_branches, propagations, monotonic() - start)


class Callback(SolutionCallback):
    """Called by the solver, in its thread, with every solution."""

    def response(self) -> CpSolverResponse:
        """The solution, and what the search knows."""
        response: CpSolverResponse = self.Response()  # type: ignore[no-untyped-call]
        return response


def run(wrapper: SolveWrapper, proto: CpModelProto) -> CpSolverResponse:
    """Search in the calling thread, from which nothing but a limit can stop it."""
    response: CpSolverResponse = wrapper.solve(proto)  # type: ignore[no-untyped-call]
    return response


class Search:
    """A run of CP-SAT in a thread of its own."""

    def __init__(
        self,
        proto: CpModelProto,
        settings: SatParameters,
        callback: Callback | None = None,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        self._proto = proto
        self._wrapper = SolveWrapper()
        self._wrapper.set_parameters(settings)
        self._callback = callback
        if callback is not None:
            self._wrapper.add_solution_callback(callback)
        self._on_end = on_end
        self._response: CpSolverResponse | None = None
        self._stopped = False
        self._thread = Thread(target=self._solve, daemon=True)

    def start(self) -> None:
        """Let the search run."""
        self._thread.start()

    def _solve(self) -> None:
        self._response = run(self._wrapper, self._proto)
        if self._on_end is not None:
            self._on_end()

    def ended(self, seconds: float) -> bool:
        """Wait for the end for some time; say whether it came."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Stop the search, and wait until it has; of no effect where it has ended."""
        while self._thread.is_alive():
            self._stopped = True
            self._wrapper.stop_search()
            self._thread.join(SLICE)

    def outcome(self) -> Outcome:
        """What came out of a search that has ended."""
        if self._callback is not None:
            self._wrapper.clear_solution_callback(self._callback)
        assert self._response is not None
        return Outcome(self._response, self._stopped)


def watch(search: Search, limits: Limits, progress: Callable[[], Progress]) -> Outcome:
    """Run the search to its end, or to a cancellation; any exception in between, such as Ctrl-C, stops it first."""
    try:
        search.start()
        while not search.ended(SLICE):
            if limits.cancel is not None and limits.cancel.is_set():
                search.stop()
            elif limits.on_progress is not None:
                limits.on_progress(progress())
    except BaseException:
        search.stop()
        raise
    return search.outcome()
