// Variables as masks: shrinking a domain, placing a value, and looking over a house.
#pragma once

#include "kernel/bits.hpp"
#include "kernel/invariants.hpp"
#include "kernel/lanes.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline void wake_watchers(Search& search, std::int32_t variable) {
  const ListsView<Watchers>& watchers = search.problem->watcher_sets;
  const Watchers* const begin = watchers.values + watchers.begin[variable];
  const Watchers* const end = watchers.values + watchers.begin[variable + 1];
  for (const Watchers* at = begin; at != end; ++at) {
    SUDOKU_CP_ASSERT(at->word < search.problem->propagator_words);
    search.cells.waiting[at->word] |= at->propagators;
  }
}

// Handles a smaller domain, except for its houses: queues a single value for placement, fails without a value, and wakes
// the watchers.
template <typename Mask>
void notice_domain(Search& search, std::int32_t variable, Mask domain) {
  if (is_single(domain)) [[unlikely]] {
    if (domain == 0) {
      search.failed = true;
      return;
    }
    SUDOKU_CP_ASSERT(search.forced_count < search.problem->words);
    search.forced[search.forced_count++] = variable;
  }
  if (search.problem->propagators != 0) [[unlikely]]
    wake_watchers(search, variable);
}

// Removes the values of a variable that are not in `keep`. Returns whether the search may go on.
template <typename Mask>
bool keep_only(Search& search, std::int32_t variable, Word keep) {
  SUDOKU_CP_ASSERT(variable >= 0 && variable < search.problem->words);
  Mask& domain = masks<Mask>(search)[variable];
  const Mask kept = static_cast<Mask>(domain & keep);
  if (kept == domain) return !search.failed;
  domain = kept;
  if (search.cells.trial_depth != 0) [[unlikely]] {
    search.failed |= kept == 0;
    return !search.failed;
  }
  notice_domain(search, variable, kept);
  const CellView& cells = search.problem->cells;
  for (std::int32_t at = 0; at < cells.house_words; ++at) {
    search.cells.dirty[at] |= cells.houses_of[variable * cells.house_words + at];
  }
  return !search.failed;
}

// Removes the value of a variable from all its peers, vector by vector. The houses that a peer shares with the variable
// have placed the value already: only its other houses become dirty.
template <typename Mask>
void clear_peers_by_vector(Search& search, std::int32_t variable, Mask value) {
  using Vectors = Lanes<Mask>;
  const ProblemView& problem = *search.problem;
  const Word* houses_of = problem.cells.houses_of;
  const std::int32_t house_words = problem.cells.house_words;
  Mask* domains = masks<Mask>(search);
  const std::byte* peers = problem.cells.peer_masks + static_cast<std::size_t>(variable) *
                                                          static_cast<std::size_t>(problem.padded_words) * sizeof(Mask);
  Word dirty = 0;
  for (std::int32_t begin = 0; begin < problem.padded_words; begin += Vectors::kCount) {
    auto* vector = Vectors::at(domains + begin);
    const auto lost = *vector & *Vectors::at(peers + static_cast<std::size_t>(begin) * sizeof(Mask)) & value;
    *vector ^= lost;
    for (Word lanes = Vectors::set_lanes(lost); lanes != 0;) {
      const std::int32_t lane = lowest_bit(lanes);
      lanes &= ~(Vectors::kLane << lane);
      const std::int32_t peer = begin + lane / Vectors::kLaneBits;
      SUDOKU_CP_ASSERT(peer < problem.words && peer != variable);
      notice_domain(search, peer, domains[peer]);
      dirty |= houses_of[peer * house_words];
      for (std::int32_t at = 1; at < house_words; ++at) search.cells.dirty[at] |= houses_of[peer * house_words + at];
    }
  }
  search.cells.dirty[0] |= dirty & ~houses_of[variable * house_words];
}

