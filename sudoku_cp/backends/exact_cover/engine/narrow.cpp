#include "narrow.hpp"

#include <algorithm>

namespace sudoku_cp {

NarrowSolver::NarrowSolver(const WavePlan& plan, const Kernel& kernel) : kernel_(&plan.narrow_functions(kernel)) {
  const WaveShape& shape = plan.shape();
  const auto words = static_cast<std::size_t>(kernel_->workspace_words(shape));
  workspace_ = std::make_unique_for_overwrite<Line[]>((words + kLineWords - 1) / kLineWords);
  solutions_ = std::make_unique_for_overwrite<std::uint8_t[]>(static_cast<std::size_t>(kNarrowLanes * shape.cells));
  search_.shape = &shape;
  search_.workspace = workspace_[0].words;
  search_.solutions = solutions_.get();
}

void NarrowSolver::clear() {
  std::fill_n(search_.live, kNarrowWords, Word{0});
  search_.block_count = 0;
  search_.solution_count = 0;
  solution_ = -1;
  search_.nodes = search_.sweeps = 0;
}

void NarrowSolver::start(const std::vector<std::vector<Word>>& boards) {
  clear();
  std::int32_t lane = 0;
  for (const std::vector<Word>& board : boards) kernel_->load(search_, board.data(), lane++);
}

bool NarrowSolver::step() {
  make_room_for_blocks();
  solution_ = -1;
  return kernel_->step(search_);
}

void NarrowSolver::make_room_for_blocks() {
  const auto needed = static_cast<std::size_t>(search_.block_count + kNarrowWords);
  if (needed <= block_lanes_.size()) return;
  const auto planes = static_cast<std::size_t>(search_.shape->cells * search_.shape->values);
  auto blocks = std::make_unique_for_overwrite<Word[]>(2 * needed * planes);
  std::copy_n(blocks_.get(), static_cast<std::size_t>(search_.block_count) * planes, blocks.get());
  blocks_ = std::move(blocks);
  block_lanes_.resize(2 * needed);
  search_.blocks = blocks_.get();
  search_.block_lanes = block_lanes_.data();
}

}  // namespace sudoku_cp
