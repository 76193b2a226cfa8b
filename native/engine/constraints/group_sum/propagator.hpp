// A sum whose variables split into groups: those of one group are pairwise different and have one weight.
//
// Different values bound the sum of a group better than each value does by itself. Where a value is out of reach by these
// bounds, only sets of values with a sum within them remain. Where the whole sum is very near its least or its largest,
// each group keeps the sets whose sum the other groups can make up for. The sums of a group are bits then, counted from
// that end:
//
//   reach of a group   1 0 1 1 0 0 …     it can be 0, 2 or 3 away from its end
//   all groups together must be exactly as far away as the constant is
#pragma once

#include <utility>

#include "constraints/group_sum/open_terms.hpp"
#include "constraints/store.hpp"
#include "constraints/value_sets.hpp"
#include "kernel/level.hpp"
#include "tuning.hpp"

namespace sudoku_cp {

// All sets of a size, ascending by their sum, where a value counts as its bit. A vector can be read from each of them on.
struct SetsBySum {
  std::int32_t least;
  Slice<ValueSet> sets;
  Slice<std::int32_t> begin;  // of each sum, from the least on, and the end
};

struct SumGroup {
  Slice<std::int32_t> variables;
  std::int64_t weight;
  const SetsBySum* sets;
};

// Made of sums. Values are consecutive numbers; the bits that stand for them are what is added up, and the constant is
// shifted to fit.
struct GroupSum {
  Slice<SumGroup> groups;
  Relation relation;  // not ≠
  std::int64_t constant;
  bool is_plain;                  // =, and all weights are 1 or −1
  Slice<std::int32_t> variables;  // of all groups, those of weight −1 first
  std::int32_t falling;           // how many have weight −1
  std::int32_t room;              // by which bounds of different values are tighter than those of any, at most

