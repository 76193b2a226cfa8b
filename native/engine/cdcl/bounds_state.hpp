// The variables by bounds of clause learning: their bounds, and the literals "x ≤ k" that exist.
//
// Such a literal is made when a propagator first needs it, so that a variable may have any number of values. Each time a
// bound moves, the literal that moved it remembers the one before: so the bounds at any length of the trail are known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "cdcl/clauses.hpp"
#include "model/bounds.hpp"

namespace sudoku_cp {

struct BoundsState {
  static constexpr std::int32_t kNone = -1;    // no option: the bound at the root
  static constexpr std::int32_t kUnused = -2;  // an option that moved no bound

  struct Variable {
    std::int64_t low, high;
    std::int64_t root_low, root_high;
    std::int32_t low_option = kNone, high_option = kNone;  // that moved the bound
    // The values lie in these intervals, one for each value of the first digit.
    std::vector<std::int64_t> begins, ends;
    std::map<std::int64_t, std::int32_t> options;  // by k, of "x ≤ k"

    // The least k' for which x ≤ k' means x ≤ k.
    std::int64_t normal(std::int64_t most) const { return std::min(most, ends[interval_of(most)]); }
    // The least value above.
    std::int64_t above(std::int64_t most) const {
      const std::size_t interval = interval_of(most);
      return most < ends[interval] ? most + 1 : begins[interval + 1];
    }

   private:
    // The last interval that begins at this value or before.
    std::size_t interval_of(std::int64_t value) const {
      const auto after = std::ranges::upper_bound(begins, value);
      SUDOKU_CP_ASSERT(after != begins.begin());
      return static_cast<std::size_t>(after - begins.begin()) - 1;
    }
  };

  // What an option means: x ≤ `most`, and if it is not taken x ≥ `least`.
  struct Threshold {
    std::int32_t variable = kNone;  // none for truths
    std::int64_t most = 0, least = 0;
    std::int32_t less = kNone, more = kNone;  // the options of the nearest thresholds of the variable
    std::int32_t before = kUnused;            // the option that had moved the same bound before
  };

  struct Sum {
    std::vector<std::pair<std::int64_t, std::int32_t>> terms;
    std::vector<std::pair<std::int64_t, Literal>> literals;  // with positive weights
    std::int64_t constant;
    Literal when;
  };

  std::vector<Variable> variables;
  std::vector<BoundsVariable> declared;
  std::int32_t first_option = 0;  // of those that are no options of masks
  std::vector<Threshold> thresholds;
  std::vector<Sum> sums;
  std::vector<std::int32_t> channels;  // variables with several digits; numbered after the sums
  std::int32_t cost = kNone;           // the sum of the costs
  bool has_limit = false;              // of costs
  std::int64_t cost_offset = 0;

  // The sums and channels that wake.
  std::vector<std::vector<std::int32_t>> by_low, by_high;  // by variable
  std::vector<std::vector<std::int32_t>> by_literal;
  std::vector<std::vector<std::int32_t>> by_mask;
  std::deque<std::int32_t> queue;
  std::vector<std::uint8_t> queued;

  Threshold& threshold(std::int32_t option) { return thresholds[static_cast<std::size_t>(option - first_option)]; }
  Variable& variable(std::int32_t at) { return variables[static_cast<std::size_t>(at)]; }

  void wake(const std::vector<std::int32_t>& propagators) {
    for (const std::int32_t propagator : propagators) {
      std::uint8_t& is_queued = queued[static_cast<std::size_t>(propagator)];
      if (is_queued != 0) continue;
      is_queued = 1;
      queue.push_back(propagator);
    }
  }

  void clear_queue() {
    for (const std::int32_t propagator : queue) queued[static_cast<std::size_t>(propagator)] = 0;
    queue.clear();
  }
};

}  // namespace sudoku_cp
