// What must hold of a search between two steps. Only assertions call these functions, so that release builds have none.
#pragma once

#include "kernel/bits.hpp"
#include "kernel/level.hpp"
#include "kernel/scratch.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// No placement, house, intersection or propagator is queued.
[[maybe_unused]] inline bool queues_are_empty(const Search& search) {
  if (search.forced_count != 0) return false;
  for (std::int32_t word = 0; word < search.problem->cells.house_words; ++word) {
    if (search.cells.dirty[word] != 0 || search.cells.unlocked[word] != 0) return false;
  }
  for (std::int32_t word = 0; word < search.problem->propagator_words; ++word) {
    if (search.cells.waiting[word] != 0) return false;
  }
  return true;
}

// Every variable has a value, and those with several are the open ones.
template <typename Mask>
[[maybe_unused]] bool open_variables_agree(const Search& search) {
  std::int32_t open = 0;
  for (std::int32_t variable = 0; variable < search.problem->words; ++variable) {
    const Mask domain = masks<Mask>(search)[variable];
    if (domain == 0) return false;
    if (!is_single(domain)) ++open;
  }
  return open == *search.state.open;
}

// Every domain is part of what it was a level above.
template <typename Mask>
[[maybe_unused]] bool only_shrank(const Search& search) {
  if (search.depth == 0) return true;
  const Mask* above = typed<Mask>(search.levels[search.depth - 1]);
  for (std::int32_t variable = 0; variable < search.problem->words; ++variable) {
    if ((masks<Mask>(search)[variable] & ~above[variable]) != 0) return false;
  }
  return true;
}

// No peer of a variable has its value.
template <typename Mask>
[[maybe_unused]] bool peers_lack(const Search& search, std::int32_t variable, Mask value) {
  const ListsView<std::int32_t>& peers = search.problem->cells.peers;
  for (std::uint32_t at = peers.begin[variable]; at < peers.begin[variable + 1]; ++at) {
    if ((masks<Mask>(search)[peers.values[at]] & value) != 0) return false;
  }
  return true;
}

template <typename Holds>
[[maybe_unused]] bool all_houses(Word houses, Holds holds) {
  for (; houses != 0; houses &= houses - 1) {
    if (!holds(lowest_bit(houses))) return false;
  }
  return true;
}

// The values of some variables, and those that several of them have.
template <typename Mask>
struct SeenValues {
  Mask once = 0;
  Mask twice = 0;

  SeenValues(const Search& search, const ListsView<std::int32_t>& lists, std::int32_t list) {
    for (std::uint32_t at = lists.begin[list]; at < lists.begin[list + 1]; ++at) {
      const Mask domain = masks<Mask>(search)[lists.values[at]];
      twice |= once & domain;
      once |= domain;
    }
  }
};

// Every value of the house has a place, and those with one place are there.
template <typename Mask>
[[maybe_unused]] bool is_silent(const Search& search, std::int32_t house) {
  const CellView& cells = search.problem->cells;
  const SeenValues<Mask> seen(search, cells.houses, house);
  return seen.once == cells.house_values[house] && (seen.once & ~seen.twice & ~search.state.placed[house]) == 0;
}

// No value that the house must have among the cells that it shares with a partner can be elsewhere in the partner, and
// they have room for all such values.
template <typename Mask>
[[maybe_unused]] bool locks_nothing(const Search& search, std::int32_t house) {
  const CellView& cells = search.problem->cells;
  for (std::uint32_t at = cells.intersections.begin[house]; at < cells.intersections.begin[house + 1]; ++at) {
    const std::int32_t intersection = cells.intersections.values[at];
    const std::uint32_t shared_end = cells.shared.begin[intersection + 1];
    Mask outside = 0;
    for (std::uint32_t own = cells.houses.begin[house]; own < cells.houses.begin[house + 1]; ++own) {
      bool is_shared = false;
      for (std::uint32_t other = cells.shared.begin[intersection]; other < shared_end; ++other) {
        is_shared |= cells.shared.values[other] == cells.houses.values[own];
      }
      if (!is_shared) outside |= masks<Mask>(search)[cells.houses.values[own]];
    }
    const Word required = cells.house_values[house] & ~Word{outside};
    if ((required & ~search.state.placed[house]) == 0) continue;
    const auto room = static_cast<std::int32_t>(shared_end - cells.shared.begin[intersection]);
    const SeenValues<Mask> rest(search, cells.partner_rests, static_cast<std::int32_t>(at));
    if (size_of(required) > room || (rest.once & required) != 0) return false;
  }
  return true;
}

// The counts of a cover problem, and its number of open items, are those of its live options.
[[maybe_unused]] inline bool counts_agree(const Search& search) {
  const CoverView& cover = search.problem->cover;
  std::int32_t open = 0;
  for (Item item = 0; item < cover.primary; ++item) {
    std::int32_t live = 0;
    for (std::uint32_t at = cover.options.begin[item]; at < cover.options.begin[item + 1]; ++at) {
      const Slot slot = cover.options.values[at].slot;
      live += (masks<Word>(search)[word_of(slot)] & bit_of(slot)) != 0;
    }
    const std::int32_t count = search.state.count[item];
    const bool covered = count >= kCovered / 2;
    if (count - (covered ? kCovered : 0) != live) return false;
    open += !covered;
  }
  return open == *search.state.open;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
