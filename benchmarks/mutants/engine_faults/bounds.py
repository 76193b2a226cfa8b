"""Faults in variables by bounds: their literals, sums, digits and reasons."""

from __future__ import annotations

from benchmarks.mutants.fault import ENGINE_TESTS, Fault

BOUNDS_FAULTS = [
    Fault(
        "bounds: a condition that just fits is refused",
        "if (weight > slack && truth(literal) == Truth::kOpen)",
        "if (weight >= slack && truth(literal) == Truth::kOpen)",
        ENGINE_TESTS,
    ),
    Fault(
        "bounds: a digit loses the value at the lower bound",
        "if (end < bounds_->variable(at).low ||",
        "if (end <= bounds_->variable(at).low ||",
        ENGINE_TESTS,
    ),
    Fault(
        "bounds: a literal implies the wrong neighbour",
        "is_taken(literal) ? threshold.more : threshold.less;",
        "is_taken(literal) ? threshold.less : threshold.more;",
        ENGINE_TESTS,
    ),
    Fault(
        "bounds: a solution must cost less by two",
        "const Cost most = incumbent - 1 + bounds_->cost_offset;",
        "const Cost most = incumbent - 2 + bounds_->cost_offset;",
        ENGINE_TESTS,
    ),
    Fault(
        "bounds: a reason makes do with less than it has",
        "        if (cost > spare) break;",
        "        if (cost > spare + 1) break;",
        ENGINE_TESTS,
    ),
    Fault(
        "bounds: what is true in the reason of a sum is left out",
        "else explanation_.push_back(negation(literal));",
        "else spare = 0;",
        ENGINE_TESTS,
    ),
    Fault(
        "bounds: values of a digit that are open need no reason",
        "explains &= was_refused(option, position);\n      explanation_.push_back(taken(option));",
        "if (was_refused(option, position)) explanation_.push_back(taken(option));",
        ENGINE_TESTS,
    ),
    Fault(
        "bounds: a negative weight on a condition is lost",
        "      sum.constant -= weight;\n",
        "",
        ENGINE_TESTS,
    ),
]
