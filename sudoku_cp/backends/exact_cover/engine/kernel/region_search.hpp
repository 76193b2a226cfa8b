// How the engine looks for regions: which numbers and digits go together, which digits have one place left in a region,
// and what its shape leaves open.
//
//   workspace   | of the group searches | number | digits | can | fixed | taken |
#pragma once

#include "../constraints/regions.hpp"
#include "cells.hpp"
#include "group_search.hpp"
#include "level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
class RegionSearch {
 public:
  RegionSearch(Search& search, const Regions& regions)
      : search_(search),
        regions_(regions),
        places_(regions.area.variables.size),
        groups_(regions.area.neighbours, places_, regions.area.size, search.workspace) {
    number_ = search.workspace + group_search_words(places_);
    digits_ = number_ + places_;
    can_ = digits_ + places_;
    const std::int32_t words = regions.numbers * regions.set_words;
    fixed_ = can_ + words;
    taken_ = fixed_ + words;
  }

  // Each removal follows from the domains by one rule, so that it is explained by that rule.
  bool run() {
    if (!read() || !fill() || !keep_pairs()) return fail();
    if (!changed_ && has_digits() && !find_hidden()) return fail();
    return changed_ || connect() || fail();
  }

 private:
  bool fail() {
    search_.failed = true;
    return false;
  }

  static Word translate(Word mask, const Slice<std::uint8_t>& bits, std::int32_t place) {
    if (bits.size == 0) return mask;
    Word common = 0;
    for (; mask != 0; mask &= mask - 1) common |= Word{1} << bits[place * kWordBits + lowest_bit(mask)];
    return common;
  }

  // Leaves a variable the values that are bits of `keep`.
  bool keep(std::int32_t variable, const Slice<std::uint8_t>& bits, std::int32_t place, Word keep) {
    const Word domain = masks<Mask>(search_)[variable];
    Word kept = domain & keep;
    if (bits.size != 0) {
      kept = 0;
      for (Word rest = domain; rest != 0; rest &= rest - 1) {
        if ((keep >> bits[place * kWordBits + lowest_bit(rest)]) & 1) kept |= rest & -rest;
      }
    }
    if (kept == domain) return true;
    changed_ = true;
    return keep_only<Mask>(search_, variable, kept);
  }
  bool keep_number(std::int32_t place, Word numbers) {
    return keep(regions_.area.variables[place], regions_.number_bits, place, numbers);
  }
  bool keep_digits(std::int32_t place, Word digits) {
    return keep(regions_.cells[place], regions_.digit_bits, place, digits);
  }

  bool has_digits() const { return regions_.cells.size > 0; }
  Word* can(std::int32_t number) const { return can_ + number * regions_.set_words; }
  Word* fixed(std::int32_t number) const { return fixed_ + number * regions_.set_words; }

  std::int32_t count(const Word* set) const {
    std::int32_t count = 0;
    for (std::int32_t word = 0; word < regions_.set_words; ++word) count += size_of(set[word]);
    return count;
  }

  template <typename Visit>
  bool each(const Word* set, Visit visit) const {
    for (std::int32_t word = 0; word < regions_.set_words; ++word) {
      for (Word rest = set[word]; rest != 0; rest &= rest - 1) {
        if (!visit(word * kWordBits + lowest_bit(rest))) return false;
      }
    }
    return true;
  }

  // Reads the domains: where each number can be, where it is, and the digits that it has.
  bool read() {
    const std::int32_t words = regions_.numbers * regions_.set_words;
    for (std::int32_t word = 0; word < 2 * words; ++word) can_[word] = 0;
    for (std::int32_t number = 0; number < regions_.numbers; ++number) taken_[number] = 0;
    for (std::int32_t place = 0; place < places_; ++place) {
      const Word numbers = translate(masks<Mask>(search_)[regions_.area.variables[place]], regions_.number_bits, place);
      number_[place] = numbers;
      const std::int32_t word = place / kWordBits;
      const Word bit = Word{1} << (place % kWordBits);
      for (Word rest = numbers; rest != 0; rest &= rest - 1) can(lowest_bit(rest))[word] |= bit;
      if (is_single(numbers)) fixed(lowest_bit(numbers))[word] |= bit;
      if (!has_digits()) continue;
      const Word digits = translate(masks<Mask>(search_)[regions_.cells[place]], regions_.digit_bits, place);
      digits_[place] = digits;
      if (!is_single(numbers) || !is_single(digits)) continue;
      Word& taken = taken_[lowest_bit(numbers)];
      if ((taken & digits) != 0) return false;
      taken |= digits;
    }
    return true;
  }

