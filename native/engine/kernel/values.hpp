// Values behind the bits, for propagators that compare variables.
#pragma once

#include "kernel/cells.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

struct Range {
  std::int64_t low, high;
};

// What the bits of a domain stand for rises or falls over the bits, so the extremes stand at its ends.
inline Range range_of(const std::int64_t* contribution, Word domain) {
  const std::int64_t first = contribution[lowest_bit(domain)];
  const std::int64_t last = contribution[highest_bit(domain)];
  return first < last ? Range{first, last} : Range{last, first};
}

inline Word within(const std::int64_t* contribution, Word domain, std::int64_t low, std::int64_t high) {
  Word kept = 0;
  for (Word rest = domain; rest != 0; rest &= rest - 1) {
    const int bit = lowest_bit(rest);
    if (contribution[bit] >= low && contribution[bit] <= high) kept |= Word{1} << bit;
  }
  return kept;
}

inline const std::int64_t* values_of(const Search& search, std::int32_t variable) {
  return search.problem->value_tables[variable];
}

template <typename Mask>
std::int64_t least_value(const Search& search, std::int32_t variable) {
  return values_of(search, variable)[lowest_bit(masks<Mask>(search)[variable])];
}

template <typename Mask>
std::int64_t largest_value(const Search& search, std::int32_t variable) {
  return values_of(search, variable)[highest_bit(masks<Mask>(search)[variable])];
}

template <typename Mask>
Range range_of_number(const Search& search, const Number& number) {
  if (number.variable < 0) return {number.value, number.value};
  return {least_value<Mask>(search, number.variable) + number.value,
          largest_value<Mask>(search, number.variable) + number.value};
}

// Keeps the values of a variable that lie between two bounds.
template <typename Mask>
bool keep_between(Search& search, std::int32_t variable, std::int64_t low, std::int64_t high) {
  const Word domain = masks<Mask>(search)[variable];
  if (domain == 0) return false;
  return keep_only<Mask>(search, variable, within(values_of(search, variable), domain, low, high));
}

// Keeps a number between two bounds.
template <typename Mask>
bool keep_number_between(Search& search, const Number& number, std::int64_t low, std::int64_t high) {
  if (number.variable >= 0) return keep_between<Mask>(search, number.variable, low - number.value, high - number.value);
  if (number.value < low || number.value > high) search.failed = true;
  return !search.failed;
}

// Makes a number differ from a value.
template <typename Mask>
bool exclude_number(Search& search, const Number& number, std::int64_t value) {
  if (number.variable >= 0) {
    Word keep = 0;
    for (Word rest = masks<Mask>(search)[number.variable]; rest != 0; rest &= rest - 1) {
      if (values_of(search, number.variable)[lowest_bit(rest)] + number.value != value) keep |= rest & -rest;
    }
    return keep_only<Mask>(search, number.variable, keep);
  }
  if (number.value == value) search.failed = true;
  return !search.failed;
}

// The bits of variable `to` whose values `from` can take.
template <typename Mask>
Word shared_values(const Search& search, std::int32_t from, std::int32_t to) {
  const Word from_domain = masks<Mask>(search)[from];
  const Word to_domain = masks<Mask>(search)[to];
  const std::int64_t* from_values = values_of(search, from);
  const std::int64_t* to_values = values_of(search, to);
  if (from_values == to_values) return from_domain & to_domain;
  Word shared = 0;
  Word ahead = from_domain;
  for (Word rest = to_domain; rest != 0 && ahead != 0; rest &= rest - 1) {
    const std::int64_t value = to_values[lowest_bit(rest)];
    while (ahead != 0 && from_values[lowest_bit(ahead)] < value) ahead &= ahead - 1;
    if (ahead != 0 && from_values[lowest_bit(ahead)] == value) shared |= rest & -rest;
  }
  return shared;
}

// The bit of a value in a variable's domain as a mask; 0 where it is not there.
template <typename Mask>
Word mask_of_value(const Search& search, std::int32_t variable, std::int64_t value) {
  return within(values_of(search, variable), masks<Mask>(search)[variable], value, value);
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
