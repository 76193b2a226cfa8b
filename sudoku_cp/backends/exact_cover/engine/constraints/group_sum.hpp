// A sum whose variables split into groups: those of one group are pairwise different and have one weight.
//
// Different values bound the sum of a group better than each value does by itself. Where the sum is near its least or its
// largest, only sets of values with a sum near that end remain: each group keeps the sets whose sum the other groups can
// make up for. The sums of a group are bits then, counted from that end:
//
//   reach of a group   1 0 1 1 0 0 …     it can be 0, 2 or 3 away from its end
//   all groups together must be exactly as far away as the constant is
#pragma once

#include <utility>

#include "../kernel/level.hpp"
#include "building.hpp"
#include "value_sets.hpp"

namespace sudoku_cp {

// All sets of a size by their sum, where a value counts as its bit: from the least sum on, whole vectors each.
struct SetsBySum {
  std::int32_t least;
  Slice<Slice<ValueSet>> of_sum;
};

struct SumGroup {
  Slice<std::int32_t> variables;
  std::int64_t weight;
  const SetsBySum* sets;
};

// Made of sums. Values are consecutive numbers; the bits that stand for them are what is added up, and the constant is
// shifted to fit.
struct GroupSum {
  static constexpr std::int32_t kMostGroups = 32;
  static constexpr std::int32_t kMostSums = 64;  // of a group

  Slice<SumGroup> groups;
  Relation relation;  // not ≠
  std::int64_t constant;

