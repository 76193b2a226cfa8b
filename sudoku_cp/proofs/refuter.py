"""Refutations of a formula, in which every learned clause becomes a line of the proof.

`LearnedRefutation` writes the clauses that the engine has learned; `Refuter` learns its own. Learned clauses follow by
reverse unit propagation (Marques-Silva & Sakallah, 1999; Goldberg & Novikov, 2003), so the proof does not depend on the
decisions made here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudoku_cp.kernel import AllDifferent, Automaton, Polynomial, Product, Table, Tables
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Solution
from sudoku_cp.proofs.bounds import BoundedSum, Group
from sudoku_cp.proofs.relaxation import Summing
from sudoku_cp.proofs.trail import Clause, Reason, Trail
from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover, Poll
from sudoku_cp.solvers.exact_cover.refutation import Prices, last_uses, learned_clauses
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding
from sudoku_cp.solvers.pseudo_boolean.formula import AtLeast, ProofLog

DECAY = 1.05


class NotRefutableError(Exception):
    """Raised if there is a solution, which the search has therefore lost."""


class Refuter:
    """Unit propagation, bounds of sums and learned clauses over the formula of a model.

    Parameters
    ----------
    encoding
        The encoding of the formula.
    log
        The log of the steps.
    pause
        Called at every conflict; it may raise an exception.
    """

    def __init__(self, encoding: Encoding, log: ProofLog, pause: Callable[[], None]) -> None:
        self._log = log
        self._pause = pause
        self._trail = Trail(encoding.formula.variables, self._derive)
        self._candidates = [literal for values in encoding.literals for literal in values.values()]
        groups = [
            Group(
                dict.fromkeys(values.values(), 0), {literal: value for value, literal in values.items()}, number, cell
            )
            for cell, (values, number) in enumerate(zip(encoding.literals, encoding.cell_numbers, strict=True))
        ]
        self._summing = Summing(groups, encoding.houses)
        self._sums: list[BoundedSum] = []
        self._sums_of: dict[int, list[int]] = {}
        """For each literal the sums that may cost more once it is true."""
        self._dirty: dict[int, None] = {}
        self._activity = [0.0] * encoding.formula.variables
        self._step = 1.0
        self.contradiction = 0
        """The number of the contradiction, once there is one."""
        for number, constraint in encoding.formula.constraints.items():
            self.add_sum(number, constraint)
        for clause in permutations(encoding):
            if not self.contradiction:
                self._settle(self._trail.add_clause(clause))

    def _derive(self, clause: Clause) -> None:
        self._log.combination(clause.derivation)
        clause.derivation = ""

    def add_sum(self, number: int, constraint: AtLeast) -> None:
        """Add a constraint of the proof."""
        if self.contradiction:
            return
        self._add(constraint, self._summing.constraint(number, constraint))

    def add_score(self, number: int, constraint: AtLeast, prices: Prices) -> None:
        """Add the proof's constraint that requires a better score, with prices that bound it."""
        self._trail.back_to(0)
        if not self.contradiction:
            self._add(constraint, self._summing.score(number, constraint, prices))

    def _add(self, constraint: AtLeast, bounded: BoundedSum | None) -> None:
        if bounded is None:
            self._settle(self._trail.add_sum(constraint))
            return
        self._sums.append(bounded)
        self._dirty[len(self._sums) - 1] = None
        for group in bounded.groups:
            for literal in group.costs:
                self._sums_of.setdefault(literal ^ 1, []).append(len(self._sums) - 1)

    def add_clause(self, literals: Sequence[int]) -> None:
        """Add a clause of the proof."""
        self._trail.back_to(0)
        if not self.contradiction:
            self._settle(self._trail.add_clause(Clause(list(literals))))

    def _settle(self, conflict: Reason | None) -> None:
        if conflict is not None:
            self._trail.use(conflict)
            self._finish()

    def _finish(self) -> None:
        self.contradiction = self._log.clause([])

    def refute(self) -> None:
        """Derive a contradiction.

        Raises
        ------
        NotRefutableError
            If there is a solution.
        """
        while not self.contradiction:
            conflict = self._propagate()
            if conflict is None:
                self._trail.decide(self._branch())
            else:
                self._pause()
                self._learn(conflict)

    def _propagate(self) -> Reason | None:
        trail = self._trail
        while True:
            conflict = trail.propagate()
            if conflict is not None:
                return conflict
            for literal in trail.changed:
                self._dirty.update(dict.fromkeys(self._sums_of.get(literal, ())))
            trail.changed.clear()
            if not self._dirty:
                return None
            at = min(self._dirty)  # large sums, such as a score, come last
            conflict = self._sums[at].propagate(trail, self._log)
            if conflict is not None:
                return conflict
            del self._dirty[at]

    def _branch(self) -> int:
        """The candidate with the highest activity in recent conflicts."""
        trail = self._trail
        candidates = [literal for literal in self._candidates if trail.is_open(literal)]
        candidates = candidates or [literal for literal in range(0, len(trail.true), 2) if trail.is_open(literal)]
        if not candidates:
            raise NotRefutableError("there is a solution that the search has lost")
        return max(candidates, key=lambda literal: self._activity[literal >> 1])

    def _learn(self, conflict: Reason) -> None:
        """Learn the clause at the first unique implication point, go back to the level where it forces, and force."""
        trail = self._trail
        causes = list(trail.causes(conflict, None))
        trail.back_to(max((trail.level[cause >> 1] for cause in causes), default=0))  # prices may find a conflict late
        if not trail.depth:
            self._finish()
            return
        seen: set[int] = set()
        clause: list[int] = []
        at = len(trail.literals)
        waiting = 0
        while True:
            for cause in causes:
                variable = cause >> 1
                if variable in seen or not trail.level[variable]:
                    continue
                seen.add(variable)
                self._activity[variable] += self._step
                if trail.level[variable] == trail.depth:
                    waiting += 1
                else:
                    clause.append(cause ^ 1)
            at -= 1
            while trail.literals[at] >> 1 not in seen or trail.level[trail.literals[at] >> 1] != trail.depth:
                at -= 1
            literal = trail.literals[at]
            waiting -= 1
            if not waiting:
                break
            reason = trail.reason[literal >> 1]
            assert reason is not None
            causes = list(trail.causes(reason, literal))
        self._step *= DECAY
        if self._step > 1e100:
            self._activity = [activity / 1e100 for activity in self._activity]
            self._step /= 1e100
        self._keep([literal ^ 1, *self._shortened(clause, seen)])

    def _shortened(self, clause: list[int], seen: set[int]) -> list[int]:
        """Remove literals that the rest of the clause implies."""
        trail = self._trail
        kept = []
        for literal in clause:
            reason = trail.reason[literal >> 1]
            if isinstance(reason, Clause) and not reason.derivation:
                others = [other >> 1 for other in reason.literals if other != literal ^ 1]
                if all(other in seen or not trail.level[other] for other in others):
                    continue
            kept.append(literal)
        return kept

    def _keep(self, literals: list[int]) -> None:
        trail = self._trail
        self._log.clause(literals)
        literals.sort(key=lambda literal: -trail.level[literal >> 1])
        trail.back_to(trail.level[literals[1] >> 1] if len(literals) > 1 else 0)
        self._log.tidy()
        self._settle(trail.add_clause(Clause(literals)))


