// Depth-first search without recursion. A decision saves the state: the level below chooses the option; on backtracking,
// the option is removed from the saved state, and the search continues there.
#pragma once

#include "kernel/bits.hpp"
#include "kernel/bound.hpp"
#include "kernel/level.hpp"
#include "tuning.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Space>
void reopen(Search& search) {
  search.depth = 0;
  search.floor = 0;
  search.imported.pending_levels = 0;
  load_level(search);
  search.settling = -1;
  __builtin_memcpy(search.levels[0], search.root, search.block_bytes);
  Space::reopen(search);
  search.failed = search.root_failed;
  search.resume = Resume::kPropagate;
  if (search.problem->costs != nullptr) search.costs.level_bounds[0] = -kNoCost;
}

template <typename Space>
void start(Search& search) {
  const ProblemView& problem = *search.problem;
  reopen<Space>(search);
  search.costs.incumbent = kNoCost;
  search.statistics = {};
  for (std::int32_t at = 0; at < problem.weighted_items; ++at) search.activity[at] = problem.initial_activity[at];
  Space::start(search);
  for (std::int32_t item = 0; item < problem.multipliers; ++item) search.costs.multipliers[item] = 0;
}

template <typename Space>
void require(Search& search, Slot slot) {
  if (search.failed) return;
  if (!Space::is_live(search, slot)) search.failed = true;
  else if (!Space::is_chosen(search, slot)) Space::choose(search, slot);
}

template <typename Space>
void forbid(Search& search, Slot slot) {
  if (!search.failed && Space::is_live(search, slot)) Space::remove(search, slot);
}

template <typename Space>
bool settle(Search& search) {
  return Space::propagate(search);
}

template <typename Space>
bool descend(Search& search, Slot slot) {
  if (search.depth + 1 == search.capacity && !search.grow(search)) return false;
  SUDOKU_CP_ASSERT(Space::is_live(search, slot) && !Space::is_chosen(search, slot));
  search.decisions[search.depth] = slot;
  search.settling = search.depth;
  Space::go_down(search);
  ++search.statistics.nodes;
  Space::choose(search, slot);
  return true;
}

// On backtracking, removes options that another searcher refuted at the root.
template <typename Space>
void import_refuted(Search& search) {
  search.imported.pending_levels = search.depth;
  for (std::int32_t at = 0; at < search.imported.count; ++at) forbid<Space>(search, search.imported.slots[at]);
}

template <typename Space>
void backtrack(Search& search) {
  SUDOKU_CP_ASSERT(search.depth > search.floor);
  Space::go_up(search);
  search.failed = false;
  search.settling = search.depth;
  SUDOKU_CP_ASSERT(Space::is_live(search, search.decisions[search.depth]));
  Space::remove(search, search.decisions[search.depth]);
  SUDOKU_CP_ASSERT(search.failed || !Space::is_live(search, search.decisions[search.depth]));
  if (search.depth < search.imported.pending_levels) [[unlikely]]
    import_refuted<Space>(search);
}

template <typename Space>
Outcome run(Search& search, std::int64_t node_budget) {
  for (;;) {
    if (search.resume == Resume::kBacktrack) {
      if (search.depth == search.floor) search.resume = Resume::kOver;
      else backtrack<Space>(search);
    }
    if (search.resume == Resume::kOver) return Outcome::kExhausted;
    if (search.resume != Resume::kBranch) {
      if (!settle_state<Space>(search)) {
        search.resume = Resume::kBacktrack;
        Space::blame(search);
        continue;
      }
      search.settling = -1;
      if (*search.state.open == 0) {
        search.resume = Resume::kBacktrack;
        return Outcome::kSolution;
      }
    }
    // A pause must not change the search: what is settled is not settled again.
    SUDOKU_CP_ASSERT(!search.failed && *search.state.open > 0);
    search.resume = Resume::kBranch;
    if (node_budget-- == 0) return Outcome::kPaused;
    search.resume = Resume::kPropagate;
    if (!descend<Space>(search, Space::branch(search))) return Outcome::kOutOfMemory;
  }
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
