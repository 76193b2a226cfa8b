// The solutions of least cost, found best first as far as the search goes.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "search/solver.hpp"

namespace sudoku_cp {

struct PricedSolution {
  Cost cost;
  std::vector<Word> alive;
};

// Keeps the cheapest solutions of a search, and lets it look for cheaper ones only.
class Minimiser {
 public:
  // `wanted` is 1 or more. Without costs the first solutions are as good as any.
  Minimiser(Solver& solver, std::size_t wanted);

  // Runs to the next solution worth keeping, the end, or a limit.
  Ending advance(Control& control);

  // The cheapest first; of equal ones that found first.
  const std::vector<PricedSolution>& found() const { return found_; }

  // No solution that is not among those found costs less; nothing where there is none or nothing is known.
  std::optional<Cost> bound() const;

 private:
  bool has_all() const { return found_.size() == wanted_; }
  bool has_costs() const { return solver_->problem().view().costs != nullptr; }

  Solver* solver_;
  std::size_t wanted_;
  bool exhausted_ = false;
  std::vector<PricedSolution> found_;
};

}  // namespace sudoku_cp
