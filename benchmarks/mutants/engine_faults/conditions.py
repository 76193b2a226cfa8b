"""Faults in the other propagators: tables, elements, numbers and sets of values, products, order, and regions."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

CONDITION_FAULTS = [
    Fault(
        "table: of two variables, the second keeps what goes with itself",
        "partners_of(table.partners, domains[left])",
        "partners_of(table.partners, domains[right])",
    ),
    Fault(
        "table: of two variables, the first keeps what goes with itself",
        "partners_of(table.partners + kWordBits, domains[right])",
        "partners_of(table.partners + kWordBits, domains[left])",
    ),
    Fault(
        "table: of two variables, the last tuple supports nothing",
        "tuple < rows.size(); tuple += 2",
        "tuple + 2 < rows.size(); tuple += 2",
    ),
    Fault("table: tuples come back", "live[chunk] &= supported;", "live[chunk] |= supported;"),
    Fault(
        "table: tuples of the second word support nothing",
        "        if ((live[chunk] & tuples[chunk]) == 0) continue;",
        "        if (chunk == 1 || (live[chunk] & tuples[chunk]) == 0) continue;",
    ),
    Fault(
        "element: the last cell is never pointed at",
        "keep_index |= rest & -rest;",
        "keep_index |= position + 1 == element.size ? 0 : rest & -rest;",
    ),
    Fault(
        "element: the value keeps what the last cell has",
        "keep_value |= shared;",
        "keep_value = shared;",
    ),
    Fault(
        "count: a variable that has lost the value can take it",
        "return {(domain & ~values) == 0, (domain & values) != 0};",
        "return {(domain & ~values) == 0, 1};",
    ),
    Fault(
        "count: ≠ forbids the neighbour",
        "need = {range.low == most, range.low == least};",
        "need = {range.low == least, range.low == most};",
    ),
    Fault(
        "distinct: domains that meet count twice",
        "if ((domain & apart) != 0) continue;",
        "if ((domain & fixed) != 0) continue;",
    ),
    Fault(
        "extremum: cells that reach it are cut off",
        "variable, -kFar, wanted.high)) return false;",
        "variable, -kFar, wanted.high - 1)) return false;",
    ),
    Fault(
        "extremum: two that may reach it are one",
        "if (reaching_count > 1) return true;",
        "if (reaching_count > 2) return true;",
    ),
    Fault(
        "product: the others are divided by the wrong end",
        "const std::int64_t least_others = low / values[lowest_bit(domain)];",
        "const std::int64_t least_others = low / values[lowest_bit(domain)] + 1;",
        rules=("calcudoku",),
    ),
    Fault(
        "product: ≠ keeps what is equal",
        "(total == number.low) == equal;",
        "total == number.low;",
    ),
    Fault(
        "product: what just reaches its number is too small",
        "value * most_others >= number.low",
        "value * most_others > number.low",
    ),
    Fault(
        "product: what just keeps to its number is too large",
        "value * least_others <= number.high",
        "value * least_others < number.high",
    ),
    Fault(
        "polynomial: the square of a range over 0 has no 0",
        "return {0, first > last ? first : last};",
        "return {first > last ? last : first, first > last ? first : last};",
        tests="sudoku_cp/constraints/polynomial",
    ),
    Fault(
        "polynomial: two of the four ends of a product are enough",
        "left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high};",
        "left.low * right.low, left.low * right.low, left.high * right.high, left.high * right.high};",
        tests="sudoku_cp/constraints/polynomial",
    ),
    Fault(
        "polynomial: ≤ is less",
        "return total.low <= polynomial.constant;",
        "return total.low < polynomial.constant;",
        tests="sudoku_cp/constraints/polynomial",
    ),
    Fault(
        "polynomial: a value is looked at without its power",
        "power_of(values[bit], polynomial.occurrences[at].exponent)",
        "power_of(values[bit], 1)",
        tests="sudoku_cp/constraints/polynomial",
    ),
    Fault(
        "loop: a node with two edges left is on it",
        "if (use == kUsed && !must) continue;",
        "if (use == kUsed && !must && possible > 2) continue;",
        tests="sudoku_cp/constraints/loop",
    ),
    Fault(
        "loop: two edges of a node are too many",
        "if (used_[node] > 2 || (must && possible < 2)) return false;",
        "if (used_[node] > 1 || (must && possible < 2)) return false;",
        tests="sudoku_cp/constraints/loop",
    ),
    Fault(
        "loop: edges of the block that fits go",
        "use_[edge] == kUndecided && fits_[block_[edge]] == 0",
        "use_[edge] == kUndecided && fits_[block_[edge]] != 0",
        tests="sudoku_cp/constraints/loop",
    ),
    Fault(
        "loop: a chain closes before it is the whole loop",
        "closes && !may_close) decide(edge, kUnused);",
        "closes && may_close) decide(edge, kUnused);",
        tests="sudoku_cp/constraints/loop",
    ),
    Fault(
        "connected: an open place beside the group is in it",
        "if (size == least || !can_do_without(",
        "if (size <= least + 1 || !can_do_without(",
    ),
    Fault(
        "connected: a needless place is needed",
        "return inside == members && rest >= least;",
        "return inside == members && rest > least;",
    ),
    Fault(
        "connected: nothing is found twice for the same domains",
        "if (!has_changed(search, group, places, false)) return true;",
        "if (!has_changed(search, group, places, true)) return true;",
    ),
    Fault(
        "regions: nothing is found twice for the same places",
        "if (!has_changed(number, false) || !must_exist(number)) continue;",
        "if (!has_changed(number, true) || !must_exist(number)) continue;",
    ),
    Fault(
        "regions: a digit is hidden where it has two places",
        "const Word hidden = once_[number] & ~twice_[number] & ~taken_[number];",
        "const Word hidden = once_[number] & ~taken_[number];",
    ),
    Fault(
        "regions: digits are taken that are not",
        "if (here == 0) continue;\n        numbers |=",
        "if ((here & (here - 1)) == 0) continue;\n        numbers |=",
    ),
    Fault(
        "regions: a region with one place too many takes them all",
        "if (most == regions_.area.size && some > 0",
        "if (most <= regions_.area.size + 1 && some > 0",
    ),
    Fault(
        "regions: without a place, all others are needed where one is",
        "else needed |= place;",
        "else in_ |= place;",
        tests="sudoku_cp/constraints/regions/test_regions.py",
    ),
    Fault(
        "regions: a region reaches a step less",
        "const std::int32_t left = size_ - in_.size();",
        "const std::int32_t left = size_ - in_.size() - 1;",
        tests="sudoku_cp/constraints/regions/test_regions.py",
    ),
    Fault(
        "precedence: of the values that do not rise, only the largest is kept",
        "const Word lowest = (values & 1) != 0 ? (Word{1} << precedence.shift) - 1 : 0;",
        "const Word lowest = 0;",
        tests="sudoku_cp/constraints/precedence",
    ),
    Fault(
        "sightlines: a variable beyond the first that is not seen has another value, too",
        "if (is_beyond || lengths > (length << 1) - 1) kept_[place] |= same;",
        "if (lengths > (length << 1) - 1) kept_[place] |= same;",
    ),
    Fault(
        "sightlines: a line may end before one that is the same",
        "if (same != domain) lengths |= length;",
        "lengths |= length;",
    ),
    Fault(
        "precedence: a value that is needed later is needed again",
        "const int least = largest < needed ? needed : 0;",
        "const int least = largest <= needed ? needed : 0;",
    ),
    Fault(
        "precedence: the least largest value is that after a new one",
        "if (needed > 0) --needed;",
        "",
    ),
    Fault(
        "rank: what lines have before a place is used up even where lines repeat values",
        "if (rank_.distinct && is_single(equal)) used |= equal;",
        "if (is_single(equal)) used |= equal;",
    ),
    Fault(
        "rank: values that rivals have, too, decide the order",
        "if ((after & wanted) != 0) kept |= value;",
        "if ((after & wanted & kLower) != 0) kept |= value;",
    ),
    Fault(
        "rank: branching does not turn on rivals",
        "const std::int32_t lists = highest.options > 2 ? problem.alternative_lists : 0;",
        "const std::int32_t lists = 0;",
        "tests/rules/test_outside_ranks.py",
    ),
    Fault(
        "rank: of several rivals the line fits the last",
        "kept |= supported(0, line,",
        "kept = supported(0, line,",
    ),
    Fault(
        "rank: one line less is lower",
        "if (wanted != kLower && must == rank_.lower) wanted &= ~kLower;",
        "if (wanted != kLower && must + 1 >= rank_.lower) wanted &= ~kLower;",
    ),
    Fault(
        "rank: lines that begin in a house are those of any other",
        "if (lines.size() != house.size()) continue;",
        "if (lines.size() + 1 < house.size()) continue;",
    ),
    Fault(
        "increasing: a largest value is carried back one too far",
        "largest_value<Mask>(search, variables[at]) - step)) return false;",
        "largest_value<Mask>(search, variables[at]) - step - 1)) return false;",
    ),
    Fault(
        "increasing: of several pairs that can be nearer the last one must",
        "if (higher != 0 || wanted_least > largest_value<Mask>(search, variables[at])) return true;",
        "if (wanted_least > largest_value<Mask>(search, variables[at])) return true;",
    ),
    Fault(
        "cardinality: numbers add up to one more",
        "after.add(values, size);",
        "after.add(values, size + 1);",
    ),
    Fault(
        "cardinality: the values that are not listed take no cells",
        "allowed.insert(allowed.end(), words, ~Word{0});",
        "allowed.insert(allowed.end(), words, Word{1});",
    ),
    Fault(
        "groups: a group has one value less than its variables allow",
        "size - others > must ? size - others : must",
        "size - others + 1 > must ? size - others + 1 : must",
    ),
    Fault(
        "groups: variables that may be equal are a group",
        "store_.differences.has(scope_[one], scope_[other]) && store_.aligned",
        "store_.aligned",
    ),
]
