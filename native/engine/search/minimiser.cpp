#include "search/minimiser.hpp"

#include <algorithm>
#include <utility>

namespace sudoku_cp {

Minimiser::Minimiser(Solver& solver, std::size_t wanted) : solver_(&solver), wanted_(wanted) {
  if (has_costs()) solver.optimise();
}

Ending Minimiser::advance(Control& control) {
  if (exhausted_) return Ending::kExhausted;
  const Ending ending = solver_->advance(control);
  if (ending == Ending::kSolution) {
    PricedSolution solution{has_costs() ? solver_->cost_of_solution() : 0, solver_->all_alive()};
    SUDOKU_CP_ASSERT(!has_costs() || !has_all() || solution.cost < found_.back().cost);
    if (has_all()) found_.pop_back();
    const auto place = std::ranges::upper_bound(found_, solution.cost, {}, &PricedSolution::cost);
    found_.insert(place, std::move(solution));
    SUDOKU_CP_ASSERT(std::ranges::is_sorted(found_, {}, &PricedSolution::cost) && found_.size() <= wanted_);
    if (has_all() && has_costs()) solver_->set_incumbent(found_.back().cost);
  }
  exhausted_ = ending == Ending::kExhausted || (has_all() && !has_costs());
  return ending;
}

std::optional<Cost> Minimiser::bound() const {
  if (exhausted_) return has_all() ? std::optional(found_.back().cost) : std::nullopt;
  if (!has_costs()) return std::nullopt;
  const Cost bound = solver_->open_bound();
  return bound <= -kNoCost || bound >= kNoCost ? std::nullopt : std::optional(bound);
}

}  // namespace sudoku_cp
