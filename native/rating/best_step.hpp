// The best of many steps: the lowest rating, then the fewest literals, then the first kind, then the first.
#pragma once

#include <tuple>

#include "chain_length.hpp"
#include "step.hpp"

namespace sudoku_cp::rating {

class BestStep {
 public:
  // A rating without and with its part for the length.
  bool would_improve(Tenths base, int literals, int kind = 0) const {
    const Tenths of_length = length_rating(literals);
    const double order = order_of(base + of_length, of_length);
    return !step_ || std::tie(order, literals, kind) < std::tie(order_, literals_, kind_);
  }

  void offer(const Step& step, int literals, int kind = 0) {
    const Tenths of_length = length_rating(literals);
    SUDOKU_CP_ASSERT(step.placement || !step.eliminations.empty());
    SUDOKU_CP_ASSERT(step.rating > of_length);
    if (!would_improve(step.rating - of_length, literals, kind)) return;
    step_ = step;
    order_ = order_of(step.rating, of_length);
    literals_ = literals;
    kind_ = kind;
  }

  bool visit_with(const Visit& visit) const { return step_ && visit(*step_); }
  std::optional<int> literals() const { return step_ ? std::optional(literals_) : std::nullopt; }

 private:
  std::optional<Step> step_;
  double order_ = 0;
  int literals_ = 0;
  int kind_ = 0;
};

}  // namespace sudoku_cp::rating
