// Pairwise different variables: the set of their values is one of a list of masks.
//
// Where the variables lie in a house, the rest of it takes the values that the set lacks: each domain there must intersect
// them, a value without a place there is in the set, and values of all possible sets are removed there. Where only some of
// them do, the house is a crossing: a value without a place in the rest of it is in the set, and no variable outside has
// it; a value of all possible sets is removed from the rest where no variable outside can have it.
//
// Branching also removes a value of all possible sets from any variable that must differ from all those that can have it.
//
// Domains only shrink on the way down, and with them the sum of their masks: where that sum is the same as in the last
// run, no domain has changed, and only new values that must be among the variables matter. Likewise, a value is removed
// from variables outside only if it has lost a place since the last removal.
#pragma once

#include <algorithm>
#include <utility>

#include "constraints/store.hpp"
#include "constraints/value_sets.hpp"
#include "kernel/common_peers.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp {

// A house that holds several of the variables, but not all.
struct Crossing {
  static constexpr std::int32_t kStep = 4;

  Slice<std::int32_t> rest;  // its other variables; the last of them is repeated up to whole steps
  ValueSet house_values;
  std::uint16_t outside;  // the places of the variables that it does not hold, a bit each
};

// Made of sums and automata. All variables have one table of values.
struct SetList {
  Slice<std::int32_t> variables;
  Slice<std::int32_t> rest;  // the other variables of a house that holds them all; none where there is no such house
  ValueSet house_values;     // of that house, or 0
  Slice<ValueSet> sets;      // whole vectors
  Slice<Crossing> crossings;
  // A word: the sum of the domains and what must be among them, in the last run; another: counts of places. -1: no state.
  std::int32_t state_begin = -1;

  Metadata prepare(ModelStore&) {
    Variables around(rest.begin(), rest.end());
    for (const Crossing& crossing : crossings) {
      for (const std::int32_t variable : crossing.rest) {
        if (std::ranges::find(around, variable) == around.end()) around.push_back(variable);
      }
    }
    return {.scope = Variables(variables.begin(), variables.end()),
            .around = std::move(around),
            .idempotent = true,
            .state_bits = 2 * kWordBits};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Those of some values that the rest of a crossing cannot have.
template <typename Mask>
Word missing_in_rest(const Search& search, const Crossing& crossing, Word values) {
  const Mask* const domains = masks<Mask>(search);
  for (const std::int32_t* at = crossing.rest.begin(); at != crossing.rest.end() && values != 0;
       at += Crossing::kStep) {
    Word seen = 0;
#pragma GCC unroll 4
    for (std::int32_t next = 0; next < Crossing::kStep; ++next) seen |= domains[at[next]];
    values &= ~seen;
  }
  return values;
}

// Finds the values that must be among the variables as a house has no other place for them: variables outside that house
// do not have them. The union of the domains stays as it was read.
template <typename Mask>
bool claim_crossings(Search& search, const SetList& list, SetDomains& domains, ValueSet& must, bool& changed) {
  const auto open = static_cast<ValueSet>(domains.any & ~domains.fixed);
  for (const Crossing& crossing : list.crossings) {
    const auto claimed = static_cast<ValueSet>(missing_in_rest<Mask>(search, crossing, crossing.house_values & open));
    if (claimed == 0) continue;
    must |= claimed;
    for (std::uint32_t places = crossing.outside; places != 0; places &= places - 1) {
      const std::int32_t place = __builtin_ctz(places);
      if ((domains.of[place] & claimed) == 0) continue;
      domains.of[place] &= static_cast<ValueSet>(~claimed);
      if (!keep_only<Mask>(search, list.variables[place], domains.of[place])) return false;
      changed = true;
    }
  }
  return true;
}

// Takes values that must be among the variables from the rest of a house outside of which none of them can have one.
template <typename Mask>
bool clear_crossing(Search& search, const Crossing& crossing, const SetDomains& domains, ValueSet values,
                    bool& changed) {
  for (std::uint32_t places = crossing.outside; places != 0; places &= places - 1)
    values &= static_cast<ValueSet>(~domains.of[__builtin_ctz(places)]);
  if (values == 0) return true;
  for (const std::int32_t variable : crossing.rest) {
    if ((masks<Mask>(search)[variable] & values) == 0) continue;
    if (!keep_only<Mask>(search, variable, static_cast<ValueSet>(~values))) return false;
    changed = true;
  }
  return true;
}

// Whether nothing has changed since the last run.
inline bool is_as_before(Search& search, const SetList& list, std::uint32_t sum_of_domains, ValueSet must) {
  if (list.state_begin < 0) return false;
  Word& last = search.state.reversible[list.state_begin];
  const Word now = Word{sum_of_domains} << kMostSetValues | must;
  if (last == now) return true;
  last = now;
  return false;
}

// Those of some values that have lost a place since they were last removed from variables outside. As many places as
// before are the same ones.
inline ValueSet newly_confined(Search& search, const SetList& list, const SetDomains& domains, ValueSet values) {
  if (list.state_begin < 0) return values;
  constexpr std::int32_t kBitsOfCount = kWordBits / kMostSetValues;
  constexpr Word kUnknown = (Word{1} << kBitsOfCount) - 1;
  Word& counts = search.state.reversible[list.state_begin + 1];
  ValueSet fresh = 0;
  for (std::uint32_t rest = values; rest != 0; rest &= rest - 1) {
    const std::int32_t bit = __builtin_ctz(rest);
    Word count = 0;
    for (std::int32_t at = 0; at < domains.size; ++at) count += domains.of[at] >> bit & 1;
    if (count > kUnknown) count = kUnknown;
    const std::int32_t shift = bit * kBitsOfCount;
    if (count != kUnknown && (counts >> shift & kUnknown) == count) continue;
    counts = (counts & ~(kUnknown << shift)) | count << shift;
    fresh |= static_cast<ValueSet>(rest & -rest);
  }
  return fresh;
}

template <typename Mask>
bool propagate(Search& search, const SetList& list) {
  for (bool changed = true; changed;) {
    changed = false;
    SetDomains domains, others;
    domains.read<Mask>(search, list.variables);
    others.read<Mask>(search, list.rest);
    auto must = static_cast<ValueSet>(domains.fixed | (list.house_values & ~others.any));
    if (!claim_crossings<Mask>(search, list, domains, must, changed)) return false;
    if (!changed && is_as_before(search, list, domains.sum + others.sum, must)) return true;
    const SetTally tally = tally_sets(list.sets, domains, must, others);
    if (!keep_sets<Mask>(search, list.variables, domains, tally, changed)) return false;
    for (std::int32_t at = 0; at < list.rest.size; ++at) {
      if ((others.of[at] & tally.required) == 0) continue;
      if (!keep_only<Mask>(search, list.rest[at], static_cast<ValueSet>(~tally.required))) return false;
      changed = true;
    }
    auto open = static_cast<ValueSet>(tally.required & ~domains.fixed);
    if (open != 0) open = newly_confined(search, list, domains, open);
    if (open == 0) continue;
    for (const Crossing& crossing : list.crossings) {
      if (!clear_crossing<Mask>(search, crossing, domains, open, changed)) return false;
    }
    if (!sees_common_peers(search)) continue;
    for (Word rest = open; rest != 0; rest &= rest - 1) {
      if (!clear_common_peers<Mask>(search, list.variables, rest & -rest, changed)) return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
