// The number of solutions of one puzzle: enumerated, and where there are many, counted anew in waves.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/solver.hpp"

namespace sudoku_cp {

class Counter {
 public:
  // `givens`: by variable, a bit of the domain or kNoGiven. They are required of the solver, which has not searched yet.
  Counter(Solver& solver, std::vector<std::uint8_t> givens) : solver_(&solver), givens_(std::move(givens)) {}

  // Runs to the next solution, the end, or a limit, and counts.
  Ending advance(Control& control);

  // Counts up to `limit` further solutions; `first` is the first of them, where there is one.
  Ending count(std::optional<std::int64_t> limit, Control& control, std::vector<Word>& first);

  // Counts a solution that another caller of the solver has taken.
  void add_one() { ++count_; }

  // The solutions so far. Waves raise the number while they run.
  std::int64_t count() const { return count_; }

  std::int64_t nodes() const { return solver_->statistics().nodes + nodes_in_waves_; }

 private:
  Ending count_in_waves(std::optional<std::int64_t> limit, Control control);

  Solver* solver_;
  std::vector<std::uint8_t> givens_;
  std::int64_t count_ = 0;
  std::int64_t nodes_in_waves_ = 0;
};

}  // namespace sudoku_cp
