// The part of a chain's rating that depends on its length.
#pragma once

#include "step.hpp"

namespace sudoku_cp::rating {

// The most literals of chains with the same rating.
constexpr int most_literals(Tenths of_length) {
  int limit = 4;
  for (Tenths more = 0; more < of_length; ++more) limit = more % 2 == 0 ? limit * 3 / 2 : limit * 4 / 3;
  return limit + 2;
}

// A tenth for each of the lengths 4, 6, 8, 12, 16, 24, … that a chain exceeds; its first and last literal are free.
constexpr Tenths length_rating(int literals) {
  Tenths more = 0;
  int limit = 4;
  for (const int length = literals - 2; length > limit; ++more) limit = more % 2 == 0 ? limit * 3 / 2 : limit * 4 / 3;
  SUDOKU_CP_ASSERT(literals <= most_literals(more) && (more == 0 || literals > most_literals(more - 1)));
  return more;
}

// Sudoku Explainer adds the tenths as floating-point numbers; of equal ratings the least such sum comes first.
constexpr double order_of(Tenths rating, Tenths of_length) {
  double more = 0;
  for (Tenths tenth = 0; tenth < of_length; ++tenth) more += 0.1;
  return (rating - of_length) / 10.0 + more;
}

}  // namespace sudoku_cp::rating
