"""Faults in explanations of what propagators do."""

from __future__ import annotations

from benchmarks.mutants.fault import ENGINE_TESTS, Fault

EXPLANATION_FAULTS = [
    Fault(
        "explanation: a variable with one value is left out",
        "      explanation_.push_back(not_taken(option_of_bit(domain.now)));\n      continue;",
        "      continue;",
    ),
    Fault(
        "explanation: what the first level refused needs no reason",
        "if (level() == 0) at_root_[variable]",
        "if (level() <= 1) at_root_[variable]",
    ),
    Fault(
        "explanation: sightlines do without what matters",
        "if ((seen() & numbers) != 0) common = before;",
        "if ((seen() & numbers) == 0) common = before;",
    ),
    Fault(
        "explanation: a value that would come next is not missing",
        "= fails ? not_too_large : next;",
        "= fails ? not_too_large : 0;",
    ),
    Fault(
        "explanation: a failure follows from anything",
        "if (!removed_) return false;",
        "if (!removed_) return true;",
    ),
    Fault(
        "explanation: a removal follows from anything",
        "return ((runner_->domain(variable) >> (*removed_ % kWordBits)) & 1) == 0;",
        "return variable >= 0;",
    ),
    Fault(
        "explanation: every number is that of a region",
        "if (regions_.numbers * regions_.area.size == places_) return true;",
        "if (regions_.numbers * regions_.area.size >= places_) return true;",
        ENGINE_TESTS,
    ),
]
