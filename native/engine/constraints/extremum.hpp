// The largest (sign 1) or smallest (sign -1) of the variables is a number. The code reads as for the largest; the sign
// turns it round.
#pragma once

#include <stdexcept>

#include "constraints/store.hpp"
#include "kernel/level.hpp"
#include "kernel/values.hpp"

namespace sudoku_cp {

struct Extremum {
  Slice<std::int32_t> variables;
  std::int32_t sign;
  Number value;  // a number, or a variable as it is

  static constexpr const char* kBinding = "add_extremum";
  static constexpr const char* kArguments[] = {"cells", "largest", "cell", "number"};

  static Extremum declare(ModelStore& store, const Variables& cells, bool largest, std::optional<std::int32_t> cell,
                          std::int64_t number) {
    if (cells.empty()) throw std::invalid_argument("an extremum needs a cell");
    return {store.variables(cells), largest ? 1 : -1, store.variable_or_number(cell, number)};
  }

  Metadata prepare(ModelStore&) { return {.scope = scope_of(variables, value)}; }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
Range signed_range(const Search& search, const Extremum& extremum, std::int32_t variable) {
  const std::int64_t low = least_value<Mask>(search, variable);
  const std::int64_t high = largest_value<Mask>(search, variable);
  return extremum.sign > 0 ? Range{low, high} : Range{-high, -low};
}

template <typename Mask>
bool keep_signed(Search& search, const Extremum& extremum, std::int32_t variable, std::int64_t low, std::int64_t high) {
  if (extremum.sign > 0) return keep_between<Mask>(search, variable, low, high);
  return keep_between<Mask>(search, variable, -high, -low);
}

template <typename Mask>
bool propagate(Search& search, const Extremum& extremum) {
  constexpr std::int64_t kFar = INT64_MAX / 4;
  std::int64_t low = -kFar;
  std::int64_t high = -kFar;
  for (std::int32_t at = 0; at < extremum.variables.size; ++at) {
    const Range range = signed_range<Mask>(search, extremum, extremum.variables[at]);
    low = range.low > low ? range.low : low;
    high = range.high > high ? range.high : high;
  }
  const bool largest = extremum.sign > 0;
  if (!keep_number_between<Mask>(search, extremum.value, largest ? low : -high, largest ? high : -low)) return false;
  if (extremum.value.variable >= 0) {
    Word taken = 0;
    for (std::int32_t at = 0; at < extremum.variables.size; ++at) {
      taken |= shared_values<Mask>(search, extremum.variables[at], extremum.value.variable);
    }
    if (!keep_only<Mask>(search, extremum.value.variable, taken)) return false;
  }
  const Range number = range_of_number<Mask>(search, extremum.value);
  const Range wanted = largest ? number : Range{-number.high, -number.low};
  std::int32_t reaching = -1;
  std::int32_t reaching_count = 0;
  for (std::int32_t at = 0; at < extremum.variables.size; ++at) {
    const std::int32_t variable = extremum.variables[at];
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
  if (extremum.value.variable < 0)
    return keep_only<Mask>(search, reaching, mask_of_value<Mask>(search, reaching, number.low));
  return keep_only<Mask>(search, reaching, shared_values<Mask>(search, extremum.value.variable, reaching));
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
