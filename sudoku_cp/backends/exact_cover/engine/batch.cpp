#include "batch.hpp"

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

#include "cpu.hpp"

namespace sudoku_cp {
namespace {

constexpr std::size_t kPuzzlesPerTurn = 64;
constexpr std::size_t kPuzzlesPerLaneTurn = 1024;

// Returns false where it was stopped before the puzzle was done.
bool solve_puzzle(Solver& solver, const Batch& batch, std::size_t puzzle, Control& control) {
  solver.restart();
  const auto givens = batch.givens.subspan(puzzle * batch.variables, batch.variables);
  for (std::size_t variable = 0; variable < batch.variables; ++variable) {
    if (givens[variable] == kNoGiven) continue;
    solver.require(static_cast<Slot>(variable * kWordBits) + givens[variable]);
  }
  std::int64_t count = 0;
  Ending ending = Ending::kSolution;
  while (count < batch.limit && (ending = solver.advance(control)) == Ending::kSolution) {
    if (count++ != 0) continue;
    for (std::size_t variable = 0; variable < batch.variables; ++variable) {
      batch.solutions[puzzle * batch.variables + variable] = static_cast<std::uint8_t>(std::countr_zero(solver.alive(variable)));
    }
  }
  batch.counts[puzzle] = count;
  batch.nodes[puzzle] = solver.statistics().nodes;
  batch.exact[puzzle] = ending == Ending::kExhausted ? 1 : 0;
  const bool out_of_nodes = control.nodes && solver.statistics().nodes >= *control.nodes;
  return ending != Ending::kStopped || out_of_nodes;
}

// The lanes of one thread, with what they write to.
class LaneSolver {
 public:
  LaneSolver(const LaneKernel& kernel, const Batch& batch, std::size_t begin, std::size_t end, const Control& control)
      : kernel_(&kernel),
        boards_(batch.variables * kLaneCount / kMasksPerLine + 1),
        levels_(kLaneCount * batch.variables * (batch.variables + 2)) {
    lanes_.boards = boards_.front().masks;
    lanes_.levels = levels_.data();
    lanes_.givens = batch.givens.data() + begin * batch.variables;
    lanes_.solutions = batch.solutions.data() + begin * batch.variables;
    lanes_.counts = batch.counts.data() + begin;
    lanes_.nodes = batch.nodes.data() + begin;
    lanes_.exact = batch.exact.data() + begin;
    lanes_.puzzles = static_cast<std::int64_t>(end - begin);
    lanes_.limit = batch.limit;
    lanes_.node_limit = control.nodes.value_or(std::numeric_limits<std::int64_t>::max());
  }

  // Returns false where it was stopped; puzzles under way then have counts that are not exact.
  bool solve(Control& control) {
    constexpr std::int64_t kSweepsPerLook = 1024;
    kernel_->start(lanes_);
    if (!control.may_go_on()) return false;
    while (kernel_->run(lanes_, kSweepsPerLook)) {
      if (!control.may_go_on()) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kMasksPerLine = 32;
  struct alignas(64) Line {
    std::uint16_t masks[kMasksPerLine];
  };

  const LaneKernel* kernel_;
  std::vector<Line> boards_;
  std::vector<std::uint16_t> levels_;
  GridLanes lanes_{};
};

class Workers {
 public:
  Workers(const std::shared_ptr<const Problem>& problem, const Batch& batch, int threads, const Control& control)
      : batch_(batch), running_(threads) {
    for (int thread = 0; thread < threads; ++thread) {
      threads_.emplace_back([this, problem, control] { work(problem, control); });
    }
  }

  // Waits for the end, and lets the caller's poll be heard in the meantime.
  bool wait(const Control& control) {
    std::unique_lock lock(mutex_);
    while (running_ > 0) {
      done_.wait_for(lock, Control::kPollInterval);
      if (running_ == 0 || stop_ || !control.poll) continue;
      lock.unlock();
      if (!control.poll()) stop_ = true;
      lock.lock();
    }
    if (error_) std::rethrow_exception(error_);
    return !stop_;
  }

 private:
  void work(const std::shared_ptr<const Problem>& problem, Control control) {
    try {
      control.poll = nullptr;
      control.stop = &stop_;
      const LaneKernel* lanes = problem->lanes(kernel_of_this_cpu());
      std::optional<Solver> solver;
      if (lanes == nullptr) solver.emplace(problem);
      const std::size_t puzzles = batch_.counts.size();
      const std::size_t turn = lanes != nullptr ? kPuzzlesPerLaneTurn : kPuzzlesPerTurn;
      while (!stop_) {
        const std::size_t begin = next_.fetch_add(turn);
        if (begin >= puzzles) break;
        const std::size_t end = std::min(begin + turn, puzzles);
        if (lanes != nullptr) {
          if (!LaneSolver(*lanes, batch_, begin, end, control).solve(control)) stop_ = true;
          continue;
        }
        for (std::size_t puzzle = begin; puzzle < end && !stop_; ++puzzle) {
          if (!solve_puzzle(*solver, batch_, puzzle, control)) stop_ = true;
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      stop_ = true;
    }
    const std::lock_guard lock(mutex_);
    --running_;
    done_.notify_all();
  }

  const Batch& batch_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable done_;
  int running_;
  std::exception_ptr error_;
  std::vector<std::jthread> threads_;
};

}  // namespace

bool solve_batch(const std::shared_ptr<const Problem>& problem, const Batch& batch, int threads, Control& control) {
  std::ranges::fill(batch.solutions, kNoGiven);
  std::ranges::fill(batch.exact, std::uint8_t{0});
  std::ranges::fill(batch.counts, std::int64_t{0});
  std::ranges::fill(batch.nodes, std::int64_t{0});
  if (threads > 1) return Workers(problem, batch, threads, control).wait(control);
  if (const LaneKernel* lanes = problem->lanes(kernel_of_this_cpu())) {
    return LaneSolver(*lanes, batch, 0, batch.counts.size(), control).solve(control);
  }
  Solver solver(problem);
  for (std::size_t puzzle = 0; puzzle < batch.counts.size(); ++puzzle) {
    if (!solve_puzzle(solver, batch, puzzle, control)) return false;
  }
  return true;
}

}  // namespace sudoku_cp
