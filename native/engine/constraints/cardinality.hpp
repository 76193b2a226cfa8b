// For each listed value the number of variables that take it is an allowed one. The groups of the scope bound each
// number, and all numbers add up to the number of variables:
//
//   numbers of the 1st value    + of the 2nd    + …    + of all values that are not listed    = number of variables
//   ─ sums of the values before ─┘              └─ what the values after can still add ─
//
// Negated, some number is none that is allowed.
#pragma once

#include <stdexcept>

#include "constraints/groups.hpp"
#include "constraints/store.hpp"
#include "kernel/cells.hpp"
#include "kernel/level.hpp"
#include "kernel/scratch.hpp"
#include "tuning.hpp"

namespace sudoku_cp {

struct Cardinality {
  Slice<std::int32_t> variables;
  Slice<std::int64_t> values;
  Slice<Word> allowed;  // [values + 1][words]: bit n where n variables may take the value; last those not listed
  std::int32_t words;   // in a set of numbers from 0 to the number of variables
  bool negated;
  Groupings groupings;   // set by prepare
  Slice<Word> members;   // [values + 1][variables of the groupings]: the value as a mask; set by prepare
  Slice<Word> bits;      // [values + 1]: the value as a bit of all variables, or none; set by prepare
  bool bounded = false;  // variables by bounds say the same

  static constexpr const char* kBinding = "add_cardinality";
  static constexpr const char* kArguments[] = {"cells", "values", "numbers", "negated"};

  // Each value comes with its allowed numbers.
  static Cardinality declare(ModelStore& store, const Variables& cells, const std::vector<std::int64_t>& values,
                             const std::vector<std::vector<std::int32_t>>& numbers, bool negated) {
    if (values.size() != numbers.size()) throw std::invalid_argument("each value has a list of numbers");
    const std::size_t words = cells.size() / kWordBits + 1;
    std::vector<Word> allowed;
    for (const std::vector<std::int32_t>& listed : numbers) {
      std::vector<Word> set(words, 0);
      for (const std::int32_t number : listed) {
        if (number < 0 || static_cast<std::size_t>(number) > cells.size()) continue;
        set[static_cast<std::size_t>(number) / kWordBits] |= Word{1} << (number % kWordBits);
      }
      allowed.insert(allowed.end(), set.begin(), set.end());
    }
    allowed.insert(allowed.end(), words, ~Word{0});
    return {store.variables(cells),
            store.arena.keep(values),
            store.arena.keep(allowed),
            static_cast<std::int32_t>(words),
            negated,
            {},
            {},
            {}};
  }

