"""Proofs of "no solution", "exactly n solutions", "the best score" and "no score is better than this".

The exact-cover engine finds the solutions, which are logged and excluded, or the best one, which must be improved on.
Clauses that the engine learns refute any others where these follow from the formula by unit propagation (see
`LearnedRefutation`). Elsewhere a separate search with clause learning does (see `Refuter`): following the search tree
of the engine would need up to twenty times as many lines on variants. To show that no score is better, often no search
is needed: the prices by which the engine bounds scores become one line of the proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from time import monotonic

from sudoku_cp._base.arguments import checked, integer, of_type
from sudoku_cp.model import Cell, LoweringError, Model, ModelError, Objective, Solution, UnsoundAnswerError
from sudoku_cp.model.answers import Status
from sudoku_cp.model.givens import by_cell
from sudoku_cp.model.limits import Limits, Progress, target_of
from sudoku_cp.proofs.refuter import LearnedRefutation, NotRefutableError, Refuter
from sudoku_cp.solvers.exact_cover.compiled import ExactCoverSolver
from sudoku_cp.solvers.exact_cover.refutation import RefutationStoppedError, prices_at_root
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding
from sudoku_cp.solvers.pseudo_boolean.formula import AtLeast, ProofLog


class GivenUpError(LoweringError):
    """Raised if a proof is given up: a limit was reached, or a solution reaches the target."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A formula, a proof about it, and the proved statement."""

    formula: str
    """In OPB."""
    steps: str
    """The proof in VeriPB's syntax."""
    solutions: int
    """The number of solutions shown."""
    complete: bool
    """Whether there are no others, or no better ones."""
    best: int | None = None
    """The best score, if it is proved."""
    bound: int | None = None
    """A score that no solution beats, if there is an objective and there may be solutions."""


@checked(model=of_type(Model, "a model"), limit=integer, limits=of_type(Limits, "Limits"), target=integer)
def prove(
    model: Model,
    givens: Mapping[Cell, int] | None = None,
    limit: int | None = None,
    limits: Limits | None = None,
    target: int | None = None,
) -> Proof:
    """Prove the number of solutions of a model or, with an objective, the best score.

    If a limit is reached before the best score is known, the engine's bound at that time is proved.

    Parameters
    ----------
    model
        The model, whose objective, if any, is proved as well.
    givens
        The fixed values; by default the model's own.
    limit
        The largest number of solutions to show.
    limits
        The limits of the search, and again of the refutation.
    target
        Prove instead that no solution has a score at least as good as this.

    Returns
    -------
    Proof
        The formula and the steps, with the proved count or bound.

    Raises
    ------
    NotCoveredError
        If a constraint cannot be written as a pseudo-Boolean formula.
    GivenUpError
        If a limit is reached, or a solution reaches the target.
    ModelError
        If there is a target but no objective, or the givens do not fit the model.
    UnsoundAnswerError
        If the search of the engine has lost a solution.
    """
    fixed = model.givens if givens is None else by_cell(model, givens)
    return _Prover(model, fixed, limits or Limits()).prove(limit, target)


