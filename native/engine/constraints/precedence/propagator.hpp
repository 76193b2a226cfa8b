// No variable exceeds the largest value before it by more than 1. Values count from the start, which stands for all that
// are not larger. The largest values that can be are carried forward, the least that must be backward.
//
//   workspace   | largest before variable 0 | before variable 1 | …
#pragma once

#include <algorithm>
#include <stdexcept>

#include "constraints/scope_domain.hpp"
#include "constraints/store.hpp"
#include "kernel/level.hpp"
#include "kernel/refusing.hpp"

namespace sudoku_cp {

struct Precedence {
  static constexpr std::int32_t kIrregular = INT32_MIN;
  static constexpr int kLargest = kWordBits - 1;  // value; with fewer variables one that none of them reaches

  Slice<std::int32_t> variables;
  std::int64_t start;
  bool negated;

  // Set by prepare: for each variable, by bit, the value from the start on.
  Slice<const std::uint8_t*> values;
  // Where bit b has the value b − shift for all variables, and 0 where that is negative; `kIrregular` elsewhere.
  std::int32_t shift;

  static constexpr const char* kBinding = "add_precedence";
  static constexpr const char* kArguments[] = {"cells", "start", "negated"};

  static Precedence declare(ModelStore& store, const Variables& cells, std::int64_t start, bool negated) {
    return {store.variables(cells), start, negated, {}, kIrregular};
  }

  Metadata prepare(ModelStore& store) {
    std::vector<const std::uint8_t*> by_place;
    for (const std::int32_t variable : variables) {
      refuse_too_large(store, variable);
      by_place.push_back(values_of_bits(store, variable));
    }
    values = store.arena.keep(by_place);
    shift = common_shift(store);
    Variables scope = scope_of(variables);
    const bool idempotent = scope.size() == by_place.size();
    return {.scope = std::move(scope), .idempotent = idempotent, .workspace_words = by_place.size()};
  }

  // See scope_domain.hpp.
  bool widen(std::span<ScopeDomain> scope, std::optional<Slot> removed) const;

 private:
  // A known shift replaces a lookup for each bit.
  std::int32_t common_shift(const ModelStore& store) const {
    std::int32_t common = kIrregular;
    for (std::int32_t place = 0; place < variables.size; ++place) {
      const auto count = static_cast<std::int32_t>(store.table(variables[place]).size());
      const std::uint8_t* const of_bits = values[place];
      const auto not_above = static_cast<std::int32_t>(std::count(of_bits, of_bits + count, 0));
      const std::int32_t here = not_above - 1;
      for (std::int32_t bit = 0; bit < count; ++bit) {
        if (of_bits[bit] != std::max(bit - here, 0)) return kIrregular;
      }
      if (place > 0 && here != common) return kIrregular;
      common = here;
    }
    return common;
  }

  // A table may hold values that are of other variables alone.
  void refuse_too_large(const ModelStore& store, std::int32_t variable) const {
    const auto table = store.table(variable);
    for (std::size_t bit = 0; variables.size >= kLargest && bit < table.size(); ++bit) {
      if (!store.can_be(variable, static_cast<int>(bit)) || table[bit] - start <= kLargest) continue;
      throw std::invalid_argument("of 63 variables and more, one exceeds the start by more than 63");
    }
  }

  // Variables with one table of values share them.
  const std::uint8_t* values_of_bits(ModelStore& store, std::int32_t variable) const {
    using Key = std::pair<const std::int64_t*, std::int64_t>;
    Slice<std::uint8_t>& known = store.memo<Key, Slice<std::uint8_t>>({store.table(variable).data(), start});
    if (known.data == nullptr) {
      std::vector<std::uint8_t> from_start;
      for (const std::int64_t value : store.table(variable)) {
        const std::int64_t from = value <= start ? 0 : std::min<std::int64_t>(value - start, kLargest);
        from_start.push_back(static_cast<std::uint8_t>(from));
      }
      known = store.arena.keep(from_start);
    }
    return known.data;
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// The values of a variable, from the start on.
inline Word values_at(const Precedence& precedence, std::int32_t place, Word domain) {
  if (precedence.shift == -1) return domain << 1;
  if (precedence.shift >= 0) {
    const Word lowest = domain & ((Word{1} << precedence.shift) - 1);
    return domain >> precedence.shift | (lowest != 0 ? 1 : 0);
  }
  Word values = 0;
  for (Word rest = domain; rest != 0; rest &= rest - 1) {
    values |= Word{1} << precedence.values[place][lowest_bit(rest)];
  }
  return values;
}

template <typename Mask>
bool keep_values(Search& search, const Precedence& precedence, std::int32_t place, int least, int most) {
  const std::int32_t variable = precedence.variables[place];
  const Word domain = masks<Mask>(search)[variable];
  const Word not_too_large = most + 1 < kWordBits ? (Word{1} << (most + 1)) - 1 : ~Word{0};
  const Word values = not_too_large & (~Word{0} << least);
  if (precedence.shift == -1) return keep_only<Mask>(search, variable, values >> 1);
  if (precedence.shift >= 0) {
    const Word lowest = (values & 1) != 0 ? (Word{1} << precedence.shift) - 1 : 0;
    return keep_only<Mask>(search, variable, values << precedence.shift | lowest);
  }
  Word kept = 0;
  for (Word rest = domain; rest != 0; rest &= rest - 1) {
    if (((values >> precedence.values[place][lowest_bit(rest)]) & 1) != 0) kept |= rest & -rest;
  }
  return keep_only<Mask>(search, variable, kept);
}

template <typename Mask>
bool order_values(Search& search, const Precedence& precedence) {
  const Mask* const domains = masks<Mask>(search);
  const std::int32_t size = precedence.variables.size;
  Word* const largest_before = workspace_of(search).take<Word>(size);
  int largest = 0;
  for (std::int32_t place = 0; place < size; ++place) {
    largest_before[place] = static_cast<Word>(largest);
    const Word values = values_at(precedence, place, domains[precedence.variables[place]]);
    largest += largest + 1 < kWordBits && ((values >> (largest + 1)) & 1) != 0;
  }
  int needed = 0;  // after the variable, so that the rest can go on
  for (std::int32_t place = size; place-- > 0;) {
    largest = static_cast<int>(largest_before[place]);
    const int least = largest < needed ? needed : 0;
    if (!keep_values<Mask>(search, precedence, place, least, largest + 1)) return false;
    const Word values = values_at(precedence, place, domains[precedence.variables[place]]);
    const Word rising = values >> needed;
    const bool may_stay = (values & ((Word{1} << needed) - 1)) != 0;
    if (rising == 0 || (may_stay && (rising & 1) == 0)) continue;
    needed += lowest_bit(rising);
    if (needed > 0) --needed;
  }
  return true;
}

template <typename DomainOf>
bool holds(const Precedence& precedence, DomainOf domain_of) {
  std::int32_t largest = 0;
  for (std::int32_t place = 0; place < precedence.variables.size; ++place) {
    const std::int32_t value = precedence.values[place][lowest_bit(domain_of(precedence.variables[place]))];
    if (value > largest + 1) return false;
    if (value > largest) largest = value;
  }
  return true;
}

template <typename Mask>
bool propagate(Search& search, const Precedence& precedence) {
  if (!precedence.negated) return order_values<Mask>(search, precedence);
  return refuse<Mask>(search, precedence.variables, [&](auto domain_of) { return holds(precedence, domain_of); });
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
