// The values of a house are laid out in one of several ways; each of them allots a set of values to every variable.
//
// A way is possible while every variable has a value allotted to it, and every value a place where it is allotted. The
// variables keep the values of possible ways.
#pragma once

#include "constraints/store.hpp"
#include "constraints/value_sets.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp {

// Made of automata. The variables are a house with one table of values.
struct Layouts {
  Slice<std::int32_t> variables;
  ValueSet values;           // of the house
  std::int32_t ways;         // whole vectors
  Slice<ValueSet> allotted;  // [variables][ways]: values of each variable
  Slice<ValueSet> places;    // [values][ways]: places of each value, a bit for each variable

  Metadata prepare(ModelStore&) { return {.scope = Variables(variables.begin(), variables.end()), .idempotent = true}; }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate(Search& search, const Layouts& layouts) {
  const std::int32_t size = layouts.variables.size;
  for (bool changed = true; changed;) {
    changed = false;
    SetDomains domains;
    domains.read<Mask>(search, layouts.variables);
    ValueSet places[kMostSetValues] = {};
    std::int32_t values = 0;
    for (Word rest = layouts.values; rest != 0; rest &= rest - 1, ++values) {
      for (std::int32_t at = 0; at < size; ++at)
        places[values] |= static_cast<ValueSet>((domains.of[at] >> lowest_bit(rest) & 1) << at);
    }
    SetVector possible[kMostSetValues] = {};
    for (std::int32_t begin = 0; begin < layouts.ways; begin += kSetsOfVector) {
      auto fits = (sets_at(layouts.allotted.data + begin) & domains.of[0]) != 0;
      for (std::int32_t at = 1; at < size; ++at)
        fits &= (sets_at(layouts.allotted.data + at * layouts.ways + begin) & domains.of[at]) != 0;
      for (std::int32_t value = 0; value < values; ++value)
        fits &= (sets_at(layouts.places.data + value * layouts.ways + begin) & places[value]) != 0;
      for (std::int32_t at = 0; at < size; ++at)
        possible[at] |= sets_at(layouts.allotted.data + at * layouts.ways + begin) & (SetVector)fits;
    }
    for (std::int32_t at = 0; at < size; ++at) {
      const auto keep = static_cast<ValueSet>(domains.of[at] & union_of_lanes(possible[at]));
      if (keep == domains.of[at]) continue;
      if (!keep_only<Mask>(search, layouts.variables[at], keep)) return false;
      changed = true;
    }
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
