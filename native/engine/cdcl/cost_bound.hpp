// A lower bound on what the options of a cell problem cost: each variable takes its cheapest one, at costs that prices of
// (house, value) have reduced. It holds for any prices, as each value of a house has one place (kernel/bound.hpp).
#pragma once

#include <span>
#include <vector>

#include "cdcl/open_options.hpp"

namespace sudoku_cp {

class CostBound {
 public:
  CostBound(const ProblemView& problem, const OpenOptions& options);

  // `prices`: by house and value, scaled.
  void set_prices(std::span<const Cost> prices);
  void set_incumbent(Cost incumbent);

  // Whether there is a limit, and the least scaled cost that is too high.
  bool has_limit() const { return limit_ < kNoCost; }
  Cost limit() const { return limit_; }

  // The sum of the prices, which is the bound without variables.
  Cost sum_of_prices() const { return sum_of_prices_; }

  // The reduced cost of an option: its cost less the prices of its houses.
  Cost reduced(std::int32_t option) const { return reduced_[static_cast<std::size_t>(option)]; }

 private:
  const ProblemView* problem_;
  const OpenOptions* options_;
  std::vector<Cost> reduced_;
  Cost sum_of_prices_ = 0;
  Cost limit_ = kNoCost;
};

}  // namespace sudoku_cp
