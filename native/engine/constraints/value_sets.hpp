// Sets of values that pairwise different variables can take, as masks: one vector tests many of them.
//
// A set is possible while it lies in the union of the domains, holds every value that must be among the variables, and
// intersects every domain, no two of them in the same value alone. The variables keep the values of possible sets; a value
// of all possible sets with one place left is assigned there.
#pragma once

#include "constraints/store.hpp"
#include "kernel/cells.hpp"
#include "kernel/level.hpp"
#include "kernel/scratch.hpp"

namespace sudoku_cp {

using ValueSet = std::uint16_t;

constexpr std::int32_t kMostSetValues = 16;                               // bits of a set
constexpr std::int32_t kSetsOfPadding = kVectorBytes / sizeof(ValueSet);  // whole vectors on every CPU level

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// The domains of pairwise different variables.
struct SetDomains {
  ValueSet of[kMostSetValues];
  std::int32_t size;
  ValueSet any;       // values that some variable can have
  ValueSet fixed;     // values that variables have
  std::uint32_t sum;  // of the masks

  template <typename Mask>
  void read(const Search& search, const Slice<std::int32_t>& variables) {
    size = variables.size;
    const Mask* const domains = masks<Mask>(search);
    for (std::int32_t at = 0; at < size; ++at) of[at] = static_cast<ValueSet>(domains[variables[at]]);
    unite();
  }

  // Fills in what follows from the domains.
  void unite() {
    any = fixed = 0;
    sum = 0;
    for (std::int32_t at = 0; at < size; ++at) {
      any |= of[at];
      sum += of[at];
      if (is_single(of[at])) fixed |= of[at];
    }
  }
};

struct SetTally {
  ValueSet possible = 0;                          // values of some possible set
  ValueSet required = static_cast<ValueSet>(~0);  // values of all possible sets
};

typedef ValueSet SetVector __attribute__((vector_size(kRegisterBytes), aligned(alignof(ValueSet)), may_alias));

constexpr std::int32_t kSetsOfVector = kRegisterBytes / sizeof(ValueSet);

inline const SetVector& sets_at(const ValueSet* sets) {
  return *static_cast<const SetVector*>(aligned_to(alignof(ValueSet), sets));
}

// The values of any lane.
inline ValueSet union_of_lanes(const SetVector& sets) {
  Word words[kRegisterBytes / sizeof(Word)];
  __builtin_memcpy(words, &sets, sizeof sets);
  Word any = 0;
  for (const Word word : words) any |= word;
  any |= any >> 32;
  return static_cast<ValueSet>(any | any >> 16);
}

// Sets of a vector are added up lane by lane.
struct VectorTally {
  SetVector possible;
  SetVector lacking;  // values that some possible set lacks

  void add(const SetVector& sets, const SetVector& kept) {
    possible |= sets & kept;
    lacking |= ~sets & kept;
  }

  SetTally total() const { return {union_of_lanes(possible), static_cast<ValueSet>(~union_of_lanes(lacking))}; }
};

// All ones in the first lanes.
inline SetVector first_lanes(std::int32_t count) {
  static constexpr ValueSet kLanes[kSetsOfPadding] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return (SetVector)(sets_at(kLanes) < static_cast<ValueSet>(count));
}

// All ones in the lanes of sets that are possible; an empty set never is. Nor is one of which two variables can have only
// the same value.
inline SetVector possible_lanes(const SetVector& sets, const SetDomains& domains, ValueSet must) {
  auto fits = ((sets & static_cast<ValueSet>(~domains.any)) | (~sets & must)) == 0;
  SetVector taken{};
  SetVector clash{};
  for (std::int32_t at = 0; at < domains.size; ++at) {
    const SetVector here = sets & domains.of[at];
    const SetVector alone = here & (SetVector)((here & (here - 1)) == 0);
    fits &= here != 0;
    clash |= taken & alone;
    taken |= alone;
  }
  return (SetVector)(fits & (clash == 0));
}

// Tallies the possible ones among whole vectors of sets. Where the other variables of a house are given, they take the
// values that the set lacks.
inline SetTally tally_sets(const Slice<ValueSet>& all, const SetDomains& domains, ValueSet must,
                           const SetDomains& others) {
  VectorTally tally{};
  for (std::int32_t begin = 0; begin < all.size; begin += kSetsOfVector) {
    const SetVector sets = sets_at(all.data + begin);
    SetVector kept = possible_lanes(sets, domains, must);
    for (std::int32_t at = 0; at < others.size; ++at) kept &= (SetVector)((~sets & others.of[at]) != 0);
    tally.add(sets, kept);
  }
  return tally.total();
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
    if (here == 0) continue;
    search.failed |= !is_single(here);
    if (search.failed) return false;
    if (here == domain) continue;
    if (!keep_only<Mask>(search, variable, here)) return false;
    changed = true;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
