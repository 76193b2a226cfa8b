// Triads of a plain 9×9 grid: three cells that a line and a box share, of one digit.
//
//   | box 0 | box 1 | box 2 |
//   | a a a | b b b | c c c |  line 0      nine triads a band: a digit's places in the band are one triad a line and
//   | d d d | e e e | f f f |  line 1      one a box, so a triad is possible where the other two lines can serve the
//   | g g g | h h h | i i i |  line 2      other two boxes (pointing, claiming, and hidden singles of the boxes)
#pragma once

#include <cstdint>

#include "kernel/level.hpp"
#include "kernel/planes.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

constexpr std::int32_t kBox = 3;

// The number of digits that must be in each triad of a band, up to three: then it is full.
template <std::int32_t kPlaneBytes>
struct TriadCounts {
  using Bits = Plane<kPlaneBytes>;

  Bits ones[kBox][kBox] = {};
  Bits twos[kBox][kBox] = {};

  Bits is_full(std::int32_t line, std::int32_t box) const { return ones[line][box] & twos[line][box]; }

  void add(const Bits (&digit)[kBox][kBox]) {
#pragma GCC unroll 9
    for (std::int32_t line = 0; line < kBox; ++line) {
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box) {
        twos[line][box] |= ones[line][box] & digit[line][box];
        ones[line][box] ^= digit[line][box];
      }
    }
  }
};

// The six ways to fit a digit into a band, three even and three uneven permutations: each triad is in one of either.
template <std::int32_t kPlaneBytes>
struct Ways {
  using Bits = Plane<kPlaneBytes>;

  static constexpr std::int32_t kCount = 2 * kBox;

  Bits possible[kCount];

  static constexpr std::int32_t even(std::int32_t line, std::int32_t box) { return (box - line + kBox) % kBox; }
  static constexpr std::int32_t uneven(std::int32_t line, std::int32_t box) { return kBox + (box + line) % kBox; }

  // All that have possible triads only.
  explicit Ways(const Bits (&triads)[kBox][kBox]) {
#pragma GCC unroll 9
    for (std::int32_t first = 0; first < kBox; ++first) {
      const std::int32_t next = (first + 1) % kBox, last = (first + 2) % kBox;
      possible[first] = all(triads[0][first], triads[1][next], triads[2][last]);
      possible[kBox + first] = all(triads[0][first], triads[1][last], triads[2][next]);
    }
  }

  explicit Ways(const Bits* planes) {
#pragma GCC unroll 9
    for (std::int32_t way = 0; way < kCount; ++way) possible[way] = planes[way];
  }

  void write(Bits* planes) const {
#pragma GCC unroll 9
    for (std::int32_t way = 0; way < kCount; ++way) planes[way] = possible[way];
  }

  Bits has_triad(std::int32_t line, std::int32_t box) const {
    return possible[even(line, box)] | possible[uneven(line, box)];
  }
};

// How many of them are left, as a number of three bits.
template <std::int32_t kPlaneBytes>
struct WayCount {
  using Bits = Plane<kPlaneBytes>;

  Bits ones, twos, fours;

  explicit WayCount(const Ways<kPlaneBytes>& ways) {
    const Bits* even = ways.possible;
    const Bits* uneven = ways.possible + kBox;
    const Bits ones_of[2] = {odd(even[0], even[1], even[2]), odd(uneven[0], uneven[1], uneven[2])};
    const Bits twos_of[2] = {two_of(even[0], even[1], even[2]), two_of(uneven[0], uneven[1], uneven[2])};
    const Bits carry = ones_of[0] & ones_of[1];
    ones = ones_of[0] ^ ones_of[1];
    twos = odd(twos_of[0], twos_of[1], carry);
    fours = two_of(twos_of[0], twos_of[1], carry);
  }

  Bits are_two() const { return twos & ~(ones | fours); }
  Bits are_several() const { return twos | fours; }

  // One more where there are several, else none.
  WayCount weight() const {
    WayCount more = *this;
    const Bits several = are_several();
    const Bits carry = ones & several;
    more.ones = several & ~ones;
    more.twos = twos ^ carry;
    more.fours = fours | (twos & carry);
    return more;
  }
};

// Which triads of three lines have something.
template <std::int32_t kPlaneBytes>
struct Triads {
  using Bits = Plane<kPlaneBytes>;

  Bits some[kBox][kBox];

  Triads() = default;

  // From a first cell on; the cells of a line are `along` apart, lines `across`.
  Triads(const Bits* cells, std::int32_t along, std::int32_t across) {
#pragma GCC unroll 9
    for (std::int32_t line = 0; line < kBox; ++line) {
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box) {
        const Bits* first = cells + line * across + box * kBox * along;
        some[line][box] = any(first[0], first[along], first[2 * along]);
      }
    }
  }

  // No other triad of its line is left.
  Bits is_only(std::int32_t line, std::int32_t box) const {
    return some[line][box] & ~(some[line][(box + 1) % kBox] | some[line][(box + 2) % kBox]);
  }

  // Clears those that the digits before this one have filled.
  void clear_full(const TriadCounts<kPlaneBytes>& counts) {
#pragma GCC unroll 9
    for (std::int32_t line = 0; line < kBox; ++line) {
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box) some[line][box] &= ~counts.is_full(line, box);
    }
  }

  // Keeps the triads that fit together, beside those that must have the digit. Sets `only` for triads that are the only
  // ones of their lines, and so of their boxes; returns the lanes where none is left.
  Bits keep_fitting(const Triads& must, Bits (&only)[kBox][kBox]) {
    Bits allowed[kBox][kBox];
#pragma GCC unroll 9
    for (std::int32_t line = 0; line < kBox; ++line) {
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box) {
        const Bits must_others = must.some[line][(box + 1) % kBox] | must.some[line][(box + 2) % kBox];
        allowed[line][box] = some[line][box] & ~must_others;
      }
    }
    Bits lost{};
    return keep_fitting(allowed, only, lost);
  }

  // The same of the allowed triads; adds the lanes where some are lost.
  Bits keep_fitting(const Bits (&allowed)[kBox][kBox], Bits (&only)[kBox][kBox], Bits& lost) {
    const Ways<kPlaneBytes> ways(allowed);
#pragma GCC unroll 9
    for (std::int32_t line = 0; line < kBox; ++line) {
      Bits fitting[kBox];
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box) {
        fitting[box] = ways.has_triad(line, box);
        lost |= some[line][box] ^ fitting[box];
        some[line][box] = fitting[box];
      }
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box)
        only[line][box] = fitting[box] & ~(fitting[(box + 1) % kBox] | fitting[(box + 2) % kBox]);
    }
    return ~any(some[0][0], some[0][1], some[0][2]);  // all of a band or none
  }

  // Clears the cells of the others.
  void keep(Bits* cells, std::int32_t along, std::int32_t across) const {
#pragma GCC unroll 9
    for (std::int32_t line = 0; line < kBox; ++line) {
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box) {
        Bits* first = cells + line * across + box * kBox * along;
#pragma GCC unroll 9
        for (std::int32_t cell = 0; cell < kBox; ++cell) first[cell * along] &= some[line][box];
      }
    }
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
