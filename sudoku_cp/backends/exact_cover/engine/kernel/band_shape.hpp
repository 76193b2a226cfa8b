// The plain 9×9 grid. Digits are gone through one after the other, each as a 9×9 matrix of planes.
//
//   slot                       9 · cell + digit
//   band                       0 … 2: three rows, 3 … 5: three columns; its *lines* are cut by boxes into triads
#pragma once

#include "../wave_views.hpp"
#include "level.hpp"
#include "planes.hpp"
#include "triads.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <std::int32_t kPlaneBytes>
struct BandShape {
  using Bits = Plane<kPlaneBytes>;
  using Triads = sudoku_cp::SUDOKU_CP_LEVEL::Triads<kPlaneBytes>;
  using TriadCounts = sudoku_cp::SUDOKU_CP_LEVEL::TriadCounts<kPlaneBytes>;
  using Ways = sudoku_cp::SUDOKU_CP_LEVEL::Ways<kPlaneBytes>;

  static constexpr std::int32_t kSize = 9;
  static constexpr std::int32_t kCells = 81;
  static constexpr std::int32_t kBands = 6;

  static std::int64_t scratch_size(const WaveShape&) { return kBands * kSize * kSize; }

  static constexpr std::int32_t first_cell(std::int32_t band) { return band < kBox ? band * 27 : (band - kBox) * kBox; }
  static constexpr std::int32_t line_step(std::int32_t band) { return band < kBox ? kSize : 1; }
  static constexpr std::int32_t cell_step(std::int32_t band) { return band < kBox ? 1 : kSize; }

  // Returns where the nine planes are not two times and more; tells where they are not at all.
  static Bits not_twice(const Bits* planes, Bits& dead) {
    PlaneTally<kPlaneBytes> tally;
#pragma GCC unroll 9
    for (std::int32_t at = 0; at < kSize; at += 3) tally.add(planes[at], planes[at + 1], planes[at + 2]);
    dead |= ~tally.once;
    return ~tally.twice;
  }

  // One sweep over the digits. A digit hears of cells taken by digits before it: so sweeps go to and fro.
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
      dead |= triads.keep_fitting(Triads(lone, 1, kSize), counts[band], only_in_row[band]);
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
      dead |= triads.keep_fitting(must, counts[kBox + band], only_in_column);
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

  // A number of six bits a lane.
  struct Number {
    static constexpr std::int32_t kBits = 6;
    Bits bits[kBits]{};

    void add(const Ways& ways) {
      const Bits terms[3] = {ways.ones, ways.twos, ways.fours};
      Bits carry{};
      for (std::int32_t bit = 0; bit < kBits; ++bit) {
        const Bits term = bit < 3 ? terms[bit] : Bits{};
        const Bits next = two_of(bits[bit], term, carry);
        bits[bit] = odd(bits[bit], term, carry);
        carry = next;
      }
    }

    // Looks at all but the last two bits.
    Bits is_clearly_below(const Number& other) const {
      Bits below{};
      for (std::int32_t bit = 2; bit < kBits; ++bit) below = pick(bits[bit] ^ other.bits[bit], other.bits[bit], below);
      return below;
    }
  };

