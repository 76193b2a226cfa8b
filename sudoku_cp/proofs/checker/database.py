"""The constraints that have been derived, with unit propagation over them."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_cp.proofs.checker.formula import RejectedError, Sum


class _Entry:
    """A sum while literals are assigned: its slack is what it can still lose before it cannot reach its bound."""

    __slots__ = ("largest", "slack", "terms")

    def __init__(self, known: Sum) -> None:
        self.terms = sorted(((weight, literal) for literal, weight in known.coefficients.items()), reverse=True)
        self.largest = self.terms[0][0] if self.terms else 0
        self.slack = sum(known.coefficients.values()) - known.bound


class _Clause:
    """A sum for which one true literal suffices; the first two are watched.

    If one of these is false, the other one is true, or the clause is about to be examined.
    """

    __slots__ = ("literals",)

    def __init__(self, literals: list[int]) -> None:
        self.literals = literals


class Database:
    """Constraints by number. Literals forced by unit propagation stay assigned."""

    def __init__(self, variables: int) -> None:
        self.sums: dict[int, Sum] = {}
        self.contradicts = False
        """Whether unit propagation alone has found a contradiction."""
        self._entries: dict[int, _Entry | _Clause] = {}
        self._true = [False] * (2 * variables)
        self._trail: list[int] = []
        self._done = 0  # the number of trail literals that the slacks account for
        self._losers: list[list[tuple[_Entry, int]]] = [[] for _ in range(2 * variables)]
        """For each literal the entries that lose slack when it is assigned, and how much."""
        self._watching: list[list[_Clause]] = [[] for _ in range(2 * variables)]
        """For each literal the clauses that watch it."""

    def add(self, number: int, known: Sum) -> None:
        """Add a derived constraint, and propagate it."""
        self.sums[number] = known
        weights = known.coefficients.values()
        entry: _Entry | _Clause
        if len(weights) > 1 and 0 < known.bound <= min(weights):
            entry = self._watch(known)
            forced = self._force_first(entry)
        else:
            entry = self._attach(known)
            forced = self._force(entry)
        self._entries[number] = entry
        if not self.contradicts:
            self.contradicts = not (forced and self._propagate())

    def remove(self, number: int) -> None:
        """Delete a constraint; literals that it has forced stay assigned, as they follow.

        Raises
        ------
        RejectedError
            If there is no such constraint.
        """
        if number not in self.sums:
            raise RejectedError(f"there is no constraint {number}")
        del self.sums[number]
        entry = self._entries.pop(number)
        if isinstance(entry, _Clause):
            for literal in entry.literals[:2]:
                self._watching[literal].remove(entry)
        else:
            self._detach(entry)

    def mark(self) -> int:
        """The state to which `go_back` returns."""
        if self.contradicts:
            return -1
        return len(self._trail)

    def go_back(self, mark: int, numbers: Iterable[int]) -> None:
        """Delete constraints added since a mark, with everything they have forced."""
        if mark >= 0:
            self._undo(mark)
            self.contradicts = False
        for number in numbers:
            if number in self.sums:
                self.remove(number)

    def __getitem__(self, number: int) -> Sum:
        try:
            return self.sums[number]
        except KeyError:
            raise RejectedError(f"there is no constraint {number}") from None

    def refutes(self, assumed: Sum) -> bool:
        """Whether unit propagation finds a contradiction if a sum is assumed in addition."""
        if self.contradicts:
            return True
        before = len(self._trail)
        entry = self._attach(assumed)
        refuted = not (self._force(entry) and self._propagate())
        self._undo(before)
        self._detach(entry)
        return refuted

    def completion(self, literals: Iterable[int]) -> set[int] | None:
        """The literals that unit propagation derives from given ones; None on a contradiction."""
        if self.contradicts:
            return None
        before = len(self._trail)
        consistent = all(self._true[literal] or self._assign(literal) for literal in literals) and self._propagate()
        known = set(self._trail)
        self._undo(before)
        return known if consistent else None

    def _attach(self, known: Sum) -> _Entry:
        entry = _Entry(known)
        for weight, literal in entry.terms:
            self._losers[literal ^ 1].append((entry, weight))
            if self._true[literal ^ 1]:
                entry.slack -= weight
        return entry

    def _detach(self, entry: _Entry) -> None:
        for _, literal in entry.terms:
            losers = self._losers[literal ^ 1]
            if losers[-1][0] is entry:
                losers.pop()
            else:
                losers[:] = [loser for loser in losers if loser[0] is not entry]

    def _watch(self, known: Sum) -> _Clause:
        """Watch two literals that are not false, if possible."""
        clause = _Clause(sorted(known.coefficients, key=lambda literal: self._true[literal ^ 1]))
        for literal in clause.literals[:2]:
            self._watching[literal].append(clause)
        return clause

    def _force_first(self, clause: _Clause) -> bool:
        """Assign the first literal if the second one is false, as all others are; return False if it is false too."""
        first, second = clause.literals[:2]
        return self._true[first] or not self._true[second ^ 1] or self._assign(first)

    def _assign(self, literal: int) -> bool:
        """Make a literal true; return False if it is already false."""
        if self._true[literal ^ 1]:
            return False
        self._true[literal] = True
        self._trail.append(literal)
        return True

    def _force(self, entry: _Entry) -> bool:
        """Assign the literals that a sum needs to reach its bound; return False if it cannot reach it."""
        slack = entry.slack
        if slack < 0:
            return False
        true = self._true
        for weight, literal in entry.terms:
            if weight <= slack:
                break
            if not true[literal] and not true[literal ^ 1]:
                self._assign(literal)
        return True

    def _propagate(self) -> bool:
        while self._done < len(self._trail):
            literal = self._trail[self._done]
            self._done += 1
            tight = []
            for entry, weight in self._losers[literal]:
                entry.slack -= weight
                if entry.slack < entry.largest:
                    tight.append(entry)
            if not all(map(self._force, tight)) or not self._watch_others(literal ^ 1):
                return False
        return True

    def _watch_others(self, false: int) -> bool:
        """Find other literals to watch in place of one that has become false; return False on a contradiction."""
        true, watching = self._true, self._watching[false]
        kept = self._watching[false] = []
        for at, clause in enumerate(watching):
            literals = clause.literals
            if literals[0] == false:
                literals[0], literals[1] = literals[1], false
            if true[literals[0]]:
                kept.append(clause)
                continue
            for place in range(2, len(literals)):
                other = literals[place]
                if not true[other ^ 1]:
                    literals[1], literals[place] = other, false
                    self._watching[other].append(clause)
                    break
            else:
                kept.append(clause)
                if not self._assign(literals[0]):
                    kept += watching[at + 1 :]
                    return False
        return True

    def _undo(self, length: int) -> None:
        for literal in self._trail[length : self._done]:
            for entry, weight in self._losers[literal]:
                entry.slack += weight
        for literal in self._trail[length:]:
            self._true[literal] = False
        del self._trail[length:]
        self._done = length
