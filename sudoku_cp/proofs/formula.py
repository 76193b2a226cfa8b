"""A pseudo-Boolean formula: sums of literals that must reach a bound, and its text in OPB.

A variable has a number; its two literals are 2·number (true) and 2·number + 1 (false), so that ``literal ^ 1``
negates. A sum has one term for each variable. Constraints are numbered as in VeriPB: an equation counts as two, first ≥
and then ≤.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Terms = Sequence[tuple[int, int]]
"""Coefficients and literals."""


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Σ coefficient · literal ≥ bound, without negative coefficients or repeated variables."""

    terms: tuple[tuple[int, int], ...]
    bound: int

    @classmethod
    def of(cls, terms: Terms, bound: int) -> AtLeast:
        """Convert a sum to normal form: a · x with a < 0 is the same as -a · ~x + a."""
        weights: dict[int, int] = {}
        for weight, literal in terms:
            if literal & 1:
                bound -= weight
                weight = -weight
            variable = literal >> 1
            weights[variable] = weights.get(variable, 0) + weight
        normal: list[tuple[int, int]] = []
        for variable, weight in weights.items():
            if weight > 0:
                normal.append((weight, 2 * variable))
            elif weight < 0:
                normal.append((-weight, 2 * variable + 1))
                bound -= weight
        return cls(tuple(normal), bound)

    @property
    def is_clause(self) -> bool:
        """Whether one true literal suffices."""
        return self.bound == 1


class Formula:
    """Variables with names, constraints with numbers, and an optional objective."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.constraints: dict[int, AtLeast] = {}
        """The constraints in the order of the text."""
        self.preserved: list[int] = []
        """The variables, as positive literals, that distinguish counted solutions."""
        self.objective: Terms | None = None
        """The terms to minimise, without a constant."""
        self._lines: list[str] = []
        self._last = 0

    def variable(self, name: str = "") -> int:
        """Declare a variable and return its positive literal; without a name, it is an auxiliary variable."""
        self.names.append(name or f"aux{len(self.names)}")
        return 2 * (len(self.names) - 1)

    def text_of(self, literal: int) -> str:
        """The text of a literal.

        >>> formula = Formula()
        >>> formula.text_of(formula.variable("r1c1_5") ^ 1)
        '~r1c1_5'
        """
        return ("~" if literal & 1 else "") + self.names[literal >> 1]

    def sum_text(self, terms: Terms) -> str:
        """The text of a sum in OPB."""
        return " ".join(f"{weight} {self.text_of(literal)}" for weight, literal in terms)

    def say(self, comment: str) -> None:
        """Add a comment line above the following constraints."""
        self._lines.append(f"* {' '.join(comment.split())}")

    def at_least(self, terms: Terms, bound: int) -> int:
        """Require Σ ≥ bound; return the constraint's number."""
        self._lines.append(f"{self.sum_text(terms)} >= {bound} ;".lstrip())
        return self._keep(AtLeast.of(terms, bound))

    def equal(self, terms: Terms, bound: int) -> int:
        """Require Σ = bound; return the number of Σ ≥ bound; Σ ≤ bound has the next number."""
        self._lines.append(f"{self.sum_text(terms)} = {bound} ;".lstrip())
        number = self._keep(AtLeast.of(terms, bound))
        self._keep(AtLeast.of([(-weight, literal) for weight, literal in terms], -bound))
        return number

    def clause(self, literals: Iterable[int]) -> int:
        """Require at least one of the literals."""
        return self.at_least([(1, literal) for literal in dict.fromkeys(literals)], 1)

    def some(self, literals: Iterable[int]) -> int:
        """A variable that is true exactly if one of the literals is."""
        literals = list(dict.fromkeys(literals))
        some = self.variable()
        self.clause([some ^ 1, *literals])
        for literal in literals:
            self.clause([literal ^ 1, some])
        return some

    def both(self, one: int, other: int) -> int:
        """A literal that is true exactly if both are."""
        return self.some([one ^ 1, other ^ 1]) ^ 1

    def _keep(self, constraint: AtLeast) -> int:
        self._last += 1
        self.constraints[self._last] = constraint
        return self._last

    def __str__(self) -> str:
        head = f"* #variable= {len(self.names)} #constraint= {sum(line[0] != '*' for line in self._lines)}"
        said = (
            [f"preserved: {' '.join(self.names[literal >> 1] for literal in self.preserved)} ;"]
            if self.preserved
            else []
        )
        goal = [] if self.objective is None else [f"min: {self.sum_text(self.objective)} ;"]
        return "\n".join([head, *said, *goal, *self._lines]) + "\n"