  // A choice is a three of some digit: is it there or not?
  //
  //   bit   10 9 | 8 7  | 6 5 4 | 3 2 1 0
  //         box  | line | band  | digit
  //
  // Of the bands that are not settled, the first is taken whose open digits, and their ways, are about the fewest: boards
  // do better to stay in one band than to follow every way less. In it, a digit is taken with two ways if there is one;
  // then a line that can serve several boxes.
  static void choose(const WaveShape&, const Bits* slots, Bits* scratch, Bits* choice) {
    auto* all_triads = reinterpret_cast<Triads*>(scratch);  // by band and digit
    Bits band_chosen[kBands], two_ways[kBands][kSize], several_ways[kBands][kSize];
    Number fewest;
    Bits found{};
    for (std::int32_t band = 0; band < kBands; ++band) {
      Number total;
      Bits open{};
      for (std::int32_t digit = 0; digit < kSize; ++digit) {
        Triads& triads = all_triads[band * kSize + digit];
        triads = Triads(slots + first_cell(band) * kSize + digit, cell_step(band) * kSize, line_step(band) * kSize);
        const Ways ways = count_ways(triads);
        total.add(ways.weight());
        two_ways[band][digit] = ways.are_two();
        several_ways[band][digit] = ways.are_several();
        open |= ways.are_several();
      }
      const Bits better = open & (total.is_clearly_below(fewest) | ~found);
      for (std::int32_t bit = 0; bit < Number::kBits; ++bit)
        fewest.bits[bit] = pick(better, total.bits[bit], fewest.bits[bit]);
      for (std::int32_t before = 0; before < band; ++before) band_chosen[before] &= ~better;
      band_chosen[band] = better;
      found |= open;
    }
    Bits triads[kBox][kBox] = {};
    for (std::int32_t band = 0; band < kBands; ++band) {
      write_number(choice + 4, 3, band, band_chosen[band]);
      Bits chosen[kSize];
      const auto choose_among = [&](const Bits& candidates) {
        const Bits here = band_chosen[band] & candidates;
        band_chosen[band] &= ~here;
        return here;
      };
      for (std::int32_t digit = 0; digit < kSize; ++digit) chosen[digit] = choose_among(two_ways[band][digit]);
      for (std::int32_t digit = 0; digit < kSize; ++digit) {
        chosen[digit] |= choose_among(several_ways[band][digit]);
        write_number(choice, 4, digit, chosen[digit]);
        const Triads& own = all_triads[band * kSize + digit];
        for (std::int32_t line = 0; line < kBox; ++line) {
          for (std::int32_t box = 0; box < kBox; ++box)
            triads[line][box] = or_both(triads[line][box], chosen[digit], own.some[line][box]);
        }
      }
    }
    choose_triad(triads, found, choice);
  }

  static void write_number(Bits* number, std::int32_t bits, std::int32_t value, const Bits& where) {
    for (std::int32_t bit = 0; bit < bits; ++bit) {
      if ((value >> bit & 1) != 0) number[bit] |= where;
    }
  }

  // A line with two boxes if there is one, then one with three; its first box.
  static void choose_triad(const Bits (&triads)[kBox][kBox], Bits open, Bits* choice) {
    for (std::int32_t turn = 0; turn < 2 * kBox; ++turn) {
      const std::int32_t line = turn % kBox;
      const Bits* boxes = triads[line];
      const Bits all = boxes[0] & boxes[1] & boxes[2];
      const Bits chosen = open & (turn < kBox ? two_of(boxes[0], boxes[1], boxes[2]) & ~all : all);
      open &= ~chosen;
      write_number(choice + 7, 2, line, chosen);
      write_number(choice + 9, 2, 1, chosen & ~boxes[0]);
    }
  }

  // Makes the choice on boards of one side, and the opposite one on those of the other.
  static void split(const WaveShape&, Bits* slots, const Bits* choice, const Bits& chosen, const Bits& refused) {
    Bits digits[kSize], lines[2 * kSize], boxes[kBox];
    for (std::int32_t digit = 0; digit < kSize; ++digit)
      digits[digit] = is_number(choice, 4, digit) & (chosen | refused);
    for (std::int32_t band = 0; band < kBands; ++band) {
      const Bits here = is_number(choice + 4, 3, band);
      for (std::int32_t line = 0; line < kBox; ++line)
        lines[band * kBox + line] = here & is_number(choice + 7, 2, line);
    }
    for (std::int32_t box = 0; box < kBox; ++box)
      boxes[box] = is_number(choice + 9, 2, box) ^ chosen;  // those that lose
    for (std::int32_t cell = 0; cell < kCells; ++cell) {
      const std::int32_t row = cell / kSize, column = cell % kSize;
      const Bits lost = (lines[row] & boxes[column / kBox]) | (lines[kSize + column] & boxes[row / kBox]);
      Bits* candidates = slots + cell * kSize;
      for (std::int32_t digit = 0; digit < kSize; ++digit) candidates[digit] &= ~(digits[digit] & lost);
    }
  }

  static Bits is_number(const Bits* bits, std::int32_t count, std::int32_t value) {
    Bits same = ~Bits{};
    for (std::int32_t bit = 0; bit < count; ++bit) same &= (value >> bit & 1) != 0 ? bits[bit] : ~bits[bit];
    return same;
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
