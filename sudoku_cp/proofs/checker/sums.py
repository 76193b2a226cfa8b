"""Sums of literals that must reach a bound, with the cutting-planes rules on them.

A literal is 2·variable, or 2·variable + 1 for its negation. In normal form, Σ coefficient · literal ≥ bound, every
coefficient is positive and no variable occurs twice. A sum with a negative bound is trivial.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


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
