"""Relations between two numbers."""

from __future__ import annotations

from enum import Enum


class Relation(Enum):
    """The relation of a sum to its constant."""

    EQUAL = "="
    UNEQUAL = "≠"
    AT_MOST = "≤"
    AT_LEAST = "≥"

    @property
    def operator(self) -> str:
        """The comparison in Python."""
        return _OPERATORS[self]

    def compares(self, left: int, right: int) -> bool:
        """Return whether two numbers are in this relation.

        Parameters
        ----------
        left
            The number on the left of the sign.
        right
            The number on its right.

        Returns
        -------
        bool
            Whether the relation holds.
        """
        match self:
            case Relation.EQUAL:
                return left == right
            case Relation.UNEQUAL:
                return left != right
            case Relation.AT_MOST:
                return left <= right
            case Relation.AT_LEAST:
                return left >= right


_OPERATORS = {Relation.EQUAL: "==", Relation.UNEQUAL: "!=", Relation.AT_MOST: "<=", Relation.AT_LEAST: ">="}
