// What must hold of a search between two steps. Only assertions ask.
#pragma once

#include "kernel/bits.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Nothing waits: no placement, no house, no intersection, no propagator.
[[maybe_unused]] inline bool queues_are_empty(const Search& search) {
  if (search.forced_count != 0) return false;
  for (std::int32_t word = 0; word < search.problem->cells.house_words; ++word) {
    if (search.dirty[word] != 0 || search.unlocked[word] != 0) return false;
  }
  for (std::int32_t word = 0; word < search.problem->propagator_words; ++word) {
    if (search.waiting[word] != 0) return false;
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
  const auto* above = reinterpret_cast<const Mask*>(search.levels[search.depth - 1]);
  for (std::int32_t variable = 0; variable < search.problem->words; ++variable) {
    if ((masks<Mask>(search)[variable] & ~above[variable]) != 0) return false;
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
