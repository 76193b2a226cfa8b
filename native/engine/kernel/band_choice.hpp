// Where waves of plain 9×9 grids branch: on a digit and a triad.
//
//   band                       0 … 2: three rows, 3 … 5: three columns; its *lines* are cut by boxes into triads
#pragma once

#include "kernel/level.hpp"
#include "kernel/planes.hpp"
#include "kernel/triads.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

constexpr std::int32_t kBands = 6;

template <std::int32_t kPlaneBytes>
struct BandChoice {
  using Bits = Plane<kPlaneBytes>;
  using Triads = sudoku_cp::SUDOKU_CP_LEVEL::Triads<kPlaneBytes>;
  using Ways = sudoku_cp::SUDOKU_CP_LEVEL::Ways<kPlaneBytes>;
  using WayCount = sudoku_cp::SUDOKU_CP_LEVEL::WayCount<kPlaneBytes>;

  static constexpr std::int32_t kSize = 9;

  // A number of six bits a lane.
  struct Number {
    static constexpr std::int32_t kBits = 6;
    Bits bits[kBits]{};

    void add(const WayCount& count) {
      const Bits terms[3] = {count.ones, count.twos, count.fours};
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
  //
  // Triads are by digit and band.
  static void choose(const Triads* all_triads, Bits* choice) {
    Bits band_chosen[kBands], two_ways[kBands][kSize], several_ways[kBands][kSize];
    Number fewest;
    Bits found{};
    for (std::int32_t band = 0; band < kBands; ++band) {
      Number total;
      Bits open{};
      for (std::int32_t digit = 0; digit < kSize; ++digit) {
        const WayCount count{Ways(all_triads[digit * kBands + band].some)};
        total.add(count.weight());
        two_ways[band][digit] = count.are_two();
        several_ways[band][digit] = count.are_several();
        open |= count.are_several();
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
        const Triads& own = all_triads[digit * kBands + band];
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

  // What boards lose that make a choice, or the opposite one on the other side: triads of some digit.
  struct Loss {
    Bits digits[kSize];
    Bits triads[kBands][kBox][kBox];

    Loss(const Bits* choice, const Bits& chosen, const Bits& refused) {
      Bits boxes[kBox];
      for (std::int32_t digit = 0; digit < kSize; ++digit)
        digits[digit] = is_number(choice, 4, digit) & (chosen | refused);
      for (std::int32_t box = 0; box < kBox; ++box) boxes[box] = is_number(choice + 9, 2, box) ^ chosen;
      for (std::int32_t band = 0; band < kBands; ++band) {
        const Bits here = is_number(choice + 4, 3, band);
        for (std::int32_t line = 0; line < kBox; ++line) {
          const Bits in_line = here & is_number(choice + 7, 2, line);
          for (std::int32_t box = 0; box < kBox; ++box) triads[band][line][box] = in_line & boxes[box];
        }
      }
    }
  };

  static Bits is_number(const Bits* bits, std::int32_t count, std::int32_t value) {
    Bits same = ~Bits{};
    for (std::int32_t bit = 0; bit < count; ++bit) same &= (value >> bit & 1) != 0 ? bits[bit] : ~bits[bit];
    return same;
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
