#include "cdcl/cost_bound.hpp"

#include <numeric>

namespace sudoku_cp {

CostBound::CostBound(const ProblemView& problem, const OpenOptions& options)
    : problem_(&problem), options_(&options), reduced_(problem.costs == nullptr ? 0 : options.size()) {
  set_prices({});
}

void CostBound::set_prices(std::span<const Cost> prices) {
  const CellView& cells = problem_->cells;
  SUDOKU_CP_ASSERT(prices.empty() || std::ssize(prices) == cells.house_count * cells.values);
  sum_of_prices_ = std::reduce(prices.begin(), prices.end());
  for (std::size_t option = 0; option < reduced_.size(); ++option) {
    const Slot slot = options_->slot_of(static_cast<std::int32_t>(option));
    const std::size_t variable = slot / kWordBits;
    reduced_[option] = problem_->costs[slot] * kMultiplierScale;
    if (prices.empty()) continue;
    for (std::uint32_t at = cells.house_list.begin[variable]; at < cells.house_list.begin[variable + 1]; ++at) {
      reduced_[option] -=
          prices[static_cast<std::size_t>(cells.house_list.values[at] * cells.values) + slot % kWordBits];
    }
  }
}

void CostBound::set_incumbent(Cost incumbent) {
  [[maybe_unused]] const Cost before = limit_;
  limit_ = incumbent == kNoCost ? kNoCost : (incumbent - 1) * kMultiplierScale + 1;
  SUDOKU_CP_ASSERT(limit_ <= before);
}

}  // namespace sudoku_cp
