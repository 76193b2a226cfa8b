#include "lowering/lower.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "lowering/passes.hpp"
#include "search/control.hpp"

namespace sudoku_cp {
namespace {

struct Stopped {};  // by the control

std::shared_ptr<const Problem> run_passes(Declarations& model, bool clausal) {
  ModelStore& store = model.store;
  const std::function<void()>& check_limits = store.check_limits;
  std::vector<Constraint>& constraints = model.constraints;
  Lowering lowering{.store = store, .parts = {}, .conflicts = {}};
  CellParts& parts = lowering.parts;
  parts.contradiction = model.contradiction;
  unite_tables(store);
  for (const ValueTable& values : store.tables)
    parts.values = std::max(parts.values, static_cast<std::int32_t>(values->size()));
  store.differences.resize(store.tables.size());
  check_limits();
  drop_equal_sums(constraints);
  check_limits();
  const auto each_sum = [&](auto use) {
    for (const Constraint& constraint : constraints) {
      if (const Linear* linear = std::get_if<Linear>(&constraint)) use(*linear);
      check_limits();
    }
  };
  // Sums of one variable come first, as they cut domains. Then all that makes variables differ: other sums depend on both.
  each_sum([&](const Linear& linear) {
    if (linear.terms.size < 2) lower_unary(lowering, linear);
  });
  store.index_houses();
  lowering.permutations_of = HousesByVariable(store.tables.size());
  for (const Variables& variables : store.houses) {
    lower_house(lowering, variables);
    check_limits();
  }
  each_sum([&](const Linear& linear) {
    if (linear.terms.size == 2 && linear.relation == Relation::kUnequal) lower_unequal_pair(lowering, linear);
  });
  merge_counts_of_one(store, constraints);
  check_limits();
  list_counts(lowering, constraints);
  check_limits();
  std::vector<Linear> implied = implied_sums(store, parts, constraints);
  check_limits();
  for (Linear& linear : covering_sums(store, parts, constraints)) implied.push_back(std::move(linear));
  check_limits();
  for (const Linear& linear : implied) {
    if (linear.terms.size < 2) lower_unary(lowering, linear);
  }
  for (const Constraint& part : model.parts) {
    post(store, part, parts.parts);
    store.parts.push_back(parts.parts.back().metadata);
    check_limits();
  }
  for (const Constraint& constraint : constraints) {
    const Automaton* automaton = std::get_if<Automaton>(&constraint);
    if (const Linear* linear = std::get_if<Linear>(&constraint)) post_sum(lowering, *linear, false);
    else if (clausal || automaton == nullptr || !post_words(lowering, *automaton))
      post(store, constraint, parts.waking);
    check_limits();
  }
  for (const Linear& linear : implied) {
    post_sum(lowering, linear, true);
    check_limits();
  }
  list_peers(lowering);
  check_limits();
  list_conflicts(lowering);
  check_limits();
  std::vector<Cost> costs = costs_by_slot(store, model.prices);
  parts.domains = store.domains;
  parts.value_tables = store.tables;
  parts.arena = std::move(store.arena);
  parts.bounds = std::move(model.bounds);
  return std::make_shared<Problem>(std::move(parts), std::move(costs));
}

}  // namespace

std::shared_ptr<const Problem> lower(Declarations& model, bool clausal, Control* control) {
  model.store.check_limits = [control] {
    if (control != nullptr && !control->may_go_on()) throw Stopped();
  };
  try {
    return run_passes(model, clausal);
  } catch (const Stopped&) {
    return nullptr;
  }
}

void unite_tables(ModelStore& store) {
  std::set<const std::vector<std::int64_t>*> different;
  std::set<std::int64_t> all;
  for (const ValueTable& values : store.tables) {
    if (!different.insert(values.get()).second) continue;
    all.insert(values->begin(), values->end());
    if (all.size() > kWordBits) break;
  }
  if (different.size() < 2 || all.size() > kWordBits) return;
  const auto united = std::make_shared<const std::vector<std::int64_t>>(all.begin(), all.end());
  for (std::size_t variable = 0; variable < store.tables.size(); ++variable) {
    Word moved = 0;
    for (Word rest = store.domains[variable]; rest != 0; rest &= rest - 1) {
      const std::int64_t value = (*store.tables[variable])[static_cast<std::size_t>(std::countr_zero(rest))];
      moved |= Word{1} << (std::ranges::lower_bound(*united, value) - united->begin());
    }
    store.domains[variable] = moved;
    store.tables[variable] = united;
  }
}

void post(ModelStore& store, Constraint constraint, std::vector<Propagator>& propagators) {
  Metadata metadata = std::visit([&](auto& each) { return each.prepare(store); }, constraint);
  propagators.push_back({std::move(constraint), std::move(metadata)});
}

std::vector<Cost> costs_by_slot(const ModelStore& store, std::span<const Price> prices) {
  if (prices.empty()) return {};
  std::vector<Cost> costs(store.domains.size() * kWordBits, 0);
  for (const Price& price : prices) {
    const int bit = store.bit_of_value(price.variable, price.value);
    if (bit >= 0)
      costs[static_cast<std::size_t>(price.variable) * kWordBits + static_cast<std::size_t>(bit)] += price.cost;
  }
  return costs;
}

}  // namespace sudoku_cp
