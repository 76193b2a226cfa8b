// A search for the solutions of one puzzle in narrow waves, on one thread or several.
//
// It runs in rounds. In each, every thread takes steps with boards of its own; between two rounds, threads without boards
// take the older half of the blocks of the thread with the most. What is found, and where, therefore does not depend on
// the speed of the threads.
#pragma once

#include <memory>
#include <vector>

#include "waves/narrow.hpp"

namespace sudoku_cp {

class NarrowTeam {
 public:
  NarrowTeam(const WavePlan& plan, const Kernel& kernel) : plan_(&plan), kernel_(&kernel) {}

  // Forgets all boards and counts.
  void clear();

  // Starts again with these boards, at most kWordBits, each given as the candidates of its cells.
  void start(const std::vector<std::vector<Word>>& boards, int threads);

  // Goes to the next solution, if the last round found one more.
  bool advance();

  // Runs a round, which is a single step until there are enough nodes for several threads. Returns false where no boards
  // are left.
  bool step();

  // The place of a cell's value in the current solution.
  std::uint8_t value(std::size_t cell) const { return solvers_[current_]->value(cell); }

  std::int64_t nodes() const;
  std::int64_t sweeps() const;

 private:
  void share_boards();

  const WavePlan* plan_;
  const Kernel* kernel_;
  std::vector<std::unique_ptr<NarrowSolver>> solvers_;  // one for each thread
  std::size_t current_ = 0;                             // the solver whose solutions are read
};

}  // namespace sudoku_cp
