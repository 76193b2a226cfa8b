#include "cdcl/propagator_runner.hpp"

#include "kernel/scratch.hpp"

namespace sudoku_cp {
PropagatorRunner::PropagatorRunner(const Problem& problem, const SearchKernel& kernel)
    : kernel_(&kernel),
      view_(problem.view()),
      propagators_(static_cast<std::size_t>(view_.propagators)),
      alive_(make_aligned<std::byte>(problem.row_bytes())),
      reversible_(static_cast<std::size_t>(view_.reversible_words), ~Word{0}),
      workspace_(problem.workspace_words()),
      unions_(problem.trial_depth() * static_cast<std::size_t>(view_.words)),
      trials_(make_aligned<std::byte>(problem.trial_depth() * problem.row_bytes())),
      forced_(static_cast<std::size_t>(view_.words) + 1) {
  view_.propagators = 0;
  view_.cells.house_words = 0;
  search_.problem = &view_;
  search_.state.alive = alive_.get();
  search_.state.reversible = reversible_.data();
  search_.cells.workspace = workspace_.data();
  search_.cells.workspace_words = workspace_.size();
  search_.cells.unions = unions_.data();
  search_.cells.trials = trials_.get();
  search_.forced = forced_.data();
}

Word PropagatorRunner::domain(std::int32_t variable) const {
  switch (view_.mask_bytes) {
    case 2:
      return typed<std::uint16_t>(search_.state.alive)[variable];
    case 4:
      return typed<std::uint32_t>(search_.state.alive)[variable];
    default:
      return typed<Word>(search_.state.alive)[variable];
  }
}

void PropagatorRunner::set_domain(std::int32_t variable, Word domain) {
  switch (view_.mask_bytes) {
    case 2:
      typed<std::uint16_t>(search_.state.alive)[variable] = static_cast<std::uint16_t>(domain);
      break;
    case 4:
      typed<std::uint32_t>(search_.state.alive)[variable] = static_cast<std::uint32_t>(domain);
      break;
    default:
      typed<Word>(search_.state.alive)[variable] = domain;
  }
  SUDOKU_CP_ASSERT(domain != 0 && this->domain(variable) == domain);
}

bool PropagatorRunner::run(std::int32_t propagator) {
  search_.failed = false;
  search_.forced_count = 0;
  const bool is_consistent = kernel_->run_propagator(search_, propagator) && !search_.failed;
  SUDOKU_CP_ASSERT(search_.cells.trial_depth == 0);
  return is_consistent;
}

}  // namespace sudoku_cp
