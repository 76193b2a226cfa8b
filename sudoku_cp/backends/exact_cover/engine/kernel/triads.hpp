// Triads of a plain 9×9 grid: three cells that a line and a box share, of one digit.
//
//   | box 0 | box 1 | box 2 |
//   | a a a | b b b | c c c |  line 0      nine triads a band: a digit's places in the band are one triad a line and
//   | d d d | e e e | f f f |  line 1      one a box, so a triad is possible where the other two lines can serve the
//   | g g g | h h h | i i i |  line 2      other two boxes (pointing, claiming, and hidden singles of the boxes)
#pragma once

#include <cstdint>

#include "level.hpp"
#include "planes.hpp"

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

  void add(std::int32_t line, std::int32_t box, const Bits& digit) {
    twos[line][box] |= ones[line][box] & digit;
    ones[line][box] ^= digit;
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

  // Keeps what fits together, beside triads that must have the digit, where the digits before it have not filled them.
  // Tells which triads are the only ones of their lines, and so of their boxes; and returns where none is left.
  Bits keep_fitting(const Triads& must, TriadCounts<kPlaneBytes>& counts, Bits (&only)[kBox][kBox]) {
    Bits three[kBox][kBox];
#pragma GCC unroll 9
    for (std::int32_t line = 0; line < kBox; ++line) {
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box) {
        const Bits must_others = must.some[line][(box + 1) % kBox] | must.some[line][(box + 2) % kBox];
        three[line][box] = some[line][box] & ~(must_others | counts.is_full(line, box));
      }
    }
#pragma GCC unroll 9
    for (std::int32_t line = 0; line < kBox; ++line) {
      const Bits* next = three[(line + 1) % kBox];
      const Bits* last = three[(line + 2) % kBox];
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box) {
        const std::int32_t one = (box + 1) % kBox, other = (box + 2) % kBox;
        some[line][box] = three[line][box] & or_both(next[one] & last[other], next[other], last[one]);
      }
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box) {
        only[line][box] = some[line][box] & ~(some[line][(box + 1) % kBox] | some[line][(box + 2) % kBox]);
        counts.add(line, box, only[line][box]);
      }
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

// How many of the six ways to fit a digit into a band are left, as a number of three bits.
template <std::int32_t kPlaneBytes>
struct Ways {
  using Bits = Plane<kPlaneBytes>;

  Bits ones, twos, fours;

  Bits are_two() const { return twos & ~(ones | fours); }
  Bits are_several() const { return twos | fours; }

  // One more where there are several, else none.
  Ways weight() const {
    const Bits several = are_several();
    const Bits carry = ones & several;
    return {several & ~ones, twos ^ carry, fours | (twos & carry)};
  }
};

template <std::int32_t kPlaneBytes>
Ways<kPlaneBytes> count_ways(const Triads<kPlaneBytes>& triads) {
  using Bits = Plane<kPlaneBytes>;
  const auto way = [&](std::int32_t first, std::int32_t second, std::int32_t third) {
    return triads.some[0][first] & triads.some[1][second] & triads.some[2][third];
  };
  const Bits even[3] = {way(0, 1, 2), way(1, 2, 0), way(2, 0, 1)};
  const Bits uneven[3] = {way(0, 2, 1), way(1, 0, 2), way(2, 1, 0)};
  const Bits ones[2] = {odd(even[0], even[1], even[2]), odd(uneven[0], uneven[1], uneven[2])};
  const Bits twos[2] = {two_of(even[0], even[1], even[2]), two_of(uneven[0], uneven[1], uneven[2])};
  const Bits carry = ones[0] & ones[1];
  return {ones[0] ^ ones[1], odd(twos[0], twos[1], carry), two_of(twos[0], twos[1], carry)};
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
