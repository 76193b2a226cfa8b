// Σ contribution {=, ≠, ≤, ≥} constant: bounds of the sum give bounds of each term.
#pragma once

#include <map>
#include <stdexcept>
#include <utility>

#include "constraints/store.hpp"
#include "kernel/level.hpp"
#include "kernel/values.hpp"

namespace sudoku_cp {

struct Term {
  std::int32_t variable;
  std::int64_t weight;
};

struct Linear {
  Slice<Term> terms;
  Relation relation;
  std::int64_t constant;
  Slice<std::int64_t> contributions;  // [terms][64], monotone over the bits of the variable; set by prepare
  bool bounded = false;               // variables by bounds say the same

  static constexpr const char* kBinding = "add_linear";
  static constexpr const char* kArguments[] = {"cells", "weights", "relation", "constant"};

  static Linear declare(ModelStore& store, const Variables& cells, const std::vector<std::int64_t>& weights,
                        Relation relation, std::int64_t constant) {
    if (weights.size() != cells.size()) throw std::invalid_argument("there must be as many weights as cells");
    std::map<std::int32_t, std::int64_t> total;
    for (std::size_t at = 0; at < cells.size(); ++at) total[store.variable(cells[at])] += weights[at];
    std::vector<Term> terms;
    for (const auto& [variable, weight] : total) {
      if (weight != 0) terms.push_back({variable, weight});
    }
    return {store.arena.keep(terms), relation, constant, {}};
  }

  Metadata prepare(ModelStore& store) {
    Variables scope;
    std::vector<std::int64_t> by_bit;
    for (const Term& term : terms) {
      scope.push_back(term.variable);
      for (const std::int64_t value : store.table(term.variable)) by_bit.push_back(term.weight * value);
      by_bit.resize(scope.size() * kWordBits, 0);
    }
    contributions = store.arena.keep(by_bit);
    return {.scope = std::move(scope), .idempotent = true};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate_unequal(Search& search, const Linear& linear) {
  std::int64_t fixed = 0;
  std::int32_t open_term = -1;
  for (std::int32_t term = 0; term < linear.terms.size; ++term) {
    const Word domain = masks<Mask>(search)[linear.terms[term].variable];
    if (is_single(domain)) {
      fixed += linear.contributions[term * kWordBits + lowest_bit(domain)];
    } else if (open_term < 0) {
      open_term = term;
    } else {
      return true;
    }
  }
  if (open_term < 0) {
    if (fixed == linear.constant) search.failed = true;
    return !search.failed;
  }
  const std::int64_t* contribution = linear.contributions.data + open_term * kWordBits;
  const std::int32_t variable = linear.terms[open_term].variable;
  Word keep = 0;
  for (Word rest = masks<Mask>(search)[variable]; rest != 0; rest &= rest - 1) {
    if (fixed + contribution[lowest_bit(rest)] != linear.constant) keep |= rest & -rest;
  }
  return keep_only<Mask>(search, variable, keep);
}

template <typename Mask>
bool propagate(Search& search, const Linear& linear) {
  if (linear.relation == Relation::kUnequal) return propagate_unequal<Mask>(search, linear);
  const bool has_upper = linear.relation != Relation::kAtLeast;
  const bool has_lower = linear.relation != Relation::kAtMost;
  for (bool changed = true; changed;) {
    changed = false;
    std::int64_t low = 0;
    std::int64_t high = 0;
    for (std::int32_t term = 0; term < linear.terms.size; ++term) {
      const Range range =
          range_of(linear.contributions.data + term * kWordBits, masks<Mask>(search)[linear.terms[term].variable]);
      low += range.low;
      high += range.high;
    }
    if ((has_upper && low > linear.constant) || (has_lower && high < linear.constant)) {
      search.failed = true;
      return false;
    }
    const bool upper_holds = !has_upper || high <= linear.constant;
    const bool lower_holds = !has_lower || low >= linear.constant;
    if (upper_holds && lower_holds) return true;
    for (std::int32_t term = 0; term < linear.terms.size; ++term) {
      const std::int32_t variable = linear.terms[term].variable;
      const Word domain = masks<Mask>(search)[variable];
      if (is_single(domain)) continue;
      const std::int64_t* contribution = linear.contributions.data + term * kWordBits;
      const Range range = range_of(contribution, domain);
      const std::int64_t most = has_upper ? linear.constant - (low - range.low) : INT64_MAX;
      const std::int64_t least = has_lower ? linear.constant - (high - range.high) : INT64_MIN;
      if (range.high <= most && range.low >= least) continue;
      const Word keep = within(contribution, domain, least, most);
      if (keep == domain) continue;
      if (!keep_only<Mask>(search, variable, keep)) return false;
      const Range now = range_of(contribution, keep);
      low += now.low - range.low;
      high += now.high - range.high;
      SUDOKU_CP_ASSERT((!has_upper || low <= linear.constant) && (!has_lower || high >= linear.constant));
      changed = true;
    }
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
