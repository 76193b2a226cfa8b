#include "search/true_candidates.hpp"

#include <bit>

#include "search/solver.hpp"
#include "tuning.hpp"

namespace sudoku_cp {
TrueCandidates find_true_candidates(const std::shared_ptr<const Problem>& problem, std::span<const Slot> required,
                                    Control& control, int threads, std::span<const Word> known) {
  Solver solver(problem);
  solver.portfolio().share_among(threads);
  TrueCandidates result;
  std::vector<Slot> refuted;
  const auto restart = [&] {
    solver.restart();
    for (const Slot slot : required) solver.require(slot);
    for (const Slot slot : refuted) solver.forbid(slot);
  };
  const auto look = [&] {
    const Ending ending = solver.advance(control);
    result.statistics.nodes += solver.statistics().nodes;
    result.statistics.propagations += solver.statistics().propagations;
    if (ending == Ending::kSolution) {
      result.covers.push_back(solver.all_alive());
      SUDOKU_CP_ASSERT(result.covers.back().size() == result.seen.size());
      for (std::size_t word = 0; word < result.seen.size(); ++word) result.seen[word] |= result.covers.back()[word];
    }
    return ending;
  };
  // Leaves other words values that are still to be seen, as long as they go together: then a solution shows many.
  const auto prefer_unseen = [&](Slot slot) {
    std::vector<Slot> preferred;
    int failures = 0;
    solver.require(slot);
    if (!solver.settle()) return;
    for (std::size_t word = slot / kWordBits + 1; word < result.seen.size(); ++word) {
      const Word alive = solver.alive(word);
      const Word unseen = alive & ~result.seen[word];
      if (unseen == 0 || std::has_single_bit(alive)) continue;
      preferred.push_back(static_cast<Slot>(word * kWordBits) + static_cast<Slot>(std::countr_zero(unseen)));
      solver.require(preferred.back());
      if (solver.settle()) continue;
      preferred.pop_back();
      restart();
      solver.require(slot);
      for (const Slot other : preferred) solver.require(other);
      if (!solver.settle() || ++failures == tuning::kMostFailedPreferences) return;
    }
  };
  restart();
  solver.settle();
  const std::vector<Word> open = solver.all_alive();
  Ending ending = Ending::kSolution;
  if (known.empty()) {
    result.seen.assign(open.size(), 0);
    ending = look();
  } else {
    result.seen.assign(known.begin(), known.end());
  }
  const bool has_solution = ending == Ending::kSolution;
  for (std::size_t word = 0; word < open.size() && ending != Ending::kStopped && has_solution; ++word) {
    for (Word rest = open[word]; rest != 0 && ending != Ending::kStopped; rest &= rest - 1) {
      const auto slot = static_cast<Slot>(word * kWordBits) + static_cast<Slot>(__builtin_ctzll(rest));
      if ((result.seen[word] >> (slot % kWordBits)) & 1) continue;
      restart();
      prefer_unseen(slot);
      ending = look();
      if (ending == Ending::kExhausted) {
        restart();
        solver.require(slot);
        ending = look();
      }
      if (ending == Ending::kExhausted) refuted.push_back(slot);
    }
  }
  result.complete = ending != Ending::kStopped;
  return result;
}

}  // namespace sudoku_cp
