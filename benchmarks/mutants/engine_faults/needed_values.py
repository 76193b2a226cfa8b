"""Faults in values that some of a few variables must have, and in what several counts say together."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

NEEDED = "tests/solving/exact_cover/test_needed_values.py"
SETS = f"{NEEDED} tests/solving/exact_cover/test_sums_of_groups.py"

NEEDED_VALUE_FAULTS = [
    Fault(
        "pair: a value with one pair is in each",
        "found &= (rest & -rest) | (is_single(others) ? others : 0);",
        "found &= (rest & -rest) | others;",
        NEEDED,
    ),
    Fault(
        "count: a value that occurs at most so often is needed",
        "number.value > 0 && relation != Relation::kUnequal && relation != Relation::kAtMost;",
        "number.value > 0 && relation != Relation::kUnequal;",
        NEEDED,
    ),
    Fault(
        "count: a value is needed that need not occur",
        "number.variable < 0 && number.value > 0",
        "number.variable < 0 && number.value >= 0",
        NEEDED,
    ),
    Fault(
        "cardinality: a value is needed that need not occur",
        "const bool clears = least > 0",
        "const bool clears = most > 0",
        NEEDED,
    ),
    Fault(
        "values once each: one that is placed is needed again, with the places of others",
        "clear_common_peers_of<Mask>(search, once_each.variables, twice & ~fixed)",
        "clear_common_peers_of<Mask>(search, once_each.variables, ~fixed)",
        NEEDED,
    ),
    Fault(
        "counts of the same cells: the first says it all",
        "for (std::size_t at = 0; fits && at < counts.size(); ++at)",
        "for (std::size_t at = 0; fits && at < 1; ++at)",
        NEEDED,
    ),
    Fault(
        "counts of the same cells: cells may be equal",
        "if (cells[before] == cells[at] || !store.differences.has(cells[before], cells[at])) return false;",
        "if (cells[before] == cells[at]) return false;",
        NEEDED,
    ),
    Fault(
        "sets of values: two variables may have the same value of a set alone, in none of them",
        "return (SetVector)(fits & (clash == 0));",
        "return (SetVector)(fits & (clash != 0));",
        SETS,
    ),
    Fault(
        "sets of values: two variables that can have the same value have it alone",
        "const SetVector alone = here & (SetVector)((here & (here - 1)) == 0);",
        "const SetVector alone = here;",
        SETS,
    ),
]
