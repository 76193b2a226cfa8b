// The plain 9×9 grid in narrow waves, as triads: what is taken stays with a board while it moves, so that no sweep begins
// without it. Only boards whose candidates follow from their triads may be loaded (`waves/narrow.cpp:follows_from_triads`).
//
//   planes of a board     triads, as in waves | cells that a digit has taken
#pragma once

#include "kernel/bits.hpp"
#include "kernel/level.hpp"
#include "kernel/triad_shape.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <std::int32_t kPlaneBytes>
struct NarrowTriads : TriadShape<kPlaneBytes> {
  using Shape = TriadShape<kPlaneBytes>;
  using Bits = typename Shape::Bits;
  using Shape::kCells, Shape::kSize, Shape::kTriads;

  static constexpr std::int32_t kTriadPlanes = kSize * kTriads;

  static std::int32_t state_size(const WaveShape&) { return kTriadPlanes + kCells; }
  static std::int32_t scratch_size(const WaveShape&) { return kCells + kTriads; }

  // Calls `use` with each plane and whether the board has something there.
  template <typename Use>
  static void for_each_plane(const WaveShape&, const Word* candidates, Use use) {
    Word digits[kBands][kBox][kBox] = {};  // of each triad
    for (std::int32_t cell = 0; cell < kCells; ++cell) {
      const std::int32_t row = cell / kSize, column = cell % kSize;
      digits[row / kBox][row % kBox][column / kBox] |= candidates[cell];
      digits[kBox + column / kBox][column % kBox][row / kBox] |= candidates[cell];
    }
    std::int32_t plane = 0;
    for (std::int32_t digit = 0; digit < kSize; ++digit) {
      for (const auto& band : digits) {
        for (const auto& line : band) {
          for (const Word triad : line) use(plane++, (triad >> digit & 1) != 0);
        }
      }
    }
    for (std::int32_t cell = 0; cell < kCells; ++cell) use(plane++, size_of(candidates[cell]) == 1);
  }

  static Bits candidate(const WaveShape&, const Bits* state, std::int32_t cell, std::int32_t digit) {
    return Shape::candidate(Shape::triads_of(state, digit), cell);
  }

  static void sweep(const WaveShape& shape, Bits* state, Bits* memory, bool upward, Bits& dead, Bits& open,
                    Bits& changed) {
    const typename Shape::Scratch scratch(state + kTriadPlanes, memory);
    Shape::sweep(shape, state, scratch, upward, dead, open, changed);
  }

  static void split(const WaveShape&, Bits* state, const Bits* choice, const Bits& chosen, const Bits& refused) {
    const typename Shape::Choice::Loss loss(choice, chosen, refused);
    for (std::int32_t digit = 0; digit < kSize; ++digit) {
      for (std::int32_t band = 0; band < kBands; ++band) {
        auto& triads = Shape::triads_of(state, digit)[band];
        for (std::int32_t line = 0; line < kBox; ++line) {
          for (std::int32_t box = 0; box < kBox; ++box)
            triads.some[line][box] &= ~(loss.digits[digit] & loss.triads[band][line][box]);
        }
      }
    }
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
