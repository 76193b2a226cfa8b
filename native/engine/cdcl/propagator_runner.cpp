#include "cdcl/propagator_runner.hpp"

namespace sudoku_cp {
namespace {

std::size_t words_of_row(const ProblemView& view) {
  const std::size_t bytes = static_cast<std::size_t>(view.padded_words) * static_cast<std::size_t>(view.mask_bytes);
  return (bytes + sizeof(Word) - 1) / sizeof(Word);
}

template <typename Mask>
Mask* masks_of(std::byte* alive) {
  return reinterpret_cast<Mask*>(alive);
}

}  // namespace

PropagatorRunner::PropagatorRunner(const Problem& problem, const SearchKernel& kernel)
    : kernel_(&kernel),
      view_(problem.view()),
      propagators_(static_cast<std::size_t>(view_.propagators)),
      alive_(words_of_row(view_)),
      reversible_(static_cast<std::size_t>(view_.reversible_words), ~Word{0}),
      workspace_(problem.workspace_words()),
      unions_(problem.trial_depth() * static_cast<std::size_t>(view_.words)),
      trials_(problem.trial_depth() * words_of_row(view_)),
      forced_(static_cast<std::size_t>(view_.words) + 1) {
  view_.propagators = 0;
  view_.cells.house_words = 0;
  search_.problem = &view_;
  search_.state.alive = reinterpret_cast<std::byte*>(alive_.data());
  search_.state.reversible = reversible_.data();
  search_.cells.workspace = workspace_.data();
  search_.cells.unions = unions_.data();
  search_.cells.trials = reinterpret_cast<std::byte*>(trials_.data());
  search_.forced = forced_.data();
}

Word PropagatorRunner::domain(std::int32_t variable) const {
  switch (view_.mask_bytes) {
    case 2:
      return masks_of<std::uint16_t>(search_.state.alive)[variable];
    case 4:
      return masks_of<std::uint32_t>(search_.state.alive)[variable];
    default:
      return masks_of<Word>(search_.state.alive)[variable];
  }
}

void PropagatorRunner::set_domain(std::int32_t variable, Word domain) {
  switch (view_.mask_bytes) {
    case 2:
      masks_of<std::uint16_t>(search_.state.alive)[variable] = static_cast<std::uint16_t>(domain);
      break;
    case 4:
      masks_of<std::uint32_t>(search_.state.alive)[variable] = static_cast<std::uint32_t>(domain);
      break;
    default:
      masks_of<Word>(search_.state.alive)[variable] = domain;
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
