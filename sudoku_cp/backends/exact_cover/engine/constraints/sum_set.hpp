// Pairwise different variables with a fixed sum: the set of their values is one of a list of masks.
//
// A set is possible while it lies in the union of the domains, holds every fixed value, and meets every domain. The
// variables keep the values of possible sets; a value of all possible sets with one place left is put there.
#pragma once

#include "../kernel/cells.hpp"
#include "../kernel/level.hpp"
#include "building.hpp"

namespace sudoku_cp {

// Made of sums. All variables have one table of values.
struct SumSet {
  Slice<std::int32_t> variables;
  Slice<Word> sets;

  Footprint complete(Building&) { return {.scope = {variables.begin(), variables.end()}, .idempotent = true}; }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate(Search& search, const SumSet& sums) {
  for (bool changed = true; changed;) {
    changed = false;
    Word any = 0;
    Word fixed = 0;
    for (std::int32_t cell = 0; cell < sums.variables.size; ++cell) {
      const Word domain = masks<Mask>(search)[sums.variables[cell]];
      any |= domain;
      if (is_single(domain)) fixed |= domain;
    }
    Word possible = 0;
    Word required = ~Word{0};
    for (std::int32_t at = 0; at < sums.sets.size; ++at) {
      const Word set = sums.sets[at];
      if ((set & ~any) != 0 || (fixed & ~set) != 0) continue;
      bool meets_all = true;
      for (std::int32_t cell = 0; cell < sums.variables.size && meets_all; ++cell) {
        meets_all = (masks<Mask>(search)[sums.variables[cell]] & set) != 0;
      }
      if (!meets_all) continue;
      possible |= set;
      required &= set;
    }
    if (possible == 0) {
      search.failed = true;
      return false;
    }
    Word once = 0;
    Word twice = 0;
    for (std::int32_t cell = 0; cell < sums.variables.size; ++cell) {
      Word domain = masks<Mask>(search)[sums.variables[cell]];
      Word keep = domain & possible;
      if (!is_single(domain)) keep &= ~fixed;
      if (keep != domain) {
        if (!keep_only<Mask>(search, sums.variables[cell], keep)) return false;
        domain = keep;
        changed = true;
      }
      twice |= once & domain;
      once |= domain;
    }
    const Word forced = required & once & ~twice & ~fixed;
    if ((required & ~once) != 0) {
      search.failed = true;
      return false;
    }
    for (std::int32_t cell = 0; forced != 0 && cell < sums.variables.size; ++cell) {
      const Word domain = masks<Mask>(search)[sums.variables[cell]];
      const Word here = domain & forced;
      if (here == 0 || here == domain) continue;
      if (!is_single(here)) search.failed = true;
      if (search.failed || !keep_only<Mask>(search, sums.variables[cell], here)) return false;
      changed = true;
    }
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
