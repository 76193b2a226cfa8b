// The part of a chain's rating that depends on its length.
#pragma once

#include "step.hpp"

namespace sudoku_cp::rating {

// A tenth for each of the lengths 4, 6, 8, 12, 16, 24, … that a chain exceeds; its first and last literal are free.
constexpr Tenths length_rating(int literals) {
  Tenths more = 0;
  int limit = 4;
  for (const int length = literals - 2; length > limit; ++more) limit = more % 2 == 0 ? limit * 3 / 2 : limit * 4 / 3;
  return more;
}

}  // namespace sudoku_cp::rating
