// Candidates that are assumed or implied to be in the solution or not.
#pragma once

#include "candidates.hpp"

namespace sudoku_cp::rating {

// The number candidate * 2, plus 1 if the candidate is in the solution.
using Literal = std::int16_t;

inline constexpr int kLiterals = 2 * kCandidates;

constexpr Literal on(int candidate) {
  SUDOKU_CP_ASSERT(is_candidate(candidate));
  return static_cast<Literal>(candidate * 2 + 1);
}
constexpr Literal off(int candidate) {
  SUDOKU_CP_ASSERT(is_candidate(candidate));
  return static_cast<Literal>(candidate * 2);
}
constexpr Literal negated(Literal literal) { return static_cast<Literal>(literal ^ 1); }
constexpr bool is_on(Literal literal) { return (literal & 1) != 0; }
constexpr int candidate_of(Literal literal) { return literal / 2; }

}  // namespace sudoku_cp::rating
