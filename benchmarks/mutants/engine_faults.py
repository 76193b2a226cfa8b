"""Faults in the engine: its propagators, its search, and its lowering."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

SUMS = "tests/backends/exact_cover/test_sums_of_groups.py"

ENGINE_FAULTS = [
    Fault(
        "house: a value with several places is put somewhere",
        "const Mask hidden = static_cast<Mask>(seen.once & ~seen.twice & ~placed);",
        "const Mask hidden = static_cast<Mask>(seen.twice & ~placed);",
    ),
    Fault("place: peers keep the value", "*vector ^= lost;", "if (begin == 0) *vector ^= lost;"),
    Fault(
        "house: hidden pairs count as singles",
        "void add(Mask domain) { twice |= once & domain;",
        "void add(Mask domain) { twice = once & domain;",
    ),
    Fault(
        "domain: an empty one is no contradiction",
        "    search.failed |= kept == 0;\n",
        "",
    ),
    Fault(
        "wake: the last watcher sleeps on",
        "const std::uint32_t end = problem.watchers.begin[variable + 1];",
        "const std::uint32_t end = problem.watchers.begin[variable + 1] - "
        "(problem.watchers.begin[variable + 1] > problem.watchers.begin[variable]);",
    ),
    Fault(
        "conflicts: the first one is lost",
        "slot = search.last_placed; for (std::uint32_t at = cells.conflicts.begin[slot]; at",
        "slot = search.last_placed; for (std::uint32_t at = cells.conflicts.begin[slot] + 1; at",
    ),
    Fault(
        "intersections: pointing without the rest of the house",
        "static_cast<Mask>(shared & ~first & second)",
        "static_cast<Mask>(shared & second)",
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
    Fault("table: tuples come back", "live[chunk] &= supported;", "live[chunk] |= supported;"),
    Fault(
        "sets of values: what may be is required",
        "required &= sets | ~kept;",
        "required &= sets | kept;",
        SUMS,
    ),
    Fault(
        "sets of values: a set must lie in every domain",
        "fits &= (sets & domains.of[at]) != 0;",
        "fits &= (sets & domains.of[at]) == sets;",
        SUMS,
    ),
    Fault(
        "sets of values: a required value is put anywhere",
        "tally.required & ~seen.twice & ~domains.fixed",
        "tally.required & ~domains.fixed",
        SUMS,
    ),
    Fault(
        "sum set: the rest of the house takes the values of the set",
        "fits &= (~sets & others.of[at]) != 0;",
        "fits &= (sets & others.of[at]) != 0;",
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
        "sum += lowest_bit(open);",
        "sum += lowest_bit(open) + (taken != (open & -open));",
        SUMS,
    ),
    Fault(
        "group sum: the sums of the groups before are forgotten",
        "const Word others = add_distances(before[at], after);",
        "const Word others = after;",
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
    Fault(
        "implied sums: a cage is taken off twice",
        "    sum -= cage.sum;",
        "    sum -= 2 * cage.sum;",
    ),
    Fault(
        "implied sums: outies are added",
        "result.push_back({cell, -1});",
        "result.push_back({cell, 1});",
    ),
    Fault(
        "waves: the last lanes are lost",
        "(lanes - word + kWaveWords - 1) / kWaveWords",
        "(lanes - word + kWaveWords - 2) / kWaveWords",
    ),
    Fault(
        "waves: the first solution counts twice (wrong count)",
        "if (increase(search, search.counts[puzzle]) == 0) first.add(puzzle, place);",
        "if (increase(search, search.counts[puzzle]) == 0 && increase(search, search.counts[puzzle]) == 1) "
        "first.add(puzzle, place);",
    ),
    Fault(
        "waves: a board that waits belongs to another puzzle (stale stack)",
        "__builtin_memcpy(to.puzzles + to.count, from.puzzles + first, size * sizeof(std::int32_t));",
        "__builtin_memcpy(to.puzzles + to.count, from.puzzles + first, (size - (size > 0)) * sizeof(std::int32_t));",
    ),
    Fault(
        "waves: boards whose candidates change still are sorted as settled",
        "settled = live & ~signs.changed[piece];",
        "settled = live;",
    ),
    Fault(
        "waves: boards whose candidates change still are lost",
        "    defer(search, unsettled);\n",
        "    if (unsettled.words[0] == 0) defer(search, unsettled);\n",
    ),
    Fault(
        "waves: no side of a branching in the first cell has the value",
        "candidates[value] &= ~(here & (first ^ chosen));",
        "candidates[value] &= ~(here & (cell == 0 ? first : first ^ chosen));",
    ),
    Fault(
        "waves of 9×9 grids: a counts of two is full (wrong counts count)",
        "      ones[line][box] ^= digit;",
        "      ones[line][box] |= digit;",
    ),
    Fault(
        "waves of 9×9 grids: both sides of a branching in the first box are the same",
        "is_number(choice + 9, 2, box) ^ chosen;",
        "is_number(choice + 9, 2, box) ^ (box == 0 ? Bits{} : chosen);",
    ),
    Fault(
        "waves: cells that differ outside of houses may be equal",
        "        none |= beside & placed[cell];\n        cells[cell] &= ~beside;\n",
        "        cells[cell] &= placed[cell] | ~beside;\n",
    ),
    Fault(
        "waves: what may be in a intersection must be",
        "needed[side] = shared[side / 2] & ~rest;",
        "needed[side] = shared[side / 2];",
    ),
    Fault(
        "intersections: the rests need a value more than they have cells",
        "size_of(first & ~from_first) < length_of",
        "size_of(first & ~from_first) <= length_of",
    ),
    Fault(
        "automaton: the last state need not accept",
        "result.insert(result.end(), dfa->accepting.begin(), dfa->accepting.end());",
        "result.resize(result.size() + words, ~Word{0});",
    ),
    Fault(
        "automaton: starts in state 0",
        "= Word{1} << (automaton.start % kWordBits) & automaton",
        "= Word{1} & automaton",
    ),
    Fault(
        "automaton: a state with one supported value is useless",
        "if (supported != 0) useful |= states & -states;",
        "if (size_of(supported) > 1) useful |= states & -states;",
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
        "total != number.low) keep",
        "total == number.low) keep",
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
        "building_.differences.has(scope_[one], scope_[other]) && building_.aligned",
        "building_.aligned",
    ),
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
        "combination: a combination inside that can just fail is certain",
        "return {tally.possible >= wanted, tally.certain < wanted};",
        "return {tally.possible >= wanted, tally.certain < wanted - 1};",
    ),
    Fault(
        "combination: a failed trial stays failed",
        "  search.state.alive = original;\n  search.failed = false;",
        "  search.state.alive = original;",
    ),
    Fault(
        "clause learning: a clause lacks literals of higher levels",
        "else learned_.push_back(literal);",
        "else if (learned_.size() < 2) learned_.push_back(literal);",
    ),
    Fault(
        "clause learning: solutions of the branching come again",
        "  for (const std::vector<Word>& solution : remembered_) cdcl_->block(solution);\n",
        "",
        tests="tests/backends/exact_cover/test_cdcl.py",
    ),
    Fault(
        "bound: the incumbent's equal counts as better",
        "(search.incumbent - 1) * kMultiplierScale + 1",
        "(search.incumbent - 2) * kMultiplierScale + 1",
    ),
    Fault(
        "bound: reduced costs remove too much",
        "const Cost others = bound - search.cheapest[variable];",
        "const Cost others = bound;",
    ),
    Fault(
        "search: going up keeps the state of the propagators (stale undo)",
        "    --search.depth;\n    load_level(search);",
        "    const Word* deeper = search.state.reversible;\n    --search.depth;\n    load_level(search);\n"
        "    for (std::int32_t at = 0; at < search.problem->reversible_words; ++at) "
        "search.state.reversible[at] = deeper[at];",
    ),
    Fault(
        "search: the refuted option stays (duplicate solutions)",
        "\n  Space::remove(search, search.decisions[search.depth]);",
        "\n  if (search.depth != 1) Space::remove(search, search.decisions[search.depth]);",
    ),
    Fault(
        "search: the other branch of the root is left out",
        "else backtrack<Space>(search);",
        "else if (backtrack<Space>(search); search.depth == 0) return Outcome::kExhausted;",
    ),
    Fault(
        "search: a value is lost at every second level (lost candidate)",
        "  ++search.statistics.nodes;\n  Space::choose(search, slot);",
        "  ++search.statistics.nodes;\n  if (search.depth == 2) search.failed = true;\n  Space::choose(search, slot);",
    ),
    Fault(
        "lowering: a house lacks its first pair",
        "if (left == right || differ(left, right)) continue;",
        "if (left == right || left + right == cells[0] + cells[1] || differ(left, right)) continue;",
    ),
    Fault(
        "lowering: a house is a permutation with a value to spare",
        "if (places != cells.size()) return;",
        "if (places > cells.size() + 1) return;",
    ),
    Fault(
        "lowering: the costs of a cell's last value are lost",
        "    if (bit >= 0) costs[",
        "    if (bit >= 0 && bit + 1 < std::popcount(domain(price.cell))) costs[",
    ),
    Fault(
        "lowering: united tables shift a value",
        "moved |= Word{1} << (std::ranges::lower_bound(*united, value) - united->begin());",
        "moved |= Word{1} << (std::ranges::upper_bound(*united, value) - united->begin() - (value < 0 ? 0 : 1));",
    ),
    Fault(
        "lowering: a tabulated sum lacks tuples that repeat a value",
        "if (row[other] == row[term] && differ(variables[other], variables[term])) return true;",
        "if (row[other] == row[term]) return true;",
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
    Fault(
        "candidates: a refuted value counts as seen",
        "negative.push_back(negation);",
        "negative.push_back(part);",
    ),
    Fault(
        "table: tuples of the second word support nothing",
        "        if ((live[chunk] & tuples[chunk]) == 0) continue;",
        "        if (chunk == 1 || (live[chunk] & tuples[chunk]) == 0) continue;",
    ),
    Fault(
        "automaton: which states of later words finish is read from the first word",
        "automaton.finishing[(layer + 1) * words + word];",
        "automaton.finishing[(layer + 1) * words];",
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
        "unequal: only sums of two cells are",
        "if (fixed == linear.constant) search.failed = true;",
        "if (fixed == linear.constant && linear.terms < 3) search.failed = true;",
    ),
    Fault(
        "waves of 9×9 grids: a three fits where one other line can serve",
        "or_both(next[one] & last[other], next[other], last[one]);",
        "next[one] & last[other];",
    ),
    Fault(
        "waves of 9×9 grids: two digits fill a three",
        "return ones[line][box] & twos[line][box];",
        "return twos[line][box];",
    ),
    Fault(
        "waves of 9×9 grids: single places of a column are those of its neighbour",
        "any(alone[begin + column], only_in_row, only_in_column[column]);",
        "any(alone[begin + column], only_in_row, only_in_column[column == 8 ? 7 : column]);",
    ),
    Fault(
        "narrow waves: the last lanes make no choice (duplicate solutions)",
        "live & Bits{0, ~Word{0}, 0, ~Word{0}});",
        "live & Bits{0, ~Word{0}, 0, 0});",
    ),
    Fault(
        "batch: counts that reach the limit are said to be all",
        "if (batch.counts[at] == batch.limit || puzzle >= next_puzzle) batch.exact[at] = 0;",
        "if (puzzle >= next_puzzle) batch.exact[at] = 0;",
    ),
    Fault(
        "batch: several solutions are never said to be all",
        "batch.exact[puzzle] = ending == Ending::kExhausted ? 1 : 0;",
        "batch.exact[puzzle] = ending == Ending::kExhausted && count < 2 ? 1 : 0;",
    ),
    Fault(
        "batch: the first score found is taken for the best",
        "for (; (ending = minimiser.advance(control)) == Ending::kSolution; count = 1) store();",
        "if ((ending = minimiser.advance(control)) == Ending::kSolution) {\n"
        "      count = 1;\n      store();\n      ending = Ending::kExhausted;\n    }",
    ),
    Fault(
        "clause learning: a clause lacks literals of the first level",
        "if (seen_[index(literal)] != 0 || level_of(literal) == 0) continue;\n    mark(literal);",
        "if (seen_[index(literal)] != 0 || level_of(literal) <= (level() > 1 ? 1 : 0)) continue;\n    mark(literal);",
    ),
    Fault(
        "clause learning: a solution excludes those that differ from it in the first variable",
        "    literals.push_back(not_taken(option));\n  }\n  add_clause",
        "    if (variable != 0) literals.push_back(not_taken(option));\n  }\n  add_clause",
    ),
    Fault(
        "explanation: a variable with one value is left out",
        "      explanation_.push_back(not_taken(option_of_bit(domain.now)));\n      continue;",
        "      continue;",
    ),
    Fault(
        "explanation: what the first level refused needs no reason",
        "if (is_refused && level_of(taken(option)) == 0) continue;",
        "if (is_refused && level_of(taken(option)) <= 1) continue;",
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
        "clause learning: only the last watcher of a variable is woken",
        "  wake(watchers_.values[at]);",
        "  if (at + 1 == watchers_.begin[variable + 1]) wake(watchers_.values[at]);",
    ),
    Fault(
        "clause learning: what follows from a decision is dropped",
        "return reason_of(literal) != 0 && is_redundant(literal, levels);",
        "return reason_of(literal) != 0;",
    ),
]
