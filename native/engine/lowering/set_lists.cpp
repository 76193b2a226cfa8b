#include "lowering/set_lists.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>

namespace sudoku_cp {
namespace {

Variables others_of(std::span<const std::int32_t> house, const Variables& variables) {
  Variables others;
  for (const std::int32_t variable : house) {
    if (std::ranges::find(variables, variable) == variables.end()) others.push_back(variable);
  }
  return others;
}

// Pads the sets to whole vectors.
Slice<ValueSet> keep_sets(Arena& arena, std::vector<ValueSet> sets) {
  constexpr std::size_t kLanes = kSetsOfPadding;
  sets.resize((sets.size() + kLanes - 1) / kLanes * kLanes);
  return arena.keep(sets);
}

// The houses that hold several of the variables, but not all.
Slice<Crossing> crossings_of(Lowering& lowering, const Variables& variables) {
  Arena& arena = lowering.store.arena;
  std::vector<Crossing> crossings;
  for (const std::size_t house : lowering.permutations_of.around(variables)) {
    const auto members = lowering.parts.houses[house];
    unsigned outside = 0;
    for (std::size_t place = 0; place < variables.size(); ++place) {
      if (!std::ranges::binary_search(members, variables[place])) outside |= 1U << place;
    }
    if (outside == 0 || static_cast<std::size_t>(std::popcount(outside)) + 2 > variables.size()) continue;
    Variables rest = others_of(members, variables);
    while (rest.size() % Crossing::kStep != 0) rest.push_back(rest.back());
    crossings.push_back({arena.keep(rest), static_cast<ValueSet>(lowering.parts.house_values[house]),
                         static_cast<std::uint16_t>(outside)});
  }
  return arena.keep(crossings);
}

}  // namespace

const SetsBySum& sets_by_sum(ModelStore& store, std::size_t values, std::size_t size) {
  const SetsBySum*& known = store.memo<std::pair<std::size_t, std::size_t>, const SetsBySum*>({values, size});
  if (known != nullptr) return *known;
  std::map<std::int32_t, std::vector<ValueSet>> of_sum;
  // Sets of one size in ascending order (Gosper's hack).
  const Word end = Word{1} << values;
  for (Word set = (Word{1} << size) - 1; set < end;) {
    std::int32_t total = 0;
    for (Word rest = set; rest != 0; rest &= rest - 1) total += std::countr_zero(rest);
    of_sum[total].push_back(static_cast<ValueSet>(set));
    const Word lowest = set & -set;
    const Word ripple = set + lowest;
    set = (((ripple ^ set) >> 2) / lowest) | ripple;
  }
  std::vector<ValueSet> ascending;
  std::vector<std::int32_t> begin;
  for (const auto& [sum, sets] : of_sum) {
    begin.push_back(static_cast<std::int32_t>(ascending.size()));
    ascending.insert(ascending.end(), sets.begin(), sets.end());
  }
  begin.push_back(static_cast<std::int32_t>(ascending.size()));
  ascending.resize(ascending.size() + kSetsOfPadding);
  known = store.arena.keep(std::make_shared<const SetsBySum>(
      SetsBySum{of_sum.empty() ? 0 : of_sum.begin()->first, store.arena.keep(ascending), store.arena.keep(begin)}));
  return *known;
}

SetList make_list(Lowering& lowering, const Variables& variables, std::vector<ValueSet> sets) {
  Arena& arena = lowering.store.arena;
  const auto [house_values, rest] = rest_of_house(lowering, variables);
  return {arena.keep(variables), arena.keep(rest), house_values, keep_sets(arena, std::move(sets)),
          crossings_of(lowering, variables)};
}

std::pair<ValueSet, Variables> rest_of_house(const Lowering& lowering, const Variables& variables) {
  for (const std::size_t house : lowering.permutations_of.around(variables)) {
    const auto members = lowering.parts.houses[house];
    const auto is_member = [&](std::int32_t variable) { return std::ranges::binary_search(members, variable); };
    if (std::ranges::all_of(variables, is_member))
      return {static_cast<ValueSet>(lowering.parts.house_values[house]), others_of(members, variables)};
  }
  return {0, {}};
}

}  // namespace sudoku_cp
