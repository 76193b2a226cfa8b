// The propagator of regions: the numbers and digits that go together, digits with one place left in a region, and the
// places that its shape requires or excludes.
//
//   workspace   | number | digits | can | fixed | taken | once | twice |
#pragma once

#include "constraints/regions/constraint.hpp"
#include "constraints/regions/shape.hpp"
#include "kernel/cells.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
class RegionSearch {
 public:
  RegionSearch(Search& search, const Regions& regions)
      : search_(search), regions_(regions), places_(regions.area.variables.size) {
    Scratch scratch = workspace_of(search);
    number_ = scratch.take<Word>(places_);
    digits_ = scratch.take<Word>(places_);
    const std::int32_t words = regions.numbers * regions.set_words;
    can_ = scratch.take<Word>(words);
    fixed_ = scratch.take<Word>(words);
    taken_ = scratch.take<Word>(regions.numbers);
    once_ = scratch.take<Word>(regions.numbers);
    twice_ = scratch.take<Word>(regions.numbers);
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
    const bool is_small = regions_.numbers <= kBitsOf<std::uint16_t> && regions_.digits <= kBitsOf<std::uint16_t>;
    return is_small ? read_by<std::uint16_t>() : read_by<Word>();
  }

  template <typename Lane>
  static constexpr std::int32_t kBitsOf = 8 * sizeof(Lane);

  // A lane for each number: of digits, or of a stretch of places.
  template <typename Lane>
  bool read_by() {
    constexpr std::int32_t kLanes = kBitsOf<Lane>;
    typedef Lane ByNumber __attribute__((vector_size(kLanes * sizeof(Lane))));
    const std::int32_t words = regions_.numbers * regions_.set_words;
    for (std::int32_t word = 0; word < 2 * words; ++word) can_[word] = 0;
    for (std::int32_t number = 0; number < regions_.numbers; ++number) taken_[number] = 0;
    ByNumber numbers_of_lanes;
    for (std::int32_t lane = 0; lane < kLanes; ++lane) numbers_of_lanes[lane] = static_cast<Lane>(Word{1} << lane);
    ByNumber once{};
    ByNumber twice{};
    for (std::int32_t begin = 0; begin < places_; begin += kLanes) {
      ByNumber can_here{};
      ByNumber fixed_here{};
      const std::int32_t end = begin + kLanes < places_ ? begin + kLanes : places_;
      for (std::int32_t place = begin; place < end; ++place) {
        read_place(place);
        const auto here = static_cast<Lane>(Word{1} << (place - begin));
        const auto is_here = (ByNumber)((numbers_of_lanes & static_cast<Lane>(number_[place])) != 0);
        can_here |= is_here & here;
        if (is_single(number_[place])) fixed_here |= is_here & here;
        if (!has_digits()) continue;
        const ByNumber digits = is_here & static_cast<Lane>(digits_[place]);
        twice |= once & digits;
        once |= digits;
        if (is_single(number_[place]) && is_single(digits_[place]) && !take(place)) return false;
      }
      for (std::int32_t number = 0; number < regions_.numbers; ++number) {
        can(number)[begin / kWordBits] |= Word{can_here[number]} << (begin % kWordBits);
        fixed(number)[begin / kWordBits] |= Word{fixed_here[number]} << (begin % kWordBits);
      }
    }
    for (std::int32_t number = 0; number < regions_.numbers; ++number) {
      once_[number] = once[number];
      twice_[number] = twice[number];
    }
    return true;
  }

  void read_place(std::int32_t place) {
    number_[place] = translate(masks<Mask>(search_)[regions_.area.variables[place]], regions_.number_bits, place);
    if (!has_digits()) return;
    digits_[place] = translate(masks<Mask>(search_)[regions_.cells[place]], regions_.digit_bits, place);
  }

  // The place has its digit and its number; false where another has both.
  bool take(std::int32_t place) {
    Word& taken = taken_[lowest_bit(number_[place])];
    if ((taken & digits_[place]) != 0) return false;
    taken |= digits_[place];
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
    Word none_taken = 0;
    std::int32_t most_taken = 0;
    for (std::int32_t number = 0; number < regions_.numbers; ++number) {
      const std::int32_t taken = size_of(taken_[number]);
      if (taken == 0) none_taken |= Word{1} << number;
      if (taken > most_taken) most_taken = taken;
    }
    for (std::int32_t place = 0; place < places_; ++place) {
      if ((number_[place] & none_taken) != 0 && size_of(digits_[place]) > most_taken) continue;
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
      const std::int32_t possible = size_of(once_[number]);
      if (possible < regions_.area.size) {
        if (taken_[number] != 0 || count(fixed(number)) > 0) return false;
        const Word bit = Word{1} << number;
        if (!each(can(number), [&](std::int32_t place) { return keep_number(place, ~bit); })) return false;
        continue;
      }
      const Word hidden = once_[number] & ~twice_[number] & ~taken_[number];
      if (hidden == 0 || possible > regions_.area.size || !must_exist(number)) continue;
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

  // Prunes by the shape of each region that has changed.
  bool connect() {
    for (std::int32_t number = 0; number < regions_.numbers; ++number) {
      if (!has_changed(number, false) || !must_exist(number)) continue;
      if (!settle_shape(number)) return false;
    }
    return true;
  }

  bool settle_shape(std::int32_t number) {
    switch (regions_.set_words) {
      case 1:
        return settle_shape<1>(number);
      case 2:
        return settle_shape<2>(number);
      case 4:
        return settle_shape<4>(number);
      case 8:
        return settle_shape<8>(number);
      default:
        return settle_shape<Regions::kMostSetWords>(number);
    }
  }

  template <std::int32_t kWords>
  bool settle_shape(std::int32_t number) {
    RegionShape<kWords> shape(regions_.beside.data, regions_.area.size, can(number), fixed(number));
    if (!shape.settle()) return false;
    const PlaceSet<kWords> was_in = PlaceSet<kWords>::of(fixed(number));
    const PlaceSet<kWords> out = PlaceSet<kWords>::of(can(number)) - shape.open();
    const PlaceSet<kWords> in = shape.in() - was_in;
    if (out.is_empty() && in.is_empty()) {
      has_changed(number, true);
      return true;
    }
    const Word bit = Word{1} << number;
    return each(out.words, [&](std::int32_t place) { return keep_number(place, ~bit); }) &&
           each(in.words, [&](std::int32_t place) { return keep_number(place, bit); });
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
  Word* number_;  // by place
  Word* digits_;
  Word* can_;  // sets of places, by number
  Word* fixed_;
  Word* taken_;  // by number: digits
  Word* once_;   // those that some place can have, and those that several can
  Word* twice_;
  bool changed_ = false;
};

template <typename Mask>
bool propagate(Search& search, const Regions& regions) {
  return RegionSearch<Mask>(search, regions).run();
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
