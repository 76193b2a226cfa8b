// How many variables lie in their sets, whether values are placed once each, and how many different values they take,
// compared with a number.
#pragma once

#include "level.hpp"
#include "values.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

struct Need {
  bool none_more;  // the number is reached: the open variables must not add to it
  bool all_more;   // the number is only reached if every open variable adds to it
};

// Compares a count between `least` and `most` with a number, narrows the number, and tells what the count must do.
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

template <typename Mask>
bool propagate_count(Search& search, const CountView& count) {
  std::int64_t least = 0;
  std::int64_t most = 0;
  for (std::int32_t at = 0; at < count.size; ++at) {
    const Word domain = masks<Mask>(search)[count.words[at]];
    if ((domain & count.members[at]) == 0) continue;
    ++most;
    if ((domain & ~count.members[at]) == 0) ++least;
  }
  const Need need = compare_count<Mask>(search, count.relation, count.number, least, most);
  if (search.failed || least == most || (!need.none_more && !need.all_more)) return !search.failed;
  for (std::int32_t at = 0; at < count.size; ++at) {
    const Word domain = masks<Mask>(search)[count.words[at]];
    const bool open = (domain & count.members[at]) != 0 && (domain & ~count.members[at]) != 0;
    if (!open) continue;
    if (!keep_only<Mask>(search, count.words[at], need.none_more ? ~count.members[at] : count.members[at]))
      return false;
  }
  return true;
}

template <typename Mask>
bool propagate_placing(Search& search, const PlacingView& placing) {
  Word once = 0;
  Word twice = 0;
  Word fixed = 0;
  for (std::int32_t at = 0; at < placing.size; ++at) {
    const Word domain = masks<Mask>(search)[placing.words[at]];
    const Word values = domain & placing.values;
    twice |= once & values;
    once |= values;
    if (!is_single(domain)) continue;
    search.failed |= (fixed & values) != 0;
    fixed |= values;
  }
  search.failed |= once != placing.values;
  if (search.failed) return false;
  const Word one_place = once & ~twice;
  for (std::int32_t at = 0; at < placing.size; ++at) {
    const Word domain = masks<Mask>(search)[placing.words[at]];
    if (is_single(domain)) continue;
    const Word due = domain & one_place;
    if (!keep_only<Mask>(search, placing.words[at], due != 0 ? due & -due : ~fixed)) return false;
    if (is_single(due)) continue;
    search.failed = true;  // two values have their only place here
    return false;
  }
  return true;
}

template <typename Mask>
bool propagate_distinct(Search& search, const DistinctView& distinct) {
  Word fixed = 0;
  Word apart = 0;  // union of domains found so far that meet none before
  Word any = 0;
  std::int64_t least = 0;
  for (std::int32_t at = 0; at < distinct.size; ++at) {
    const Word domain = masks<Mask>(search)[distinct.words[at]];
    any |= domain;
    if (is_single(domain)) fixed |= domain;
  }
  apart = fixed;
  least = size_of(fixed);
  for (std::int32_t at = 0; at < distinct.size; ++at) {
    const Word domain = masks<Mask>(search)[distinct.words[at]];
    if ((domain & apart) != 0) continue;
    apart |= domain;
    ++least;
  }
  std::int64_t open = 0;  // variables that may still bring a new value
  for (std::int32_t at = 0; at < distinct.size; ++at) open += !is_single(masks<Mask>(search)[distinct.words[at]]);
  const std::int64_t by_variables = size_of(fixed) + open;
  const std::int64_t by_values = size_of(any);
  const std::int64_t most = by_variables < by_values ? by_variables : by_values;
  const Need need = compare_count<Mask>(search, distinct.relation, distinct.number, least, most);
  if (search.failed || open == 0) return !search.failed;
  const bool no_new_value = need.none_more && least == size_of(fixed);
  const bool only_new_values = need.all_more && most == by_variables;
  if (!no_new_value && !only_new_values) return true;
  for (std::int32_t at = 0; at < distinct.size; ++at) {
    const std::int32_t variable = distinct.words[at];
    if (is_single(masks<Mask>(search)[variable])) continue;
    if (!keep_only<Mask>(search, variable, no_new_value ? fixed : ~fixed)) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
