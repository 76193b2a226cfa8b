// Exact cover by counting: removing options, choosing options, and what follows for the items.
#pragma once

#include "kernel/activity.hpp"
#include "kernel/bits.hpp"
#include "kernel/invariants.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline bool is_alive(const Search& search, Slot slot) {
  return (masks<Word>(search)[slot / kWordBits] >> (slot % kWordBits)) & 1;
}

inline bool is_covered(const State& state, Item item) { return state.count[item] >= kCovered / 2; }

inline void cover_fail(Search& search, Item item) {
  search.failed = true;
  search.activity[item] += search.cover.activity_step;
}

// Removes a live option. An item left with one option is forced; one left with none is a contradiction.
inline void remove_option(Search& search, Slot slot) {
  const ListsView<Item>& items = search.problem->cover.primary_items;
  SUDOKU_CP_ASSERT(is_alive(search, slot));
  SUDOKU_CP_ASSERT(search.cover.trail_count < static_cast<std::uint32_t>(search.problem->words * kWordBits));
  masks<Word>(search)[slot / kWordBits] &= ~bit_of(slot);
  search.cover.trail[search.cover.trail_count++] = slot;
  const std::uint32_t end = items.begin[slot + 1];
  for (std::uint32_t at = items.begin[slot]; at < end; ++at) {
    const Item item = items.values[at];
    const std::int32_t left = --search.state.count[item];
    SUDOKU_CP_ASSERT(left >= 0);
    if (left > 1) continue;
    SUDOKU_CP_ASSERT(search.forced_count < search.problem->weighted_items);
    if (left == 1) search.forced[search.forced_count++] = item;
    else cover_fail(search, item);
  }
}

// Chooses a live option: its items are covered, and every option that it excludes is removed.
inline void choose_option(Search& search, Slot slot) {
  const CoverView& cover = search.problem->cover;
  State& state = search.state;
  SUDOKU_CP_ASSERT(is_alive(search, slot));
  ++search.statistics.propagations;
  search.cover.trail[search.cover.trail_count++] = slot | kChosen;
  const std::uint32_t primary_begin = cover.primary_items.begin[slot];
  const std::uint32_t primary_end = cover.primary_items.begin[slot + 1];
  SUDOKU_CP_ASSERT(primary_begin < primary_end);
  for (std::uint32_t at = primary_begin; at < primary_end; ++at) {
    SUDOKU_CP_ASSERT(!is_covered(state, cover.primary_items.values[at]));
    state.count[cover.primary_items.values[at]] += kCovered;
  }
  *state.open -= static_cast<std::int32_t>(primary_end - primary_begin);
  SUDOKU_CP_ASSERT(*state.open >= 0);
  const auto remove_others = [&](Item item, std::int32_t colour) {
    const std::uint32_t end = cover.options.begin[item + 1];
    for (std::uint32_t at = cover.options.begin[item]; at < end; ++at) {
      const ColouredSlot other = cover.options.values[at];
      const bool agrees = other.slot == slot || (colour != 0 && other.colour == colour);
      if (!agrees && is_alive(search, other.slot)) remove_option(search, other.slot);
    }
  };
  for (std::uint32_t at = primary_begin; at < primary_end && !search.failed; ++at) {
    remove_others(cover.primary_items.values[at], 0);
  }
  const std::uint32_t secondary_end = cover.secondary_items.begin[slot + 1];
  for (std::uint32_t at = cover.secondary_items.begin[slot]; at < secondary_end && !search.failed; ++at) {
    remove_others(cover.secondary_items.values[at].item, cover.secondary_items.values[at].colour);
  }
}

// Takes back the last thing on the trail.
inline void undo(Search& search) {
  const ListsView<Item>& items = search.problem->cover.primary_items;
  SUDOKU_CP_ASSERT(search.cover.trail_count > 0);
  const Slot entry = search.cover.trail[--search.cover.trail_count];
  const Slot slot = entry & ~kChosen;
  const std::uint32_t begin = items.begin[slot];
  const std::uint32_t end = items.begin[slot + 1];
  SUDOKU_CP_ASSERT(is_alive(search, slot) == ((entry & kChosen) != 0));
  if ((entry & kChosen) != 0) {
    for (std::uint32_t at = begin; at < end; ++at) {
      SUDOKU_CP_ASSERT(is_covered(search.state, items.values[at]));
      search.state.count[items.values[at]] -= kCovered;
    }
    *search.state.open += static_cast<std::int32_t>(end - begin);
  } else {
    for (std::uint32_t at = begin; at < end; ++at) ++search.state.count[items.values[at]];
    masks<Word>(search)[slot / kWordBits] |= bit_of(slot);
  }
}