class _Prover:
    def __init__(self, model: Model, givens: Mapping[Cell, int], limits: Limits) -> None:
        self.model = model
        self.givens = givens
        self.limits = limits
        self.start = monotonic()
        self.conflicts = 0
        self.encoding = Encoding(model, givens, limits)
        self.log = ProofLog(self.encoding.formula)
        self.compiled = ExactCoverSolver().compile(model, limits)
        self.solutions = 0
        self.known: list[Solution] = []
        self.denials: list[list[int]] = []

    @cached_property
    def refuter(self) -> Refuter:
        """The refuter, which knows the solutions logged before it is first asked for."""
        refuter = Refuter(self.encoding, self.log, self._pause)
        for denial in self.denials:
            refuter.add_clause(denial)
        return refuter

    def prove(self, limit: int | None, target: int | None) -> Proof:
        objective = self.model.objective
        if objective is None:
            if target is not None:
                raise ModelError(f"{self.model.name} has no score")
            return self._prove_number(limit)
        if objective.then is not None:
            raise ModelError(f"a proof is about one score, and {self.model.name} has {len(objective.stages)}")
        return self._prove_best(objective) if target is None else self._prove_target(objective, target)

    def _prove_number(self, limit: int | None) -> Proof:
        """Prove the number of solutions."""
        if not self._show_all(limit):
            return self._proof(f"ENUMERATION_PARTIAL {self.solutions}", complete=False)
        contradiction = self._refute_by_learned_clauses() or self._refute_others()
        if not self.solutions:
            return self._proof(f"UNSAT : {contradiction}")
        return self._proof(f"ENUMERATION_COMPLETE {self.solutions} : {contradiction}")

    def _prove_target(self, objective: Objective, target: int) -> Proof:
        """Prove that no score is as good as the target."""
        result = self.compiled.reach(target, self.givens, self.limits)
        if result.status is Status.LIMIT:
            raise GivenUpError("the search was stopped before the target was refuted")
        if result.solution is not None:
            raise GivenUpError(f"a solution scores {result.objective}")
        bound = objective.gain(objective.gain(target_of(target, objective)) - 1)
        return self._prove_bound(objective, bound, None)

    def _prove_best(self, objective: Objective) -> Proof:
        """Prove the best score, or a bound if a limit is reached."""
        result = self.compiled.solve(self.givens, self.limits)
        if result.status is Status.LIMIT:
            if result.bound is None:
                raise GivenUpError("the search was stopped before any score was proved")
            return self._prove_bound(objective, result.bound, result.solution)
        if result.solution is None or result.objective is None:
            return self._proof(f"BOUNDS INF : {self._refute_others()} INF")
        least = self._cost(objective, result.objective)
        improved = self.log.best(self._assignment(result.solution))
        self.solutions = 1
        contradiction = self._refute_better(improved, objective, result.objective)
        return self._proof(f"BOUNDS {least} : {contradiction} {least}", best=result.objective, bound=result.objective)

    def _prove_bound(self, objective: Objective, bound: int, solution: Solution | None) -> Proof:
        """Prove that no score is better than a bound; a solution may be worse."""
        if self.refuter.contradiction:
            return self._proof(f"BOUNDS INF : {self.refuter.contradiction} INF")
        upper = "INF"
        if solution is not None:
            self.log.shown(self._assignment(solution))
            self.solutions = 1
            upper = str(self._cost(objective, objective.value(solution)))
        least = self._cost(objective, bound)
        supposed = self.log.suppose_not(self.encoding.formula.objective or (), least)
        proved = self.log.conclude_proof(self._refute_better(supposed, objective, bound))
        return self._proof(f"BOUNDS {least} : {proved} {upper}", complete=False, bound=bound)

    def _proof(
        self, conclusion: str, complete: bool = True, best: int | None = None, bound: int | None = None
    ) -> Proof:
        self.log.conclude(conclusion)
        return Proof(str(self.encoding.formula), str(self.log), self.solutions, complete, best, bound)

    def _cost(self, objective: Objective, score: int) -> int:
        """The cost of a score in the formula: less is better, and there is no constant."""
        return -objective.gain(score - objective.expression.constant)

    def _show_all(self, limit: int | None) -> bool:
        """Log the solutions that the engine finds; return False if there are more."""
        found = self.compiled.solutions(self.givens, self.limits)
        for solution in found:
            if self.solutions == limit:
                found.close()
                return False
            literals = self._literals(solution)
            self.log.solution(literals)
            denial = [literal ^ 1 for literal in literals]
            self.log.clause(denial)
            self.denials.append(denial)
            self.known.append(solution)
            self.solutions += 1
        if found.status is Status.LIMIT:
            raise GivenUpError(f"the search was stopped after {self._shown()}")
        return True

    def _refute_better(self, number: int, objective: Objective, score: int) -> int:
        """Refute a constraint of the proof that requires a better score; return the contradiction."""
        terms = self.encoding.formula.objective or ()
        better = AtLeast.of([(-weight, literal) for weight, literal in terms], 1 - self._cost(objective, score))
        prices = prices_at_root(self.compiled, objective.gain(objective.gain(score) + 1), self.givens)
        self.refuter.add_score(number, better, prices)
        return self._refute_others()

    def _refute_by_learned_clauses(self) -> int | None:
        self.start = monotonic()
        refutation = LearnedRefutation(self.encoding, self.log)
        try:
            return refutation.refute(
                self.compiled, self.givens, self.known, self.denials, self._seconds_left, self._poll
            )
        except RefutationStoppedError:
            raise self._given_up() from None

    def _refute_others(self) -> int:
        self.start = monotonic()
        try:
            self.refuter.refute()
        except NotRefutableError as error:
            raise UnsoundAnswerError(f"{self.compiled.solver_name}: {error}") from None
        return self.refuter.contradiction

    def _assignment(self, solution: Solution) -> list[int]:
        """All cell literals of a solution."""
        chosen = set(self._literals(solution))
        everything = (literal for by_value in self.encoding.literals for literal in by_value.values())
        return [literal if literal in chosen else literal ^ 1 for literal in everything]

    def _literals(self, solution: Solution) -> list[int]:
        return [self.encoding.literals[cell][value] for cell, value in enumerate(solution.values_in_order)]

    def _shown(self) -> str:
        seconds = monotonic() - self.start
        return f"{seconds:.0f} s (solutions shown: {self.solutions:,}, clauses learned: {self.conflicts:,})"

    def _seconds_left(self) -> float | None:
        return self.limits.after(self.start).seconds

    def _poll(self, clauses: int, *_: int | None) -> bool:
        """Report the number of clauses that the engine has learned; return whether to stop."""
        self.conflicts = max(self.conflicts, clauses)
        self._report()
        return self._is_cancelled()

    def _pause(self) -> None:
        self.conflicts += 1
        self._report()
        is_late = self.limits.seconds is not None and monotonic() - self.start > self.limits.seconds
        if is_late or self._is_cancelled():
            raise self._given_up()

    def _given_up(self) -> GivenUpError:
        return GivenUpError(f"the proof was {'stopped' if self._is_cancelled() else 'given up'} after {self._shown()}")

    def _report(self) -> None:
        if self.limits.on_progress is not None:
            self.limits.on_progress(Progress(monotonic() - self.start, self.conflicts, self.solutions, None, None))

    def _is_cancelled(self) -> bool:
        return self.limits.cancel is not None and self.limits.cancel.is_set()
