"""Faults in sums: of terms, of groups of cells that differ, and across houses."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

SUMS = "tests/solving/exact_cover/test_sums_of_groups.py"

SUM_FAULTS = [
    Fault(
        "open terms: those of one group may be equal",
        "(differ ? left.places & ~place : left.places)",
        "left.places",
        SUMS,
    ),
    Fault(
        "open terms: a falling term rises",
        "target += falls ? lowest_bit(domain) : -lowest_bit(domain);",
        "target -= lowest_bit(domain);",
        SUMS,
    ),
    Fault(
        "open terms: sums of three are one off",
        "sums >> (target - kLastPlace)",
        "sums >> (target - kLastPlace + 1)",
        SUMS,
    ),
    Fault("linear: < for ≤", "low > linear.constant", "low >= linear.constant"),
    Fault(
        "linear: the upper bound is one too low",
        "linear.constant - (low - range.low) :",
        "linear.constant - (low - range.low) - 1 :",
    ),
    Fault(
        "linear: one less than the lower bound will do",
        "(has_lower && high < linear.constant)",
        "(has_lower && high < linear.constant - 1)",
    ),
    Fault(
        "unequal: all fixed is never wrong",
        "if (fixed == linear.constant) search.failed = true;",
        "if (fixed == linear.constant + 1) search.failed = true;",
    ),
    Fault(
        "unequal: only sums of two cells are",
        "if (fixed == linear.constant) search.failed = true;",
        "if (fixed == linear.constant && linear.terms.size < 3) search.failed = true;",
    ),
    Fault(
        "sets of values: what may be is required",
        "lacking |= ~sets & kept;",
        "lacking &= ~sets & kept;",
        SUMS,
    ),
    Fault(
        "sets of values: a set must lie in every domain",
        "fits &= here != 0;",
        "fits &= here == sets;",
        SUMS,
    ),
    Fault(
        "sets of values: a required value is put anywhere",
        "tally.required & ~seen.twice & ~domains.fixed",
        "tally.required & ~domains.fixed",
        SUMS,
    ),
    Fault(
        "sum set: it is looked at once",
        "if (last == now) return true;",
        "if (last != ~Word{0}) return true;",
        SUMS,
    ),
    Fault(
        "sum set: what goes for a crossing is not looked at again",
        "domains.of[place] &= static_cast<ValueSet>(~claimed);\n",
        "",
        SUMS,
    ),
    Fault(
        "crossing: a value with a place in the rest of the house is claimed",
        "values &= ~seen;",
        "values &= ~(seen & (seen - 1));",
        SUMS,
    ),
    Fault(
        "crossing: a value that variables outside the house can have goes from its rest",
        "for (std::uint32_t places = crossing.outside; places != 0; places &= places - 1)\n"
        "values &= static_cast<ValueSet>(~domains.of[__builtin_ctz(places)]);",
        "",
        SUMS,
    ),
    Fault(
        "sum set: a required value goes from cells that differ from all of its places but the first",
        "lost &= *Vectors::at(rows[at]",
        "if (at > 0) lost &= *Vectors::at(rows[at]",
        SUMS,
    ),
    Fault(
        "sum set: a required value goes from other cells once only",
        "(counts >> shift & kUnknown) == count",
        "(counts >> shift & kUnknown) != kUnknown",
        SUMS,
    ),
    Fault(
        "sum at a glance: variables that differ are no nearer to its bounds",
        "const std::int32_t room = sum.room + widest;",
        "const std::int32_t room = widest;",
        SUMS,
    ),
    Fault(
        "sum at a glance: neighbouring values are one",
        "open += span != 0;",
        "open += span > 1;",
        SUMS,
    ),
    Fault(
        "sum set: the rest of the house takes the values of the set",
        "(SetVector)((~sets & others.of[at]) != 0);",
        "(SetVector)((sets & others.of[at]) != 0);",
        SUMS,
    ),
    Fault(
        "sum set: the rest of the house loses what may be in the set",
        "static_cast<ValueSet>(~tally.required))",
        "static_cast<ValueSet>(~tally.possible))",
        SUMS,
    ),
    Fault(
        "group sum: the least value for each, once taken, is skipped twice",
        "low += lowest_bit(open);",
        "low += lowest_bit(open) + (taken != (open & -open));",
        SUMS,
    ),
    Fault(
        "group sum: the largest value for each, once taken, is skipped twice",
        "high += next;",
        "high += at == 0 ? next : next - 1;",
        SUMS,
    ),
    Fault(
        "group sum: values that variables have are those of the group before",
        "group.domains.unite();\n    const SetTally tally",
        "group.domains.any = group.domains.of[0];\n    group.domains.fixed = 0;\n    const SetTally tally",
        SUMS,
    ),
    Fault(
        "group sum: steps of a weighted group are rounded up",
        "return step == 1 ? distance : distance / step;",
        "return step == 1 ? distance : distance / step - 1;",
        SUMS,
    ),
    Fault(
        "group sum: the sums of the groups before are forgotten",
        "const Word others = add_distances(before[at], after);",
        "const Word others = after;",
        SUMS,
    ),
    Fault(
        "group sum: the last set of the last sum is not among them",
        "kept &= first_lanes(end - at);",
        "kept &= first_lanes(end - at - 1);",
        SUMS,
    ),
    Fault(
        "group sum: a group of negative weight is counted from its other end",
        "group.upward = rises == from_low;",
        "group.upward = from_low;",
        SUMS,
    ),
    Fault(
        "group sum: the offset of values is taken off once",
        "constant -= term.weight * values.front();",
        "if (&term == &linear.terms[0]) constant -= term.weight * values.front();",
        SUMS,
    ),
]
