#include "proofs/refutation.hpp"

#include "cpu.hpp"
#include "tuning.hpp"

namespace sudoku_cp {

Ending Refutation::run(std::span<const Slot> required, std::span<const std::vector<Word>> known, Control& control) {
  std::vector<Word> domains(problem_->domains().begin(), problem_->domains().end());
  for (const Slot slot : required) domains[slot / kWordBits] &= Word{1} << (slot % kWordBits);
  SUDOKU_CP_ASSERT(can_refute(*problem_));
  CdclSearch search(*problem_, problem_->functions(kernel_of_this_cpu()), domains);
  search.log_learned(log_);
  for (const std::vector<Word>& solution : known) search.block(solution);
  Outcome outcome = Outcome::kPaused;
  while (outcome == Outcome::kPaused) {
    if (!control.may_go_on()) return Ending::kStopped;
    outcome = search.run(tuning::kNodesOfRefutationPerLook, INT64_MAX);
  }
  for (std::size_t clause = 0; clause < log_.size(); ++clause) {
    for (const Literal literal : log_[clause]) {
      clauses_.values.push_back(2 * search.slot_of(literal) + (is_taken(literal) ? 0 : 1));
    }
    clauses_.close();
  }
  return outcome == Outcome::kSolution ? Ending::kSolution : Ending::kExhausted;
}

}  // namespace sudoku_cp
