"""Faults in combinations of constraints."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

COMBINATION_FAULTS = [
    Fault(
        "combination: what may hold must",
        "all_must = possible == wanted;",
        "all_must = possible >= wanted;",
    ),
    Fault(
        "combination: all but one are decided",
        "if (combination.constant == combination.positive.size && !may_be_fewer)",
        "if (combination.constant >= combination.positive.size - 1 && !may_be_fewer)",
    ),
    Fault(
        "combination: one too many is not noticed",
        "search.failed |= certain > wanted;",
        "search.failed |= certain > wanted + 1;",
    ),
    Fault(
        "combination: a disjunction keeps its last part",
        "left[variable] |= domains[combination.scope[variable]];",
        "left[variable] = domains[combination.scope[variable]];",
    ),
    Fault(
        "combination: of alternatives only the last one counts",
        "left[place] |= tried[scope[place]];",
        "left[place] = tried[scope[place]];",
    ),
    Fault(
        "combination: all but one that hold are taken for alternatives that do not",
        "return combination.constant == size - 1 ? combination.negative.data : nullptr;",
        "return combination.constant == size - 1 ? combination.positive.data : nullptr;",
    ),
    Fault(
        "combination: a combination inside that can just fail is certain",
        "return {tally.possible >= wanted, tally.certain < wanted};",
        "return {tally.possible >= wanted, tally.certain < wanted - 1};",
    ),
    Fault(
        "combination: a failed trial stays failed",
        "  search.state.alive = original;\n  search.failed = false;",
        "  search.state.alive = original;",
    ),
]
