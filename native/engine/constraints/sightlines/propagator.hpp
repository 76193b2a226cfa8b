// How many variables a variable sees along lines: itself, and of each line those before the first with another value.
// Sets of numbers are masks; a line in which the variable can see 0, 2 or 3 others has the lengths 1101.
//
//   workspace   | kept of each variable in the lines | lengths of each line | sums before each line |
#pragma once

#include <stdexcept>

#include "constraints/scope_domain.hpp"
#include "constraints/store.hpp"
#include "kernel/level.hpp"
#include "kernel/refusing.hpp"

namespace sudoku_cp {

struct Sightlines {
  static constexpr std::int32_t kMostSeen = kWordBits - 1;

  std::int32_t viewer;
  Slice<std::int32_t> variables;  // those of the first line, of the second, …
  Slice<std::int32_t> ends;       // of the lines
  Number number;
  bool negated;

  // Set by prepare.
  Slice<std::int32_t> scope;
  Slice<const Word*> same;  // for each variable in the lines, by bit of the viewer: the bit of the same value, or none
  Slice<Word> numbers;      // by bit of the variable with the number, or alone: the set of this number, or none

  static constexpr bool kAsksWhenNarrowed = true;  // in an explanation
  static constexpr const char* kBinding = "add_sightlines";
  static constexpr const char* kArguments[] = {"viewer", "cells", "ends", "cell", "number", "negated"};

  static Sightlines declare(ModelStore& store, std::int32_t viewer, const Variables& cells, const Variables& ends,
                            std::optional<std::int32_t> cell, std::int64_t number, bool negated) {
    std::int32_t last = 0;
    for (const std::int32_t end : ends) {
      if (end < last) throw std::invalid_argument("lines must end in order");
      last = end;
    }
    if (static_cast<std::size_t>(last) != cells.size()) throw std::invalid_argument("the last line must end last");
    if (last >= kMostSeen) throw std::invalid_argument("a cell can see at most 63 cells");
    return {store.variable(viewer),
            store.variables(cells),
            store.arena.keep(ends),
            store.number(cell, number),
            negated,
            {},
            {},
            {}};
  }

  Metadata prepare(ModelStore& store) {
    std::vector<const Word*> by_place;
    for (const std::int32_t variable : variables) by_place.push_back(same_values(store, variable));
    same = store.arena.keep(by_place);
    std::vector<Word> by_bit;
    if (number.variable < 0) by_bit.push_back(set_of(number.value));
    else
      for (const std::int64_t value : store.table(number.variable)) by_bit.push_back(set_of(value + number.value));
    numbers = store.arena.keep(by_bit);
    Variables all(variables.begin(), variables.end());
    all.push_back(viewer);
    all = scope_of(all, number);
    scope = store.arena.keep(all);
    const bool each_once = scope.size == variables.size + 1 + (number.variable >= 0);
    return {.scope = std::move(all),
            .idempotent = each_once,
            .workspace_words = static_cast<std::size_t>(variables.size + 2 * ends.size)};
  }

  std::int32_t begin_of(std::int32_t line) const { return line == 0 ? 0 : ends[line - 1]; }

  // See scope_domain.hpp.
  bool widen(std::span<ScopeDomain> scope, std::optional<Slot> removed) const;

 private:
  static Word set_of(std::int64_t number) { return number < 0 || number > kMostSeen ? 0 : Word{1} << number; }

