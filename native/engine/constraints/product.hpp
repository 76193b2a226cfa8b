// The product of the variables is, or is not, a number. Bounds where all values are positive; otherwise the last open
// factor is checked value by value, and the number with it. The lowering sees to it that no product overflows.
#pragma once

#include <stdexcept>

#include "constraints/store.hpp"
#include "kernel/level.hpp"
#include "kernel/values.hpp"

namespace sudoku_cp {

struct Product {
  Slice<std::int32_t> variables;
  Relation relation;  // = or ≠
  Number value;

  static constexpr const char* kBinding = "add_product";
  static constexpr const char* kArguments[] = {"cells", "relation", "cell", "number"};

  static Product declare(ModelStore& store, const Variables& cells, Relation relation, std::optional<std::int32_t> cell,
                         std::int64_t number) {
    const bool known = relation == Relation::kEqual || relation == Relation::kUnequal;
    if (!known) throw std::invalid_argument("a product is = or ≠");
    return {store.variables(cells), relation, store.number(cell, number)};
  }

  Metadata prepare(ModelStore&) { return {.scope = scope_of(variables, value)}; }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Fixes or filters by value: at most one of the factors is open, and `others` is the product of the others.
template <typename Mask>
bool check_last_factor(Search& search, const Product& product, std::int32_t open, std::int64_t others) {
  const bool equal = product.relation == Relation::kEqual;
  if (open < 0) {
    if (!equal) return exclude_number<Mask>(search, product.value, others);
    return keep_number_between<Mask>(search, product.value, others, others);
  }
  const Range number = range_of_number<Mask>(search, product.value);
  if (!equal && number.low != number.high) return true;
  const std::int32_t variable = product.value.variable;
  Word keep = 0;
  Word reached = 0;  // by the number, where it is a variable
  for (Word rest = masks<Mask>(search)[open]; rest != 0; rest &= rest - 1) {
    const std::int64_t total = others * values_of(search, open)[lowest_bit(rest)];
    const Word numbers =
        equal && variable >= 0 ? mask_of_value<Mask>(search, variable, total - product.value.value) : 0;
    const bool is_possible = equal && variable >= 0 ? numbers != 0 : (total == number.low) == equal;
    if (is_possible) keep |= rest & -rest;
    reached |= numbers;
  }
  return keep_only<Mask>(search, open, keep) && (!equal || variable < 0 || keep_only<Mask>(search, variable, reached));
}

template <typename Mask>
bool propagate(Search& search, const Product& product) {
  std::int64_t fixed = 1;
  std::int64_t low = 1;
  std::int64_t high = 1;
  std::int32_t open = -1;
  std::int32_t open_count = 0;
  bool positive = true;
  for (std::int32_t at = 0; at < product.variables.size; ++at) {
    const std::int32_t variable = product.variables[at];
    const std::int64_t least = least_value<Mask>(search, variable);
    const std::int64_t largest = largest_value<Mask>(search, variable);
    positive &= least > 0;
    low *= least;
    high *= largest;
    if (least == largest) {
      fixed *= least;
    } else {
      open = variable;
      ++open_count;
    }
  }
  if (open_count <= 1) return check_last_factor<Mask>(search, product, open, fixed);
  if (!positive || product.relation != Relation::kEqual) return true;
  if (!keep_number_between<Mask>(search, product.value, low, high)) return false;
  const Range number = range_of_number<Mask>(search, product.value);
  const std::int64_t target = number.low == number.high ? number.low : 0;
  for (std::int32_t at = 0; at < product.variables.size; ++at) {
    const std::int32_t variable = product.variables[at];
    const Word domain = masks<Mask>(search)[variable];
    if (is_single(domain)) continue;
    const std::int64_t* values = values_of(search, variable);
    const std::int64_t least_others = low / values[lowest_bit(domain)];
    const std::int64_t most_others = high / values[highest_bit(domain)];
    Word keep = 0;
    for (Word rest = domain; rest != 0; rest &= rest - 1) {
      const std::int64_t value = values[lowest_bit(rest)];
      const bool divides = target == 0 || target % value == 0;
      if (divides && value * least_others <= number.high && value * most_others >= number.low) keep |= rest & -rest;
    }
    if (keep == domain) continue;
    if (!keep_only<Mask>(search, variable, keep)) return false;
    low = least_others * values[lowest_bit(keep)];
    high = most_others * values[highest_bit(keep)];
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
