// Pairwise different variables: the set of their values is one of a list of masks.
//
// Where the variables lie in a house, the rest of it takes the values that the set lacks: each domain there must meet
// them, a value without a place there is in the set, and values of all possible sets go from there. Where only some of
// them do, the house is a crossing: a value without a place in the rest of it is in the set, and no variable outside has
// it; a value of all possible sets goes from the rest where no variable outside can have it.
#pragma once

#include <algorithm>
#include <utility>

#include "../kernel/level.hpp"
#include "building.hpp"
#include "value_sets.hpp"

namespace sudoku_cp {

// A house that holds several of the variables, but not all.
struct Crossing {
  Slice<std::int32_t> rest;  // its other variables
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

  Footprint complete(Building&) {
    Variables around(rest.begin(), rest.end());
    for (const Crossing& crossing : crossings) {
      for (const std::int32_t variable : crossing.rest) {
        if (std::ranges::find(around, variable) == around.end()) around.push_back(variable);
      }
    }
    return {.scope = Variables(variables.begin(), variables.end()), .around = std::move(around), .idempotent = true};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Finds the values that must be among the variables as a house has no other place for them: variables outside that house
// do not have them. The union of the domains stays as it was read.
template <typename Mask>
bool claim_crossings(Search& search, const SetList& list, SetDomains& domains, ValueSet& must, bool& changed) {
  for (const Crossing& crossing : list.crossings) {
    Word elsewhere = 0;
    for (const std::int32_t variable : crossing.rest) elsewhere |= masks<Mask>(search)[variable];
    const auto claimed = static_cast<ValueSet>(crossing.house_values & ~elsewhere);
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

template <typename Mask>
bool propagate(Search& search, const SetList& list) {
  for (bool changed = true; changed;) {
    changed = false;
    SetDomains domains, others;
    domains.read<Mask>(search, list.variables);
    others.read<Mask>(search, list.rest);
    auto must = static_cast<ValueSet>(domains.fixed | (list.house_values & ~others.any));
    if (!claim_crossings<Mask>(search, list, domains, must, changed)) return false;
    const SetTally tally = tally_sets(list.sets, domains, must, others);
    if (!keep_sets<Mask>(search, list.variables, domains, tally, changed)) return false;
    for (std::int32_t at = 0; at < list.rest.size; ++at) {
      if ((others.of[at] & tally.required) == 0) continue;
      if (!keep_only<Mask>(search, list.rest[at], static_cast<ValueSet>(~tally.required))) return false;
      changed = true;
    }
    const auto open = static_cast<ValueSet>(tally.required & ~domains.fixed);
    if (open == 0) continue;
    for (const Crossing& crossing : list.crossings) {
      if (!clear_crossing<Mask>(search, crossing, domains, open, changed)) return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
