"""The context of a clue or constraint: required directly, or within a combination."""

from __future__ import annotations

from random import Random

from sudoku_cp.model import AllOf, AnyOf, Combination, Constraint, Exactly, Not, Relation
from sudoku_cp.rules import RULES, AppliedRule

TOP = "top"
"""The context of clues and constraints that are required directly."""

CONTEXTS = (TOP, "any of", "all of", "not", "exactly", "at most")


def clue_in_context(random: Random, clues: list[AppliedRule], context: str) -> AppliedRule:
    """The clue that combines the clues; only the first one if the context takes just one."""
    match context:
        case "any of":
            return RULES["any_of"](clues)
        case "all of":
            return RULES["all_of"](clues)
        case "not":
            return RULES["none_of"](clues)
        case "exactly":
            return RULES["exactly"](random.choice((1, 1, 0, 2)), clues)
        case "at most":
            return RULES["at_most"](random.choice((1, 1, 0)), clues)
    return clues[0]


def constraint_in_context(random: Random, constraints: list[Constraint], context: str) -> Constraint:
    """The constraint that combines the constraints; only the first one if the context takes just one."""
    match context:
        case "any of":
            return AnyOf(*constraints)
        case "all of":
            return AllOf(*constraints)
        case "not":
            return Not(constraints[0])
        case "exactly":
            return Exactly(random.randint(0, len(constraints)), *constraints)
        case "at most":
            return Combination(tuple(constraints), Relation.AT_MOST, random.randint(0, len(constraints)))
    return constraints[0]
