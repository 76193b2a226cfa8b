#include "waves/narrow_team.hpp"

#include <algorithm>
#include <atomic>

#include "workers.hpp"

namespace sudoku_cp {

void NarrowTeam::clear() {
  for (const auto& solver : solvers_) solver->clear();
}

void NarrowTeam::start(const std::vector<std::vector<Word>>& boards, int threads) {
  solvers_.resize(std::min(solvers_.size(), static_cast<std::size_t>(threads)));
  while (solvers_.size() < static_cast<std::size_t>(threads)) {
    solvers_.push_back(std::make_unique<NarrowSolver>(*plan_, *kernel_));
  }
  clear();
  SUDOKU_CP_ASSERT(threads > 0);
  solvers_.front()->start(boards);
}

bool NarrowTeam::advance() {
  for (; current_ < solvers_.size(); ++current_) {
    if (solvers_[current_]->advance()) return true;
  }
  return false;
}

bool NarrowTeam::step() {
  current_ = 0;
  if (solvers_.size() == 1 || nodes() < tuning::kNarrowNodesBeforeTeam) return solvers_.front()->step();
  if (std::ranges::none_of(solvers_, [](const auto& solver) { return solver->has_boards(); })) return false;
  share_boards();
  Control control;
  std::atomic<std::size_t> next = 0;
  run_workers(static_cast<int>(solvers_.size()), control, [&](Control&, const std::atomic<bool>&) {
    solvers_[next++]->run(tuning::kStepsOfRound);
    return true;
  });
  return true;
}

// A thread with one block keeps it.
void NarrowTeam::share_boards() {
  const auto blocks = [](const auto& solver) { return solver->blocks(); };
  for (const auto& idle : solvers_) {
    if (idle->has_boards()) continue;
    NarrowSolver& richest = **std::ranges::max_element(solvers_, {}, blocks);
    SUDOKU_CP_ASSERT(&richest != idle.get() || richest.blocks() == 0);
    if (richest.blocks() > 1) idle->take_half_of(richest);
  }
}

std::int64_t NarrowTeam::nodes() const {
  std::int64_t sum = 0;
  for (const auto& solver : solvers_) sum += solver->nodes();
  return sum;
}

std::int64_t NarrowTeam::sweeps() const {
  std::int64_t sum = 0;
  for (const auto& solver : solvers_) sum += solver->sweeps();
  return sum;
}

}  // namespace sudoku_cp
