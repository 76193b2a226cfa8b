// What waves have to know of a problem: its shape, and the functions that suit it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/problem.hpp"

namespace sudoku_cp {

// What waves have to know of a problem, if it is of a kind that they can search.
class WavePlan {
 public:
  // Nothing where the problem has more than houses and differing cells, too many values, or a cell without house.
  static std::optional<WavePlan> of(const Problem& problem);

  const WaveShape& shape() const { return shape_; }
  const WaveKernel& functions(const Kernel& kernel) const {
    return is_plain_9_ ? kernel.waves.bands : kernel.waves.houses;
  }

  const NarrowKernel& narrow_functions(const Kernel& kernel, bool follow_from_triads) const {
    if (!is_plain_9_) return kernel.waves.narrow_houses;
    return follow_from_triads ? kernel.waves.narrow_triads : kernel.waves.narrow_bands;
  }

  // Whether it is a 9×9 grid of rows, columns and boxes, and nothing else.
  bool is_plain_9() const { return is_plain_9_; }

 private:
  void list_loose_pairs(const CellView& cells);
  void list_intersections(const CellView& cells);

  std::vector<Word> domains_;
  Lists<std::int32_t> loose_;
  Lists<std::int32_t> rests_, intersection_losses_, cell_losses_;
  WaveShape shape_{};
  bool is_plain_9_ = false;
};

}  // namespace sudoku_cp
