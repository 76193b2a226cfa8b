"""Unit propagation with reasons: the literals that assumptions force."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from sudoku_cp.solvers.pseudo_boolean.formula import AtLeast


class Clause:
    """A clause; the first two literals are watched."""

    __slots__ = ("derivation", "literals")

    def __init__(self, literals: list[int], derivation: str = "") -> None:
        self.literals = literals
        self.derivation = derivation
        """The step that derives it, until the proof contains it."""


class Cardinality:
    """A sum in normal form; its slack is the amount that it can still lose."""

    __slots__ = ("bound", "largest", "slack", "terms")

    def __init__(self, constraint: AtLeast) -> None:
        self.terms = sorted(constraint.terms, reverse=True)
        self.bound = constraint.bound
        self.largest = self.terms[0][0] if self.terms else 0
        self.slack = sum(weight for weight, _ in self.terms) - self.bound


class LazyReason(Protocol):
    """A reason that becomes a clause only on demand."""

    def clause(self) -> Clause:
        """The clause, which the proof contains from then on."""


Reason = Clause | Cardinality | LazyReason


class Trail:
    """The true literals in order of assignment, each with its level and its reason.

    Parameters
    ----------
    variables
        The number of variables.
    derived
        Called with a clause that has a derivation, at its first use.
    """

    def __init__(self, variables: int, derived: Callable[[Clause], None]) -> None:
        self.true = [False] * (2 * variables)
        self.literals: list[int] = []
        self.begins: list[int] = []
        """For each level from 1 the position in the trail where it begins."""
        self.level = [0] * variables
        self.position = [0] * variables
        self.reason: list[Reason | None] = [None] * variables
        self.changed: list[int] = []
        """The literals assigned since the list was last emptied."""
        self._derived = derived
        self._done = 0
        self._watches: list[list[Clause]] = [[] for _ in range(2 * variables)]
        self._losers: list[list[tuple[Cardinality, int]]] = [[] for _ in range(2 * variables)]

    @property
    def depth(self) -> int:
        """The current level."""
        return len(self.begins)

    def is_open(self, literal: int) -> bool:
        """Whether its variable has no value."""
        return not self.true[literal] and not self.true[literal ^ 1]

    def add_sum(self, constraint: AtLeast) -> Reason | None:
        """Add a sum at level 0; return the reason of a conflict, if any."""
        if constraint.is_clause:
            return self.add_clause(Clause([literal for _, literal in constraint.terms]))
        cardinality = Cardinality(constraint)
        for weight, literal in cardinality.terms:
            self._losers[literal ^ 1].append((cardinality, weight))
            if self.true[literal ^ 1] and self.position[literal >> 1] < self._done:
                cardinality.slack -= weight
        return None if self._force(cardinality) else cardinality

    def add_clause(self, clause: Clause) -> Reason | None:
        """Add a clause at level 0, or a learned one that forces its first literal; return any conflict's reason."""
        literals = clause.literals
        if len(literals) < 2:
            if literals and self.enqueue(literals[0], clause):
                return None
            return clause
        if not self.depth:  # watch literals that are not false
            literals.sort(key=lambda literal: self.true[literal ^ 1])
        for literal in literals[:2]:
            self._watches[literal].append(clause)
        if self.true[literals[1] ^ 1] and not self.enqueue(literals[0], clause):
            return clause
        return None

    def decide(self, literal: int) -> None:
        """Open a level, and make the literal true unless it is."""
        self.begins.append(len(self.literals))
        if not self.true[literal]:
            self.enqueue(literal, None)

    def enqueue(self, literal: int, reason: Reason | None) -> bool:
        """Make a literal true for a reason; return False if it is false."""
        if self.true[literal]:
            return True
        if self.true[literal ^ 1]:
            return False
        if not self.begins and reason is not None:
            self.use(reason)
        variable = literal >> 1
        self.true[literal] = True
        self.level[variable] = len(self.begins)
        self.position[variable] = len(self.literals)
        self.reason[variable] = reason
        self.literals.append(literal)
        self.changed.append(literal)
        return True

    def use(self, reason: Reason) -> Clause | None:
        """Ensure that the proof contains a reason; return its clause, if it is one."""
        if isinstance(reason, Cardinality):
            return None
        clause = reason if isinstance(reason, Clause) else reason.clause()
        if clause.derivation:
            self._derived(clause)
        return clause

    def propagate(self) -> Reason | None:
        """Propagate all consequences; return the reason of a conflict, if any."""
        true = self.true
        while self._done < len(self.literals):
            literal = self.literals[self._done]
            self._done += 1
            tight = []
            for cardinality, weight in self._losers[literal]:
                cardinality.slack -= weight
                if cardinality.slack < cardinality.largest:
                    tight.append(cardinality)
            for cardinality in tight:
                if not self._force(cardinality):
                    return cardinality
            false = literal ^ 1
            kept: list[Clause] = []
            watching = self._watches[false]
            for at, clause in enumerate(watching):
                literals = clause.literals
                if literals[0] == false:
                    literals[0], literals[1] = literals[1], false
                first = literals[0]
                if true[first]:
                    kept.append(clause)
                    continue
                for place in range(2, len(literals)):
                    other = literals[place]
                    if not true[other ^ 1]:
                        literals[1], literals[place] = other, false
                        self._watches[other].append(clause)
                        break
                else:
                    kept.append(clause)
                    if not self.enqueue(first, clause):
                        kept.extend(watching[at + 1 :])
                        self._watches[false] = kept
                        return clause
            self._watches[false] = kept
        return None

    def _force(self, cardinality: Cardinality) -> bool:
        slack = cardinality.slack
        if slack < 0:
            return False
        true = self.true
        for weight, literal in cardinality.terms:
            if weight <= slack:
                break
            if not true[literal] and not true[literal ^ 1]:
                self.enqueue(literal, cardinality)
        return True

    def causes(self, reason: Reason, literal: int | None) -> Iterable[int]:
        """The true literals by which a reason forces a literal or is in conflict."""
        clause = self.use(reason)
        if clause is not None:
            return [other ^ 1 for other in clause.literals if other != literal]
        assert isinstance(reason, Cardinality)
        limit = len(self.literals) if literal is None else self.position[literal >> 1]
        excess = sum(weight for weight, _ in reason.terms) - reason.bound
        if literal is not None:
            excess -= next(weight for weight, other in reason.terms if other == literal)
        found = []
        for weight, other in reason.terms:
            if self.true[other ^ 1] and self.position[other >> 1] < limit:
                found.append(other ^ 1)
                excess -= weight
                if excess < 0:
                    break
        return found

    def back_to(self, depth: int) -> None:
        """Undo all assignments above a level."""
        if depth >= len(self.begins):
            return
        begin = self.begins[depth]
        for literal in self.literals[begin : self._done]:
            for cardinality, weight in self._losers[literal]:
                cardinality.slack += weight
        for literal in self.literals[begin:]:
            self.true[literal] = False
        del self.literals[begin:]
        del self.begins[depth:]
        self._done = min(self._done, begin)
