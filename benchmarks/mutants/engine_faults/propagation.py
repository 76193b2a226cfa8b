"""Faults in the engine's propagation of houses and constraints."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

SUMS = "tests/backends/exact_cover/test_sums_of_groups.py"
WORDS = "tests/backends/exact_cover/test_words.py"

PROPAGATION_FAULTS = [
    Fault(
        "house: a value with several places is put somewhere",
        "const Mask hidden = static_cast<Mask>(seen.once & ~seen.twice & ~placed);",
        "const Mask hidden = static_cast<Mask>(seen.twice & ~placed);",
    ),
    Fault(
        "house: hidden pairs count as singles",
        "void add(Mask domain) { twice |= once & domain;",
        "void add(Mask domain) { twice = once & domain;",
    ),
    Fault("place: peers keep the value", "*vector ^= lost;", "if (begin == 0) *vector ^= lost;"),
    Fault(
        "domain: an empty one is no contradiction",
        "    search.failed |= kept == 0;\n",
        "",
    ),
    Fault(
        "wake: the first watcher sleeps on",
        "search.waiting[at->word] |= at->propagators;",
        "search.waiting[at->word] |= at->propagators & (at->propagators - 1);",
    ),
    Fault(
        "conflicts: the first one is lost",
        "slot = search.last_placed; for (std::uint32_t at = cells.conflicts.begin[slot]; at",
        "slot = search.last_placed; for (std::uint32_t at = cells.conflicts.begin[slot] + 1; at",
    ),
    Fault(
        "intersections: pointing without the rest of the house",
        "const auto required = ~seen_outside<Mask>(search, house, outside + column) & all;",
        "const auto required = seen_outside<Mask>(search, house, outside) & all;",
    ),
    Fault(
        "intersections: the shared cells need one place too many",
        "> length_of(cells.shared,",
        ">= length_of(cells.shared,",
    ),
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
    Fault(
        "layouts: a value has no place in the first cell",
        "for (std::int32_t at = 0; at < size; ++at) "
        "places[values] |= static_cast<ValueSet>((domains.of[at] >> lowest_bit(rest) & 1) << at);",
        "for (std::int32_t at = 1; at < size; ++at) "
        "places[values] |= static_cast<ValueSet>((domains.of[at] >> lowest_bit(rest) & 1) << at);",
        WORDS,
    ),
    Fault(
        "layouts: the last vector of ways is forgotten",
        "begin < layouts.ways; begin += kSetsOfVector",
        "begin + kSetsOfVector < layouts.ways; begin += kSetsOfVector",
        WORDS,
    ),
    Fault(
        "automata: sets of which some orders are refused",
        "if (other == longer.size() || longer[other].values != longer[at].values ||",
        "if (other == longer.size() || longer[other].values != longer[at].values) break; if (",
        WORDS,
    ),
    Fault(
        "automata: values between two others, but not in the last place",
        "first + width + 1 < house.size(); ++first",
        "first + width + 2 < house.size(); ++first",
        WORDS,
    ),
    Fault(
        "automata: cells that may be equal have a set of values",
        "if (other < cell && !differ(cell, other)) return false;",
        "",
        WORDS,
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
    Fault("table: tuples come back", "live[chunk] &= supported;", "live[chunk] |= supported;"),
    Fault(
        "table: tuples of the second word support nothing",
        "        if ((live[chunk] & tuples[chunk]) == 0) continue;",
        "        if (chunk == 1 || (live[chunk] & tuples[chunk]) == 0) continue;",
    ),
    Fault(
        "sets of values: what may be is required",
        "lacking |= ~sets & kept;",
        "lacking &= ~sets & kept;",
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
        "crossing: a value with a place in the rest of the house is claimed",
        "const auto claimed = static_cast<ValueSet>(crossing.house_values & ~elsewhere);",
        "const auto claimed = static_cast<ValueSet>(crossing.house_values & ~(elsewhere & (elsewhere - 1)));",
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
    Fault(
        "automaton: the last state need not accept",
        "result.insert(result.end(), last.begin(), last.end());",
        "result.resize(result.size() + words, ~Word{0});",
    ),
    Fault(
        "automaton: starts in any state",
        "= automaton.starting[word] & automaton.finishing[word];",
        "= automaton.finishing[word];",
    ),
    Fault(
        "automaton: a word that is refused loses what would have been refused too",
        "if (!read_word(automaton, search.workspace, domain_of)) keep |= value;",
        "if (read_word(automaton, search.workspace, domain_of)) keep |= value;",
    ),
    Fault(
        "automaton: a word with two open variables is refused by its last one",
        "if (open >= 0) return true;",
        "",
    ),
    Fault(
        "automaton: a state with one supported value is useless",
        "if (supported != 0) useful |= states & -states;",
        "if (size_of(supported) > 1) useful |= states & -states;",
    ),
    Fault(
        "automaton: which states of later words finish is read from the first word",
        "automaton.finishing[(place + 1) * words + word];",
        "automaton.finishing[(place + 1) * words];",
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
        "regions: a digit is hidden where it has two places",
        "const Word hidden = once & ~twice & ~taken_[number];",
        "const Word hidden = once & ~taken_[number];",
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
]
