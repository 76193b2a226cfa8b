// A value that one of some variables must have is removed from every variable that differs from all those that can have
// it. Houses imply this only for variables that share a house.
#pragma once

#include "kernel/cells.hpp"
#include "kernel/level.hpp"
#include "tuning.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Only branching does this: trials keep to the scopes of their parts, and explanations, which run without watchers, would
// involve too many variables.
inline bool sees_common_peers(const Search& search) {
  return search.cells.trial_depth == 0 && search.problem->propagators != 0 &&
         search.problem->cells.peer_masks != nullptr;
}

// Returns whether the search may go on.
template <typename Mask>
bool clear_common_peers(Search& search, const Slice<std::int32_t>& variables, Word value, bool& changed) {
  using Vectors = Lanes<Mask>;
  const ProblemView& problem = *search.problem;
  const std::size_t row_bytes = static_cast<std::size_t>(problem.padded_words) * sizeof(Mask);
  Mask* const domains = masks<Mask>(search);
  const std::byte* rows[tuning::kMostCommonPlaces];
  std::int32_t places = 0;
  for (const std::int32_t variable : variables) {
    if ((domains[variable] & value) == 0) continue;
    if (places == tuning::kMostCommonPlaces) return true;
    rows[places++] = problem.cells.peer_masks + static_cast<std::size_t>(variable) * row_bytes;
  }
  if (places == 0) return !search.failed;
  for (std::int32_t begin = 0; begin < problem.padded_words; begin += Vectors::kCount) {
    auto lost = *Vectors::at(domains + begin) & static_cast<Mask>(value);
    for (std::int32_t at = 0; at < places; ++at) {
      lost &= *Vectors::at(rows[at] + static_cast<std::size_t>(begin) * sizeof(Mask));
    }
    for (Word lanes = Vectors::set_lanes(lost); lanes != 0;) {
      const std::int32_t lane = lowest_bit(lanes);
      lanes &= ~(Vectors::kLane << lane);
      if (!keep_only<Mask>(search, begin + lane / Vectors::kLaneBits, ~value)) return false;
      changed = true;
    }
  }
  return true;
}

// The same for several values. None of the variables has one of them alone.
template <typename Mask>
bool clear_common_peers_of(Search& search, const Slice<std::int32_t>& variables, Word values) {
  bool changed = false;
  for (Word rest = sees_common_peers(search) ? values : 0; rest != 0; rest &= rest - 1) {
    if (!clear_common_peers<Mask>(search, variables, rest & -rest, changed)) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
