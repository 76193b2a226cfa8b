// Where a general exact cover branches: on the scarcest item, and of these on the one that failed most lately.
#pragma once

#include "kernel/level.hpp"
#include "kernel/views.hpp"
#include "tuning.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline constexpr std::int32_t kScarcityShift = 16;
inline constexpr std::int32_t kMostScarce = 0x7fff;  // of what is done; the largest counts look the same

inline std::int32_t branching_key(std::int32_t count, std::int32_t activity) {
  SUDOKU_CP_ASSERT(count >= 0 && activity >= 0);
  const std::int32_t most = count < kCovered / 2 ? kMostScarce - 1 : kMostScarce;
  const std::int32_t scarce = count < most ? count : most;
  const std::int32_t active = activity < tuning::kMostActive ? activity : tuning::kMostActive;
  return (scarce << kScarcityShift) - active;
}

inline void decay_activity(Search& search) {
  if (search.cover.activity_step < tuning::kLargestActivityStep) {
    ++search.cover.activity_step;
    return;
  }
  for (std::int32_t at = 0; at < search.problem->weighted_items; ++at) search.activity[at] /= tuning::kItemDecay;
  search.cover.activity_step /= tuning::kItemDecay;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
