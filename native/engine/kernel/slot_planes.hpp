// Boards of narrow waves as slots: a plane for every cell and value.
#pragma once

#include "kernel/level.hpp"
#include "kernel/wave_views.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Bits>
struct SlotPlanes {
  static std::int32_t state_size(const WaveShape& shape) { return shape.cells * shape.values; }

  // Calls `use` with each plane and whether the board has something there.
  template <typename Use>
  static void for_each_plane(const WaveShape& shape, const Word* candidates, Use use) {
    std::int32_t plane = 0;
    for (std::int32_t cell = 0; cell < shape.cells; ++cell) {
      for (std::int32_t value = 0; value < shape.values; ++value) use(plane++, (candidates[cell] >> value & 1) != 0);
    }
  }

  static const Bits& candidate(const WaveShape& shape, const Bits* state, std::int32_t cell, std::int32_t value) {
    return state[cell * shape.values + value];
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
