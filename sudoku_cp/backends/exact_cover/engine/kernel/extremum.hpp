// The largest (sign 1) or smallest (sign -1) of the variables is a number. Told for the largest; sign turns it round.
#pragma once

#include "level.hpp"
#include "values.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
Range signed_range(const Search& search, const ExtremumView& extremum, std::int32_t variable) {
  const std::int64_t low = least_value<Mask>(search, variable);
  const std::int64_t high = largest_value<Mask>(search, variable);
  return extremum.sign > 0 ? Range{low, high} : Range{-high, -low};
}

template <typename Mask>
bool keep_signed(Search& search, const ExtremumView& extremum, std::int32_t variable, std::int64_t low,
                 std::int64_t high) {
  if (extremum.sign > 0) return keep_between<Mask>(search, variable, low, high);
  return keep_between<Mask>(search, variable, -high, -low);
}

template <typename Mask>
bool propagate_extremum(Search& search, const ExtremumView& extremum) {
  constexpr std::int64_t kFar = INT64_MAX / 4;
  std::int64_t low = -kFar;
  std::int64_t high = -kFar;
  for (std::int32_t at = 0; at < extremum.size; ++at) {
    const Range range = signed_range<Mask>(search, extremum, extremum.words[at]);
    low = range.low > low ? range.low : low;
    high = range.high > high ? range.high : high;
  }
  const bool largest = extremum.sign > 0;
  if (!keep_number_between<Mask>(search, extremum.value, largest ? low : -high, largest ? high : -low)) return false;
  if (extremum.value.word >= 0) {
    Word taken = 0;
    for (std::int32_t at = 0; at < extremum.size; ++at) {
      taken |= shared_values<Mask>(search, extremum.words[at], extremum.value.word);
    }
    if (!keep_only<Mask>(search, extremum.value.word, taken)) return false;
  }
  const Range number = range_of_number<Mask>(search, extremum.value);
  const Range wanted = largest ? number : Range{-number.high, -number.low};
  std::int32_t reaching = -1;
  std::int32_t reaching_count = 0;
  for (std::int32_t at = 0; at < extremum.size; ++at) {
    const std::int32_t variable = extremum.words[at];
    if (!keep_signed<Mask>(search, extremum, variable, -kFar, wanted.high)) return false;
    if (signed_range<Mask>(search, extremum, variable).high < wanted.low || variable == reaching) continue;
    reaching = variable;
    ++reaching_count;
  }
  if (reaching_count == 0) {
    search.failed = true;
    return false;
  }
  if (reaching_count > 1) return true;
  if (!keep_signed<Mask>(search, extremum, reaching, wanted.low, kFar)) return false;
  if (extremum.value.word < 0)
    return keep_only<Mask>(search, reaching, mask_of_value<Mask>(search, reaching, number.low));
  return keep_only<Mask>(search, reaching, shared_values<Mask>(search, extremum.value.word, reaching));
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
