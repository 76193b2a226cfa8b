// Pairwise different variables: the set of their values is one of a list of masks.
//
// Where the variables lie in a house, the rest of it takes the values that the set lacks: each domain there must meet
// them, a value without a place there is in the set, and values of all possible sets go from there.
#pragma once

#include "../kernel/level.hpp"
#include "building.hpp"
#include "value_sets.hpp"

namespace sudoku_cp {

// Made of sums and automata. All variables have one table of values.
struct SetList {
  Slice<std::int32_t> variables;
  Slice<std::int32_t> rest;  // the other variables of a house that holds them all; none where there is no such house
  ValueSet house_values;     // of that house, or 0
  Slice<ValueSet> sets;      // whole vectors

  Footprint complete(Building&) {
    Variables scope(variables.begin(), variables.end());
    scope.insert(scope.end(), rest.begin(), rest.end());
    return {.scope = std::move(scope), .idempotent = true};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate(Search& search, const SetList& list) {
  for (bool changed = true; changed;) {
    changed = false;
    SetDomains domains, others;
    domains.read<Mask>(search, list.variables);
    others.read<Mask>(search, list.rest);
    const auto must = static_cast<ValueSet>(domains.fixed | (list.house_values & ~others.any));
    const SetTally tally = tally_sets(list.sets, domains, must, others);
    if (!keep_sets<Mask>(search, list.variables, domains, tally, changed)) return false;
    for (std::int32_t at = 0; at < list.rest.size; ++at) {
      if ((others.of[at] & tally.required) == 0) continue;
      if (!keep_only<Mask>(search, list.rest[at], static_cast<ValueSet>(~tally.required))) return false;
      changed = true;
    }
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
