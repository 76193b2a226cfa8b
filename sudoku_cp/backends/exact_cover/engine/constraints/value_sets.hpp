// Sets of values that pairwise different variables can take, as masks: many are looked at in one vector.
//
// A set is possible while it lies in the union of the domains, holds every value that must be among the variables, and
// meets every domain. The variables keep the values of possible sets; a value of all possible sets with one place left is
// put there.
#pragma once

#include "../kernel/cells.hpp"
#include "../kernel/level.hpp"
#include "building.hpp"

namespace sudoku_cp {

using ValueSet = std::uint16_t;

constexpr std::int32_t kMostSetValues = 16;  // bits of a set
constexpr std::int32_t kSetsOfVector = kVectorBytes / sizeof(ValueSet);

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// The domains of pairwise different variables.
struct SetDomains {
  ValueSet of[kMostSetValues];
  std::int32_t size = 0;
  ValueSet any = 0;    // values that some variable can have
  ValueSet fixed = 0;  // values that variables have

  void add(ValueSet domain) {
    of[size++] = domain;
    any |= domain;
    if (is_single(domain)) fixed |= domain;
  }

  template <typename Mask>
  void read(const Search& search, const Slice<std::int32_t>& variables) {
    for (const std::int32_t variable : variables) add(static_cast<ValueSet>(masks<Mask>(search)[variable]));
  }
};

struct SetTally {
  ValueSet possible = 0;                          // values of some possible set
  ValueSet required = static_cast<ValueSet>(~0);  // values of all possible sets

  void add(const SetTally& other) {
    possible |= other.possible;
    required &= other.required;
  }
};

// Tallies the possible ones among whole vectors of sets; an empty set is never possible. Where the other variables of a
// house are given, they take the values that the set lacks.
inline SetTally tally_sets(const Slice<ValueSet>& all, const SetDomains& domains, ValueSet must,
                           const SetDomains& others) {
  typedef ValueSet Sets __attribute__((vector_size(kVectorBytes), aligned(alignof(ValueSet)), may_alias));
  Sets possible{};
  Sets required = ~Sets{};
  for (std::int32_t begin = 0; begin < all.size; begin += kSetsOfVector) {
    const Sets sets = *reinterpret_cast<const Sets*>(all.data + begin);
    auto fits = ((sets & static_cast<ValueSet>(~domains.any)) | (~sets & must)) == 0;
    for (std::int32_t at = 0; at < domains.size; ++at) fits &= (sets & domains.of[at]) != 0;
    for (std::int32_t at = 0; at < others.size; ++at) fits &= (~sets & others.of[at]) != 0;
    const auto kept = (Sets)fits;
    possible |= sets & kept;
    required &= sets | ~kept;
  }
  SetTally tally;
  for (std::int32_t lane = 0; lane < kSetsOfVector; ++lane) tally.add({possible[lane], required[lane]});
  return tally;
}

// Leaves the variables what the tally allows. Returns whether the search may go on.
template <typename Mask>
bool keep_sets(Search& search, const Slice<std::int32_t>& variables, const SetDomains& domains, const SetTally& tally,
               bool& changed) {
  Tally<ValueSet> seen;
  for (std::int32_t at = 0; at < variables.size; ++at) {
    const ValueSet domain = domains.of[at];
    ValueSet keep = domain & tally.possible;
    if (!is_single(domain)) keep &= static_cast<ValueSet>(~domains.fixed);
    if (keep != domain) {
      if (!keep_only<Mask>(search, variables[at], keep)) return false;
      changed = true;
    }
    seen.add(keep);
  }
  search.failed |= tally.possible == 0 || (tally.required & ~seen.once) != 0;
  if (search.failed) return false;
  const auto forced = static_cast<ValueSet>(tally.required & ~seen.twice & ~domains.fixed);
  if (forced == 0) return true;
  for (const std::int32_t variable : variables) {
    const Word domain = masks<Mask>(search)[variable];
    const Word here = domain & forced;
    if (here == 0 || here == domain) continue;
    search.failed |= !is_single(here);
    if (search.failed || !keep_only<Mask>(search, variable, here)) return false;
    changed = true;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
