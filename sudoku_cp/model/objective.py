"""What makes one solution better than another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from sudoku_cp.model.linear import Cell, LinearExpression


class Sense(Enum):
    """Which way is better."""

    MAXIMIZE = "maximize"
    MINIMIZE = "minimize"


@dataclass(frozen=True, eq=False, slots=True)
class Objective:
    """Maximise or minimise a linear expression over the cells."""

    sense: Sense
    expression: LinearExpression

    def value(self, assignment: Mapping[Cell, int]) -> int:
        """The score of an assignment."""
        return self.expression.value(assignment)

    def better(self, score: int, other: int) -> bool:
        """Say whether ``score`` is strictly better than ``other``."""
        return score > other if self.sense is Sense.MAXIMIZE else score < other
