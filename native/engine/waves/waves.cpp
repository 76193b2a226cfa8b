#include "waves/waves.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>

#include "cpu.hpp"
#include "search/portfolio.hpp"
#include "waves/board_stacks.hpp"
#include "workers.hpp"

namespace sudoku_cp {
namespace {

// The stacks and the planes of one thread.
class WaveSolver {
 public:
  WaveSolver(const WavePlan& plan, const Batch& batch, bool shared, const Control& control)
      : kernel_(&plan.functions(kernel_of_this_cpu())) {
    search_.shape = &plan.shape();
    workspace_.make_room(workspace_stack_, 1, kernel_->workspace_words(plan.shape()));
    search_.workspace = workspace_stack_.words;
    search_.givens = batch.givens.data();
    search_.solutions = batch.solutions.data();
    search_.counts = batch.counts.data();
    search_.nodes = batch.nodes.data();
    search_.exact = batch.exact.data();
    search_.limit = batch.limit;
    search_.node_limit = control.nodes.value_or(std::numeric_limits<std::int64_t>::max());
    search_.give_up_limit = Portfolio::nodes_before_waves_give_up(plan, batch.limit);
    search_.shared = shared;
  }

  // Sets the puzzles that are begun when there is room.
  void take_puzzles(std::int64_t begin, std::int64_t end) {
    SUDOKU_CP_ASSERT(next_puzzle_ == end_puzzle_ && begin < end);
    next_puzzle_ = begin;
    end_puzzle_ = end;
  }

  // Runs one wave. Returns false where there is nothing left to do.
  bool step() {
    const std::int32_t words = search_.shape->board_words;
    first_memory_.make_room(search_.first, words, 2 * kWaveLanes);
    later_memory_.make_room(search_.later, words, kWaveLanes);
    solved_memory_.make_room(search_.solved, words, kWaveLanes);
    if (search_.first.count < kWaveLanes && search_.later.count < tuning::kMostBoardsLater &&
        next_puzzle_ < end_puzzle_) {
      const std::int64_t begin = next_puzzle_;
      next_puzzle_ = std::min(begin + kWaveLanes, end_puzzle_);
      kernel_->start(search_, begin, static_cast<std::int32_t>(next_puzzle_ - begin));
    } else if (search_.first.count + search_.later.count > 0) {
      kernel_->run(search_);
    } else {
      return false;
    }
    write_solutions(kWaveLanes);
    return true;
  }

  // Writes solutions out while there are too many to keep.
  void write_solutions(std::int64_t enough) {
    while (search_.solved.count >= enough) kernel_->write_solutions(search_);
  }

  void give(Exchange& exchange) { exchange.give(search_.later); }

  bool take(Exchange& exchange, const std::atomic<bool>& stop) {
    return exchange.take(search_.first, first_memory_, stop);
  }

  // Marks the puzzles that were not begun, and those with boards that were not searched.
  void mark_unfinished() {
    std::fill(search_.exact + next_puzzle_, search_.exact + end_puzzle_, std::uint8_t{0});
    for (const BoardStack* stack : {&search_.first, &search_.later}) {
      for (std::int64_t board = 0; board < stack->count; ++board) {
        const std::atomic_ref exact(search_.exact[stack->puzzles[board]]);
        if (exact != kGivenUp) exact = 0;
      }
    }
  }

 private:
  const WaveKernel* kernel_;
  std::int64_t next_puzzle_ = 0;
  std::int64_t end_puzzle_ = 0;
  WaveSearch search_{};
  BoardStack workspace_stack_{};
  BoardMemory workspace_, first_memory_, later_memory_, solved_memory_;
};

// Turns of one size, and an even number of them, to suit two threads. The size decides which boards share waves, and so
// which solution is found first: it must not depend on the threads.
std::int64_t puzzles_per_turn(std::int64_t puzzles) {
  constexpr std::int64_t kMost = tuning::kPuzzlesPerTurnOfWaves;
  const std::int64_t pairs = puzzles / (2 * kMost) + 1;
  return std::max(puzzles < kMost ? puzzles : (puzzles + 2 * pairs - 1) / (2 * pairs), std::int64_t{kWaveLanes});
}

}  // namespace

bool solve_in_waves(const WavePlan& plan, const Batch& batch, int threads, Control& control) {
  SUDOKU_CP_ASSERT(std::ssize(batch.givens) == std::ssize(batch.counts) * plan.shape().cells);
  std::ranges::fill(batch.exact, std::uint8_t{1});
  const auto puzzles = static_cast<std::int64_t>(batch.counts.size());
  const bool shared = Portfolio::threads_share_puzzles(threads, batch.limit);
  const std::int64_t turn = shared ? kWaveLanes : puzzles_per_turn(puzzles);
  std::atomic<std::int64_t> next_puzzle = 0;
  Exchange exchange(plan.shape().board_words, threads);
  std::mutex ending;
  const auto work = [&](Control& own, const std::atomic<bool>& stop) {
    WaveSolver solver(plan, batch, shared, own);
    bool goes_on = true;
    while ((goes_on = own.may_go_on())) {
      if (solver.step()) {
        if (exchange.is_wanted()) solver.give(exchange);
        continue;
      }
      const std::int64_t begin = next_puzzle.fetch_add(turn);
      if (begin < puzzles) solver.take_puzzles(begin, std::min(begin + turn, puzzles));
      else if (!shared || !solver.take(exchange, stop)) break;
    }
    solver.write_solutions(1);
    const std::lock_guard lock(ending);
    solver.mark_unfinished();
    return goes_on;
  };
  const bool finished = run_workers(threads, control, work);
  for (std::int64_t puzzle = 0; puzzle < puzzles; ++puzzle) {
    const auto at = static_cast<std::size_t>(puzzle);
    batch.counts[at] = std::min(batch.counts[at], batch.limit);
    if (batch.counts[at] == batch.limit || puzzle >= next_puzzle) batch.exact[at] = 0;
  }
  return finished;
}

}  // namespace sudoku_cp
