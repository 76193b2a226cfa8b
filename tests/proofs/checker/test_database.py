"""Unit propagation against a plain one that looks at all sums again and again."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from sudoku_cp.proofs.checker.database import Database
from sudoku_cp.proofs.checker.formula import RejectedError, Sum

VARIABLES = 6


@dataclass
class Plain:
    """Sums by number and the literals that they have forced, without slacks and watches."""

    sums: dict[int, Sum] = field(default_factory=dict)
    true: set[int] = field(default_factory=set)
    contradicts: bool = False

    def closed(self, true: set[int], sums: list[Sum]) -> set[int] | None:
        """The literals that follow; None on a contradiction."""
        true = set(true)
        if any(literal ^ 1 in true for literal in true):
            return None
        while True:
            forced = set()
            for known in sums:
                left = {x: weight for x, weight in known.coefficients.items() if x ^ 1 not in true}
                slack = sum(left.values()) - known.bound
                if slack < 0:
                    return None
                forced |= {x for x, weight in left.items() if weight > slack and x not in true}
            if not forced:
                return true
            if any(x ^ 1 in forced for x in forced):
                return None
            true |= forced

    def add(self, number: int, known: Sum) -> None:
        self.sums[number] = known
        if not self.contradicts:
            closed = self.closed(self.true, list(self.sums.values()))
            self.contradicts, self.true = closed is None, self.true if closed is None else closed

    def refutes(self, assumed: Sum) -> bool:
        return self.contradicts or self.closed(self.true, [*self.sums.values(), assumed]) is None

    def completion(self, literals: list[int]) -> set[int] | None:
        return None if self.contradicts else self.closed({*self.true, *literals}, list(self.sums.values()))


def random_sum(random: Random) -> Sum:
    """A clause, a sum, or one that holds or fails in any case, with bounds below and above zero."""
    variables = random.sample(range(VARIABLES), random.choice((0, 1, 2, 2, 3, 3, 4, 5)))
    largest = random.choice((1, 1, 2, 4))
    weights = {2 * x + random.randrange(2): random.randint(1, largest) for x in variables}
    total = sum(weights.values())
    bound = random.choice((1, 1, min(weights.values(), default=1), random.randint(-2, 1), random.randint(0, total + 1)))
    return Sum(weights, bound)


@pytest.mark.parametrize("seed", range(100))
def test_propagation_is_that_of_all_sums(seed: int) -> None:
    """Sums are added, assumed, deleted and taken back in any order; contradictions are followed by other questions."""
    random = Random(seed)
    database, plain = Database(VARIABLES), Plain()
    marked: tuple[int, int, set[int]] | None = None
    for number in range(1, 40):
        known = random_sum(random)
        assert database.refutes(known) == plain.refutes(known)
        if random.random() < 0.3 and (marked is None or not plain.contradicts):
            database.add(number, known)
            plain.add(number, known)
        assert database.contradicts == plain.contradicts
        literals = [2 * x + random.randrange(2) for x in random.sample(range(VARIABLES), random.randint(0, 3))]
        assert database.completion(literals) == plain.completion(literals)
        numbers = [each for each in plain.sums if marked is None or each > marked[0]]
        if numbers and random.random() < 0.2:
            deleted = random.choice(numbers)
            database.remove(deleted)
            del plain.sums[deleted]
        if marked is None and not plain.contradicts and random.random() < 0.2:
            marked = number, database.mark(), set(plain.true)
        elif marked is not None and random.random() < 0.3:
            first, mark, plain.true = marked
            database.go_back(mark, range(first + 1, number + 1))
            plain.sums = {each: known for each, known in plain.sums.items() if each <= first}
            plain.contradicts, marked = False, None
    assert database.sums == plain.sums


@pytest.mark.parametrize("bound", [-1, 0])
def test_a_sum_that_always_holds_forces_nothing(bound: int) -> None:
    """Not even with one literal left: it is no clause."""
    database = Database(3)
    database.add(1, Sum({0: 1, 2: 1, 4: 1}, bound))
    assert not database.refutes(Sum({1: 1, 3: 1, 5: 1}, 3))
    assert database.completion([1, 3]) == {1, 3}


def test_clauses_are_watched_after_a_conflict() -> None:
    """The clauses that had not been examined when one of them failed are examined again by later questions."""
    database = Database(5)
    for number, other in enumerate((4, 6, 8), 1):
        database.add(number, Sum({0: 1, 2: 1, other: 1}, 1))
    for first in (4, 6, 8):
        for literal in (4, 6, 8):
            assumed = Sum({1: 1, 3: 1, literal ^ 1: 1}, 3)
            assert database.refutes(assumed), (first, literal)
    assert database.completion([1, 3]) == {1, 3, 4, 6, 8}


def test_a_deleted_constraint_is_gone() -> None:
    database = Database(2)
    database.add(1, Sum({0: 1, 2: 1}, 1))
    database.remove(1)
    assert not database.refutes(Sum({1: 1, 3: 1}, 2))
    with pytest.raises(RejectedError, match="there is no constraint 1"):
        database.remove(1)
