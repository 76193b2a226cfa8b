// The relaxation of a cover problem: every choice item takes its cheapest option, every other primary item is relaxed.
#pragma once

#include "kernel/cover.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline Cost reduced_cost_of_option(const Search& search, Slot slot) {
  const ListsView<Item>& items = search.problem->cover.primary_items;
  Cost reduced = search.problem->costs[slot] * kMultiplierScale;
  for (std::uint32_t at = items.begin[slot]; at < items.begin[slot + 1]; ++at) {
    reduced -= search.costs.multipliers[items.values[at]];
  }
  return reduced;
}

inline void cover_items(Search& search, Slot slot) {
  const ListsView<Item>& items = search.problem->cover.primary_items;
  for (std::uint32_t at = items.begin[slot]; at < items.begin[slot + 1]; ++at)
    ++search.costs.coverage[items.values[at]];
}

inline Cost CoverSpace::relax(Search& search) {
  const CoverView& cover = search.problem->cover;
  Cost total = 0;
  for (std::int32_t at = 0; at < cover.choice_item_count; ++at) {
    const Item item = cover.choice_items[at];
    Cost least = kNoCost;
    Slot cheapest = 0;
    for (std::uint32_t option = cover.options.begin[item]; option < cover.options.begin[item + 1]; ++option) {
      const Slot slot = cover.options.values[option].slot;
      if (!is_alive(search, slot)) continue;
      search.costs.reduced[slot] = reduced_cost_of_option(search, slot);
      if (search.costs.reduced[slot] < least) {
        least = search.costs.reduced[slot];
        cheapest = slot;
      }
    }
    SUDOKU_CP_ASSERT(least > -kNoCost && least < kNoCost);
    total += least;
    search.costs.cheapest[at] = least;
    cover_items(search, cheapest);
  }
  for (std::int32_t at = 0; at < cover.loose_slot_count; ++at) {
    const Slot slot = cover.loose_slots[at];
    if (!is_alive(search, slot)) continue;
    search.costs.reduced[slot] = reduced_cost_of_option(search, slot);
    if (search.costs.reduced[slot] >= 0) continue;
    total += search.costs.reduced[slot];
    cover_items(search, slot);
  }
  return total;
}

inline int CoverSpace::remove_costly(Search& search, Cost bound, Cost limit) {
  const CoverView& cover = search.problem->cover;
  int removed = 0;
  for (std::int32_t at = 0; at < cover.choice_item_count; ++at) {
    const Item item = cover.choice_items[at];
    if (is_covered(search.state, item)) continue;
    const Cost others = bound - search.costs.cheapest[at];
    for (std::uint32_t option = cover.options.begin[item]; option < cover.options.begin[item + 1]; ++option) {
      const Slot slot = cover.options.values[option].slot;
      if (!is_alive(search, slot) || others + search.costs.reduced[slot] < limit) continue;
      remove_option(search, slot);
      ++removed;
    }
  }
  for (std::int32_t at = 0; at < cover.loose_slot_count; ++at) {
    const Slot slot = cover.loose_slots[at];
    const bool open = is_alive(search, slot) && !CoverSpace::is_chosen(search, slot);
    if (!open || bound + search.costs.reduced[slot] < limit) continue;
    remove_option(search, slot);
    ++removed;
  }
  return removed;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
