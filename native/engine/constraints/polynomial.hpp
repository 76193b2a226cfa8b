// Σ weight · product of powers of variables {=, ≠, ≤, ≥} constant: bounds of the total, without a variable for a product.
// A value stays where the total, over all that the other variables can be, may still be in the relation: value by value
// with up to two open variables, from both ends with more. The lowering sees to it that no total overflows.
#pragma once

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "constraints/store.hpp"
#include "kernel/level.hpp"
#include "kernel/values.hpp"

namespace sudoku_cp {

struct Power {
  std::int32_t variable;
  std::int32_t exponent;
};

struct Monomial {
  std::int64_t weight;
  std::int32_t begin, end;  // of its powers
};

struct Polynomial {
  // A variable in a monomial.
  struct Occurrence {
    std::int32_t monomial;
    std::int32_t exponent;
  };

  Slice<Power> powers;
  Slice<Monomial> monomials;
  Relation relation;
  std::int64_t constant;
  Slice<std::int32_t> variables;          // each once, ascending
  Slice<std::int32_t> occurrences_begin;  // by place in `variables`, and the end of the last
  Slice<Occurrence> occurrences;

  static constexpr const char* kBinding = "add_polynomial";
  static constexpr const char* kArguments[] = {"cells", "degrees", "weights", "relation", "constant"};

  // Monomial i has the next degrees[i] cells, of which one can be there several times.
  static Polynomial declare(ModelStore& store, const Variables& cells, const std::vector<std::int32_t>& degrees,
                            const std::vector<std::int64_t>& weights, Relation relation, std::int64_t constant) {
    if (weights.size() != degrees.size()) throw std::invalid_argument("there must be as many weights as monomials");
    std::map<Variables, std::int64_t> total;
    auto next = cells.begin();
    for (std::size_t at = 0; at < degrees.size(); ++at) {
      if (degrees[at] < 0 || degrees[at] > cells.end() - next) {
        throw std::invalid_argument("the degrees must add up to the number of cells");
      }
      Variables factors(next, next + degrees[at]);
      next += degrees[at];
      for (const std::int32_t factor : factors) store.variable(factor);
      std::ranges::sort(factors);
      if (factors.empty()) constant -= weights[at];
      else total[std::move(factors)] += weights[at];
    }
    if (next != cells.end()) throw std::invalid_argument("the degrees must add up to the number of cells");
    Polynomial made{{}, {}, relation, constant, {}, {}, {}};
    std::vector<Power> powers;
    std::vector<Monomial> monomials;
    std::map<std::int32_t, std::vector<Occurrence>> found;
    for (const auto& [factors, weight] : total) {
      if (weight == 0) continue;
      const auto begin = static_cast<std::int32_t>(powers.size());
      for (const std::int32_t factor : factors) {
        if (std::ssize(powers) > begin && powers.back().variable == factor) ++powers.back().exponent;
        else powers.push_back({factor, 1});
      }
      for (auto power = powers.begin() + begin; power != powers.end(); ++power) {
        found[power->variable].push_back({static_cast<std::int32_t>(monomials.size()), power->exponent});
      }
      monomials.push_back({weight, begin, static_cast<std::int32_t>(powers.size())});
    }
    Variables variables;
    std::vector<std::int32_t> begins{0};
    std::vector<Occurrence> occurrences;
    for (const auto& [variable, list] : found) {
      variables.push_back(variable);
      occurrences.insert(occurrences.end(), list.begin(), list.end());
      begins.push_back(static_cast<std::int32_t>(occurrences.size()));
    }
    made.powers = store.arena.keep(powers);
    made.monomials = store.arena.keep(monomials);
    made.variables = store.arena.keep(variables);
    made.occurrences_begin = store.arena.keep(begins);
    made.occurrences = store.arena.keep(occurrences);
    return made;
  }

