// A search for the solutions of one puzzle in narrow waves.
#pragma once

#include <memory>
#include <vector>

#include "aligned.hpp"
#include "kernel/narrow_views.hpp"
#include "waves/waves.hpp"

namespace sudoku_cp {

class NarrowSolver {
 public:
  NarrowSolver(const WavePlan& plan, const Kernel& kernel);

  // Forgets all boards and counts.
  void clear();

  // Starts again with these boards, at most kWordBits, each given as the candidates of its cells.
  void start(const std::vector<std::vector<Word>>& boards);

  // Goes to the next solution, if the last step found one more.
  bool advance() { return ++solution_ < search_.solution_count; }

  // Takes a step. Returns false where no boards are left.
  bool step();

  // Takes steps until one finds a solution or no boards are left, and at most this many.
  void run(int steps);

  bool has_boards() const;
  std::int32_t blocks() const { return search_.block_count; }

  // Takes the older half of another solver's blocks, which have more left to search. It must have no boards itself.
  void take_half_of(NarrowSolver& other);

  // The place of a cell's value in the current solution.
  std::uint8_t value(std::size_t cell) const {
    SUDOKU_CP_ASSERT(solution_ >= 0 && solution_ < search_.solution_count);
    return search_.solutions[static_cast<std::size_t>(solution_ * search_.shape->cells) + cell];
  }

  std::int64_t nodes() const { return search_.nodes; }
  std::int64_t sweeps() const { return search_.sweeps; }

 private:
  void use(const NarrowKernel& kernel);
  std::size_t block_words() const { return static_cast<std::size_t>(kernel_->board_planes(*search_.shape)); }
  void make_room_for_blocks(std::int32_t more);

  const WavePlan* plan_;
  const Kernel* kernels_;
  const NarrowKernel* kernel_ = nullptr;  // for the boards that it began with
  std::size_t workspace_words_ = 0;
  AlignedArray<Word> workspace_;
  std::unique_ptr<std::uint8_t[]> solutions_;
  std::unique_ptr<Word[]> blocks_;
  std::vector<std::int32_t> block_lanes_;
  std::int32_t solution_ = -1;
  NarrowSearch search_{};
};

}  // namespace sudoku_cp
