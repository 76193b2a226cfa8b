"""Faults in the problems that models of the same houses share."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

TESTS = "tests/solving/exact_cover/test_shared_problems.py"

SHARED_PROBLEM_FAULTS = [
    Fault(
        "shared problems: models with other candidates share one",
        "return domains == other.domains && houses == other.houses",
        "return houses == other.houses",
        TESTS,
    ),
    Fault(
        "shared problems: models with other houses share one",
        "return domains == other.domains && houses == other.houses",
        "return domains == other.domains && houses.size() == other.houses.size()",
        TESTS,
    ),
    Fault(
        "shared problems: models with other values share one",
        "if (is_new && *tables[at] != *other.tables[at]) return false;",
        "if (is_new && tables[at]->size() != other.tables[at]->size()) return false;",
        TESTS,
    ),
    Fault(
        "shared problems: only the first cell's values are compared",
        "const bool is_new = at == 0 || tables[at] != tables[at - 1] || other.tables[at] != other.tables[at - 1];",
        "const bool is_new = at == 0;",
        TESTS,
    ),
    Fault(
        "shared problems: the latest one is dropped instead of the oldest (found again under another's houses)",
        "if (kept_.size() == tuning::kMostHouseProblems) kept_.pop_back();",
        "if (kept_.size() == tuning::kMostHouseProblems) { kept_.front().houses = std::move(houses); return; }",
        TESTS,
    ),
]