  Metadata prepare(ModelStore&) {
    // Two ranges, of two words each: of a monomial, and of it without one of its variables.
    const std::size_t words = 4 * static_cast<std::size_t>(monomials.size);
    return {.scope = {variables.begin(), variables.end()}, .idempotent = true, .workspace_words = words};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline std::int64_t power_of(std::int64_t base, std::int32_t exponent) {
  std::int64_t power = 1;
  for (; exponent > 0; --exponent) power *= base;
  return power;
}

inline Range range_of_power(std::int64_t low, std::int64_t high, std::int32_t exponent) {
  const std::int64_t first = power_of(low, exponent);
  const std::int64_t last = power_of(high, exponent);
  if (exponent % 2 != 0 || low >= 0) return {first, last};
  if (high <= 0) return {last, first};
  return {0, first > last ? first : last};
}

inline Range product_of(Range left, Range right) {
  const std::int64_t ends[] = {left.low * right.low, left.low * right.high, left.high * right.low,
                               left.high * right.high};
  Range product{ends[0], ends[0]};
  for (const std::int64_t end : ends) {
    if (end < product.low) product.low = end;
    if (end > product.high) product.high = end;
  }
  return product;
}

inline Range sum_of(Range left, Range right) { return {left.low + right.low, left.high + right.high}; }

// The range of a monomial, without one of its variables if that is given.
template <typename Mask>
Range range_of_monomial(const Search& search, const Polynomial& polynomial, const Monomial& monomial,
                        std::int32_t without = -1) {
  Range range{monomial.weight, monomial.weight};
  for (std::int32_t at = monomial.begin; at < monomial.end; ++at) {
    const Power& power = polynomial.powers[at];
    if (power.variable == without) continue;
    const std::int64_t low = least_value<Mask>(search, power.variable);
    const std::int64_t high = largest_value<Mask>(search, power.variable);
    range = product_of(range, range_of_power(low, high, power.exponent));
  }
  return range;
}

inline bool may_hold(const Polynomial& polynomial, Range total) {
  switch (polynomial.relation) {
    case Relation::kEqual:
      return total.low <= polynomial.constant && total.high >= polynomial.constant;
    case Relation::kUnequal:
      return total.low != polynomial.constant || total.high != polynomial.constant;
    case Relation::kAtMost:
      return total.low <= polynomial.constant;
    case Relation::kAtLeast:
      return total.high >= polynomial.constant;
  }
  __builtin_unreachable();
}

inline bool must_hold(const Polynomial& polynomial, Range total) {
  switch (polynomial.relation) {
    case Relation::kEqual:
      return total.low == polynomial.constant && total.high == polynomial.constant;
    case Relation::kUnequal:
      return total.low > polynomial.constant || total.high < polynomial.constant;
    case Relation::kAtMost:
      return total.high <= polynomial.constant;
    case Relation::kAtLeast:
      return total.low >= polynomial.constant;
  }
  __builtin_unreachable();
}

// The values of the variable at that place with which the relation may hold. `rest` is the total of the monomials
// without the variable, `others` what each of those with it is without it.
template <typename Mask>
Word possible_values(const Search& search, const Polynomial& polynomial, std::int32_t place, Range rest,
                     const Range* others, bool each) {
  const std::int64_t* const values = values_of(search, polynomial.variables[place]);
  const std::int32_t begin = polynomial.occurrences_begin[place];
  const std::int32_t end = polynomial.occurrences_begin[place + 1];
  const auto is_possible = [&](std::int32_t bit) {
    Range total = rest;
    for (std::int32_t at = begin; at < end; ++at) {
      const std::int64_t power = power_of(values[bit], polynomial.occurrences[at].exponent);
      total = sum_of(total, product_of(others[at - begin], {power, power}));
    }
    return may_hold(polynomial, total);
  };
  Word keep = masks<Mask>(search)[polynomial.variables[place]];
  if (each) {
    for (Word left = keep; left != 0; left &= left - 1) {
      if (!is_possible(lowest_bit(left))) keep &= ~(left & -left);
    }
    return keep;
  }
  while (keep != 0 && !is_possible(lowest_bit(keep))) keep &= keep - 1;
  while (keep != 0 && !is_possible(highest_bit(keep))) keep &= ~(Word{1} << highest_bit(keep));
  return keep;
}

template <typename Mask>
bool propagate(Search& search, const Polynomial& polynomial) {
  Scratch workspace = workspace_of(search);
  Range* const ranges = workspace.take<Range>(polynomial.monomials.size);
  Range* const others = workspace.take<Range>(polynomial.monomials.size);
  for (bool changed = true; changed;) {
    changed = false;
    Range total{0, 0};
    for (std::int32_t at = 0; at < polynomial.monomials.size; ++at) {
      ranges[at] = range_of_monomial<Mask>(search, polynomial, polynomial.monomials[at]);
      total = sum_of(total, ranges[at]);
    }
    if (!may_hold(polynomial, total)) {
      search.failed = true;
      return false;
    }
    if (must_hold(polynomial, total)) return true;
    std::int32_t open = 0;
    for (const std::int32_t variable : polynomial.variables) open += !is_single(masks<Mask>(search)[variable]);
    if (polynomial.relation == Relation::kUnequal && open > 1) return true;
    for (std::int32_t place = 0; place < polynomial.variables.size; ++place) {
      const std::int32_t variable = polynomial.variables[place];
      const Word domain = masks<Mask>(search)[variable];
      if (is_single(domain)) continue;
      const std::int32_t begin = polynomial.occurrences_begin[place];
      const std::int32_t end = polynomial.occurrences_begin[place + 1];
      Range rest = total;
      for (std::int32_t at = begin; at < end; ++at) {
        const std::int32_t monomial = polynomial.occurrences[at].monomial;
        rest = {rest.low - ranges[monomial].low, rest.high - ranges[monomial].high};
        others[at - begin] = range_of_monomial<Mask>(search, polynomial, polynomial.monomials[monomial], variable);
      }
      const Word keep = possible_values<Mask>(search, polynomial, place, rest, others, open <= 2);
      if (keep == domain) continue;
      if (!keep_only<Mask>(search, variable, keep)) return false;
      changed = true;
      total = rest;
      for (std::int32_t at = begin; at < end; ++at) {
        const std::int32_t monomial = polynomial.occurrences[at].monomial;
        ranges[monomial] = range_of_monomial<Mask>(search, polynomial, polynomial.monomials[monomial]);
        total = sum_of(total, ranges[monomial]);
      }
    }
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