  // A region that has all its places takes no more, and one with no place too many takes them all.
  bool fill() {
    for (std::int32_t number = 0; number < regions_.numbers; ++number) {
      const Word bit = Word{1} << number;
      const std::int32_t some = count(fixed(number));
      const std::int32_t most = count(can(number));
      if (some > regions_.area.size) return false;
      if (most < regions_.area.size) {
        if (some > 0) return false;
        if (!each(can(number), [&](std::int32_t place) { return keep_number(place, ~bit); })) return false;
      }
      if (some == regions_.area.size && most > some) {
        if (!each(can(number),
                  [&](std::int32_t place) { return is_single(number_[place]) || keep_number(place, ~bit); }))
          return false;
      }
      if (most == regions_.area.size && some > 0 && some < most) {
        if (!each(can(number), [&](std::int32_t place) { return keep_number(place, bit); })) return false;
      }
    }
    return true;
  }

  // The digits that a place can have in a region.
  Word digits_in(std::int32_t place, std::int32_t number) const {
    const bool has_taken = is_single(number_[place]) && is_single(digits_[place]);
    return has_taken ? digits_[place] : digits_[place] & ~taken_[number];
  }

  // Leaves each place the numbers and digits that go together.
  bool keep_pairs() {
    if (!has_digits()) return true;
    for (std::int32_t place = 0; place < places_; ++place) {
      Word numbers = 0;
      Word digits = 0;
      for (Word rest = number_[place]; rest != 0; rest &= rest - 1) {
        const Word here = digits_in(place, lowest_bit(rest));
        if (here == 0) continue;
        numbers |= rest & -rest;
        digits |= here;
      }
      if (numbers == 0 || !keep_number(place, numbers) || !keep_digits(place, digits)) return false;
    }
    return true;
  }

  // Where a region needs all digits that it can have, one with a single place left is put there.
  bool find_hidden() {
    for (std::int32_t number = 0; number < regions_.numbers; ++number) {
      Word once = 0;
      Word twice = 0;
      each(can(number), [&](std::int32_t place) {
        const Word here = digits_in(place, number);
        twice |= once & here;
        once |= here;
        return true;
      });
      if (size_of(once) < regions_.area.size) {
        if (taken_[number] != 0 || count(fixed(number)) > 0) return false;
        const Word bit = Word{1} << number;
        if (!each(can(number), [&](std::int32_t place) { return keep_number(place, ~bit); })) return false;
        continue;
      }
      const Word hidden = once & ~twice & ~taken_[number];
      if (hidden == 0 || size_of(once) > regions_.area.size || !must_exist(number)) continue;
      const bool goes_on = each(can(number), [&](std::int32_t place) {
        const Word here = digits_in(place, number) & hidden;
        return here == 0 || (keep_number(place, Word{1} << number) && keep_digits(place, here));
      });
      if (!goes_on) return false;
    }
    return true;
  }

  // Whether the number occurs in every solution.
  bool must_exist(std::int32_t number) const {
    return count(fixed(number)) > 0 || regions_.numbers * regions_.area.size == places_;
  }

  // Looks at the shape of each region that has changed.
  bool connect() {
    for (std::int32_t number = 0; number < regions_.numbers; ++number) {
      if (!has_changed(number, false)) continue;
      if (!must_exist(number)) continue;
      std::int32_t open = 0;
      for (std::int32_t place = 0; place < places_; ++place) groups_.standing[place] = kOut;
      groups_.candidate_count = 0;
      each(can(number), [&](std::int32_t place) {
        const bool is_in = ((fixed(number)[place / kWordBits] >> (place % kWordBits)) & 1) != 0;
        groups_.add(place, is_in ? kIn : kOpen);
        open += !is_in;
        return true;
      });
      if (!settle_group(groups_, groups_.candidate_count - open)) return false;
      for (const std::int32_t place : groups_) open -= groups_.standing[place] == kOpen;
      if (open == 0) {
        has_changed(number, true);
        continue;
      }
      const Word bit = Word{1} << number;
      for (const std::int32_t place : groups_) {
        if (groups_.standing[place] == kOpen) continue;
        if (!keep_number(place, groups_.standing[place] == kIn ? bit : ~bit)) return false;
      }
    }
    return true;
  }

  // Whether the places of a number are others than when nothing was found last; `remember`: nothing has been found now.
  // No place is both open and fixed, as all are to begin with.
  bool has_changed(std::int32_t number, bool remember) {
    if (regions_.state_begin < 0) return true;
    const std::int32_t words = regions_.set_words;
    Word* const last = search_.state.reversible + regions_.state_begin + 2 * number * words;
    bool changed = false;
    for (std::int32_t word = 0; word < words; ++word) {
      const Word fixed_here = fixed(number)[word];
      const Word open = can(number)[word] & ~fixed_here;
      changed |= last[word] != open || last[words + word] != fixed_here;
      if (!remember) continue;
      last[word] = open;
      last[words + word] = fixed_here;
    }
    return changed;
  }

  Search& search_;
  const Regions& regions_;
  std::int32_t places_;
  GroupSearch groups_;
  Word* number_;  // by place
  Word* digits_;
  Word* can_;  // sets of places, by number
  Word* fixed_;
  Word* taken_;  // by number: digits
  bool changed_ = false;
};

template <typename Mask>
bool propagate(Search& search, const Regions& regions) {
  return RegionSearch<Mask>(search, regions).run();
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
