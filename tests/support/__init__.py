"""What tests of all folders share: one oracle, one set of strategies, and comparisons that show the difference."""

from tests.support.comparison import assert_same_sets
from tests.support.oracle import Values, brute_force, satisfying, solutions_by_meaning
from tests.support.strategies import scored_models, tiny_models

__all__ = [
    "Values",
    "assert_same_sets",
    "brute_force",
    "satisfying",
    "scored_models",
    "solutions_by_meaning",
    "tiny_models",
]
