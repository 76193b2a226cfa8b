"""Formulas in the OPB format: sums of literals that must reach a bound, with the cutting-planes rules on them.

A literal is 2·variable, or 2·variable + 1 for its negation. In normal form, Σ coefficient · literal ≥ bound, every
coefficient is positive and no variable occurs twice. A sum with a negative bound is trivial.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


class RejectedError(Exception):
    """Raised if the formula or the proof is malformed, or a step does not follow."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Σ coefficient · literal ≥ bound in normal form."""

    coefficients: dict[int, int]
    """By literal."""
    bound: int

    @property
    def is_contradiction(self) -> bool:
        """Whether not even all literals together reach the bound."""
        return sum(self.coefficients.values()) < self.bound

    def negated(self) -> Sum:
        """The negation: the false literals weigh more than the total less the bound."""
        total = sum(self.coefficients.values())
        return Sum({literal ^ 1: weight for literal, weight in self.coefficients.items()}, total - self.bound + 1)

    @classmethod
    def total(cls, summands: Sequence[Sum]) -> Sum:
        """Add sums; a literal and its negation add up to a constant."""
        first, *others = summands
        if not others:
            return first
        weights, bound = dict(first.coefficients), first.bound
        for other in others:
            bound += other.bound
            for literal, weight in other.coefficients.items():
                bound -= _add(weights, literal, weight)
        return cls(weights, bound)

    def times(self, factor: int) -> Sum:
        """Multiply by a positive integer.

        Raises
        ------
        RejectedError
            If the factor is not positive.
        """
        if factor < 1:
            raise RejectedError(f"a sum cannot be multiplied by {factor}")
        return Sum({literal: weight * factor for literal, weight in self.coefficients.items()}, self.bound * factor)

    def divided(self, divisor: int) -> Sum:
        """Divide by a positive integer and round up.

        Raises
        ------
        RejectedError
            If the divisor is not positive.
        """
        if divisor < 1:
            raise RejectedError(f"a sum cannot be divided by {divisor}")
        weights = {literal: -(-weight // divisor) for literal, weight in self.coefficients.items()}
        return Sum(weights, -(-self.bound // divisor))

    def saturated(self) -> Sum:
        """Reduce coefficients to at most the bound."""
        weights = {literal: min(weight, self.bound) for literal, weight in self.coefficients.items() if self.bound > 0}
        return Sum(weights, max(self.bound, 0))

    def weakened(self, variable: int) -> Sum:
        """Remove a variable, and lower the bound by its coefficient."""
        weights = dict(self.coefficients)
        lost = sum(weights.pop(literal, 0) for literal in (2 * variable, 2 * variable + 1))
        return Sum(weights, self.bound - lost)


def normal(terms: Iterable[tuple[int, int]], bound: int) -> Sum:
    """Convert any sum ≥ bound to normal form."""
    weights: dict[int, int] = {}
    for weight, literal in terms:
        if weight < 0:  # -w · l = w · ~l - w
            bound -= weight
            literal, weight = literal ^ 1, -weight
        if weight:
            bound -= _add(weights, literal, weight)
    return Sum(weights, bound)


def _add(weights: dict[int, int], literal: int, weight: int) -> int:
    """Add weight · literal, weight > 0; return the constant that results together with the negation."""
    opposite = weights.pop(literal ^ 1, 0)
    if opposite > weight:
        weights[literal ^ 1] = opposite - weight
    elif weight > opposite:
        weights[literal] = weights.get(literal, 0) + weight - opposite
    return min(opposite, weight)


@dataclass
class Formula:
    """The variables, the constraints in order (an equation counts as two), and the objective."""

    variables: dict[str, int] = field(default_factory=dict)
    constraints: list[Sum] = field(default_factory=list)
    objective: list[tuple[int, int]] | None = None
    meanings: dict[str, str] = field(default_factory=dict)
    """What comments say about variables, by name."""

    def literal(self, text: str) -> int:
        """Read a literal.

        Raises
        ------
        RejectedError
            If the name is unknown.
        """
        name = text.removeprefix("~")
        if name not in self.variables:
            raise RejectedError(f"there is no variable {name!r}")
        return 2 * self.variables[name] + (text != name)

    def terms(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """Read coefficients and literals, such as ``2 x1 -1 ~x2``.

        Raises
        ------
        RejectedError
            If the words are not coefficients and literals in turn.
        """
        if len(words) % 2:
            raise RejectedError(f"a sum must have coefficients and literals in turn: {' '.join(words)}")
        pairs = zip(words[::2], words[1::2], strict=True)
        return [(integer(weight), self.literal(literal)) for weight, literal in pairs]

    def constraint(self, words: Sequence[str]) -> Sum:
        """Read an inequality, such as ``1 x1 1 ~x2 >= 1``.

        Raises
        ------
        RejectedError
            If the words are not a sum, ``>=`` and a number.
        """
        if len(words) < 2 or words[-2] != ">=":
            raise RejectedError(f"a constraint must end in >= and a number: {' '.join(words)}")
        return normal(self.terms(words[:-2]), integer(words[-1]))


def integer(text: str) -> int:
    """Read a whole number.

    Raises
    ------
    RejectedError
        If the text is not a whole number.
    """
    try:
        return int(text)
    except ValueError:
        raise RejectedError(f"{text!r} is not a whole number") from None


def read_formula(text: str) -> Formula:
    """Read a formula; each line is a comment, the objective or a constraint.

    Raises
    ------
    RejectedError
        If a line cannot be read.
    """
    formula = Formula()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if line.startswith("*"):
            _read_comment(formula, line)
            continue
        words = line.split()
        if words.pop() != ";":
            raise RejectedError(f"line {number} of the formula does not end in ;")
        try:
            _read_line(formula, words)
        except RejectedError as error:
            raise RejectedError(f"line {number} of the formula: {error}") from None
    return formula


def givens(formula: Formula) -> list[str]:
    """Read what constraints of one variable say, where a comment says what the variable means."""
    names = list(formula.variables)
    found = []
    for constraint in formula.constraints:
        literal = next(iter(constraint.coefficients), 1)
        if len(constraint.coefficients) == 1 and constraint.bound > 0 and literal & 1 == 0:
            found += [formula.meanings[name] for name in [names[literal >> 1]] if name in formula.meanings]
    return found


def _read_comment(formula: Formula, line: str) -> None:
    """Remember the meaning of a variable, if the comment is about one."""
    name, colon, meaning = line.removeprefix("*").partition(":")
    if colon and len(name.split()) == 1:
        formula.meanings.setdefault(name.strip(), meaning.strip())


def _read_line(formula: Formula, words: list[str]) -> None:
    is_objective = words[:1] == ["min:"]
    sum_words = words[1:] if is_objective else words[:-2]
    for word in sum_words[1::2]:
        formula.variables.setdefault(word.removeprefix("~"), len(formula.variables))
    if is_objective:
        if formula.objective is not None:
            raise RejectedError("there is a second objective")
        formula.objective = formula.terms(sum_words)
    elif words[-2:-1] == ["="]:
        terms, bound = formula.terms(sum_words), integer(words[-1])
        formula.constraints.append(normal(terms, bound))
        formula.constraints.append(normal([(-weight, literal) for weight, literal in terms], -bound))
    else:
        formula.constraints.append(formula.constraint(words))
