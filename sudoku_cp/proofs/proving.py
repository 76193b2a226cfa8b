"""Proofs of "no solution", "exactly n solutions" and "the best score", from the search of the exact-cover engine.

The engine is asked for its tree, node by node: each subtree that it has finished becomes a line that denies its
decisions. Where unit propagation does not see that at once, the lines in between are found here (see `refuter`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

from sudoku_cp import _native
from sudoku_cp.backends.contract import Limits, Progress
from sudoku_cp.backends.exact_cover.lowering import lower
from sudoku_cp.model import Cell, LoweringError, Model, Sense, UnsoundAnswerError
from sudoku_cp.proofs.encoding import Encoding
from sudoku_cp.proofs.formula import AtLeast
from sudoku_cp.proofs.log import ProofLog
from sudoku_cp.proofs.refuter import NotRefutableError, Refuter

Decisions = tuple[tuple[int, int], ...]
"""Cells by number, and the values that they were given."""


class GivenUpError(LoweringError):
    """A proof was given up: a limit came first."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A formula, a proof about it, and what was asked of the search."""

    formula: str
    """In OPB."""
    steps: str
    """In VeriPB's syntax."""
    solutions: int
    complete: bool
    best: int | None
    """The best score, where there is one."""
    nodes: int
    """Of the engine."""


def prove(
    model: Model, givens: Mapping[Cell, int] | None = None, limit: int | None = None, limits: Limits | None = None
) -> Proof:
    """Prove how many solutions a model has, or with an objective which score is the best.

    Parameters
    ----------
    givens
        The values that are fixed; by default the model's own.
    limit
        Show no more than so many solutions.

    Raises
    ------
    NotCoveredError
        If a constraint cannot be written as a pseudo-Boolean formula.
    GivenUpError
        If a limit came first.
    UnsoundAnswerError
        If the search of the engine has lost a solution.
    """
    return _Prover(model, model.givens if givens is None else givens, limits or Limits()).prove(limit)


class _Prover:
    def __init__(self, model: Model, givens: Mapping[Cell, int], limits: Limits) -> None:
        self.model = model
        self.givens = givens
        self.limits = limits
        self.start = monotonic()
        self.encoding = Encoding(model, givens)
        self.problem = lower(model)
        self.log = ProofLog(self.encoding.formula)
        self.refuter = Refuter(self.encoding, self.log, self._pause)
        self.solver = self._search()
        self.solutions = 0

    def _search(self, most_cost: int | None = None) -> _native.Solver:
        givens = [(cell.index, value) for cell, value in self.givens.items()]
        return _native.Solver(self.problem, givens, most_cost=most_cost)

    def prove(self, limit: int | None) -> Proof:
        best = None if self.model.objective is None else self._show_best()
        complete = self._refute_rest(limit)
        if best is not None:
            self.log.conclude(f"BOUNDS {best} : {self.refuter.contradiction} {best}")
        elif not complete:
            self.log.conclude(f"ENUMERATION_PARTIAL {self.solutions}")
        elif self.solutions:
            self.log.conclude(f"ENUMERATION_COMPLETE {self.solutions} : {self.refuter.contradiction}")
        else:
            self.log.conclude(f"UNSAT : {self.refuter.contradiction}")
        return Proof(
            str(self.encoding.formula), str(self.log), self.solutions, complete, self._score(best), self.solver.nodes
        )

    def _score(self, best: int | None) -> int | None:
        objective = self.model.objective
        if best is None or objective is None:
            return None
        return (best if objective.sense is Sense.MINIMIZE else -best) + objective.expression.constant

    def _show_best(self) -> int | None:
        """Let the engine find the best solution, and from now on require a better one."""
        best_first, _, ending = self.solver.minimum(seconds=self.limits.seconds)
        if ending != "exhausted":
            raise GivenUpError("the best score was not found within the limits")
        if not best_first:
            self.solver = self._search()
            return None
        values = best_first[0][1]
        self._verify(values)
        literals = self._literals(values)
        chosen = set(literals)
        everything = (literal for by_value in self.encoding.literals for literal in by_value.values())
        number = self.log.best([literal if literal in chosen else literal ^ 1 for literal in everything])
        terms = self.encoding.formula.objective or ()
        best = sum(weight for weight, literal in terms if literal in chosen)
        self.refuter.add_sum(number, AtLeast.of([(-weight, literal) for weight, literal in terms], 1 - best))
        self.solutions = 1
        if not self.refuter.contradiction:
            self.solver = self._search(best - 1)
        return best

    def _refute_rest(self, limit: int | None) -> bool:
        """Refute what the engine has finished, and show its solutions; False where there may be more of them."""
        if self.refuter.contradiction:
            return True
        try:
            for path, found in finished_subtrees(self.solver):
                if found is not None:
                    if self.solutions == limit:
                        return False
                    self._show(found)
                self.refuter.refute([self.encoding.literals[cell][value] for cell, value in path])
        except NotRefutableError as error:
            raise UnsoundAnswerError(f"exact-cover: {error}") from None
        return True

    def _show(self, values: Sequence[int]) -> None:
        self._verify(values)
        literals = self._literals(values)
        self.log.solution(literals)
        denial = [literal ^ 1 for literal in literals]
        self.log.clause(denial)
        self.refuter.add_clause(denial)
        self.solutions += 1

    def _literals(self, values: Sequence[int]) -> list[int]:
        return [self.encoding.literals[cell][value] for cell, value in enumerate(values)]

    def _verify(self, values: Sequence[int]) -> None:
        violations = self.model.violations(values, self.givens)
        if violations:
            raise UnsoundAnswerError(f"exact-cover: {violations[0]}")

    def _pause(self) -> None:
        limits = self.limits
        seconds = monotonic() - self.start
        if limits.on_progress is not None:
            limits.on_progress(Progress(seconds, self.solver.nodes, self.solutions, None, None))
        if limits.cancel is not None and limits.cancel.is_set():
            raise GivenUpError("the proof was cancelled")
        if limits.seconds is not None and seconds > limits.seconds:
            raise GivenUpError(f"the proof was given up after {seconds:.0f} s")


def finished_subtrees(solver: _native.Solver) -> Iterator[tuple[Decisions, tuple[int, ...] | None]]:
    """The decisions above each subtree that a search has finished, in its order, and the solution where it is one.

    An inner node comes after what is below it; the last one has no decisions.
    """
    found, ending = solver.take(1, nodes=0)
    while ending != "exhausted":
        depth = solver.depth
        if found:
            yield tuple(solver.decisions(depth)), found[0]
            found, ending = solver.take(1, nodes=solver.nodes)  # what follows, without a new decision
            finished = depth - 1
        else:
            found, ending = solver.take(1, nodes=solver.nodes + 1)
            finished = depth + 1
        path = tuple(solver.decisions(max(finished, 0)))
        open_depth = -1 if ending == "exhausted" else solver.depth
        for length in range(finished, open_depth, -1):
            yield path[:length], None
    if not solver.nodes:
        yield (), None
