// The open terms of a sum of bits, where only a few are left: each keeps the values that the others can make up for.
//
// The values of a term are places: x stands at x where the sum rises with it, and at 15 − x where it falls. Places of two
// terms add up to
//
//   left             0 1 0 1 1 0            sums of both: left, shifted by each place of right
//   right            0 0 0 1 0 1            a place of a third term stays where target − place is among them
#pragma once

#include "constraints/value_sets.hpp"
#include "kernel/cells.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

constexpr std::int32_t kLastPlace = kMostSetValues - 1;

// The place kLastPlace − x for each place x.
inline Word mirrored(Word places) {
  SUDOKU_CP_ASSERT(places >> kMostSetValues == 0);
  places = (places & 0x5555) << 1 | (places >> 1 & 0x5555);
  places = (places & 0x3333) << 2 | (places >> 2 & 0x3333);
  places = (places & 0x0f0f) << 4 | (places >> 4 & 0x0f0f);
  return (places & 0x00ff) << 8 | (places >> 8 & 0x00ff);
}

struct OpenTerm {
  std::int32_t variable;
  std::int32_t group;  // terms of one group differ
  bool falls;          // the sum falls with it
  Word places;
};

inline Word sums_of(const OpenTerm& left, const OpenTerm& right) {
  const bool differ = left.group == right.group;
  Word sums = 0;
  for (Word rest = right.places; rest != 0; rest &= rest - 1) {
    const Word place = rest & -rest;
    sums |= (differ ? left.places & ~place : left.places) << lowest_bit(place);
  }
  return sums;
}

// The places from which one of the sums makes up the target.
inline Word places_reaching(std::int32_t target, Word sums) {
  if (target < 0 || target > 3 * kLastPlace) return 0;
  return mirrored((target >= kLastPlace ? sums >> (target - kLastPlace) : sums << (kLastPlace - target)) & 0xffff);
}

struct OpenTerms {
  static constexpr std::int32_t kMost = 3;

  OpenTerm of[kMost];
  std::int32_t count = 0;
  std::int32_t target;  // of the places of all

  explicit OpenTerms(std::int64_t sum) : target(static_cast<std::int32_t>(sum)) {}

  // Takes in a term; false where there are too many that are open.
  bool add(std::int32_t variable, std::int32_t group, bool falls, Word domain) {
    if (is_single(domain)) {
      target += falls ? lowest_bit(domain) : -lowest_bit(domain);
      return true;
    }
    if (count == kMost) return false;
    if (falls) target += kLastPlace;
    of[count++] = {variable, group, falls, falls ? mirrored(domain) : domain};
    return true;
  }

  Word places_left(std::int32_t term) const {
    if (count == 1) return places_reaching(target, 1);
    const OpenTerm& next = of[(term + 1) % count];
    if (count == kMost) return places_reaching(target, sums_of(next, of[(term + 2) % count]));
    const bool may_be_equal = next.group != of[term].group || target % 2 != 0;
    const Word half = may_be_equal || target < 0 ? 0 : Word{1} << target / 2;
    return places_reaching(target, next.places) & ~half;
  }

  // Leaves each term what the others can make up for. Returns whether the search may go on.
  template <typename Mask>
  bool keep(Search& search, bool& changed) {
    search.failed |= count == 0 && target != 0;
    for (std::int32_t at = 0; at < count && !search.failed; ++at) {
      OpenTerm& term = of[at];
      const Word kept = term.places & places_left(at);
      if (kept == term.places) continue;
      term.places = kept;
      changed = true;
      if (!keep_only<Mask>(search, term.variable, term.falls ? mirrored(kept) : kept)) return false;
    }
    return !search.failed;
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
