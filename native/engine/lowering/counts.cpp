// Counts of a model: several of the same variables become one constraint, which propagates more.
#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "lowering/set_lists.hpp"
#include "tuning.hpp"

namespace sudoku_cp {
namespace {

Variables cells_of(const Count& count) {
  Variables cells(count.variables.begin(), count.variables.end());
  std::ranges::sort(cells);
  return cells;
}

// Whether a constraint requires that just one of several different variables with one table takes a value.
bool places_a_value(const ModelStore& store, const Constraint& constraint) {
  const Count* count = std::get_if<Count>(&constraint);
  if (count == nullptr || count->variables.size == 0 || count->values.size != 1) return false;
  if (count->relation != Relation::kEqual || count->number.variable >= 0 || count->number.value != 1) return false;
  const std::int32_t first = count->variables[0];
  return store.bit_of_value(first, count->values[0]) >= 0 &&
         std::ranges::all_of(count->variables, [&](std::int32_t each) { return store.aligned(each, first); }) &&
         scope_of(count->variables).size() == static_cast<std::size_t>(count->variables.size);
}

// Whether a constraint counts pairwise different variables with one table, and compares with a known number.
bool counts_different_cells(const ModelStore& store, const Constraint& constraint) {
  const Count* count = std::get_if<Count>(&constraint);
  if (count == nullptr || count->number.variable >= 0 || count->variables.size == 0) return false;
  const Variables cells = cells_of(*count);
  if (store.table(cells[0]).size() > kMostSetValues) return false;
  for (std::size_t at = 1; at < cells.size(); ++at) {
    if (!store.aligned(cells[at], cells[0])) return false;
    for (std::size_t before = 0; before < at; ++before) {
      if (cells[before] == cells[at] || !store.differences.has(cells[before], cells[at])) return false;
    }
  }
  return true;
}

// The sets of values that all counts of the same different variables allow; nothing if there are too many.
std::optional<SetList> list_sets(Lowering& lowering, const Variables& cells, std::span<const Count> counts) {
  ModelStore& store = lowering.store;
  std::vector<Word> members;
  for (const Count& count : counts)
    members.push_back(store.mask_of(cells[0], std::span(count.values.begin(), count.values.end())));
  Word any = 0;
  for (const std::int32_t cell : cells) any |= store.domain(cell);
  std::vector<ValueSet> sets;
  for (const ValueSet set : sets_by_sum(store, store.table(cells[0]).size(), cells.size()).sets) {
    bool fits = set != 0 && (set & ~any) == 0;
    for (std::size_t at = 0; fits && at < counts.size(); ++at)
      fits = relates(std::popcount(set & members[at]), counts[at].relation, counts[at].number.value);
    if (fits) sets.push_back(set);
  }
  if (sets.size() > tuning::kMostSetsOfCounts) return std::nullopt;
  return make_list(lowering, cells, std::move(sets));
}

}  // namespace

void merge_counts_of_one(ModelStore& store, std::vector<Constraint>& constraints) {
  const auto variables_of = [](const Constraint& constraint) {
    const Slice<std::int32_t>& variables = std::get<Count>(constraint).variables;
    return Variables(variables.begin(), variables.end());
  };
  std::map<Variables, std::vector<std::int64_t>> values_among;
  for (const Constraint& constraint : constraints) {
    if (!places_a_value(store, constraint)) continue;
    values_among[variables_of(constraint)].push_back(std::get<Count>(constraint).values[0]);
  }
  std::erase_if(constraints, [&](const Constraint& constraint) {
    return places_a_value(store, constraint) && values_among[variables_of(constraint)].size() > 1;
  });
  for (const auto& [variables, values] : values_among) {
    if (values.size() < 2) continue;
    constraints.push_back(ExactlyOnce{store.arena.keep(variables), store.arena.keep(values), 0});
  }
}

void list_counts(Lowering& lowering, std::vector<Constraint>& constraints) {
  const ModelStore& store = lowering.store;
  std::map<Variables, std::vector<Count>> counts_of;
  for (const Constraint& constraint : constraints) {
    if (!counts_different_cells(store, constraint)) continue;
    counts_of[cells_of(std::get<Count>(constraint))].push_back(std::get<Count>(constraint));
  }
  std::map<Variables, SetList> lists;
  for (const auto& [cells, counts] : counts_of) {
    if (counts.size() < 2) continue;
    if (auto list = list_sets(lowering, cells, counts)) lists.emplace(cells, *list);
  }
  std::erase_if(constraints, [&](const Constraint& constraint) {
    return counts_different_cells(store, constraint) && lists.contains(cells_of(std::get<Count>(constraint)));
  });
  for (const auto& [cells, list] : lists) constraints.push_back(list);
}

}  // namespace sudoku_cp