  Metadata prepare(ModelStore&) {
    Variables scope;
    for (const SumGroup& group : groups) scope.insert(scope.end(), group.variables.begin(), group.variables.end());
    return {.scope = std::move(scope), .idempotent = true};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// A group as it stands: its sum in bits lies from `low` to `high`, and the other groups leave it `first` to `last`.
struct GroupState {
  SetDomains domains;
  std::int32_t low, high;
  std::int32_t range;  // of the variable that has the largest
  std::int32_t first, last;
  std::int64_t step;    // by which the whole sum grows with it
  std::int64_t widest;  // range of a variable, in the whole sum
  bool upward;          // it is counted from `low`, and not from `high`
  Word reach;           // how far from there it can be, in the whole sum

  // Reads the domains and the bounds of their sum; returns false where they cannot be different. For the least sum, each
  // variable in turn takes the least value that is large enough for it and not taken; likewise from above.
  template <typename Mask>
  bool read(const Search& search, const Slice<std::int32_t>& variables) {
    const Mask* const masks_of_all = masks<Mask>(search);
    std::uint32_t taken = 0;
    std::uint32_t taken_above = 0;
    low = high = range = 0;
    domains.size = variables.size;
    for (std::int32_t at = 0; at < variables.size; ++at) {
      const std::uint32_t domain = masks_of_all[variables[at]];
      domains.of[at] = static_cast<ValueSet>(domain);
      const std::int32_t least = lowest_bit(domain);
      const std::int32_t largest = highest_bit(domain);
      const std::int32_t span = largest - least;
      range = span > range ? span : range;
      const std::uint32_t open = ~taken & (~std::uint32_t{0} << least);
      taken |= open & -open;
      low += lowest_bit(open);
      const std::uint32_t open_above = ((std::uint32_t{2} << largest) - 1) & ~taken_above;
      if (open_above == 0) return false;
      const std::int32_t next = highest_bit(open_above);
      taken_above |= std::uint32_t{1} << next;
      high += next;
    }
    return low <= high;
  }

  // A division takes long, and most weights are 1.
  std::int64_t steps_in(std::int64_t distance) const { return step == 1 ? distance : distance / step; }

  // Where in the whole sum, counted from its end, a sum of the group lies.
  std::int64_t distance(std::int32_t sum) const { return step * (upward ? sum - low : high - sum); }
};

// Tallies the possible sets of a group whose sum lies between two.
inline VectorTally tally_sums(const SumGroup& group, const GroupState& state, std::int32_t first, std::int32_t last) {
  VectorTally tally{};
  const SetsBySum& all = *group.sets;
  const std::int32_t end = all.begin[last + 1 - all.least];
  for (std::int32_t at = all.begin[first - all.least]; at < end; at += kSetsOfVector) {
    const SetVector sets = sets_at(all.sets.data + at);
    SetVector kept = possible_lanes(sets, state.domains, state.domains.fixed);
    if (end - at < kSetsOfVector) kept &= first_lanes(end - at);
    tally.add(sets, kept);
  }
  return tally;
}

// All sums of two distances; those over 63 are lost.
inline Word add_distances(Word left, Word right) {
  Word sums = 0;
  for (; right != 0; right &= right - 1) sums |= left << lowest_bit(right);
  return sums;
}

struct SumState {
  GroupState groups[tuning::kMostGroupsOfSum];
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t widest = 0;  // range of a variable

  template <typename Mask>
  bool read(const Search& search, const GroupSum& sum) {
    for (std::int32_t at = 0; at < sum.groups.size; ++at) {
      const SumGroup& group = sum.groups[at];
      GroupState& state = groups[at];
      if (!state.read<Mask>(search, group.variables)) return false;
      state.step = group.weight < 0 ? -group.weight : group.weight;
      low += group.weight * (group.weight < 0 ? state.high : state.low);
      high += group.weight * (group.weight < 0 ? state.low : state.high);
      state.widest = state.step * state.range;
      if (state.widest > widest) widest = state.widest;
    }
    return true;
  }
};

// Leaves the groups the sums that lie between their `first` and `last`.
template <typename Mask>
bool keep_between(Search& search, const GroupSum& sum, SumState& state, bool& changed) {
  for (std::int32_t at = 0; at < sum.groups.size; ++at) {
    GroupState& group = state.groups[at];
    const std::int32_t up = group.last - group.low;
    const std::int32_t down = group.high - group.first;
    const std::int32_t room = up < down ? up : down;
    if (room * group.step >= group.widest) continue;
    group.domains.unite();
    const SetTally tally = tally_sums(sum.groups[at], group, group.first, group.last).total();
    if (!keep_sets<Mask>(search, sum.groups[at].variables, group.domains, tally, changed)) return false;
  }
  return true;
}

// The sums of all groups are `slack` away from their ends together: leaves each what the others can make up for.
template <typename Mask>
bool keep_exact(Search& search, const GroupSum& sum, SumState& state, std::int64_t slack, bool& changed) {
  VectorTally tallies[tuning::kMostGroupsOfSum][tuning::kMostExactSlack + 1];
  Word before[tuning::kMostGroupsOfSum];
  Word sums = 1;
  for (std::int32_t at = 0; at < sum.groups.size; ++at) {
    GroupState& group = state.groups[at];
    before[at] = sums;
    group.reach = 1;
    if (group.low == group.high) continue;
    group.reach = 0;
    group.domains.unite();
    for (std::int32_t each = group.first; each <= group.last; ++each) {
      VectorTally& tally = tallies[at][each - group.first];
      tally = tally_sums(sum.groups[at], group, each, each);
      if (union_of_lanes(tally.possible) != 0) group.reach |= Word{1} << group.distance(each);
    }
    sums = add_distances(sums, group.reach);
  }
  Word after = 1;
  for (std::int32_t at = sum.groups.size; at-- > 0;) {
    const GroupState& group = state.groups[at];
    if (group.low == group.high) continue;
    const Word others = add_distances(before[at], after);
    VectorTally tally{};
    for (std::int32_t each = group.first; each <= group.last; ++each) {
      if (((others >> (slack - group.distance(each))) & 1) == 0) continue;
      tally.possible |= tallies[at][each - group.first].possible;
      tally.lacking |= tallies[at][each - group.first].lacking;
    }
    if (!keep_sets<Mask>(search, sum.groups[at].variables, group.domains, tally.total(), changed)) return false;
    after = add_distances(after, group.reach);
  }
  return true;
}

// Takes in the terms, of which few are open.
template <typename Mask>
OpenTerms read_open(const Search& search, const GroupSum& sum) {
  OpenTerms open(sum.constant);
  for (std::int32_t at = 0; at < sum.groups.size; ++at) {
    const SumGroup& group = sum.groups[at];
    for (const std::int32_t variable : group.variables)
      open.add(variable, at, group.weight < 0, masks<Mask>(search)[variable]);
  }
  return open;
}

// A plain sum at a glance: its bounds where variables may be equal.
struct Glance {
  std::int32_t open = 0;  // variables
  std::int32_t low = 0;
  std::int32_t high = 0;
  std::int32_t widest = 0;  // range of a variable

  template <typename Mask>
  void read(const Search& search, const GroupSum& sum) {
    const Mask* const domains = masks<Mask>(search);
    for (std::int32_t at = 0; at < sum.variables.size; ++at) {
      const std::uint32_t domain = domains[sum.variables[at]];
      const std::int32_t least = lowest_bit(domain);
      const std::int32_t largest = highest_bit(domain);
      const std::int32_t span = largest - least;
      const bool falls = at < sum.falling;
      low += falls ? -largest : least;
      high += falls ? -least : largest;
      open += span != 0;
      widest = span > widest ? span : widest;
    }
  }

  // Whether the sum is so far from its bounds that no variable is bound by it, whatever the others are.
  bool is_far(const GroupSum& sum) const {
    const std::int32_t room = sum.room + widest;
    return low + room <= sum.constant && sum.constant <= high - room;
  }
};

template <typename Mask>
bool propagate(Search& search, const GroupSum& sum) {
  const bool has_upper = sum.relation != Relation::kAtLeast;
  const bool has_lower = sum.relation != Relation::kAtMost;
  for (bool changed = true; changed;) {
    changed = false;
    if (sum.is_plain) {
      Glance glance;
      glance.read<Mask>(search, sum);
      if (glance.open <= OpenTerms::kMost) {
        if (!read_open<Mask>(search, sum).template keep<Mask>(search, changed)) return false;
        continue;
      }
      if (glance.is_far(sum)) return true;
    }
    SumState state;
    search.failed = !state.read<Mask>(search, sum) || (has_upper && state.low > sum.constant) ||
                    (has_lower && state.high < sum.constant);
    if (search.failed) return false;
    const std::int64_t above = (has_upper ? sum.constant : state.high) - state.low;
    const std::int64_t below = state.high - (has_lower ? sum.constant : state.low);
    if (above >= state.widest && below >= state.widest) return true;
    const bool from_low = above <= below;
    const std::int64_t slack = from_low ? above : below;
    for (std::int32_t at = 0; at < sum.groups.size; ++at) {
      GroupState& group = state.groups[at];
      const bool rises = sum.groups[at].weight > 0;
      const std::int64_t range = group.high - group.low;
      const std::int64_t most_up = group.steps_in(rises ? above : below);
      const std::int64_t most_down = group.steps_in(rises ? below : above);
      group.last = group.low + static_cast<std::int32_t>(most_up < range ? most_up : range);
      group.first = group.high - static_cast<std::int32_t>(most_down < range ? most_down : range);
      group.upward = rises == from_low;
      SUDOKU_CP_ASSERT(group.first >= group.low && group.last <= group.high);
    }
    const bool exact = sum.relation == Relation::kEqual && slack <= tuning::kMostExactSlack;
    const bool may_go_on =
        exact ? keep_exact<Mask>(search, sum, state, slack, changed) : keep_between<Mask>(search, sum, state, changed);
    if (!may_go_on) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