inline Slot only_option(const Search& search, Item item) {
  const ListsView<ColouredSlot>& options = search.problem->cover.options;
  std::uint32_t at = options.begin[item];
  SUDOKU_CP_ASSERT(search.state.count[item] > 0);
  while (!is_alive(search, options.values[at].slot)) ++at;
  SUDOKU_CP_ASSERT(at < options.begin[item + 1]);
  return options.values[at].slot;
}

// Returns the item with the fewest options, of several the most active one.
inline Item scarcest_item(const Search& search) {
  constexpr std::int32_t kBlock = 16;
  const std::int32_t* count = search.state.count;
  const std::int32_t* activity = search.activity;
  std::int32_t least = INT32_MAX;
  std::int32_t block = 0;
  for (std::int32_t begin = 0; begin < search.problem->cover.padded_primary; begin += kBlock) {
    std::int32_t least_here = INT32_MAX;
    for (std::int32_t at = begin; at < begin + kBlock; ++at) {
      const std::int32_t key = branching_key(count[at], activity[at]);
      least_here = key < least_here ? key : least_here;
    }
    if (least_here < least) {
      least = least_here;
      block = begin;
    }
  }
  Item item = block;
  while (branching_key(count[item], activity[item]) != least) ++item;
  SUDOKU_CP_ASSERT(item < search.problem->cover.primary && !is_covered(search.state, item));
  return item;
}

struct CoverSpace {
  static bool propagate(Search& search) {
    while (!search.failed && search.forced_count > 0) {
      const Item item = search.forced[--search.forced_count];
      if (!is_covered(search.state, item)) choose_option(search, only_option(search, item));
    }
    search.forced_count = 0;
    SUDOKU_CP_ASSERT(search.failed || counts_agree(search));
    return !search.failed;
  }

  static void start(Search& search) { search.cover.activity_step = 1; }

  static void reopen(Search& search) {
    search.cover.trail_count = 0;
    search.forced_count = 0;
  }

  static void blame(Search& search) { decay_activity(search); }

  static void go_down(Search& search) {
    SUDOKU_CP_ASSERT(search.depth + 1 < search.capacity && search.forced_count == 0);
    search.cover.trail_begin[++search.depth] = search.cover.trail_count;
    SUDOKU_CP_ASSERT(search.cover.trail_begin[search.depth] >= search.cover.trail_begin[search.depth - 1]);
  }

  static void go_up(Search& search) {
    SUDOKU_CP_ASSERT(search.depth > 0 && search.cover.trail_count >= search.cover.trail_begin[search.depth]);
    while (search.cover.trail_count > search.cover.trail_begin[search.depth]) undo(search);
    --search.depth;
    SUDOKU_CP_ASSERT(counts_agree(search));
  }

  static bool is_live(const Search& search, Slot slot) { return is_alive(search, slot); }

  static void choose(Search& search, Slot slot) { choose_option(search, slot); }

  static void remove(Search& search, Slot slot) {
    const Item item = search.problem->cover.primary_items.values[search.problem->cover.primary_items.begin[slot]];
    if (is_covered(search.state, item)) search.failed = true;
    else remove_option(search, slot);
  }

  static bool is_chosen(const Search& search, Slot slot) {
    const ListsView<Item>& items = search.problem->cover.primary_items;
    return is_covered(search.state, items.values[items.begin[slot]]);
  }

  // Returns the option to branch on: the cheapest of the scarcest item.
  static Slot branch(const Search& search) {
    const ListsView<ColouredSlot>& options = search.problem->cover.options;
    const Item item = scarcest_item(search);
    SUDOKU_CP_ASSERT(search.state.count[item] > 1);
    Slot chosen = only_option(search, item);
    if (!search.costs.optimise) return chosen;
    for (std::uint32_t at = options.begin[item]; at < options.begin[item + 1]; ++at) {
      const Slot slot = options.values[at].slot;
      if (is_alive(search, slot) && search.costs.reduced[slot] < search.costs.reduced[chosen]) chosen = slot;
    }
    return chosen;
  }

  static Cost relax(Search& search);
  static int remove_costly(Search& search, Cost bound, Cost limit);
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