  Footprint complete(Building&) {
    Variables scope;
    for (const SumGroup& group : groups) scope.insert(scope.end(), group.variables.begin(), group.variables.end());
    return {.scope = std::move(scope), .idempotent = true};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Different values add up to this at least: each variable in turn takes the least value that is large enough for it and
// not taken. More than all values together where they cannot be different.
inline std::int32_t least_sum(const SetDomains& domains) {
  std::uint32_t taken = 0;
  std::int32_t sum = 0;
  for (std::int32_t at = 0; at < domains.size; ++at) {
    const std::uint32_t domain = domains.of[at];
    const std::uint32_t open = ~(taken | ((domain & -domain) - 1));
    taken |= open & -open;
    sum += lowest_bit(open);
  }
  return sum;
}

// The same from above; -1 where they cannot be different.
inline std::int32_t largest_sum(const SetDomains& domains) {
  std::uint32_t taken = 0;
  std::int32_t sum = 0;
  for (std::int32_t at = 0; at < domains.size; ++at) {
    const std::uint32_t open = ((std::uint32_t{2} << highest_bit(domains.of[at])) - 1) & ~taken;
    if (open == 0) return -1;
    taken |= std::uint32_t{1} << highest_bit(open);
    sum += highest_bit(open);
  }
  return sum;
}

// A group as it stands: its sum in bits lies from `low` to `high`, and the other groups leave it `first` to `last`.
struct GroupState {
  SetDomains domains;
  std::int32_t low, high;
  std::int32_t first, last;
  std::int64_t step;  // by which the whole sum grows with it
  bool upward;        // it is counted from `low`, and not from `high`
  Word reach;         // how far from there it can be, in the whole sum

  // Where in the whole sum, counted from its end, a sum of the group lies.
  std::int64_t distance(std::int32_t sum) const { return step * (upward ? sum - low : high - sum); }
};

// The sets of a group by their sum, as far as it lies between `first` and `last`.
struct GroupTallies {
  ValueSet possible[GroupSum::kMostSums];
  ValueSet required[GroupSum::kMostSums];

  void tally(const SumGroup& group, const GroupState& state) {
    for (std::int32_t sum = state.first; sum <= state.last; ++sum) {
      const SetTally of_sum =
          tally_sets(group.sets->of_sum[sum - group.sets->least], state.domains, state.domains.fixed, SetDomains());
      possible[sum - state.first] = of_sum.possible;
      required[sum - state.first] = of_sum.required;
    }
  }
};

// All sums of two distances; those over 63 are lost.
inline Word add_distances(Word left, Word right) {
  Word sums = 0;
  for (; right != 0; right &= right - 1) sums |= left << lowest_bit(right);
  return sums;
}

struct SumState {
  GroupState groups[GroupSum::kMostGroups];
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t widest = 0;  // range of a group

  template <typename Mask>
  bool read(const Search& search, const GroupSum& sum) {
    for (std::int32_t at = 0; at < sum.groups.size; ++at) {
      const SumGroup& group = sum.groups[at];
      GroupState& state = groups[at];
      state.domains = {};
      state.domains.read<Mask>(search, group.variables);
      state.low = least_sum(state.domains);
      state.high = largest_sum(state.domains);
      if (state.low > state.high) return false;
      state.step = group.weight < 0 ? -group.weight : group.weight;
      low += group.weight * (group.weight < 0 ? state.high : state.low);
      high += group.weight * (group.weight < 0 ? state.low : state.high);
      const std::int64_t range = state.step * (state.high - state.low);
      if (range > widest) widest = range;
    }
    return true;
  }
};

template <typename Mask>
bool propagate(Search& search, const GroupSum& sum) {
  GroupTallies tallies[GroupSum::kMostGroups];
  for (bool changed = true; changed;) {
    changed = false;
    SumState state;
    const bool has_upper = sum.relation != Relation::kAtLeast;
    const bool has_lower = sum.relation != Relation::kAtMost;
    search.failed = !state.read<Mask>(search, sum) || (has_upper && state.low > sum.constant) ||
                    (has_lower && state.high < sum.constant);
    if (search.failed) return false;
    const std::int64_t above = has_upper ? sum.constant - state.low : state.widest;
    const std::int64_t below = has_lower ? state.high - sum.constant : state.widest;
    if (above >= state.widest && below >= state.widest) return true;
    const bool from_low = above <= below;
    const std::int64_t slack = from_low ? above : below;
    const bool exact = sum.relation == Relation::kEqual && slack < kWordBits;
    Word before[GroupSum::kMostGroups];
    Word sums = 1;
    for (std::int32_t at = 0; at < sum.groups.size; ++at) {
      GroupState& group = state.groups[at];
      const bool rises = sum.groups[at].weight > 0;
      const std::int64_t range = group.high - group.low;
      const std::int64_t most_up = (rises ? above : below) / group.step;
      const std::int64_t most_down = (rises ? below : above) / group.step;
      group.last = group.low + static_cast<std::int32_t>(most_up < range ? most_up : range);
      group.first = group.high - static_cast<std::int32_t>(most_down < range ? most_down : range);
      group.upward = rises == from_low;
      group.reach = 1;
      before[at] = sums;
      const bool is_cut = group.first > group.low || group.last < group.high;
      if (range == 0 || !(is_cut || exact)) continue;
      tallies[at].tally(sum.groups[at], group);
      if (!exact) continue;
      group.reach = 0;
      for (std::int32_t each = group.first; each <= group.last; ++each) {
        if (tallies[at].possible[each - group.first] != 0) group.reach |= Word{1} << group.distance(each);
      }
      sums = add_distances(sums, group.reach);
    }
    Word after = 1;
    for (std::int32_t at = sum.groups.size; at-- > 0;) {
      const GroupState& group = state.groups[at];
      const bool is_cut = group.first > group.low || group.last < group.high;
      if (group.low == group.high || !(is_cut || exact)) continue;
      const Word others = add_distances(before[at], after);
      SetTally tally;
      for (std::int32_t each = group.first; each <= group.last; ++each) {
        if (exact && ((others >> (slack - group.distance(each))) & 1) == 0) continue;
        tally.add({tallies[at].possible[each - group.first], tallies[at].required[each - group.first]});
      }
      if (!keep_sets<Mask>(search, sum.groups[at].variables, group.domains, tally, changed)) return false;
      after = add_distances(after, group.reach);
    }
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
