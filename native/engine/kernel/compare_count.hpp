// A count that lies between two bounds, compared with a number.
#pragma once

#include "kernel/level.hpp"
#include "kernel/values.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

struct Need {
  bool none_more;  // the number is reached: the open variables must not add to it
  bool all_more;   // the number is only reached if every open variable adds to it
};

// Compares a count between `least` and `most` with a number, narrows the number, and returns what the count must do.
template <typename Mask>
Need compare_count(Search& search, Relation relation, const Number& number, std::int64_t least, std::int64_t most) {
  Need need{false, false};
  if (relation == Relation::kUnequal) {
    const Range range = range_of_number<Mask>(search, number);
    if (least == most) {
      exclude_number<Mask>(search, number, least);
    } else if (range.low == range.high && most == least + 1) {
      need = {range.low == most, range.low == least};
    }
    return need;
  }
  const bool bounded_above = relation != Relation::kAtLeast;  // count ≤ number
  const bool bounded_below = relation != Relation::kAtMost;   // count ≥ number
  const std::int64_t low = bounded_above ? least : INT64_MIN / 2;
  const std::int64_t high = bounded_below ? most : INT64_MAX / 2;
  if (!keep_number_between<Mask>(search, number, low, high)) return need;
  const Range range = range_of_number<Mask>(search, number);
  need.none_more = bounded_above && least == range.high;
  need.all_more = bounded_below && most == range.low;
  return need;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