def permutations(encoding: Encoding) -> list[Clause]:
    """Derive that a house with as many values as cells has a place for each value."""
    clauses = []
    for house in encoding.houses:
        if len(house.places) != len(house.cells):
            continue
        for value, places in house.places.items():
            steps = [str(encoding.cell_numbers[cell]) for cell in house.cells]
            for other, elsewhere in house.places.items():
                if other != value:
                    steps.append(
                        str(house.numbers[other])
                        if other in house.numbers
                        else encoding.formula.text_of(elsewhere[0] ^ 1)
                    )
            derivation = " ".join([steps[0], *(f"{step} +" for step in steps[1:])])
            clauses.append(Clause(list(places), derivation))
    return clauses


CLAUSAL = (AllDifferent, Automaton, Polynomial, Product, Table, Tables)
"""The kinds of constraints whose formula forces, by unit propagation, all that the engine's propagators remove.

That of a sum does not: unit propagation ignores that a cell has only one of its values.
"""

LARGEST_SUM = 1 << 62
"""The largest weight in total, and the largest bound, of a sum that the engine trims with."""


class LearnedRefutation:
    """A refutation by clauses that the engine has learned.

    The engine learns faster than `Refuter`, and learns more clauses than are needed. Trimming, which starts from the
    contradiction, keeps those that it follows from, and finds when each of them can be deleted.

    Parameters
    ----------
    encoding
        The encoding of the formula.
    log
        The log of the steps.
    """

    def __init__(self, encoding: Encoding, log: ProofLog) -> None:
        self._encoding = encoding
        self._log = log

    def refute(
        self,
        compiled: CompiledExactCover,
        givens: Givens,
        known: Sequence[Solution],
        denials: Sequence[list[int]],
        seconds: Callable[[], float | None],
        poll: Poll | None,
    ) -> int | None:
        """Derive a contradiction.

        Parameters
        ----------
        known
            The solutions that are logged.
        denials
            For each known solution the clause of the proof that excludes it.
        seconds
            Returns the time that is left.

        Returns
        -------
        int | None
            The number of the contradiction. None, and nothing is logged, if clauses of the engine need not follow.

        Raises
        ------
        RefutationStoppedError
            If a limit is reached.
        UnsoundAnswerError
            If there is another solution.
        """
        if any(type(constraint) not in CLAUSAL for constraint in compiled.model.constraints):
            return None
        formula = self._encoding.formula
        sums = [(constraint.terms, constraint.bound) for constraint in formula.constraints.values()]
        if any(max(abs(bound), sum(weight for weight, _ in terms)) > LARGEST_SUM for terms, bound in sums):
            return None
        clauses = learned_clauses(compiled, givens, known, self._encoding.literals, seconds(), poll)
        if clauses is None:
            return None
        placings = permutations(self._encoding)
        derived = [*denials, *(placing.literals for placing in placings)]
        sums += [(tuple((1, literal) for literal in clause), 1) for clause in derived]
        uses = last_uses(formula.variables, sums, clauses, seconds(), poll)
        if uses is None:
            return None
        deletable: dict[int, list[int]] = {}
        """By clause the numbers of those that are not needed afterwards."""
        for placing, use in zip(placings, uses[len(sums) - len(placings) : len(sums)], strict=True):
            if use >= 0:
                deletable.setdefault(use, []).append(self._log.combination(placing.derivation))
        for at, (clause, use) in enumerate(zip(clauses, uses[len(sums) :], strict=True)):
            if use >= 0:
                deletable.setdefault(use, []).append(self._log.clause(clause))
                self._log.delete(deletable.get(at, ()))
        return self._log.clause([])
