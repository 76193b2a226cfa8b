// Each variable is larger than the one before it by a step at least. Least values are carried forward and largest ones
// backward. Negated, some two neighbours are nearer: the last ones that can be are made to be.
#pragma once

#include "constraints/store.hpp"
#include "kernel/level.hpp"
#include "kernel/values.hpp"

namespace sudoku_cp {

struct Increasing {
  Slice<std::int32_t> variables;
  std::int64_t step;
  bool negated;

  static constexpr const char* kBinding = "add_increasing";
  static constexpr const char* kArguments[] = {"cells", "step", "negated"};

  static Increasing declare(ModelStore& store, const Variables& cells, std::int64_t step, bool negated) {
    return {store.variables(cells), step, negated};
  }

  Metadata prepare(ModelStore&) {
    Variables scope = scope_of(variables);
    const bool idempotent = scope.size() == static_cast<std::size_t>(variables.size);
    return {.scope = std::move(scope), .idempotent = idempotent};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool keep_at_least(Search& search, std::int32_t variable, std::int64_t low) {
  return least_value<Mask>(search, variable) >= low || keep_between<Mask>(search, variable, low, INT64_MAX);
}

template <typename Mask>
bool keep_at_most(Search& search, std::int32_t variable, std::int64_t high) {
  return largest_value<Mask>(search, variable) <= high || keep_between<Mask>(search, variable, INT64_MIN, high);
}

// Lets two neighbours be nearer than the step where no others can be.
template <typename Mask>
bool propagate_negated(Search& search, const Increasing& increasing) {
  const auto& [variables, step, negated] = increasing;
  std::int32_t higher = 0;
  for (std::int32_t at = 1; at < variables.size; ++at) {
    const std::int64_t wanted_least = least_value<Mask>(search, variables[at - 1]) + step;
    if (largest_value<Mask>(search, variables[at - 1]) + step <= least_value<Mask>(search, variables[at])) continue;
    if (higher != 0 || wanted_least > largest_value<Mask>(search, variables[at])) return true;
    higher = at;
  }
  if (higher == 0) {
    search.failed = true;
    return false;
  }
  const std::int32_t last = variables[higher];
  const std::int32_t before = variables[higher - 1];
  return keep_at_least<Mask>(search, before, least_value<Mask>(search, last) - step + 1) &&
         keep_at_most<Mask>(search, last, largest_value<Mask>(search, before) + step - 1);
}

template <typename Mask>
bool propagate(Search& search, const Increasing& increasing) {
  if (increasing.negated) return propagate_negated<Mask>(search, increasing);
  const auto& [variables, step, negated] = increasing;
  for (std::int32_t at = 1; at < variables.size; ++at) {
    if (!keep_at_least<Mask>(search, variables[at], least_value<Mask>(search, variables[at - 1]) + step)) return false;
  }
  for (std::int32_t at = variables.size - 1; at > 0; --at) {
    if (!keep_at_most<Mask>(search, variables[at - 1], largest_value<Mask>(search, variables[at]) - step)) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
