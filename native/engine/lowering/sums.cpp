// Sums of a model: each becomes a table, a list of sets of values, a sum of groups, or a propagator of bounds.
#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "lowering/set_lists.hpp"
#include "tuning.hpp"

namespace sudoku_cp {
namespace {

// The tuples of a sum, which sums with equal ones share.
using TuplesKey = std::pair<std::size_t, std::vector<std::int64_t>>;

std::size_t number_of_sets(std::size_t values, std::size_t size) {
  std::size_t sets = 1;
  for (std::size_t at = 0; at < size; ++at) sets = sets * (values - at) / (at + 1);
  return sets;
}

std::size_t largest_group(std::size_t values) {
  std::size_t size = 1;
  while (size < values && number_of_sets(values, size + 1) <= tuning::kMostSetsOfGroup) ++size;
  return size;
}

// Lists the tuples of a sum. The last variable follows from the others.
Tuples list_tuples(const ModelStore& store, const Linear& linear) {
  const auto size = static_cast<std::size_t>(linear.terms.size);
  Tuples tuples{size, {}};
  std::vector<std::int64_t> row(size);
  const auto variable_of = [&](std::size_t term) { return linear.terms[static_cast<std::ptrdiff_t>(term)].variable; };
  const auto weight_of = [&](std::size_t term) { return linear.terms[static_cast<std::ptrdiff_t>(term)].weight; };
  const auto repeats = [&](std::size_t term) {
    for (std::size_t other = 0; other < term; ++other) {
      if (row[other] == row[term] && store.differences.has(variable_of(other), variable_of(term))) return true;
    }
    return false;
  };
  const auto extend = [&](auto& self, std::size_t term, std::int64_t open) -> void {
    if (term + 1 == size) {
      if (open % weight_of(term) != 0) return;
      row[term] = open / weight_of(term);
      if (!repeats(term)) tuples.values.insert(tuples.values.end(), row.begin(), row.end());
      return;
    }
    for (Word rest = store.domain(variable_of(term)); rest != 0; rest &= rest - 1) {
      row[term] = store.table(variable_of(term))[static_cast<std::size_t>(std::countr_zero(rest))];
      if (!repeats(term)) self(self, term + 1, open - weight_of(term) * row[term]);
    }
  };
  extend(extend, 0, linear.constant);
  return tuples;
}

// Posts a table, unless there are more tuples to try than that; returns whether it has.
bool post_table(Lowering& lowering, const Linear& linear, std::size_t most) {
  ModelStore& store = lowering.store;
  std::size_t combinations = 1;
  for (std::int32_t term = 0; term + 1 < linear.terms.size; ++term) {
    combinations *= static_cast<std::size_t>(std::popcount(store.domain(linear.terms[term].variable)));
    if (combinations > most) return false;
  }
  Variables variables;
  for (const Term& term : linear.terms) variables.push_back(term.variable);
  Tuples tuples = list_tuples(store, linear);
  auto& known = store.memo<TuplesKey, std::shared_ptr<const Tuples>>({tuples.arity, tuples.values});
  if (known == nullptr) known = std::make_shared<const Tuples>(std::move(tuples));
  post(store, Table::declare(store, variables, known), lowering.parts.waking);
  return true;
}

// Different variables of one weight: lists the sets of values that have the sum; none where no multiple of the weight is
// the constant.
SetList list_sets(Lowering& lowering, const Linear& linear) {
  const ModelStore& store = lowering.store;
  const std::int64_t weight = linear.terms[0].weight;
  const auto values = store.table(linear.terms[0].variable);
  Variables variables;
  Word any = 0;
  for (const Term& term : linear.terms) {
    variables.push_back(term.variable);
    any |= store.domain(term.variable);
  }
  std::vector<ValueSet> sets;
  for (const ValueSet set : sets_by_sum(lowering.store, values.size(), variables.size()).sets) {
    std::int64_t total = 0;
    for (Word rest = set; rest != 0; rest &= rest - 1)
      total += values[static_cast<std::size_t>(std::countr_zero(rest))];
    if (set != 0 && total * weight == linear.constant && (set & ~any) == 0) sets.push_back(set);
  }
  return make_list(lowering, variables, std::move(sets));
}

// Posts a sum of groups of different variables, if there are any and the values are consecutive; returns whether it has.
bool post_groups(Lowering& lowering, const Linear& linear) {
  ModelStore& store = lowering.store;
  const auto values = store.table(linear.terms[0].variable);
  if (values.size() > kMostSetValues || values.back() - values.front() + 1 != std::ssize(values)) return false;
  std::map<std::int64_t, Variables> by_weight;
  std::int64_t constant = linear.constant;
  for (const Term& term : linear.terms) {
    if (!store.aligned(term.variable, linear.terms[0].variable)) return false;
    by_weight[term.weight].push_back(term.variable);
    constant -= term.weight * values.front();
  }
  const std::size_t largest = largest_group(values.size());
  std::size_t fewest = 0;
  for (const auto& [weight, cells] : by_weight) fewest += (cells.size() + largest - 1) / largest;
  if (fewest > tuning::kMostGroupsOfSum) return false;
  std::vector<SumGroup> groups;
  for (const auto& [weight, cells] : by_weight) {
    for (const Variables& group : Divider(store, cells, largest).divide()) {
      groups.push_back({store.arena.keep(group), weight, &sets_by_sum(store, values.size(), group.size())});
    }
  }
  if (groups.size() > tuning::kMostGroupsOfSum || groups.size() == static_cast<std::size_t>(linear.terms.size))
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
  post(store,
       GroupSum{store.arena.keep(groups), linear.relation, constant, is_plain, store.arena.keep(variables), falling,
                room},
       lowering.parts.waking);
  return true;
}

}  // namespace

bool relates(std::int64_t total, Relation relation, std::int64_t constant) {
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

void drop_equal_sums(std::vector<Constraint>& constraints) {
  using Key = std::tuple<std::vector<std::pair<std::int32_t, std::int64_t>>, Relation, std::int64_t>;
  std::set<Key> seen;
  std::erase_if(constraints, [&](const Constraint& constraint) {
    const Linear* linear = std::get_if<Linear>(&constraint);
    if (linear == nullptr) return false;
    Key key{{}, linear->relation, linear->constant};
    for (const Term& term : linear->terms) std::get<0>(key).emplace_back(term.variable, term.weight);
    return !seen.insert(std::move(key)).second;
  });
}

void lower_unary(Lowering& lowering, const Linear& linear) {
  if (linear.terms.size == 0) {
    if (!relates(0, linear.relation, linear.constant)) lowering.parts.contradiction = true;
    return;
  }
  const Term& term = linear.terms[0];
  const auto values = lowering.store.table(term.variable);
  for (std::size_t bit = 0; bit < values.size(); ++bit) {
    if (!relates(term.weight * values[bit], linear.relation, linear.constant))
      lowering.store.domain(term.variable) &= ~(Word{1} << bit);
  }
}

void post_sum(Lowering& lowering, const Linear& linear, bool is_implied) {
  ModelStore& store = lowering.store;
  std::vector<Propagator>& propagators = lowering.parts.waking;
  if (linear.terms.size < 2) return;                                            // the domain has been cut
  if (linear.relation == Relation::kUnequal && linear.terms.size == 2) return;  // there are conflicts
  if (linear.relation != Relation::kEqual) {
    if (linear.relation == Relation::kUnequal || !post_groups(lowering, linear)) post(store, linear, propagators);
    return;
  }
  const Term& first = linear.terms[0];
  const bool alike = std::ranges::all_of(linear.terms, [&](const Term& term) {
    return term.weight == first.weight && store.aligned(term.variable, first.variable);
  });
  const bool listable =
      alike && store.table(first.variable).size() <= kMostSetValues && all_differ(store.differences, linear.terms);
  const std::size_t most = is_implied ? tuning::kMostTabulatedIfImplied : tuning::kMostTabulated;
  if (listable && linear.terms.size >= tuning::kShortestListedSum)
    post(store, list_sets(lowering, linear), propagators);
  else if (!post_table(lowering, linear, most) && !post_groups(lowering, linear)) post(store, linear, propagators);
}

}  // namespace sudoku_cp
