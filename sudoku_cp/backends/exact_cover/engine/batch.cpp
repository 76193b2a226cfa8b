#include "batch.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>
#include <vector>

#include "minimiser.hpp"
#include "waves.hpp"
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
  batch.counts[puzzle] = count;
  batch.nodes[puzzle] = solver.statistics().nodes;
  batch.exact[puzzle] = ending == Ending::kExhausted ? 1 : 0;
  const bool out_of_nodes = control.nodes && solver.statistics().nodes >= *control.nodes;
  return ending != Ending::kStopped || out_of_nodes;
}

}  // namespace

bool has_known_givens(const Batch& batch) {
  std::uint8_t unknown = 0;
  for (const std::uint8_t given : batch.givens) unknown |= (given >= kWordBits) & (given != kNoGiven);
  return unknown == 0;
}

bool solve_batch(const std::shared_ptr<const Problem>& problem, const Batch& batch, int threads, Control& control) {
  std::ranges::fill(batch.solutions, kNoGiven);
  std::ranges::fill(batch.exact, std::uint8_t{0});
  std::ranges::fill(batch.counts, std::int64_t{0});
  std::ranges::fill(batch.nodes, std::int64_t{0});
  std::ranges::fill(batch.bounds, -kNoCost);
  const WavePlan* plan = problem->wave_plan();
  const bool in_waves =
      plan != nullptr && batch.costs.empty() && Portfolio::batch_goes_to_waves(*plan, batch.counts.size(), batch.limit);
  const bool finished = !in_waves || solve_in_waves(*plan, batch, threads, control);
  std::vector<std::size_t> left;
  for (std::size_t puzzle = 0; puzzle < batch.counts.size(); ++puzzle) {
    if (in_waves && batch.exact[puzzle] != kGivenUp) continue;
    batch.exact[puzzle] = 0;
    left.push_back(puzzle);
  }
  if (!finished) return false;
  std::atomic<std::size_t> next = 0;
  return run_workers(threads, control, [&](Control& own, const std::atomic<bool>&) {
    std::optional<Solver> solver;
    for (std::size_t begin; (begin = next.fetch_add(tuning::kPuzzlesPerTurnOfBranching)) < left.size();) {
      if (!solver) solver.emplace(problem);
      const std::size_t end = std::min(begin + tuning::kPuzzlesPerTurnOfBranching, left.size());
      for (std::size_t at = begin; at < end; ++at) {
        if (!solve_puzzle(*solver, batch, left[at], own)) return false;
      }
    }
    return true;
  });
}

}  // namespace sudoku_cp