template <typename Mask>
void clear_peers_one_by_one(Search& search, std::int32_t variable, Mask value) {
  const ListsView<std::int32_t>& peers = search.problem->cells.peers;
  const std::uint32_t end = peers.begin[variable + 1];
  for (std::uint32_t at = peers.begin[variable]; at < end; ++at) {
    keep_only<Mask>(search, peers.values[at], static_cast<Mask>(~value));
  }
}

// Places the only value of a variable: in its houses, and by removing it from its peers.
template <typename Mask>
void place(Search& search, std::int32_t variable) {
  const CellView& cells = search.problem->cells;
  const Mask value = masks<Mask>(search)[variable];
  SUDOKU_CP_ASSERT(value != 0 && is_single(value));
  SUDOKU_CP_ASSERT(search.cells.trial_depth == 0);
  SUDOKU_CP_ASSERT(*search.state.open > 0);
  ++search.statistics.propagations;
  search.cells.last_placed = slot_of(variable, lowest_bit(value));
  --*search.state.open;
  for (std::uint32_t at = cells.house_list.begin[variable]; at < cells.house_list.begin[variable + 1]; ++at) {
    SUDOKU_CP_ASSERT((search.state.placed[cells.house_list.values[at]] & value) == 0);
    search.state.placed[cells.house_list.values[at]] |= value;
  }
  if (cells.peer_masks != nullptr) clear_peers_by_vector(search, variable, value);
  else clear_peers_one_by_one(search, variable, value);
  SUDOKU_CP_ASSERT(peers_lack<Mask>(search, variable, value));
  if (cells.conflicts.begin == nullptr) return;
  const Slot slot = search.cells.last_placed;
  for (std::uint32_t at = cells.conflicts.begin[slot]; at < cells.conflicts.begin[slot + 1]; ++at) {
    keep_only<Mask>(search, word_of(cells.conflicts.values[at]), ~bit_of(cells.conflicts.values[at]));
  }
}

// Values seen in one cell and more, and in two cells and more.
template <typename Mask>
struct Tally {
  Mask once = 0;
  Mask twice = 0;

  void add(Mask domain) {
    twice |= once & domain;
    once |= domain;
  }
};

template <std::int32_t kSize, typename Mask>
Tally<Mask> tally_of_size(const Mask* domains, const std::int32_t* members) {
  Tally<Mask> result;
#pragma GCC unroll 16
  for (std::int32_t at = 0; at < kSize; ++at) result.add(domains[members[at]]);
  return result;
}

template <typename Mask>
Tally<Mask> tally(const Mask* domains, const std::int32_t* members, std::int32_t size) {
  if (size == 9) return tally_of_size<9>(domains, members);
  if (size == 16) return tally_of_size<16>(domains, members);
  Tally<Mask> result;
  for (std::int32_t at = 0; at < size; ++at) result.add(domains[members[at]]);
  return result;
}

// Fails on values without a place, and places values with one place. No single value may be queued for placement.
template <typename Mask>
void look_over(Search& search, std::int32_t house) {
  SUDOKU_CP_ASSERT(search.forced_count == 0);
  const CellView& cells = search.problem->cells;
  const Mask placed = static_cast<Mask>(search.state.placed[house]);
  const Mask all = static_cast<Mask>(cells.house_values[house]);
  SUDOKU_CP_ASSERT((placed & ~all) == 0);
  if (placed == all) return;
  const std::int32_t* members = cells.houses.values + cells.houses.begin[house];
  const auto size = static_cast<std::int32_t>(cells.houses.begin[house + 1] - cells.houses.begin[house]);
  const Mask* domains = masks<Mask>(search);
  const Tally<Mask> seen = tally(domains, members, size);
  SUDOKU_CP_ASSERT((seen.once & ~all) == 0);
  if (seen.once != all) {
    search.failed = true;
    return;
  }
  const Mask hidden = static_cast<Mask>(seen.once & ~seen.twice & ~placed);
  if (hidden == 0) return;
  for (std::int32_t at = 0; at < size; ++at) {
    const Mask here = domains[members[at]] & hidden;
    if (here == 0) continue;
    if (!is_single(here)) {
      search.failed = true;
      return;
    }
    keep_only<Mask>(search, members[at], here);
  }
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
