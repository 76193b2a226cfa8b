// Costs in clause learning: the bound acts as a propagator of all variables that runs after all others.
#include <algorithm>
#include <bit>

#include "cdcl/cdcl.hpp"

namespace sudoku_cp {

void CdclSearch::set_prices(std::span<const Cost> prices) {
  backtrack_to(0);
  bound_.set_prices(prices);
  bound_is_due_ = true;
}

// Clauses learned under a higher incumbent remain valid.
void CdclSearch::set_incumbent(Cost incumbent) {
  if (bounds_ != nullptr && bounds_->cost >= 0) {
    const Cost most = incumbent - 1 + bounds_->cost_offset;
    BoundsState::Sum& sum = bounds_->sums[static_cast<std::size_t>(bounds_->cost)];
    if (incumbent == kNoCost || (bounds_->has_limit && sum.constant <= most)) return;
    backtrack_to(0);
    bounds_->has_limit = true;
    sum.constant = most;
    bounds_->wake({bounds_->cost});
    return;
  }
  bound_.set_incumbent(incumbent);
  bound_is_due_ = true;
}

// Refuses the options that cost too much together with the cheapest ones of all other variables. Returns false where
// even the cheapest ones cost too much.
bool CdclSearch::run_bound() {
  bound_is_due_ = false;
  Cost bound = bound_.sum_of_prices();
  for (std::size_t variable = 0; variable < domains_.size(); ++variable) {
    least_[variable] = kNoCost;
    for_each_option(variable, domains_[variable], [&](std::int32_t option) {
      least_[variable] = std::min(least_[variable], bound_.reduced(option));
    });
    SUDOKU_CP_ASSERT(least_[variable] < kNoCost);
    bound += least_[variable];
  }
  if (bound >= bound_.limit()) {
    explain_bound(trail_.size(), std::nullopt);
    conflict_ = explanation_;
    return false;
  }
  const Cost room = bound_.limit() - bound;
  SUDOKU_CP_ASSERT(room > 0);
  const Reason why = reason_of_propagator(runner_.propagators());
  for (std::size_t variable = 0; variable < domains_.size(); ++variable) {
    for_each_option(variable, domains_[variable], [&](std::int32_t option) {
      if (bound_.reduced(option) - least_[variable] >= room) set(not_taken(option), why);
    });
  }
  bound_is_due_ = false;  // no variable has lost its cheapest option
  return true;
}

template <typename Visit>
void CdclSearch::for_each_option(std::size_t variable, Word among, Visit visit) {
  std::int32_t option = options_.first_of(variable);
  for (Word rest = options_.domains()[variable]; rest != 0; rest &= rest - 1, ++option) {
    if ((among & rest & -rest) != 0) visit(option);
  }
}

// Finds literals from which it followed, at that length of the trail, that the option costs too much, or that all do
// where there is none. What the bound has to spare goes to the variables that raise it least.
void CdclSearch::explain_bound(std::size_t position, std::optional<Slot> removed) {
  explanation_.clear();
  raised_.clear();
  Cost spare = bound_.sum_of_prices() - bound_.limit();
  for (std::size_t variable = 0; variable < domains_.size(); ++variable) {
    if (removed && variable == *removed / kWordBits) {
      spare += bound_.reduced(options_.find(*removed));
      continue;
    }
    RaisedVariable raised{variable, kNoCost, kNoCost};
    for_each_option(variable, options_.domains()[variable], [&](std::int32_t option) {
      if (is_false(taken(option)) && level_of(taken(option)) == 0) return;
      raised.at_root = std::min(raised.at_root, bound_.reduced(option));
      if (!was_refused(option, position)) raised.now = std::min(raised.now, bound_.reduced(option));
    });
    spare += raised.now;
    if (raised.now > raised.at_root) raised_.push_back(raised);
  }
  SUDOKU_CP_ASSERT(spare >= 0);
  std::ranges::stable_sort(raised_, {}, [](const RaisedVariable& raised) { return raised.now - raised.at_root; });
  for (const RaisedVariable& raised : raised_) {
    const Cost needed = raised.now - spare;
    if (raised.at_root >= needed) {
      spare -= raised.now - raised.at_root;
      continue;
    }
    const std::size_t begin = explanation_.size();
    Cost least = raised.now;
    std::int32_t chosen = -1;
    for_each_option(raised.variable, options_.domains()[raised.variable], [&](std::int32_t option) {
      if (is_true(taken(option)) && position_of(taken(option)) < position) chosen = option;
      if (!was_refused(option, position) || level_of(taken(option)) == 0) return;
      if (bound_.reduced(option) < needed) explanation_.push_back(taken(option));
      else least = std::min(least, bound_.reduced(option));
    });
    if (chosen >= 0 && explanation_.size() - begin > 1) {
      explanation_.resize(begin);
      explanation_.push_back(not_taken(chosen));
    } else {
      spare -= raised.now - least;
    }
    SUDOKU_CP_ASSERT(spare >= 0);
  }
  SUDOKU_CP_ASSERT(std::ranges::all_of(
      explanation_, [&](Literal cause) { return is_false(cause) && position_of(cause) < position; }));
}

bool CdclSearch::was_refused(std::int32_t option, std::size_t position) const {
  return is_false(taken(option)) && position_of(taken(option)) < position;
}

}  // namespace sudoku_cp
