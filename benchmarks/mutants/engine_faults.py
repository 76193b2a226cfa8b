"""Faults in the engine: its propagators, its search, and its lowering."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

ENGINE = "sudoku_cp/backends/exact_cover/engine"
KERNEL = f"{ENGINE}/kernel"

ENGINE_FAULTS = [
    Fault(
        "house: a value with several places is put somewhere",
        f"{KERNEL}/cells.inc",
        "const Mask hidden = static_cast<Mask>(seen.once & ~seen.twice & ~placed);",
        "const Mask hidden = static_cast<Mask>(seen.twice & ~placed);",
    ),
    Fault("place: peers keep the value", f"{KERNEL}/cells.inc", "*vector ^= lost;", "if (begin == 0) *vector ^= lost;"),
    Fault(
        "house: hidden pairs count as singles",
        f"{KERNEL}/cells.inc",
        "twice |= once & domain;",
        "twice = once & domain;",
    ),
    Fault(
        "domain: an empty one is no contradiction",
        f"{KERNEL}/cells.inc",
        "    search.failed |= kept == 0;\n",
        "",
    ),
    Fault(
        "wake: the last watcher sleeps on",
        f"{KERNEL}/cells.inc",
        "const std::uint32_t end = problem.watchers.begin[variable + 1];",
        "const std::uint32_t end = problem.watchers.begin[variable + 1] - "
        "(problem.watchers.begin[variable + 1] > problem.watchers.begin[variable]);",
    ),
    Fault(
        "conflicts: the first one is lost",
        f"{KERNEL}/cells.inc",
        "for (std::uint32_t at = cells.conflicts.begin[slot]; at",
        "for (std::uint32_t at = cells.conflicts.begin[slot] + 1; at",
    ),
    Fault(
        "crossings: pointing without the rest of the house",
        f"{KERNEL}/crossings.inc",
        "static_cast<Mask>(shared & ~first & second)",
        "static_cast<Mask>(shared & second)",
    ),
    Fault("linear: < for ≤", f"{KERNEL}/linear.inc", "low > linear.constant", "low >= linear.constant"),
    Fault(
        "linear: the upper bound is one too low",
        f"{KERNEL}/linear.inc",
        "linear.constant - (low - range.low) :",
        "linear.constant - (low - range.low) - 1 :",
    ),
    Fault(
        "linear: one less than the lower bound will do",
        f"{KERNEL}/linear.inc",
        "(has_lower && high < linear.constant)",
        "(has_lower && high < linear.constant - 1)",
    ),
    Fault(
        "unequal: all fixed is never wrong",
        f"{KERNEL}/linear.inc",
        "if (fixed == linear.constant) search.failed = true;",
        "if (fixed == linear.constant + 1) search.failed = true;",
    ),
    Fault("table: tuples come back", f"{KERNEL}/table.inc", "live[chunk] &= supported;", "live[chunk] |= supported;"),
    Fault(
        "sum set: a value of any set is required",
        f"{KERNEL}/sum_set.inc",
        "required &= set;",
        "required = set;",
    ),
    Fault(
        "sum set: a set must lie in every domain",
        f"{KERNEL}/sum_set.inc",
        "possible |= set;",
        "possible = set;",
    ),
    Fault(
        "sum set: what may be is forced",
        f"{KERNEL}/sum_set.inc",
        "const Word forced = required & once & ~twice & ~fixed;",
        "const Word forced = possible & once & ~twice & ~fixed;",
    ),
    Fault(
        "implied sums: a cage is taken off twice",
        f"{ENGINE}/implied_sums.cpp",
        "    sum -= cage.sum;",
        "    sum -= 2 * cage.sum;",
    ),
    Fault(
        "implied sums: outies are added",
        f"{ENGINE}/implied_sums.cpp",
        "result.terms.push_back({cell, -1});",
        "result.terms.push_back({cell, 1});",
    ),
    Fault(
        "waves: the last lanes are lost",
        f"{KERNEL}/wave.inc",
        "(lanes - word + kWaveWords - 1) / kWaveWords",
        "(lanes - word + kWaveWords - 2) / kWaveWords",
    ),
    Fault(
        "waves: the first solution counts twice (wrong count)",
        f"{KERNEL}/wave.inc",
        "if (increase(search, search.counts[puzzle]) == 0) first.add(puzzle, place);",
        "if (increase(search, search.counts[puzzle]) == 0 && increase(search, search.counts[puzzle]) == 1) "
        "first.add(puzzle, place);",
    ),
    Fault(
        "waves: a board that waits belongs to another puzzle (stale stack)",
        f"{KERNEL}/wave.inc",
        "__builtin_memcpy(to.puzzles + to.count, from.puzzles + first, size * sizeof(std::int32_t));",
        "__builtin_memcpy(to.puzzles + to.count, from.puzzles + first, (size - (size > 0)) * sizeof(std::int32_t));",
    ),
    Fault(
        "waves: boards whose candidates change still are sorted as settled",
        f"{KERNEL}/wave.inc",
        "const Bits settled = live & ~signs.changed[piece];",
        "const Bits settled = live;",
    ),
    Fault(
        "waves: boards whose candidates change still are lost",
        f"{KERNEL}/wave.inc",
        "    defer(search, unsettled);\n",
        "    if (unsettled.words[0] == 0) defer(search, unsettled);\n",
    ),
    Fault(
        "waves: no side of a branching in the first cell has the value",
        f"{KERNEL}/house_shape.inc",
        "candidates[value] &= ~(here & (first ^ chosen));",
        "candidates[value] &= ~(here & (cell == 0 ? first : first ^ chosen));",
    ),
    Fault(
        "waves of 9×9 grids: a crowd of two is full (wrong crowd count)",
        f"{KERNEL}/band_shape.inc",
        "      ones[line][box] ^= digit;",
        "      ones[line][box] |= digit;",
    ),
    Fault(
        "waves of 9×9 grids: both sides of a branching in the first box are the same",
        f"{KERNEL}/band_shape.inc",
        "is_number(choice + 9, 2, box) ^ chosen;",
        "is_number(choice + 9, 2, box) ^ (box == 0 ? Bits{} : chosen);",
    ),
    Fault(
        "waves: cells that differ outside of houses may be equal",
        f"{KERNEL}/house_shape.inc",
        "        none |= beside & placed[cell];\n        cells[cell] &= ~beside;\n",
        "        cells[cell] &= placed[cell] | ~beside;\n",
    ),
    Fault(
        "waves: what may be in a crossing must be",
        f"{KERNEL}/house_shape.inc",
        "needed[side] = shared[side / 2] & ~rest;",
        "needed[side] = shared[side / 2];",
    ),
    Fault(
        "crossings: the rests need a value more than they have cells",
        f"{KERNEL}/crossings.inc",
        "size_of(first & ~from_first) < length_of",
        "size_of(first & ~from_first) <= length_of",
    ),
    Fault(
        "automaton: the last state need not accept",
        f"{ENGINE}/cell_functions.cpp",
        "result.insert(result.end(), dfa.accepting.begin(), dfa.accepting.end());",
        "result.resize(result.size() + words, ~Word{0});",
    ),
    Fault(
        "automaton: starts in state 0",
        f"{KERNEL}/automaton.inc",
        "= Word{1} << (automaton.start % kWordBits) & automaton",
        "= Word{1} & automaton",
    ),
    Fault(
        "automaton: a state with one supported value is useless",
        f"{KERNEL}/automaton.inc",
        "if (supported != 0) useful |= states & -states;",
        "if (size_of(supported) > 1) useful |= states & -states;",
    ),
    Fault(
        "element: the last cell is never pointed at",
        f"{KERNEL}/element.inc",
        "keep_index |= rest & -rest;",
        "keep_index |= position + 1 == element.size ? 0 : rest & -rest;",
    ),
    Fault(
        "element: the value keeps what the last cell has",
        f"{KERNEL}/element.inc",
        "keep_value |= shared;",
        "keep_value = shared;",
    ),
    Fault(
        "count: what is certain counts as possible only",
        f"{KERNEL}/counts.inc",
        "if ((domain & ~count.members[at]) == 0) ++least;",
        "if ((domain & ~count.members[at]) == 0 && at > 0) ++least;",
    ),
    Fault(
        "count: ≠ forbids the neighbour",
        f"{KERNEL}/counts.inc",
        "need = {range.low == most, range.low == least};",
        "need = {range.low == least, range.low == most};",
    ),
    Fault(
        "distinct: domains that meet count twice",
        f"{KERNEL}/counts.inc",
        "if ((domain & apart) != 0) continue;",
        "if ((domain & fixed) != 0) continue;",
    ),
    Fault(
        "extremum: cells that reach it are cut off",
        f"{KERNEL}/extremum.inc",
        "variable, -kFar, wanted.high)) return false;",
        "variable, -kFar, wanted.high - 1)) return false;",
    ),
    Fault(
        "extremum: two that may reach it are one",
        f"{KERNEL}/extremum.inc",
        "if (reaching_count > 1) return true;",
        "if (reaching_count > 2) return true;",
    ),
    Fault(
        "product: the others are divided by the wrong end",
        f"{KERNEL}/product.inc",
        "const std::int64_t least_others = low / values[lowest_bit(domain)];",
        "const std::int64_t least_others = low / values[lowest_bit(domain)] + 1;",
        rules=("calcudoku",),
    ),
    Fault(
        "product: ≠ keeps what is equal",
        f"{KERNEL}/product.inc",
        "total != number.low) keep",
        "total == number.low) keep",
    ),
    Fault(
        "connected: an open place beside the group is in it",
        f"{KERNEL}/connected.inc",
        "if (size == least || !can_do_without(",
        "if (size <= least + 1 || !can_do_without(",
    ),
    Fault(
        "connected: a needless place is needed",
        f"{KERNEL}/connected.inc",
        "return inside == members && rest >= least;",
        "return inside == members && rest > least;",
    ),
    Fault(
        "holding: what may hold must",
        f"{KERNEL}/holding.inc",
        "all_must = possible == wanted;",
        "all_must = possible >= wanted;",
    ),
    Fault(
        "holding: one too many is not noticed",
        f"{KERNEL}/holding.inc",
        "search.failed |= certain > wanted;",
        "search.failed |= certain > wanted + 1;",
    ),
    Fault(
        "holding: a disjunction keeps its last part",
        f"{KERNEL}/holding.inc",
        "left[variable] |= domains[holding.scope[variable]];",
        "left[variable] = domains[holding.scope[variable]];",
    ),
    Fault(
        "holding: a failed trial stays failed",
        f"{KERNEL}/holding.inc",
        "  search.state.alive = original;\n  search.failed = false;",
        "  search.state.alive = original;",
    ),
    Fault(
        "bound: the incumbent's equal counts as better",
        f"{KERNEL}/bound.inc",
        "(search.incumbent - 1) * kMultiplierScale + 1",
        "(search.incumbent - 2) * kMultiplierScale + 1",
    ),
    Fault(
        "bound: reduced costs remove too much",
        f"{KERNEL}/cell_bound.inc",
        "const Cost others = bound - search.cheapest[variable];",
        "const Cost others = bound;",
    ),
    Fault(
        "search: going up keeps the state of the propagators (stale undo)",
        f"{KERNEL}/cell_propagation.inc",
        "    --search.depth;\n    load_level(search);",
        "    const Word* deeper = search.state.reversible;\n    --search.depth;\n    load_level(search);\n"
        "    for (std::int32_t at = 0; at < search.problem->reversible_words; ++at) "
        "search.state.reversible[at] = deeper[at];",
    ),
    Fault(
        "search: the refuted option stays (duplicate solutions)",
        f"{KERNEL}/search.inc",
        "\n  Space::remove(search, search.decisions[search.depth]);",
        "\n  if (search.depth != 1) Space::remove(search, search.decisions[search.depth]);",
    ),
    Fault(
        "search: the other branch of the root is left out",
        f"{KERNEL}/search.inc",
        "else backtrack<Space>(search);",
        "else if (backtrack<Space>(search); search.depth == 0) return Outcome::kExhausted;",
    ),
    Fault(
        "search: a value is lost at every second level (lost candidate)",
        f"{KERNEL}/search.inc",
        "  ++search.statistics.nodes;\n  Space::choose(search, slot);",
        "  ++search.statistics.nodes;\n  if (search.depth == 2) search.failed = true;\n  Space::choose(search, slot);",
    ),
    Fault(
        "lowering: a house lacks its first pair",
        f"{ENGINE}/cells.cpp",
        "if (left == right || differ(left, right)) continue;",
        "if (left == right || left + right == cells[0] + cells[1] || differ(left, right)) continue;",
    ),
    Fault(
        "lowering: a house is a permutation with a value to spare",
        f"{ENGINE}/cells.cpp",
        "if (places != cells.size()) return;",
        "if (places > cells.size() + 1) return;",
    ),
    Fault(
        "lowering: the costs of a cell's last value are lost",
        f"{ENGINE}/cells.cpp",
        "    if (bit >= 0) costs[",
        "    if (bit >= 0 && bit + 1 < std::popcount(domain(price.cell))) costs[",
    ),
    Fault(
        "lowering: united tables shift a value",
        f"{ENGINE}/cells.cpp",
        "moved |= Word{1} << (std::ranges::lower_bound(*united, value) - united->begin());",
        "moved |= Word{1} << (std::ranges::upper_bound(*united, value) - united->begin() - (value < 0 ? 0 : 1));",
    ),
    Fault(
        "lowering: a tabulated sum lacks tuples that repeat a value",
        f"{ENGINE}/cell_sums.cpp",
        "if (row[other] == row[term] && differ(rows.cells[other], rows.cells[term])) return true;",
        "if (row[other] == row[term]) return true;",
    ),
    Fault(
        "lowering: weights of a cage are ignored",
        f"{ENGINE}/cell_sums.cpp",
        "if (total * weight == sum.constant)",
        "if (total == sum.constant)",
    ),
    Fault(
        "lowering: x ≠ y with weights forbids too much",
        f"{ENGINE}/cell_sums.cpp",
        "if (open % right.weight != 0) continue;",
        "",
    ),
    Fault(
        "lowering: ≥ of one cell is >",
        f"{ENGINE}/cell_sums.cpp",
        "return total >= constant;",
        "return total > constant;",
    ),
    Fault(
        "lowering: a table over 64 tuples loses some",
        f"{ENGINE}/cell_sums.cpp",
        "chunks + tuple / kWordBits] |=",
        "chunks + (tuple / kWordBits) % 1] |=",
    ),
    Fault(
        "lowering: element counts from one less",
        f"{ENGINE}/cell_functions.cpp",
        "values[bit] - pointing.first;",
        "values[bit] - pointing.first + 1;",
    ),
    Fault(
        "candidates: a refuted value counts as seen",
        f"{ENGINE}/cell_functions.cpp",
        "holding.negative.push_back(negative);",
        "holding.negative.push_back(positive);",
    ),
]