  Metadata prepare(ModelStore& store) {
    groupings = groupings_of(store, variables, tuning::kMostWaysToDivide);
    std::vector<Word> all, bits_of_all;
    std::vector<Word> unlisted(static_cast<std::size_t>(groupings.variables.size), ~Word{0});
    for (const std::int64_t value : values) {
      const Slice<Word> masks = store.masks_of(groupings.variables, std::span(&value, 1));
      for (std::size_t at = 0; at < unlisted.size(); ++at) unlisted[at] &= ~masks[static_cast<std::ptrdiff_t>(at)];
      all.insert(all.end(), masks.begin(), masks.end());
      bits_of_all.push_back(common_bit_of(store, variables, value));
    }
    bits_of_all.push_back(0);
    bits = store.arena.keep(bits_of_all);
    all.insert(all.end(), unlisted.begin(), unlisted.end());
    members = store.arena.keep(all);
    const auto sets = static_cast<std::size_t>(5 * (values.size + 1) + 2);
    return {.scope = scope_of(variables), .workspace_words = sets * static_cast<std::size_t>(words)};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// The workspace: for each value the bounds of its number and the set of its possible numbers, then sets of sums.
inline Between* bounds_of(const Search& search) { return typed<Between>(search.cells.workspace); }

// Sets of numbers from 0 to the number of variables, each a row of the workspace.
struct NumberSets {
  Word* sets;
  std::int32_t words;

  Word* operator[](std::int32_t at) const { return sets + static_cast<std::ptrdiff_t>(at) * words; }
  bool has(std::int32_t at, std::int64_t number) const {
    return ((*this)[at][number / kWordBits] >> (number % kWordBits)) & 1;
  }
  void add(std::int32_t at, std::int64_t number) const {
    (*this)[at][number / kWordBits] |= Word{1} << (number % kWordBits);
  }
  void clear(std::int32_t at) const {
    for (std::int32_t word = 0; word < words; ++word) (*this)[at][word] = 0;
  }
};

// The word of a set, all of whose numbers have grown by `more`, which may be negative.
inline Word shifted_word(const Word* set, std::int32_t words, std::int32_t word, std::int64_t more) {
  const std::int64_t first = std::int64_t{word} * kWordBits - more;  // the number at the lowest bit
  const std::int64_t from = first >= 0 ? first / kWordBits : -((-first + kWordBits - 1) / kWordBits);
  const std::int64_t shift = first - from * kWordBits;
  const auto read = [&](std::int64_t at) { return at < 0 || at >= words ? Word{0} : set[at]; };
  return shift == 0 ? read(from) : (read(from) >> shift) | (read(from + 1) << (kWordBits - shift));
}

// The bounds of each number, and of the numbers between them those that are wanted. Returns how many values have some.
template <typename Mask>
std::int32_t list_numbers(const Search& search, const Cardinality& cardinality, NumberSets numbers, bool wanted) {
  std::int32_t values = 0;
  const std::int32_t listed = cardinality.values.size;
  for (std::int32_t value = 0; value <= listed; ++value) {
    const Word* const members = &cardinality.members[std::ptrdiff_t{value} * cardinality.groupings.variables.size];
    const Between bounds = bounds_in_scope<Mask>(search, cardinality.groupings, {members, 0});
    const Word* const allowed = &cardinality.allowed[std::ptrdiff_t{value} * cardinality.words];
    bool some = false;
    bounds_of(search)[value] = bounds;
    numbers.clear(value);
    for (std::int64_t number = bounds.least; number <= bounds.most; ++number) {
      if ((((allowed[number / kWordBits] >> (number % kWordBits)) & 1) != 0) != wanted) continue;
      numbers.add(value, number);
      some = true;
    }
    values += some;
  }
  return values;
}

// Leaves the numbers that add up to the number of variables with some of all others. Returns whether each value has one.
inline bool keep_numbers_that_add_up(const Cardinality& cardinality, NumberSets numbers) {
  const std::int32_t values = cardinality.values.size + 1;
  const std::int32_t size = cardinality.variables.size;
  const NumberSets before{numbers[values], numbers.words};
  const NumberSets after{before[values + 1], numbers.words};
  before.clear(0);
  before.add(0, 0);
  for (std::int32_t value = 0; value < values; ++value) {
    before.clear(value + 1);
    for (std::int32_t number = 0; number <= size; ++number) {
      if (!numbers.has(value, number)) continue;
      for (std::int32_t word = 0; word < numbers.words; ++word)
        before[value + 1][word] |= shifted_word(before[value], numbers.words, word, number);
    }
  }
  after.clear(values);
  after.add(values, size);
  for (std::int32_t value = values - 1; value >= 0; --value) {
    after.clear(value);
    bool some = false;
    for (std::int32_t number = 0; number <= size; ++number) {
      if (!numbers.has(value, number)) continue;
      Word shared = 0;
      for (std::int32_t word = 0; word < numbers.words; ++word) {
        shared |= shifted_word(before[value], numbers.words, word, number) & after[value + 1][word];
        after[value][word] |= shifted_word(after[value + 1], numbers.words, word, -number);
      }
      if (shared == 0) numbers[value][number / kWordBits] &= ~(Word{1} << (number % kWordBits));
      else some = true;
    }
    if (!some) return false;
  }
  return true;
}

// Makes the number of a value lie between the least and the largest that are left.
template <typename Mask>
bool narrow_number(Search& search, const Cardinality& cardinality, NumberSets numbers, std::int32_t value) {
  const Word* const members = &cardinality.members[std::ptrdiff_t{value} * cardinality.groupings.variables.size];
  std::int32_t least = 0;
  std::int32_t most = cardinality.variables.size;
  while (!numbers.has(value, least)) ++least;
  while (!numbers.has(value, most)) --most;
  SUDOKU_CP_ASSERT(least <= most && most <= cardinality.variables.size);
  const Between bounds = bounds_of(search)[value];
  const bool clears = least > 0 && cardinality.bits[value] != 0 && !cardinality.negated;
  if (clears && !clear_around<Mask>(search, cardinality.variables, cardinality.bits[value])) return false;
  return (least != bounds.most || require_at_least<Mask>(search, cardinality.groupings, {members, 0}, least)) &&
         (most != bounds.least || require_at_most<Mask>(search, cardinality.groupings, {members, 0}, most));
}

template <typename Mask>
bool propagate(Search& search, const Cardinality& cardinality) {
  const std::int32_t values = cardinality.values.size;
  Scratch scratch = workspace_of(search);
  scratch.take<Between>(values + 1);  // which `bounds_of` returns
  const NumberSets numbers{scratch.take<Word>((3 * (values + 1) + 2) * cardinality.words), cardinality.words};
  const std::int32_t found = list_numbers<Mask>(search, cardinality, numbers, !cardinality.negated);
  if (cardinality.negated) {
    if (found > 1) return true;  // any of them may be the one
    search.failed = found == 0;
    for (std::int32_t value = 0; value < values && !search.failed; ++value) {
      bool some = false;
      for (std::int32_t word = 0; word < numbers.words; ++word) some |= numbers[value][word] != 0;
      if (some && !narrow_number<Mask>(search, cardinality, numbers, value)) return false;
    }
    return !search.failed;
  }
  search.failed = found <= values || !keep_numbers_that_add_up(cardinality, numbers);
  for (std::int32_t value = 0; value <= values && !search.failed; ++value) {
    if (!narrow_number<Mask>(search, cardinality, numbers, value)) return false;
  }
  return !search.failed;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
