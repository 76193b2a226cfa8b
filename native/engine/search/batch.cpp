#include "search/batch.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "search/minimiser.hpp"
#include "waves/waves.hpp"
#include "workers.hpp"

namespace sudoku_cp {
namespace {

// Returns false where it was stopped before the puzzle was done.
bool solve_puzzle(Solver& solver, const Batch& batch, std::size_t puzzle, Control& control) {
  solver.restart();
  const auto givens = batch.givens.subspan(puzzle * batch.variables, batch.variables);
  for (std::size_t variable = 0; variable < batch.variables; ++variable) {
    if (givens[variable] == kNoGiven) continue;
    solver.require(static_cast<Slot>(variable * kWordBits) + givens[variable]);
  }
  const auto solution = batch.solutions.subspan(puzzle * batch.variables, batch.variables);
  std::ranges::fill(solution, kNoGiven);
  const auto store = [&] {
    for (std::size_t variable = 0; variable < batch.variables; ++variable) {
      SUDOKU_CP_ASSERT(std::has_single_bit(solver.alive(variable)));
      solution[variable] = static_cast<std::uint8_t>(std::countr_zero(solver.alive(variable)));
    }
  };
  std::int64_t count = 0;
  Ending ending = Ending::kSolution;
  if (!batch.costs.empty()) {
    Minimiser minimiser(solver, 1);
    for (; (ending = minimiser.advance(control)) == Ending::kSolution; count = 1) store();
    if (count != 0) batch.costs[puzzle] = minimiser.found().front().cost;
    batch.bounds[puzzle] = minimiser.bound().value_or(-kNoCost);
  }
  while (batch.costs.empty() && count < batch.limit && (ending = solver.advance(control)) == Ending::kSolution) {
    if (count++ == 0) store();
  }
  SUDOKU_CP_ASSERT(!batch.costs.empty() || count <= batch.limit);
  batch.counts[puzzle] = count;
  batch.nodes[puzzle] = solver.statistics().nodes;
  batch.exact[puzzle] = ending == Ending::kExhausted ? 1 : 0;
  const bool out_of_nodes = control.nodes && solver.statistics().nodes >= *control.nodes;
  return ending != Ending::kStopped || out_of_nodes;
}

// Limits the nodes of each puzzle as long as enough puzzles may be left for waves.
struct Trial {
  std::int64_t nodes;
  std::size_t most_easy;  // once more are solved, too few are left for waves
};

bool is_open(const Batch& batch, std::size_t puzzle) {
  return batch.exact[puzzle] == 0 && batch.counts[puzzle] < batch.limit;
}

// Solves puzzle after puzzle. Returns false where it was stopped.
bool solve_one_by_one(const std::shared_ptr<const Problem>& problem, const Batch& batch,
                      const std::vector<std::size_t>& puzzles, int threads, Control& control,
                      std::optional<Trial> trial = {}) {
  std::atomic<std::size_t> next = 0, easy = 0;
  return run_workers(threads, control, [&](Control& own, const std::atomic<bool>&) {
    Control of_puzzle = own;
    std::optional<Solver> solver;
    for (std::size_t begin; (begin = next.fetch_add(tuning::kPuzzlesPerTurnOfBranching)) < puzzles.size();) {
      if (!solver) solver.emplace(problem);
      const std::size_t end = std::min(begin + tuning::kPuzzlesPerTurnOfBranching, puzzles.size());
      for (std::size_t at = begin; at < end; ++at) {
        of_puzzle.nodes = trial && easy <= trial->most_easy ? trial->nodes : own.nodes;
        if (!solve_puzzle(*solver, batch, puzzles[at], of_puzzle)) return false;
        if (!is_open(batch, puzzles[at])) ++easy;
      }
    }
    return true;
  });
}

// Solves some puzzles of a batch in waves.
bool solve_some_in_waves(const WavePlan& plan, const Batch& batch, const std::vector<std::size_t>& puzzles, int threads,
                         Control& control) {
  const std::size_t cells = batch.variables;
  std::vector<std::uint8_t> givens;
  for (const std::size_t puzzle : puzzles) {
    const auto own = batch.givens.subspan(puzzle * cells, cells);
    givens.insert(givens.end(), own.begin(), own.end());
  }
  std::vector<std::uint8_t> solutions(givens.size(), kNoGiven), exact(puzzles.size());
  std::vector<std::int64_t> counts(puzzles.size()), nodes(puzzles.size());
  const Batch some{cells, givens, batch.limit, solutions, counts, nodes, exact, {}, {}};
  const bool finished = solve_in_waves(plan, some, threads, control);
  for (std::size_t at = 0; at < puzzles.size(); ++at) {
    const std::size_t puzzle = puzzles[at];
    std::ranges::copy(some.solutions.subspan(at * cells, cells), batch.solutions.begin() + puzzle * cells);
    batch.counts[puzzle] = counts[at];
    batch.nodes[puzzle] = nodes[at];
    batch.exact[puzzle] = exact[at];
  }
  return finished;
}

}  // namespace

bool has_known_givens(const Batch& batch) {
  std::uint8_t unknown = 0;
  for (const std::uint8_t given : batch.givens) unknown |= (given >= kWordBits) & (given != kNoGiven);
  return unknown == 0;
}

bool solve_batch(const std::shared_ptr<const Problem>& problem, const Batch& batch, int threads, Control& control) {
  SUDOKU_CP_ASSERT(threads > 0 && batch.solutions.size() == batch.givens.size());
  SUDOKU_CP_ASSERT(batch.givens.size() == batch.counts.size() * batch.variables && has_known_givens(batch));
  std::ranges::fill(batch.solutions, kNoGiven);
  std::ranges::fill(batch.exact, std::uint8_t{0});
  std::ranges::fill(batch.counts, std::int64_t{0});
  std::ranges::fill(batch.nodes, std::int64_t{0});
  std::ranges::fill(batch.bounds, -kNoCost);
  std::vector<std::size_t> left(batch.counts.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  const WavePlan* plan = batch.costs.empty() ? problem->wave_plan() : nullptr;
  const auto keep = [&](const auto& is_left) {
    std::erase_if(left, [&](std::size_t puzzle) { return !is_left(puzzle); });
  };
  const bool tried = plan != nullptr && Portfolio::batch_is_tried_first(*plan, left.size(), batch.limit);
  if (tried) {
    const std::int64_t most = control.nodes.value_or(INT64_MAX);
    const Trial trial{std::min(most, tuning::kNodesBeforeBatchWaves), left.size() - tuning::kPuzzlesWorthWaves};
    if (!solve_one_by_one(problem, batch, left, threads, control, trial)) return false;
    keep([&](std::size_t puzzle) { return is_open(batch, puzzle) && batch.nodes[puzzle] < most; });
  }
  if (plan != nullptr && Portfolio::batch_goes_to_waves(*plan, left.size(), batch.limit)) {
    const bool finished = tried ? solve_some_in_waves(*plan, batch, left, threads, control)
                                : solve_in_waves(*plan, batch, threads, control);
    keep([&](std::size_t puzzle) { return batch.exact[puzzle] == kGivenUp; });
    for (const std::size_t puzzle : left) batch.exact[puzzle] = 0;
    if (!finished) return false;
  }
  return solve_one_by_one(problem, batch, left, threads, control);
}

}  // namespace sudoku_cp
