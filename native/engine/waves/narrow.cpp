#include "waves/narrow.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace sudoku_cp {
namespace {

// Whether the board can be rebuilt from its triads and its cells with one candidate. Branching also removes single
// candidates, which triads cannot represent.
bool follows_from_triads(const WavePlan& plan, std::span<const Word> board) {
  constexpr std::size_t kSize = 9, kBox = 3;
  if (!plan.is_plain_9()) return false;
  std::array<std::array<Word, kBox>, kSize> rows{}, columns{};  // the digits of triads, by line and box
  for (std::size_t cell = 0; cell < board.size(); ++cell) {
    const std::size_t row = cell / kSize, column = cell % kSize;
    rows[row][column / kBox] |= board[cell];
    columns[column][row / kBox] |= board[cell];
  }
  for (std::size_t cell = 0; cell < board.size(); ++cell) {
    const std::size_t row = cell / kSize, column = cell % kSize;
    if (!std::has_single_bit(board[cell])) {
      const Word follows = rows[row][column / kBox] & columns[column][row / kBox] & plan.shape().domains[cell];
      if (board[cell] != follows) return false;
      continue;
    }
    // Its digit is nowhere else in the box, or the cell would count as taken by another one.
    Word others = 0;
    for (std::size_t line = 0; line < kBox; ++line) {
      if (line != row % kBox) others |= rows[row - row % kBox + line][column / kBox];
      if (line != column % kBox) others |= columns[column - column % kBox + line][row / kBox];
    }
    if ((others & board[cell]) != 0) return false;
  }
  return true;
}

}  // namespace

NarrowSolver::NarrowSolver(const WavePlan& plan, const Kernel& kernel) : plan_(&plan), kernels_(&kernel) {
  const WaveShape& shape = plan.shape();
  solutions_ = std::make_unique_for_overwrite<std::uint8_t[]>(static_cast<std::size_t>(kNarrowLanes * shape.cells));
  search_.shape = &shape;
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
  const auto follows = [this](const auto& board) { return follows_from_triads(*plan_, board); };
  use(plan_->narrow_functions(*kernels_, std::ranges::all_of(boards, follows)));
  SUDOKU_CP_ASSERT(boards.size() <= kWordBits);
  std::int32_t lane = 0;
  for (const std::vector<Word>& board : boards) kernel_->load(search_, board.data(), lane++);
}

void NarrowSolver::use(const NarrowKernel& kernel) {
  if (&kernel == kernel_) return;
  kernel_ = &kernel;
  block_lanes_.clear();  // those there are have another size
  const auto words = static_cast<std::size_t>(kernel_->workspace_words(plan_->shape()));
  if (words <= workspace_words_) return;
  workspace_ = make_aligned_for_overwrite<Word>(words);
  workspace_words_ = words;
  search_.workspace = workspace_.get();
}

bool NarrowSolver::step() {
  make_room_for_blocks(kNarrowWords);
  solution_ = -1;
  const bool had_boards = kernel_->step(search_);
  SUDOKU_CP_ASSERT(static_cast<std::size_t>(search_.block_count) <= block_lanes_.size());
  return had_boards;
}

void NarrowSolver::run(int steps) {
  while (steps-- > 0 && has_boards() && step() && search_.solution_count == 0) continue;
}

bool NarrowSolver::has_boards() const {
  return search_.block_count > 0 || std::ranges::any_of(search_.live, [](Word lanes) { return lanes != 0; });
}

void NarrowSolver::take_half_of(NarrowSolver& other) {
  SUDOKU_CP_ASSERT(!has_boards());
  use(*other.kernel_);
  NarrowSearch& from = other.search_;
  SUDOKU_CP_ASSERT(this != &other && from.block_count > 1);
  const std::int32_t taken = from.block_count / 2;
  make_room_for_blocks(taken);
  const std::size_t words = block_words();
  const Word* const end = from.blocks + static_cast<std::size_t>(from.block_count) * words;
  const Word* const rest = from.blocks + static_cast<std::size_t>(taken) * words;
  std::copy(static_cast<const Word*>(from.blocks), rest, search_.blocks);
  std::copy(rest, end, from.blocks);
  std::copy_n(from.block_lanes, taken, search_.block_lanes);
  std::copy(from.block_lanes + taken, from.block_lanes + from.block_count, from.block_lanes);
  search_.block_count = taken;
  from.block_count -= taken;
}

void NarrowSolver::make_room_for_blocks(std::int32_t more) {
  const auto needed = static_cast<std::size_t>(search_.block_count + more);
  if (needed <= block_lanes_.size()) return;
  const std::size_t words = block_words();
  auto blocks = std::make_unique_for_overwrite<Word[]>(2 * needed * words);
  std::copy_n(blocks_.get(), static_cast<std::size_t>(search_.block_count) * words, blocks.get());
  blocks_ = std::move(blocks);
  block_lanes_.resize(2 * needed);
  search_.blocks = blocks_.get();
  search_.block_lanes = block_lanes_.data();
}

}  // namespace sudoku_cp
