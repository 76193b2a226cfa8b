// A lower bound on the cost of everything below a state, by Lagrangian relaxation (Held & Karp, 1971).
//
// A space keeps some items (each takes one option) and relaxes the others: a relaxed item i is paid for by a multiplier
// y_i. For any y,   Σ y_i + Σ over kept items of min (cost(o) − Σ_{i in o} y_i)   is a bound: whatever happened to y
// before, and on whatever branch, it stays one. Subgradient steps improve it.
#pragma once

#include "kernel/bits.hpp"
#include "kernel/level.hpp"
#include "tuning.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// The least scaled bound that is too much.
inline Cost ceiling(const Search& search) {
  return search.costs.incumbent == kNoCost ? kNoCost : (search.costs.incumbent - 1) * kMultiplierScale + 1;
}

// Evaluates the relaxation at the current multipliers: its value, the reduced costs, and the coverage of its choice.
template <typename Space>
Cost evaluate(Search& search) {
  Cost total = 0;
  for (std::int32_t item = 0; item < search.problem->multipliers; ++item) {
    total += search.costs.multipliers[item];
    search.costs.coverage[item] = search.problem->fixed_coverage[item];
  }
  return total + Space::relax(search);
}

// Moves the multipliers along the subgradient 1 − coverage. Returns false where that is zero: the relaxed choice
// covers every item once, and no step can gain.
inline bool step_multipliers(Search& search, Cost gap, int halvings) {
  const std::int32_t items = search.problem->multipliers;
  Cost norm = 0;
  for (std::int32_t item = 0; item < items; ++item) {
    const Cost slope = 1 - search.costs.coverage[item];
    norm += slope * slope;
  }
  if (norm == 0) return false;
  SUDOKU_CP_ASSERT(gap >= 0);
  Cost step = gap / norm >> halvings;
  if (step < 1) step = 1;
  for (std::int32_t item = 0; item < items; ++item)
    search.costs.multipliers[item] += step * (1 - search.costs.coverage[item]);
  return true;
}

inline void copy_costs(Cost* target, const Cost* source, std::int32_t count) {
  for (std::int32_t at = 0; at < count; ++at) target[at] = source[at];
}

// Raises the bound of this state by subgradient steps, and leaves the multipliers of the best one.
template <typename Space>
Cost raise_bound(Search& search) {
  const std::int32_t items = search.problem->multipliers;
  const bool at_root = search.depth == 0;
  const Cost limit = ceiling(search);
  Cost best = -kNoCost;
  int idle = 0;
  const int most_idle_steps = at_root ? tuning::kRootStepsWithoutGain : tuning::kNodeStepsWithoutGain;
  int halvings = at_root ? 0 : 1;
  for (int step = at_root ? tuning::kRootSteps * *search.state.open : tuning::kNodeSteps;; --step) {
    const Cost bound = evaluate<Space>(search);
    if (bound > best) {
      best = bound;
      idle = 0;
      copy_costs(search.costs.best_multipliers, search.costs.multipliers, items);
    } else if (++idle == most_idle_steps) {
      idle = 0;
      ++halvings;
    }
    if (best >= limit || step == 0) break;
    const Cost magnitude = best < 0 ? -best : best;
    const Cost goal = limit == kNoCost ? best + magnitude / tuning::kPartOfBound + kMultiplierScale : limit;
    if (!step_multipliers(search, goal - bound, halvings)) break;
  }
  copy_costs(search.costs.multipliers, search.costs.best_multipliers, items);
  return best;
}

inline Cost rounded_up(Cost scaled) {
  const Cost quotient = scaled / kMultiplierScale;
  return quotient * kMultiplierScale < scaled ? quotient + 1 : quotient;
}

// The cost of a solution, whose options alone are live.
inline Cost cost_of_live(const Search& search) {
  const ProblemView& problem = *search.problem;
  Cost cost = 0;
  for (std::int32_t word = 0; word < problem.words; ++word) {
    Word live = 0;
    __builtin_memcpy(&live, search.state.alive + word * problem.mask_bytes,
                     static_cast<std::size_t>(problem.mask_bytes));
    for (; live != 0; live &= live - 1) cost += problem.costs[slot_of(word, lowest_bit(live))];
  }
  return cost;
}

// Propagates, and where costs matter bounds and filters until nothing changes. Returns whether a solution that is
// cheaper than the incumbent may exist below.
template <typename Space>
bool settle_state(Search& search) {
  for (;;) {
    if (!Space::propagate(search)) return false;
    if (!search.costs.optimise) return true;
    if (*search.state.open == 0) {
      search.costs.level_bounds[search.depth] = cost_of_live(search);
      SUDOKU_CP_ASSERT(search.depth == 0 ||
                       search.costs.level_bounds[search.depth] >= search.costs.level_bounds[search.depth - 1]);
      return search.costs.level_bounds[search.depth] < search.costs.incumbent;
    }
    const Cost bound = raise_bound<Space>(search);
    const Cost above = search.depth > 0 ? search.costs.level_bounds[search.depth - 1] : -kNoCost;
    const Cost rounded = rounded_up(bound);
    search.costs.level_bounds[search.depth] = rounded > above ? rounded : above;
    SUDOKU_CP_ASSERT(search.costs.level_bounds[search.depth] >= above);
    const bool open = bound < ceiling(search);
    int removed = 0;
    if (open) {
      evaluate<Space>(search);
      if (search.costs.incumbent != kNoCost) removed = Space::remove_costly(search, bound, ceiling(search));
    }
    if (!open) return false;
    if (removed == 0) return true;
  }
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
