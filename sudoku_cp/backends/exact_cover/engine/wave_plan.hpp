// What waves have to know of a problem: its shape, and the functions that suit it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "problem.hpp"

namespace sudoku_cp {

// What waves have to know of a problem, if it is of a kind that they can search.
class WavePlan {
 public:
  // Nothing where the problem has more than houses and differing cells, too many values, or a cell without house.
  static std::optional<WavePlan> of(const Problem& problem);

  const WaveShape& shape() const { return shape_; }
  const WaveKernel& functions(const Kernel& kernel) const { return is_plain_9_ ? kernel.band_waves : kernel.house_waves; }

  const NarrowKernel& narrow_functions(const Kernel& kernel) const {
    return is_plain_9_ ? kernel.narrow_band_waves : kernel.narrow_house_waves;
  }

  // How many nodes the general search gets before a single puzzle goes to narrow waves, by the candidates of its open
  // cells and by the cells that have two: hard puzzles have many and few of these, open ones still more candidates.
  std::int64_t nodes_before_waves(std::int64_t candidates, std::int64_t pairs) const;

  // Nodes of a narrow wave, which tries more than it must, that should have led to a solution.
  std::int64_t narrow_barren_limit() const { return 16 * barren_limit(); }

  // With fewer puzzles most lanes would be empty.
  std::size_t least_puzzles() const { return is_plain_9_ ? 16 : 48; }

  // Nodes without solutions after which a puzzle is better off with the general search, which learns where to branch.
  std::int64_t barren_limit() const { return is_plain_9_ ? 10000 : 500; }

 private:
  void list_loose_pairs(const CellView& cells);
  void list_crossings(const CellView& cells);

  std::vector<Word> domains_;
  Lists<std::int32_t> loose_;
  Lists<std::int32_t> rests_, crossing_losses_, cell_losses_;
  WaveShape shape_{};
  bool is_plain_9_ = false;
};

}  // namespace sudoku_cp