  // Variables with one table of values share what they have in common with the viewer.
  const Word* same_values(ModelStore& store, std::int32_t variable) const {
    using Key = std::pair<const std::int64_t*, const std::int64_t*>;
    const std::span<const std::int64_t> values = store.table(viewer);
    Slice<Word>& known = store.memo<Key, Slice<Word>>({values.data(), store.table(variable).data()});
    if (known.data == nullptr) {
      std::vector<Word> bits;
      for (const std::int64_t value : values) {
        const int bit = store.bit_of_value(variable, value);
        bits.push_back(bit < 0 ? 0 : Word{1} << bit);
      }
      known = store.arena.keep(bits);
    }
    return known.data;
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
class SightlineSearch {
 public:
  SightlineSearch(Search& search, const Sightlines& sightlines)
      : search_(search), sightlines_(sightlines), domains_(masks<Mask>(search)) {
    Scratch scratch = workspace_of(search);
    kept_ = scratch.take<Word>(sightlines.variables.size);
    lengths_ = scratch.take<Word>(sightlines.ends.size);
    sums_ = scratch.take<Word>(sightlines.ends.size);
  }

  bool run() {
    for (std::int32_t place = 0; place < sightlines_.variables.size; ++place) kept_[place] = 0;
    const Word numbers = possible_numbers();
    Word values = 0;
    Word seen = 0;
    for (Word rest = domains_[sightlines_.viewer]; rest != 0; rest &= rest - 1) {
      const Word sums = add_lengths(lowest_bit(rest)) & numbers;
      if (sums == 0) continue;
      values |= rest & -rest;
      seen |= sums;
      keep_lines(lowest_bit(rest), sums);
    }
    if (!keep_only<Mask>(search_, sightlines_.viewer, values) || !keep_numbers(seen)) return false;
    for (std::int32_t place = 0; place < sightlines_.variables.size; ++place) {
      if (!keep_only<Mask>(search_, sightlines_.variables[place], kept_[place])) return false;
    }
    return true;
  }

 private:
  // The numbers that may be seen, as a set.
  Word possible_numbers() const {
    const std::int32_t variable = sightlines_.number.variable;
    if (variable < 0) return sightlines_.numbers[0];
    Word numbers = 0;
    for (Word rest = domains_[variable]; rest != 0; rest &= rest - 1) numbers |= sightlines_.numbers[lowest_bit(rest)];
    return numbers;
  }

  bool keep_numbers(Word numbers) {
    const std::int32_t variable = sightlines_.number.variable;
    if (variable < 0) return true;
    Word kept = 0;
    for (Word rest = domains_[variable]; rest != 0; rest &= rest - 1) {
      if ((sightlines_.numbers[lowest_bit(rest)] & numbers) != 0) kept |= rest & -rest;
    }
    return keep_only<Mask>(search_, variable, kept);
  }

  std::int32_t begin_of(std::int32_t line) const { return sightlines_.begin_of(line); }
  Word domain_at(std::int32_t place) const { return domains_[sightlines_.variables[place]]; }

  // How many others the viewer can see in a line if it has a value.
  Word lengths_of(std::int32_t line, int value) const {
    Word lengths = 0;
    Word length = 1;
    for (std::int32_t place = begin_of(line); place < sightlines_.ends[line]; ++place, length <<= 1) {
      const Word domain = domain_at(place);
      const Word same = domain & sightlines_.same[place][value];
      if (same != domain) lengths |= length;
      if (same == 0) return lengths;
    }
    return lengths | length;
  }

  // Sets the lengths of each line and the sums before it, and returns the sums after all.
  Word add_lengths(int value) {
    Word sums = Word{1} << 1;
    for (std::int32_t line = 0; line < sightlines_.ends.size; ++line) {
      sums_[line] = sums;
      lengths_[line] = lengths_of(line, value);
      Word more = 0;
      for (Word rest = lengths_[line]; rest != 0; rest &= rest - 1) more |= sums << lowest_bit(rest);
      sums = more;
    }
    return sums;
  }

  // Goes backward from the sums after all lines, and keeps the values that variables can have with a value of the viewer.
  void keep_lines(int value, Word after) {
    for (std::int32_t line = sightlines_.ends.size; line-- > 0;) {
      Word before = 0;
      Word lengths = 0;
      for (Word rest = lengths_[line]; rest != 0; rest &= rest - 1) {
        const Word summed = (after >> lowest_bit(rest)) & sums_[line];
        if (summed != 0) lengths |= rest & -rest;
        before |= summed;
      }
      keep_line(line, value, lengths);
      after = before;
    }
  }

  // The first variable that is not seen has another value, and those beyond it have any.
  void keep_line(std::int32_t line, int value, Word lengths) {
    Word length = 1;
    for (std::int32_t place = begin_of(line); place < sightlines_.ends[line]; ++place, length <<= 1) {
      const Word domain = domain_at(place);
      const Word same = domain & sightlines_.same[place][value];
      const bool is_beyond = (lengths & (length - 1)) != 0;
      if (is_beyond || (lengths & length) != 0) kept_[place] |= domain & ~same;
      if (is_beyond || lengths > (length << 1) - 1) kept_[place] |= same;
    }
  }

  Search& search_;
  const Sightlines& sightlines_;
  const Mask* domains_;
  Word* kept_;     // by place
  Word* lengths_;  // by line
  Word* sums_;     // before each line
};

// How many variables the viewer sees when each has one value.
template <typename DomainOf>
int count_seen(const Sightlines& sightlines, DomainOf domain_of) {
  const int value = lowest_bit(domain_of(sightlines.viewer));
  int seen = 1;
  std::int32_t place = 0;
  for (const std::int32_t end : sightlines.ends) {
    while (place < end && domain_of(sightlines.variables[place]) == sightlines.same[place][value]) ++place, ++seen;
    place = end;
  }
  return seen;
}

template <typename DomainOf>
bool holds(const Sightlines& sightlines, DomainOf domain_of) {
  const std::int32_t variable = sightlines.number.variable;
  const Word number = sightlines.numbers[variable < 0 ? 0 : lowest_bit(domain_of(variable))];
  return number == Word{1} << count_seen(sightlines, domain_of);
}

template <typename Mask>
bool propagate(Search& search, const Sightlines& sightlines) {
  if (!sightlines.negated) return SightlineSearch<Mask>(search, sightlines).run();
  return refuse<Mask>(search, sightlines.scope, [&](auto domain_of) { return holds(sightlines, domain_of); });
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
