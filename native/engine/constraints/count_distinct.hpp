// How many different values the variables take, compared with a number.
#pragma once

#include <stdexcept>

#include "constraints/store.hpp"
#include "kernel/compare_count.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp {

struct CountDistinct {
  Slice<std::int32_t> variables;
  Relation relation;
  Number number;

  static constexpr const char* kBinding = "add_count_distinct";
  static constexpr const char* kArguments[] = {"cells", "relation", "cell", "number"};

  static CountDistinct declare(ModelStore& store, const Variables& cells, Relation relation,
                               std::optional<std::int32_t> cell, std::int64_t number) {
    return {store.variables(cells), relation, store.number(cell, number)};
  }

  Metadata prepare(ModelStore& store) {
    for (const std::int32_t variable : variables) {
      if (store.aligned(variable, variables[0])) continue;
      throw std::invalid_argument("different values can only be counted among cells that share their digits");
    }
    return {.scope = scope_of(variables, number)};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate(Search& search, const CountDistinct& distinct) {
  Word fixed = 0;
  Word apart = 0;  // union of domains found so far that meet none before
  Word any = 0;
  std::int64_t least = 0;
  for (std::int32_t at = 0; at < distinct.variables.size; ++at) {
    const Word domain = masks<Mask>(search)[distinct.variables[at]];
    any |= domain;
    if (is_single(domain)) fixed |= domain;
  }
  apart = fixed;
  least = size_of(fixed);
  for (std::int32_t at = 0; at < distinct.variables.size; ++at) {
    const Word domain = masks<Mask>(search)[distinct.variables[at]];
    if ((domain & apart) != 0) continue;
    apart |= domain;
    ++least;
  }
  std::int64_t open = 0;  // variables that may still bring a new value
  for (std::int32_t at = 0; at < distinct.variables.size; ++at)
    open += !is_single(masks<Mask>(search)[distinct.variables[at]]);
  const std::int64_t by_variables = size_of(fixed) + open;
  const std::int64_t by_values = size_of(any);
  const std::int64_t most = by_variables < by_values ? by_variables : by_values;
  const Need need = compare_count<Mask>(search, distinct.relation, distinct.number, least, most);
  if (search.failed || open == 0) return !search.failed;
  const bool no_new_value = need.none_more && least == size_of(fixed);
  const bool only_new_values = need.all_more && most == by_variables;
  if (!no_new_value && !only_new_values) return true;
  for (std::int32_t at = 0; at < distinct.variables.size; ++at) {
    const std::int32_t variable = distinct.variables[at];
    if (is_single(masks<Mask>(search)[variable])) continue;
    if (!keep_only<Mask>(search, variable, no_new_value ? fixed : ~fixed)) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
