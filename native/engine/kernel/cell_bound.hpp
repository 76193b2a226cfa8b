// The relaxation of a cell problem: every variable takes its cheapest value, the items (house, value) are relaxed.
// The multiplier of an item stands at house · values + bit.
#pragma once

#include "kernel/cell_propagation.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
Cost CellSpace<Mask>::relax(Search& search) {
  const ProblemView& problem = *search.problem;
  const CellView& cells = problem.cells;
  Cost total = 0;
  for (std::int32_t variable = 0; variable < problem.words; ++variable) {
    const std::uint32_t begin = cells.house_list.begin[variable];
    const std::uint32_t end = cells.house_list.begin[variable + 1];
    Cost least = kNoCost;
    std::int32_t cheapest = 0;
    for (Word rest = masks<Mask>(search)[variable]; rest != 0; rest &= rest - 1) {
      const std::int32_t bit = lowest_bit(rest);
      const Slot slot = slot_of(variable, bit);
      Cost reduced = problem.costs[slot] * kMultiplierScale;
      for (std::uint32_t at = begin; at < end; ++at) {
        reduced -= search.costs.multipliers[cells.house_list.values[at] * cells.values + bit];
      }
      search.costs.reduced[slot] = reduced;
      if (reduced < least) {
        least = reduced;
        cheapest = bit;
      }
    }
    SUDOKU_CP_ASSERT(least > -kNoCost && least < kNoCost);
    total += least;
    search.costs.cheapest[variable] = least;
    for (std::uint32_t at = begin; at < end; ++at) {
      ++search.costs.coverage[cells.house_list.values[at] * cells.values + cheapest];
    }
  }
  return total;
}

template <typename Mask>
int CellSpace<Mask>::remove_costly(Search& search, Cost bound, Cost limit) {
  const ProblemView& problem = *search.problem;
  int removed = 0;
  for (std::int32_t variable = 0; variable < problem.words && !search.failed; ++variable) {
    const Word domain = masks<Mask>(search)[variable];
    const Cost others = bound - search.costs.cheapest[variable];
    Word keep = 0;
    for (Word rest = domain; rest != 0; rest &= rest - 1) {
      if (others + search.costs.reduced[slot_of(variable, lowest_bit(rest))] < limit) keep |= rest & -rest;
    }
    if (keep == domain) continue;
    SUDOKU_CP_ASSERT(keep != 0);
    keep_only<Mask>(search, variable, keep);
    ++removed;
  }
  return removed;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
