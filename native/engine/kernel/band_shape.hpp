// The plain 9×9 grid. Digits are gone through one after the other, each as a 9×9 matrix of planes.
//
//   slot                       9 · cell + digit
//   band                       0 … 2: three rows, 3 … 5: three columns; its *lines* are cut by boxes into triads
#pragma once

#include "kernel/band_choice.hpp"
#include "kernel/level.hpp"
#include "kernel/planes.hpp"
#include "kernel/scratch.hpp"
#include "kernel/slot_planes.hpp"
#include "kernel/triads.hpp"
#include "kernel/wave_views.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <std::int32_t kPlaneBytes>
struct BandShape : SlotPlanes<Plane<kPlaneBytes>> {
  using Bits = Plane<kPlaneBytes>;
  using Triads = sudoku_cp::SUDOKU_CP_LEVEL::Triads<kPlaneBytes>;
  using TriadCounts = sudoku_cp::SUDOKU_CP_LEVEL::TriadCounts<kPlaneBytes>;
  using Choice = BandChoice<kPlaneBytes>;

  static constexpr std::int32_t kSize = 9;
  static constexpr std::int32_t kCells = 81;

  static std::int64_t scratch_size(const WaveShape&) { return kBands * kSize * kSize; }

  static constexpr std::int32_t first_cell(std::int32_t band) { return band < kBox ? band * 27 : (band - kBox) * kBox; }
  static constexpr std::int32_t line_step(std::int32_t band) { return band < kBox ? kSize : 1; }
  static constexpr std::int32_t cell_step(std::int32_t band) { return band < kBox ? 1 : kSize; }

  // Returns the lanes in which at most one of the nine planes is set, and sets those in which none is.
  static Bits not_twice(const Bits* planes, Bits& dead) {
    PlaneTally<kPlaneBytes> tally;
#pragma GCC unroll 9
    for (std::int32_t at = 0; at < kSize; at += 3) tally.add(planes[at], planes[at + 1], planes[at + 2]);
    dead |= ~tally.once;
    return ~tally.twice;
  }

  // One sweep over the digits. A digit sees the cells taken by digits before it, so sweeps go to and fro.
  static void sweep(const WaveShape&, Bits* slots, Bits* scratch, bool upward, Bits& dead, Bits& open, Bits& changed) {
    Bits* alone = scratch;           // cells with one candidate
    Bits* taken = scratch + kCells;  // cells taken by a digit so far
    for (std::int32_t cell = 0; cell < kCells; ++cell) {
      alone[cell] = not_twice(slots + cell * kSize, dead);
      open |= ~alone[cell];
      taken[cell] = Bits{};
    }
    Bits lost{};
    TriadCounts counts[kBands];
    for (std::int32_t turn = 0; turn < kSize; ++turn) {
      const std::int32_t digit = upward ? turn : kSize - 1 - turn;
      sweep_digit(slots + digit, alone, taken, counts, dead, lost);
    }
    changed |= lost;
  }

  // A cell with no other candidate makes its triads of row and column the only ones of their lines; and where both are
  // the only ones, the digit is in the cell.
  static void sweep_digit(Bits* slots, const Bits* alone, Bits* taken, TriadCounts* counts, Bits& dead, Bits& lost) {
    Bits cells[kCells];
    Bits must_be_in_column[kBox][kSize];  // by bands of rows
    Bits only_in_row[kBox][kBox][kBox], only_in_column[kBox][kBox];
    for (std::int32_t band = 0; band < kBox; ++band) {
      const std::int32_t begin = band * kBox * kSize;
      Bits lone[kBox * kSize];
#pragma GCC unroll 27
      for (std::int32_t at = 0; at < kBox * kSize; ++at) {
        const std::int32_t cell = begin + at;
        cells[cell] = slots[cell * kSize] & ~taken[cell];
        lone[at] = cells[cell] & alone[cell];
      }
#pragma GCC unroll 9
      for (std::int32_t column = 0; column < kSize; ++column) {
        must_be_in_column[band][column] = any(lone[column], lone[kSize + column], lone[2 * kSize + column]);
      }
      Triads triads(cells + begin, 1, kSize);
      triads.clear_full(counts[band]);
      dead |= triads.keep_fitting(Triads(lone, 1, kSize), only_in_row[band]);
      counts[band].add(only_in_row[band]);
      triads.keep(cells + begin, 1, kSize);
    }
    for (std::int32_t band = 0; band < kBox; ++band) {
      const std::int32_t begin = band * kBox;
      Triads triads(cells + begin, kSize, 1), must;
#pragma GCC unroll 9
      for (std::int32_t line = 0; line < kBox; ++line) {
#pragma GCC unroll 9
        for (std::int32_t box = 0; box < kBox; ++box) must.some[line][box] = must_be_in_column[box][begin + line];
      }
      triads.clear_full(counts[kBox + band]);
      dead |= triads.keep_fitting(must, only_in_column);
      counts[kBox + band].add(only_in_column);
#pragma GCC unroll 9
      for (std::int32_t row = 0; row < kSize; ++row) {
#pragma GCC unroll 9
        for (std::int32_t line = 0; line < kBox; ++line) {
          const std::int32_t cell = row * kSize + begin + line;
          const std::int32_t box = row / kBox;
          Bits& slot = slots[cell * kSize];
          const Bits after = cells[cell] & triads.some[line][box];
          lost |= slot ^ after;
          slot = after;
          taken[cell] = or_both(taken[cell], only_in_row[box][row % kBox][band], only_in_column[line][box]);
        }
      }
    }
  }

  static void choose(const WaveShape&, const Bits* slots, Bits* scratch, Bits* choice) {
    auto* all_triads = typed<Triads>(scratch);
    for (std::int32_t digit = 0; digit < kSize; ++digit) {
      for (std::int32_t band = 0; band < kBands; ++band) {
        all_triads[digit * kBands + band] =
            Triads(slots + first_cell(band) * kSize + digit, cell_step(band) * kSize, line_step(band) * kSize);
      }
    }
    Choice::choose(all_triads, choice);
  }

  static void split(const WaveShape&, Bits* slots, const Bits* choice, const Bits& chosen, const Bits& refused) {
    const typename Choice::Loss loss(choice, chosen, refused);
    for (std::int32_t cell = 0; cell < kCells; ++cell) {
      const std::int32_t row = cell / kSize, column = cell % kSize;
      const Bits lost = loss.triads[row / kBox][row % kBox][column / kBox] |
                        loss.triads[kBox + column / kBox][column % kBox][row / kBox];
      Bits* candidates = slots + cell * kSize;
      for (std::int32_t digit = 0; digit < kSize; ++digit) candidates[digit] &= ~(loss.digits[digit] & lost);
    }
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
