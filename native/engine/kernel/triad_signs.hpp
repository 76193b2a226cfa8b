// What sweeps over the triads of a plain 9×9 grid read off them first: cells that a digit has taken, cells with one
// candidate, and triads with three.
#pragma once

#include "kernel/band_choice.hpp"
#include "kernel/level.hpp"
#include "kernel/planes.hpp"
#include "kernel/scratch.hpp"
#include "kernel/triads.hpp"
#include "kernel/wave_views.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <std::int32_t kPlaneBytes>
struct TriadSigns {
  using Bits = Plane<kPlaneBytes>;
  using Triads = sudoku_cp::SUDOKU_CP_LEVEL::Triads<kPlaneBytes>;

  static constexpr std::int32_t kSize = 9;
  static constexpr std::int32_t kCells = 81;
  static constexpr std::int32_t kTriads = kBands * kSize;  // of a digit

  static Triads* triads_of(Bits* state, std::int32_t digit) { return typed<Triads>(state) + digit * kBands; }
  static const Triads* triads_of(const Bits* state, std::int32_t digit) {
    return typed<Triads>(state) + digit * kBands;
  }

  // In a box: where the triads of row and column are the only ones of their lines.
  static void find_taken(const Triads* triads, std::int32_t band_of_rows, std::int32_t band_of_columns, Bits* taken) {
    Bits cells[kBox][kBox] = {};
#pragma GCC unroll 1
    for (std::int32_t digit = 0; digit < kSize; ++digit, triads += kBands) {
      Bits only[kBox];
#pragma GCC unroll 9
      for (std::int32_t column = 0; column < kBox; ++column)
        only[column] = triads[kBox + band_of_columns].is_only(column, band_of_rows);
#pragma GCC unroll 9
      for (std::int32_t row = 0; row < kBox; ++row) {
        const Bits here = triads[band_of_rows].is_only(row, band_of_columns);
#pragma GCC unroll 9
        for (std::int32_t column = 0; column < kBox; ++column)
          cells[row][column] = or_both(cells[row][column], here, only[column]);
      }
    }
    Bits* first = taken + band_of_rows * kBox * kSize + band_of_columns * kBox;
#pragma GCC unroll 9
    for (std::int32_t row = 0; row < kBox; ++row) {
#pragma GCC unroll 9
      for (std::int32_t column = 0; column < kBox; ++column) first[row * kSize + column] = cells[row][column];
    }
  }

  // Leaves out a value that the cell lacks on all boards.
  template <bool kAllValues>
  static Bits allowed_value(const WaveShape& shape, std::int32_t cell, std::int32_t digit, const Bits& candidates) {
    if constexpr (kAllValues) return candidates;
    else return candidates & (Bits{} + -(shape.domains[cell] >> digit & 1));
  }

  // Where a triad has at most three candidates: of four and more, two pairs carry.
  static Bits no_more_than_three(const Bits* triad) {
    Bits odds[kBox], pairs[kBox];
#pragma GCC unroll 9
    for (std::int32_t at = 0; at < kBox; ++at) {
      const Bits* digits = triad + at * kBox * kTriads;
      odds[at] = odd(digits[0], digits[kTriads], digits[2 * kTriads]);
      pairs[at] = two_of(digits[0], digits[kTriads], digits[2 * kTriads]);
    }
    const Bits pair_of_odds = two_of(odds[0], odds[1], odds[2]);
    return ~(two_of(pairs[0], pairs[1], pairs[2]) | (pair_of_odds & any(pairs[0], pairs[1], pairs[2])));
  }

  // Three cells of a row and a box. What others have taken does not count: there are other signs of that.
  template <bool kAllValues>
  static void find_alone(const WaveShape& shape, const Bits* state, std::int32_t row, std::int32_t box, Bits* alone,
                         Bits& dead) {
    const Triads* of_rows = triads_of(state, 0) + row / kBox;
    const Triads* of_columns = triads_of(state, 0) + kBox + box;
    Bits filled = ~Bits{};
#pragma GCC unroll 9
    for (std::int32_t at = 0; at < kBox; ++at) {
      PlaneTally<kPlaneBytes> tally;
      const std::int32_t cell = row * kSize + box * kBox + at;
#pragma GCC unroll 9
      for (std::int32_t digit = 0; digit < kSize; digit += kBox) {
        Bits here[kBox];
#pragma GCC unroll 9
        for (std::int32_t next = 0; next < kBox; ++next) {
          const std::int32_t triads = (digit + next) * kBands;
          here[next] = allowed_value<kAllValues>(
              shape, cell, digit + next,
              of_rows[triads].some[row % kBox][box] & of_columns[triads].some[at][row / kBox]);
        }
        tally.add(here[0], here[1], here[2]);
      }
      filled &= tally.once;
      alone[cell] = ~tally.twice;
    }
    dead |= ~filled;
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
