"""Combinations of clues that need not all hold: one clue or another, exactly two of five.

>>> from sudoku_cp.rules import killer, thermo
>>> print(any_of([killer("r1c1 r1c2", sum=3), thermo("r1c1 r1c2")]))
any_of (killer r1c1 r1c2 sum=3; thermo r1c1 r1c2)
"""

from __future__ import annotations

from collections.abc import Generator

from sudoku_cp.kernel import AllOf, AnyOf, Combination, Exactly
from sudoku_cp.model import Constraint, Relation
from sudoku_cp.rules.parameters import Clues
from sudoku_cp.rules.registry import rule


@rule("any_of")
def any_of(clues: Clues) -> Generator[Constraint, None, None]:
    """At least one of the clues holds."""
    yield AnyOf(*clues)


@rule("all_of")
def all_of(clues: Clues) -> Generator[Constraint, None, None]:
    """All of the clues hold; use it to treat several clues as one inside another combination."""
    yield AllOf(*clues)


@rule("none_of")
def none_of(clues: Clues) -> Generator[Constraint, None, None]:
    """None of the clues holds. A clue with several cells is one clue, which one of them may break."""
    yield Exactly(0, *clues)


@rule("exactly")
def exactly(number: int, clues: Clues) -> Generator[Constraint, None, None]:
    """Exactly the given number of clues hold; the others do not."""
    yield Exactly(number, *clues)


@rule("at_least")
def at_least(number: int, clues: Clues) -> Generator[Constraint, None, None]:
    """At least the given number of clues hold."""
    yield Combination(clues, Relation.AT_LEAST, number)


@rule("at_most")
def at_most(number: int, clues: Clues) -> Generator[Constraint, None, None]:
    """At most the given number of clues hold."""
    yield Combination(clues, Relation.AT_MOST, number)
