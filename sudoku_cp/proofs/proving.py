"""Proofs of "no solution", "exactly n solutions" and "the best score".

The exact-cover engine finds the solutions, which are shown and excluded, or the best one, which is to be improved on.
That there are no others is refuted anew, by learning clauses (see `refuter`): lines that follow the tree of the engine
would be many more, up to twenty times as many on variants. That no score is better often needs no search at all: the
prices by which the engine bounds it are a line of the proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic

from sudoku_cp.backends.contract import Limits, Progress, Status
from sudoku_cp.backends.exact_cover.prices import prices_at_root
from sudoku_cp.backends.exact_cover.program import ExactCover
from sudoku_cp.model import Cell, LoweringError, Model, Objective, Solution, UnsoundAnswerError
from sudoku_cp.proofs.encoding import Encoding
from sudoku_cp.proofs.formula import AtLeast
from sudoku_cp.proofs.log import ProofLog
from sudoku_cp.proofs.refuter import NotRefutableError, Refuter


class GivenUpError(LoweringError):
    """A proof was given up: a limit came first."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A formula, a proof about it, and what it shows."""

    formula: str
    """In OPB."""
    steps: str
    """In VeriPB's syntax."""
    solutions: int
    complete: bool
    best: int | None
    """The best score, where there is one."""


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
        self.conflicts = 0
        self.encoding = Encoding(model, givens)
        self.log = ProofLog(self.encoding.formula)
        self.program = ExactCover().compile(model)
        self.refuter = Refuter(self.encoding, self.log, self._pause)
        self.solutions = 0
        self.least = 0
        """The least value of the objective, once it is known."""

    def prove(self, limit: int | None) -> Proof:
        best, complete = None, True
        if self.model.objective is None:
            complete = self._show_all(limit)
        else:
            best = self._show_best(self.model.objective)
        if complete:
            self._refute_others()
        contradiction = self.refuter.contradiction
        if not complete:
            self.log.conclude(f"ENUMERATION_PARTIAL {self.solutions}")
        elif not self.solutions:
            self.log.conclude(f"UNSAT : {contradiction}")
        elif best is None:
            self.log.conclude(f"ENUMERATION_COMPLETE {self.solutions} : {contradiction}")
        else:
            self.log.conclude(f"BOUNDS {self.least} : {contradiction} {self.least}")
        return Proof(str(self.encoding.formula), str(self.log), self.solutions, complete, best)

    def _show_all(self, limit: int | None) -> bool:
        """Show the solutions that the engine finds; False where there are more of them."""
        found = self.program.solutions(self.givens, self.limits)
        for solution in found:
            if self.solutions == limit:
                found.close()
                return False
            literals = self._literals(solution)
            self.log.solution(literals)
            denial = [literal ^ 1 for literal in literals]
            self.log.clause(denial)
            self.refuter.add_clause(denial)
            self.solutions += 1
        if found.status is Status.LIMIT:
            raise GivenUpError(f"the search was stopped after {self._shown()}")
        return True

    def _show_best(self, objective: Objective) -> int | None:
        """Show the best solution, and from now on require a better one; gives its score, None where there is none."""
        result = self.program.solve(self.givens, self.limits)
        if result.status is Status.LIMIT:
            raise GivenUpError("the search was stopped before the best score was proved")
        if result.solution is None or result.objective is None:
            return None
        literals = self._literals(result.solution)
        chosen = set(literals)
        everything = (literal for by_value in self.encoding.literals for literal in by_value.values())
        number = self.log.best([literal if literal in chosen else literal ^ 1 for literal in everything])
        terms = self.encoding.formula.objective or ()
        self.least = sum(weight for weight, literal in terms if literal in chosen)
        better = AtLeast.of([(-weight, literal) for weight, literal in terms], 1 - self.least)
        target = objective.gain(objective.gain(result.objective) + 1)
        self.refuter.add_score(number, better, prices_at_root(self.program, target, self.givens))
        self.solutions = 1
        return result.objective

    def _refute_others(self) -> None:
        try:
            self.refuter.refute()
        except NotRefutableError as error:
            raise UnsoundAnswerError(f"{self.program.backend}: {error}") from None

    def _literals(self, solution: Solution) -> list[int]:
        return [self.encoding.literals[cell][value] for cell, value in enumerate(solution.values_in_order)]

    def _shown(self) -> str:
        seconds = monotonic() - self.start
        return f"{seconds:.0f} s (solutions shown: {self.solutions:,}, clauses learned: {self.conflicts:,})"

    def _pause(self) -> None:
        self.conflicts += 1
        limits = self.limits
        seconds = monotonic() - self.start
        if limits.on_progress is not None:
            limits.on_progress(Progress(seconds, self.conflicts, self.solutions, None, None))
        if limits.cancel is not None and limits.cancel.is_set():
            raise GivenUpError(f"the proof was stopped after {self._shown()}")
        if limits.seconds is not None and seconds > limits.seconds:
            raise GivenUpError(f"the proof was given up after {self._shown()}")
