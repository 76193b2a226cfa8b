// Σ contribution {=, ≠, ≤, ≥} constant: bounds of the sum give bounds of each term.
#pragma once

#include "level.hpp"
#include "values.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate_unequal(Search& search, const LinearView& linear) {
  std::int64_t fixed = 0;
  std::int32_t open_term = -1;
  for (std::int32_t term = 0; term < linear.terms; ++term) {
    const Word domain = masks<Mask>(search)[linear.words[term]];
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
  const std::int64_t* contribution = linear.contributions + open_term * kWordBits;
  const std::int32_t word = linear.words[open_term];
  Word keep = 0;
  for (Word rest = masks<Mask>(search)[word]; rest != 0; rest &= rest - 1) {
    if (fixed + contribution[lowest_bit(rest)] != linear.constant) keep |= rest & -rest;
  }
  return keep_only<Mask>(search, word, keep);
}

template <typename Mask>
bool propagate_linear(Search& search, const LinearView& linear) {
  if (linear.relation == Relation::kUnequal) return propagate_unequal<Mask>(search, linear);
  const bool has_upper = linear.relation != Relation::kAtLeast;
  const bool has_lower = linear.relation != Relation::kAtMost;
  for (bool changed = true; changed;) {
    changed = false;
    std::int64_t low = 0;
    std::int64_t high = 0;
    for (std::int32_t term = 0; term < linear.terms; ++term) {
      const Range range = range_of(linear.contributions + term * kWordBits, masks<Mask>(search)[linear.words[term]]);
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
    for (std::int32_t term = 0; term < linear.terms; ++term) {
      const std::int32_t word = linear.words[term];
      const Word domain = masks<Mask>(search)[word];
      if (is_single(domain)) continue;
      const std::int64_t* contribution = linear.contributions + term * kWordBits;
      const Range range = range_of(contribution, domain);
      const std::int64_t most = has_upper ? linear.constant - (low - range.low) : INT64_MAX;
      const std::int64_t least = has_lower ? linear.constant - (high - range.high) : INT64_MIN;
      if (range.high <= most && range.low >= least) continue;
      const Word keep = within(contribution, domain, least, most);
      if (keep == domain) continue;
      if (!keep_only<Mask>(search, word, keep)) return false;
      const Range now = range_of(contribution, keep);
      low += now.low - range.low;
      high += now.high - range.high;
      changed = true;
    }
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
