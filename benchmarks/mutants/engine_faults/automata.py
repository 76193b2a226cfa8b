"""Faults in automata: along words, by layouts, and by sets of values."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

WORDS = "tests/solving/exact_cover/test_words.py"

AUTOMATON_FAULTS = [
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
        "if (other < cell && !store.differences.has(cell, other)) return false;",
        "",
        WORDS,
    ),
    Fault(
        "automata: words are listed once for lines of other values",
        "{automaton.nfa, table.data(), values, length}",
        "{automaton.nfa, table.data(), ValueSet{}, length}",
        WORDS,
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
        "a constraint that is refused loses what would have been refused too",
        "if (!holds([&](std::int32_t each) { return each == open ?",
        "if (holds([&](std::int32_t each) { return each == open ?",
    ),
    Fault(
        "a constraint with two open variables is refused by its last one",
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
]
