// The best of many steps: the lowest rating, then the fewest literals, then the first.
#pragma once

#include <tuple>

#include "step.hpp"

namespace sudoku_cp::rating {

class BestStep {
 public:
  bool would_improve(Tenths rating, int literals) const {
    return !step_ || std::tie(rating, literals) < std::tie(step_->rating, literals_);
  }

  void offer(const Step& step, int literals) {
    if (!would_improve(step.rating, literals)) return;
    step_ = step;
    literals_ = literals;
  }

  bool visit_with(const Visit& visit) const { return step_ && visit(*step_); }

 private:
  std::optional<Step> step_;
  int literals_ = 0;
};

}  // namespace sudoku_cp::rating
