// Sums and tables of a cell model: each becomes items, a table, sets of values, or a propagator of bounds.
#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "model/cells.hpp"

namespace sudoku_cp {
namespace {

constexpr std::size_t kMostTabulated = 4096;         // tuples tried when a sum is made a table
constexpr std::size_t kMostTabulatedIfImplied = 81;  // the same of an implied sum, as there are many
constexpr std::size_t kMostSetsOfGroup = 600;        // sets of values that a group of different cells can have

// Sums of which one has the tuples of another share them, and what becomes of them.
using TuplesKey = std::pair<std::size_t, std::vector<std::int64_t>>;

std::size_t number_of_sets(std::size_t values, std::size_t size) {
  std::size_t sets = 1;
  for (std::size_t at = 0; at < size; ++at) sets = sets * (values - at) / (at + 1);
  return sets;
}

std::size_t largest_group(std::size_t values) {
  std::size_t size = 1;
  while (size < values && number_of_sets(values, size + 1) <= kMostSetsOfGroup) ++size;
  return size;
}

Variables others_of(std::span<const std::int32_t> house, const Variables& variables) {
  Variables others;
  for (const std::int32_t cell : house) {
    if (std::ranges::find(variables, cell) == variables.end()) others.push_back(cell);
  }
  return others;
}

}  // namespace

bool CellModel::relates(std::int64_t total, Relation relation, std::int64_t constant) {
  switch (relation) {
    case Relation::kEqual:
      return total == constant;
    case Relation::kUnequal:
      return total != constant;
    case Relation::kAtMost:
      return total <= constant;
    case Relation::kAtLeast:
      return total >= constant;
  }
  return false;
}

void CellModel::lower_sum(const Linear& linear, bool is_implied) {
  if (linear.terms.size < 2) return;                                            // done: it shrank a domain
  if (linear.relation == Relation::kUnequal && linear.terms.size == 2) return;  // done: it made options conflict
  if (linear.relation != Relation::kEqual) {
    if (linear.relation == Relation::kUnequal || !group(linear)) post(linear, parts_.waking);
    return;
  }
  const Term& first = linear.terms[0];
  const bool alike = std::ranges::all_of(linear.terms, [&](const Term& term) {
    return term.weight == first.weight && building_.aligned(term.variable, first.variable);
  });
  const bool listable = alike && building_.table(first.variable).size() <= kMostSetValues && all_differ(linear.terms);
  if (listable && linear.terms.size > 3) post(list_sets(linear), parts_.waking);
  else if (!tabulate(linear, is_implied ? kMostTabulatedIfImplied : kMostTabulated) && !group(linear))
    post(linear, parts_.waking);
}

// weight·x + weight'·y ≠ constant: of each forbidden pair of values one excludes the other.
void CellModel::lower_unequal_pair(const Linear& linear) {
  const Term& left = linear.terms[0];
  const Term& right = linear.terms[1];
  const bool plain = left.weight == -right.weight && linear.constant == 0;
  if (plain && building_.aligned(left.variable, right.variable)) {
    mark_different(left.variable, right.variable);
    mark_different(right.variable, left.variable);
    return;
  }
  for (Word rest = building_.domain(left.variable); rest != 0; rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    const std::int64_t open =
        linear.constant - left.weight * building_.table(left.variable)[static_cast<std::size_t>(bit)];
    if (open % right.weight != 0) continue;
    const int other = building_.bit_of_value(right.variable, open / right.weight);
    if (!building_.can_be(right.variable, other)) continue;
    add_conflict(static_cast<Slot>(left.variable * kWordBits + bit),
                 static_cast<Slot>(right.variable * kWordBits + other));
  }
}

// Lists the tuples of a sum with few of them. The last cell follows from the others.
bool CellModel::tabulate(const Linear& linear, std::size_t most) {
  std::size_t combinations = 1;
  for (std::int32_t term = 0; term + 1 < linear.terms.size; ++term) {
    combinations *= static_cast<std::size_t>(std::popcount(building_.domain(linear.terms[term].variable)));
    if (combinations > most) return false;
  }
  Variables variables;
  for (const Term& term : linear.terms) variables.push_back(term.variable);
  Tuples tuples{variables.size(), {}};
  std::vector<std::int64_t> row(variables.size());
  const Term& last = linear.terms[linear.terms.size - 1];
  const auto repeats = [&](std::size_t term) {
    for (std::size_t other = 0; other < term; ++other) {
      if (row[other] == row[term] && differ(variables[other], variables[term])) return true;
    }
    return false;
  };
  const auto extend = [&](auto& self, std::size_t term, std::int64_t open) -> void {
    if (term + 1 == variables.size()) {
      if (open % last.weight != 0) return;
      row[term] = open / last.weight;
      if (!repeats(term)) tuples.values.insert(tuples.values.end(), row.begin(), row.end());
      return;
    }
    for (Word rest = building_.domain(linear.terms[term].variable); rest != 0; rest &= rest - 1) {
      row[term] = building_.table(linear.terms[term].variable)[static_cast<std::size_t>(std::countr_zero(rest))];
      if (!repeats(term)) self(self, term + 1, open - linear.terms[term].weight * row[term]);
    }
  };
  extend(extend, 0, linear.constant);
  auto& known = building_.memo<TuplesKey, std::shared_ptr<const Tuples>>({tuples.arity, tuples.values});
  if (known == nullptr) known = std::make_shared<const Tuples>(std::move(tuples));
  post(Table::declare(building_, variables, known), parts_.waking);
  return true;
}

// All sets of a size among the first bits, by their sum.
const SetsBySum& CellModel::sets_by_sum(std::size_t values, std::size_t size) {
  const SetsBySum*& known = building_.memo<std::pair<std::size_t, std::size_t>, const SetsBySum*>({values, size});
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
  known = building_.arena.keep(std::make_shared<const SetsBySum>(SetsBySum{
      of_sum.empty() ? 0 : of_sum.begin()->first, building_.arena.keep(ascending), building_.arena.keep(begin)}));
  return *known;
}

// Fills up the last vector.
Slice<ValueSet> CellModel::keep_sets(std::vector<ValueSet> sets) {
  constexpr std::size_t kLanes = kSetsOfPadding;
  sets.resize((sets.size() + kLanes - 1) / kLanes * kLanes);
  return building_.arena.keep(sets);
}

// Pairwise different cells of one weight: lists the sets of values that have the sum; of a sum that no multiple of the
// weight reaches, none.
SetList CellModel::list_sets(const Linear& linear) {
  const std::int64_t weight = linear.terms[0].weight;
  const auto values = building_.table(linear.terms[0].variable);
  Variables variables;
  Word any = 0;
  for (const Term& term : linear.terms) {
    variables.push_back(term.variable);
    any |= building_.domain(term.variable);
  }
  std::vector<ValueSet> sets;
  for (const ValueSet set : sets_by_sum(values.size(), variables.size()).sets) {
    std::int64_t total = 0;
    for (Word rest = set; rest != 0; rest &= rest - 1)
      total += values[static_cast<std::size_t>(std::countr_zero(rest))];
    if (set != 0 && total * weight == linear.constant && (set & ~any) == 0) sets.push_back(set);
  }
  return make_list(variables, std::move(sets));
}

SetList CellModel::make_list(const Variables& cells, std::vector<ValueSet> sets) {
  const auto [house_values, rest] = rest_of_house(cells);
  return {building_.arena.keep(cells), building_.arena.keep(rest), house_values, keep_sets(std::move(sets)),
          crossings_of(cells)};
}

// The other cells of the first house that holds all of the cells, and the values of that house.
std::pair<ValueSet, Variables> CellModel::rest_of_house(const Variables& variables) const {
  for (const std::size_t house : permutations_of_.around(variables)) {
    const auto members = parts_.houses[house];
    const auto is_member = [&](std::int32_t cell) { return std::ranges::binary_search(members, cell); };
    if (std::ranges::all_of(variables, is_member))
      return {static_cast<ValueSet>(parts_.house_values[house]), others_of(members, variables)};
  }
  return {0, {}};
}

// The houses that hold several of the cells, but not all.
Slice<Crossing> CellModel::crossings_of(const Variables& variables) {
  std::vector<Crossing> crossings;
  for (const std::size_t house : permutations_of_.around(variables)) {
    const auto members = parts_.houses[house];
    unsigned outside = 0;
    for (std::size_t place = 0; place < variables.size(); ++place) {
      if (!std::ranges::binary_search(members, variables[place])) outside |= 1U << place;
    }
    if (outside == 0 || static_cast<std::size_t>(std::popcount(outside)) + 2 > variables.size()) continue;
    Variables rest = others_of(members, variables);
    while (rest.size() % Crossing::kStep != 0) rest.push_back(rest.back());
    crossings.push_back({building_.arena.keep(rest), static_cast<ValueSet>(parts_.house_values[house]),
                         static_cast<std::uint16_t>(outside)});
  }
  return building_.arena.keep(crossings);
}

// Makes groups of different cells of a sum, if there are any; of consecutive values only.
bool CellModel::group(const Linear& linear) {
  const auto values = building_.table(linear.terms[0].variable);
  if (values.size() > kMostSetValues || values.back() - values.front() + 1 != std::ssize(values)) return false;
  std::map<std::int64_t, Variables> by_weight;
  std::int64_t constant = linear.constant;
  for (const Term& term : linear.terms) {
    if (!building_.aligned(term.variable, linear.terms[0].variable)) return false;
    by_weight[term.weight].push_back(term.variable);
    constant -= term.weight * values.front();
  }
  std::vector<SumGroup> groups;
  for (const auto& [weight, cells] : by_weight) {
    for (const Variables& group : Divider(building_, cells, largest_group(values.size())).divide()) {
      groups.push_back({building_.arena.keep(group), weight, &sets_by_sum(values.size(), group.size())});
    }
  }
  if (groups.size() > GroupSum::kMostGroups || groups.size() == static_cast<std::size_t>(linear.terms.size))
    return false;
  const bool is_plain = linear.relation == Relation::kEqual && std::ranges::all_of(groups, [](const SumGroup& group) {
                          return group.weight == 1 || group.weight == -1;
                        });
  Variables variables;
  std::int32_t falling = 0;
  std::int32_t room = 0;
  for (const SumGroup& each : groups) {
    variables.insert(variables.end(), each.variables.begin(), each.variables.end());
    if (each.weight < 0) falling += each.variables.size;
    room += each.variables.size * (each.variables.size - 1) / 2;
  }
  post(GroupSum{building_.arena.keep(groups), linear.relation, constant, is_plain, building_.arena.keep(variables),
                falling, room},
       parts_.waking);
  return true;
}

// A sum of at most one cell shrinks its domain.
void CellModel::lower_unary(const Linear& linear) {
  if (linear.terms.size == 0) {
    if (!relates(0, linear.relation, linear.constant)) parts_.contradiction = true;
    return;
  }
  const Term& term = linear.terms[0];
  const auto values = building_.table(term.variable);
  for (std::size_t bit = 0; bit < values.size(); ++bit) {
    if (!relates(term.weight * values[bit], linear.relation, linear.constant))
      building_.domain(term.variable) &= ~(Word{1} << bit);
  }
}

}  // namespace sudoku_cp
