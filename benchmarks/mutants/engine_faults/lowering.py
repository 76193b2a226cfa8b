"""Faults in the engine's lowering of cells and constraints."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

LOWERING_FAULTS = [
    Fault(
        "implied sums: a cage is taken off twice",
        "left.sum -= cages_[cage].sum;",
        "left.sum -= 2 * cages_[cage].sum;",
    ),
    Fault(
        "implied sums: outies are added",
        "result.push_back({cell, -1});",
        "result.push_back({cell, 1});",
    ),
    Fault(
        "covering sums: houses are added",
        "result.constant -= store.table(cells.front())",
        "result.constant += store.table(cells.front())",
        "tests/solving/exact_cover/test_implied_sums.py",
    ),
    Fault(
        "covering sums: cells covered outside the houses are forgotten",
        "if (weights[cell] != 0) {",
        "if (weights[cell] < 0) {",
        "tests/solving/exact_cover/test_implied_sums.py",
    ),
    Fault(
        "lowering: a house lacks its first pair",
        "if (left == right || store.differences.has(left, right)) continue;",
        "if (left == right || left + right == variables[0] + variables[1]) continue;",
    ),
    Fault(
        "lowering: a house is a permutation with a value to spare",
        "if (places != variables.size()) return;",
        "if (places > variables.size() + 1) return;",
    ),
    Fault(
        "lowering: the costs of a cell's first value are lost",
        "    if (bit >= 0) costs[",
        "    if (bit > 0) costs[",
    ),
    Fault(
        "lowering: united tables shift a value",
        "moved |= Word{1} << (std::ranges::lower_bound(*united, value) - united->begin());",
        "moved |= Word{1} << (std::ranges::upper_bound(*united, value) - united->begin() - (value < 0 ? 0 : 1));",
    ),
    Fault(
        "lowering: a tabulated sum lacks tuples that repeat a value",
        "if (row[other] == row[term] && store.differences.has(variable_of(other), variable_of(term))) return true;",
        "if (row[other] == row[term]) return true;",
    ),
    Fault(
        "lowering: sums of as many cells share their tuples",
        "({tuples.arity, tuples.values});",
        "({tuples.arity, {}});",
        "tests/solving/exact_cover/test_implied_sums.py",
    ),
    Fault(
        "lowering: weights of a cage are ignored",
        "&& total * weight == linear.constant &&",
        "&& total == linear.constant &&",
    ),
    Fault(
        "lowering: x ≠ y with weights forbids too much",
        "if (open % right.weight != 0) continue;",
        "",
    ),
    Fault(
        "lowering: ≥ of one cell is >",
        "return total >= constant;",
        "return total > constant;",
    ),
    Fault(
        "lowering: a table over 64 tuples loses some",
        "* words + tuple / kWordBits] |=",
        "* words + (tuple / kWordBits) % 1] |=",
    ),
    Fault(
        "lowering: element counts from one less",
        "const std::int64_t position = of_index - first;",
        "const std::int64_t position = of_index - first + 1;",
    ),
]
