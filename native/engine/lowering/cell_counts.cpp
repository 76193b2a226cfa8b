// Counts of a cell model: of several about the same cells, one constraint says more.
#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "model/cells.hpp"

namespace sudoku_cp {
namespace {

constexpr std::size_t kMostSetsOfCounts = 600;  // sets of values that counted cells can have

Variables cells_of(const Count& count) {
  Variables cells(count.variables.begin(), count.variables.end());
  std::ranges::sort(cells);
  return cells;
}

}  // namespace

// Whether a constraint says that a value is taken by just one of several different variables with one table.
bool CellModel::places_a_value(const Constraint& constraint) const {
  const Count* count = std::get_if<Count>(&constraint);
  if (count == nullptr || count->variables.size == 0 || count->values.size != 1) return false;
  if (count->relation != Relation::kEqual || count->number.variable >= 0 || count->number.value != 1) return false;
  const std::int32_t first = count->variables[0];
  return building_.bit_of_value(first, count->values[0]) >= 0 &&
         std::ranges::all_of(count->variables, [&](std::int32_t each) { return building_.aligned(each, first); }) &&
         scope_of(count->variables).size() == static_cast<std::size_t>(count->variables.size);
}

// Values that are each placed once among the same variables are looked after together.
void CellModel::merge_counts_of_one() {
  const auto variables_of = [](const Constraint& constraint) {
    const Slice<std::int32_t>& variables = std::get<Count>(constraint).variables;
    return Variables(variables.begin(), variables.end());
  };
  std::map<Variables, std::vector<std::int64_t>> values_among;
  for (const Constraint& constraint : constraints_) {
    if (!places_a_value(constraint)) continue;
    values_among[variables_of(constraint)].push_back(std::get<Count>(constraint).values[0]);
  }
  std::erase_if(constraints_, [&](const Constraint& constraint) {
    return places_a_value(constraint) && values_among[variables_of(constraint)].size() > 1;
  });
  for (const auto& [variables, values] : values_among) {
    if (values.size() < 2) continue;
    constraints_.push_back(ExactlyOnce{building_.arena.keep(variables), building_.arena.keep(values), 0});
  }
}

// Whether a constraint counts pairwise different cells with one table, the number of which is known.
bool CellModel::counts_different_cells(const Constraint& constraint) const {
  const Count* count = std::get_if<Count>(&constraint);
  if (count == nullptr || count->number.variable >= 0 || count->variables.size == 0) return false;
  const Variables cells = cells_of(*count);
  if (building_.table(cells[0]).size() > kMostSetValues) return false;
  for (std::size_t at = 1; at < cells.size(); ++at) {
    if (!building_.aligned(cells[at], cells[0])) return false;
    for (std::size_t before = 0; before < at; ++before) {
      if (cells[before] == cells[at] || !differ(cells[before], cells[at])) return false;
    }
  }
  return true;
}

// Several counts of the same different cells become the sets of values that all of them allow, if these are few.
void CellModel::list_counts() {
  std::map<Variables, std::vector<Count>> counts_of;
  for (const Constraint& constraint : constraints_) {
    if (!counts_different_cells(constraint)) continue;
    counts_of[cells_of(std::get<Count>(constraint))].push_back(std::get<Count>(constraint));
  }
  std::map<Variables, SetList> lists;
  for (const auto& [cells, counts] : counts_of) {
    if (counts.size() < 2) continue;
    if (auto list = list_sets(cells, counts)) lists.emplace(cells, *list);
  }
  std::erase_if(constraints_, [&](const Constraint& constraint) {
    return counts_different_cells(constraint) && lists.contains(cells_of(std::get<Count>(constraint)));
  });
  for (const auto& [cells, list] : lists) constraints_.push_back(list);
}

std::optional<SetList> CellModel::list_sets(const Variables& cells, std::span<const Count> counts) {
  std::vector<Word> members;
  for (const Count& count : counts)
    members.push_back(building_.mask_of(cells[0], std::span(count.values.begin(), count.values.end())));
  Word any = 0;
  for (const std::int32_t cell : cells) any |= building_.domain(cell);
  std::vector<ValueSet> sets;
  for (const ValueSet set : sets_by_sum(building_.table(cells[0]).size(), cells.size()).sets) {
    bool fits = set != 0 && (set & ~any) == 0;
    for (std::size_t at = 0; fits && at < counts.size(); ++at)
      fits = relates(std::popcount(set & members[at]), counts[at].relation, counts[at].number.value);
    if (fits) sets.push_back(set);
  }
  if (sets.size() > kMostSetsOfCounts) return std::nullopt;
  return make_list(cells, std::move(sets));
}

}  // namespace sudoku_cp
