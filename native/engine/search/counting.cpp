#include "search/counting.hpp"

#include <algorithm>

#include "waves/waves.hpp"

namespace sudoku_cp {

Ending Counter::advance(Control& control) {
  const Ending ending = solver_->advance(control);
  if (ending == Ending::kSolution) ++count_;
  return ending;
}

Ending Counter::count(std::optional<std::int64_t> limit, Control& control, std::vector<Word>& first) {
  const std::int64_t begin = count_;
  Ending ending = Ending::kSolution;
  if (!limit || *limit > 1) solver_->portfolio().refute_others();
  while (ending == Ending::kSolution && (!limit || count_ - begin < *limit)) {
    ending = advance(control);
    if (ending != Ending::kSolution) break;
    if (count_ == begin + 1) first = solver_->all_alive();
    if (begin == 0 && Portfolio::count_goes_to_waves(count_)) ending = count_in_waves(limit, control);
  }
  return ending;
}

// Counts all solutions from the start in waves, if the problem has a plan for them: they are far faster where there are
// many. Returns kSolution where the limit is reached, or where the search must continue as it is.
Ending Counter::count_in_waves(std::optional<std::int64_t> limit, Control control) {
  const WavePlan* plan = solver_->problem().wave_plan();
  if (plan == nullptr) return Ending::kSolution;
  const std::int64_t before = count_;
  const std::int64_t most = limit.value_or(INT64_MAX / 2);
  if (control.nodes) *control.nodes -= nodes();
  std::vector<std::uint8_t> solution(givens_.size());
  std::uint8_t exact = 0;
  count_ = 0;
  const Batch batch{givens_.size(), givens_, most, solution, {&count_, 1}, {&nodes_in_waves_, 1}, {&exact, 1}, {}, {}};
  const bool finished = solve_in_waves(*plan, batch, solver_->portfolio().threads(), control);
  // Waves find what branching has found, and the rest.
  SUDOKU_CP_ASSERT(exact != 1 || count_ >= before);
  if (exact == 1) return Ending::kExhausted;
  if (count_ == most) return Ending::kSolution;
  count_ = exact == kGivenUp ? before : std::max(count_, before);
  return finished && exact == kGivenUp ? Ending::kSolution : Ending::kStopped;
}

}  // namespace sudoku_cp
