// Sums and tables.
#include <algorithm>
#include <numeric>

#include "oracles.hpp"

namespace sudoku_cp::testing::sums {
namespace {

// A sum stays one where it has too many tuples for a table, or is no equation.
Case linear(Draw& draw, Relation relation) {
  Case made;
  Scope cells;
  if (relation != Relation::kEqual) {
    cells = add_cells(made, draw, relation == Relation::kUnequal ? 3 : 2);
  } else if (draw.one_in(2)) {
    const std::int64_t low = draw.between(-20, 0);
    cells = add_cells(made, draw, 4, numbers_between(low, low + draw.one_of(Numbers{24, 63})), true);
  } else {
    cells = add_cells(made, draw, 20 + draw.below(50), numbers_between(-1, 1), true);
  }
  cells = in_any_order(draw, cells);
  Numbers weights;
  for (std::size_t at = 0; at < cells.size(); ++at) {
    const bool is_merged = std::ranges::count(cells, cells[at]) > 1;
    do weights.push_back(draw.between(-3, 3));
    while (weights.back() == 0 && (weights.pop_back(), true));
    if (is_merged) weights.back() = 1;
  }
  const std::int64_t constant = weighted(weights, witness_of(made, cells)) + draw.between(-1, 1);
  const Holds holds = [=](const Numbers& values) { return relates(weighted(weights, values), relation, constant); };
  add_constraint<Linear>(made, cells, holds, cells, weights, relation, constant);
  if (relation == Relation::kEqual) {
    made.claim.exactly =
        real_bounds(cells, [=](const Numbers& values) { return weighted(weights, values) - constant; });
  } else {
    made.claim.exactly = domain_consistency(cells, holds);
  }
  return made;
}

Case table(Draw& draw) {
  constexpr std::int64_t kFarAway = 2000;
  Case made;
  const Scope cells = in_any_order(draw, add_cells(made, draw));
  std::set<Numbers> rows{witness_of(made, cells)};
  for (std::size_t row = draw.one_of(std::vector<std::size_t>{2, 10, 100}); row > 0; --row) {
    Numbers values;
    for (const std::int32_t cell : cells) {
      const Numbers& domain = made.model.domain(cell);
      if (draw.one_in(cells.size() > 60 ? 20 : 2)) values.push_back(draw.one_of(domain));
      else values.push_back(made.witness[static_cast<std::size_t>(cell)]);
      if (draw.one_in(200)) values.back() = kFarAway;
    }
    rows.insert(values);
  }
  Tuples tuples{cells.size(), {}};
  for (const Numbers& row : rows) tuples.values.insert(tuples.values.end(), row.begin(), row.end());
  const Holds holds = [rows](const Numbers& values) { return rows.contains(values); };
  add_constraint<Table>(made, cells, holds, cells, std::make_shared<const Tuples>(std::move(tuples)));
  made.claim.exactly = domain_consistency(cells, holds);
  return made;
}

// Groups of different cells with one sum.
struct Groups {
  std::vector<Scope> cells;
  Numbers weights;  // by group
  Relation relation;
  std::int64_t constant;
};

// The least and the largest sum of different numbers, each at least, or at most, the end of a domain.
std::pair<std::int64_t, std::int64_t> ends_of_different(const Domains& domains, const Scope& cells) {
  Numbers low, high;
  for (const std::int32_t cell : cells) {
    low.push_back(domains[static_cast<std::size_t>(cell)].front());
    high.push_back(domains[static_cast<std::size_t>(cell)].back());
  }
  std::ranges::sort(low);
  std::ranges::sort(high, std::ranges::greater());
  for (std::size_t at = 1; at < low.size(); ++at) {
    low[at] = std::max(low[at], low[at - 1] + 1);
    high[at] = std::min(high[at], high[at - 1] - 1);
  }
  return {std::accumulate(low.begin(), low.end(), std::int64_t{0}),
          std::accumulate(high.begin(), high.end(), std::int64_t{0})};
}

// What a sum of groups does not leave, though it may leave less: one step, which is to remove nothing at a fixed point.
class GroupRules {
 public:
  GroupRules(const Groups& groups, Domains& domains) : groups_(groups), domains_(domains) {}

  bool narrow() {
    Scope open;
    bool is_plain = groups_.relation == Relation::kEqual;
    for (std::size_t at = 0; at < groups_.cells.size(); ++at) {
      is_plain &= std::abs(groups_.weights[at]) == 1;
      std::ranges::copy_if(groups_.cells[at], std::back_inserter(open),
                           [&](std::int32_t cell) { return domain(cell).size() > 1; });
    }
    return is_plain && open.size() <= 3 ? narrow_open(open) : narrow_groups();
  }

 private:
  Numbers& domain(std::int32_t cell) const { return domains_[static_cast<std::size_t>(cell)]; }
  std::size_t group_of(std::int32_t cell) const {
    std::size_t group = 0;
    while (std::ranges::find(groups_.cells[group], cell) == groups_.cells[group].end()) ++group;
    return group;
  }

  // Up to three open cells: each keeps what the others make up for, which differ if they are of one group.
  bool narrow_open(const Scope& open) {
    std::int64_t left = groups_.constant;
    for (std::size_t group = 0; group < groups_.cells.size(); ++group) {
      for (const std::int32_t cell : groups_.cells[group]) {
        if (domain(cell).size() == 1) left -= groups_.weights[group] * domain(cell)[0];
      }
    }
    if (open.empty()) return left == 0;
    bool changed = false;
    for (const std::int32_t cell : open) {
      std::vector<Numbers> others;
      Scope cells;
      for (const std::int32_t other : open) {
        if (other == cell) continue;
        others.push_back(domain(other));
        cells.push_back(other);
      }
      std::set<std::int64_t> reached;
      each_choice(others, [&](const Numbers& values) {
        if (values.size() == 2 && values[0] == values[1] && group_of(cells[0]) == group_of(cells[1])) return;
        std::int64_t rest = left;
        for (std::size_t at = 0; at < values.size(); ++at) rest -= groups_.weights[group_of(cells[at])] * values[at];
        const std::int64_t value = rest * groups_.weights[group_of(cell)];
        if (values.size() == 1 && values[0] == value && group_of(cells[0]) == group_of(cell)) return;
        reached.insert(value);
      });
      if (!keep_if(domain(cell), changed, [&](std::int64_t value) { return reached.contains(value); })) return false;
    }
    return true;
  }

  bool narrow_groups() {
    const bool has_upper = groups_.relation != Relation::kAtLeast;
    const bool has_lower = groups_.relation != Relation::kAtMost;
    std::int64_t low = 0;
    std::int64_t high = 0;
    for (std::size_t at = 0; at < groups_.cells.size(); ++at) {
      const auto [least, largest] = ends_of(at);
      low += least;
      high += largest;
    }
    if ((has_upper && low > groups_.constant) || (has_lower && high < groups_.constant)) return false;
    bool changed = false;
    for (std::size_t at = 0; at < groups_.cells.size(); ++at) {
      const auto [least, largest] = ends_of(at);
      if (least == largest) continue;  // whatever its sets are
      const std::int64_t most = has_upper ? groups_.constant - (low - least) : INT64_MAX;
      const std::int64_t fewest = has_lower ? groups_.constant - (high - largest) : INT64_MIN;
      const std::set<std::int64_t> possible = values_of_sets(at, fewest, most);
      for (const std::int32_t cell : groups_.cells[at]) {
        const std::int64_t weight = groups_.weights[at];
        const std::int64_t first = std::min(weight * domain(cell).front(), weight * domain(cell).back());
        const std::int64_t last = std::max(weight * domain(cell).front(), weight * domain(cell).back());
        // A value is out of reach that takes the cell further from its end than the whole sum may be from its own.
        const bool some_out_of_reach = (has_upper && last - first > groups_.constant - low) ||
                                       (has_lower && last - first > high - groups_.constant);
        const auto stays = [&](std::int64_t value) { return !some_out_of_reach || possible.contains(value); };
        if (!keep_if(domain(cell), changed, stays)) return false;
      }
    }
    return true;
  }

  std::pair<std::int64_t, std::int64_t> ends_of(std::size_t group) const {
    const auto [low, high] = ends_of_different(domains_, groups_.cells[group]);
    const std::int64_t weight = groups_.weights[group];
    return {std::min(weight * low, weight * high), std::max(weight * low, weight * high)};
  }

  // The values of sets that have a sum between two and meet every cell.
  std::set<std::int64_t> values_of_sets(std::size_t group, std::int64_t fewest, std::int64_t most) const {
    const Scope& cells = groups_.cells[group];
    std::set<std::int64_t> all;
    for (const std::int32_t cell : cells) all.insert(domain(cell).begin(), domain(cell).end());
    const auto fits = [&](const Numbers& values) {
      const std::int64_t sum = groups_.weights[group] * std::accumulate(values.begin(), values.end(), std::int64_t{0});
      if (sum < fewest || sum > most) return false;
      const ValuesOfCells set(values.begin(), values.end());
      std::set<std::int64_t> alone;
      for (const std::int32_t cell : cells) {
        Numbers shared;
        std::ranges::set_intersection(domain(cell), set, std::back_inserter(shared));
        if (shared.empty() || (shared.size() == 1 && !alone.insert(shared[0]).second)) return false;
      }
      return true;
    };
    std::set<std::int64_t> found;
    for (const ValuesOfCells& set : sets_with(Numbers(all.begin(), all.end()), cells.size(), fits)) {
      found.insert(set.begin(), set.end());
    }
    return found;
  }

  const Groups& groups_;
  Domains& domains_;
};

Case group_sum(Draw& draw) {
  Case made;
  Groups groups;
  const std::int64_t low = draw.between(-2, 1);
  const Numbers pool = numbers_between(low, low + draw.between(5, 8));
  Scope cells;
  Numbers weights;
  for (std::size_t count = 2 + draw.below(2); count > 0 || cells.size() < 6; count -= count > 0) {
    const Scope group = add_cells(made, draw, 2 + draw.below(2), pool, true);
    made.model.add_all_different(group);
    groups.cells.push_back(group);
    groups.weights.push_back(draw.one_of(Numbers{1, 1, -1, -1, 2}));
    Numbers different = pool;
    draw.shuffle(different);
    for (const std::int32_t cell : group) {
      cells.push_back(cell);
      weights.push_back(groups.weights.back());
      made.witness[static_cast<std::size_t>(cell)] = different.back();
      different.pop_back();
    }
  }
  groups.relation = draw.one_of(std::vector{Relation::kEqual, Relation::kEqual, Relation::kAtMost, Relation::kAtLeast});
  groups.constant = weighted(weights, witness_of(made, cells));
  const Holds holds = [=](const Numbers& values) {
    return relates(weighted(weights, values), groups.relation, groups.constant);
  };
  add_constraint<Linear>(made, cells, holds, cells, weights, groups.relation, groups.constant);
  // With more values it may choose a rule that does more.
  made.shortness = Shortness::kAny;
  std::vector<House> houses;
  for (const Scope& group : groups.cells) houses.push_back({group, {}});
  made.beside = placements(houses);
  made.claim.at_least = [groups](Domains& domains) { return GroupRules(groups, domains).narrow(); };
  return made;
}

[[maybe_unused]] const bool kAdded[] = {
    add_generator(
        {"a sum that is equal", kKindOf<Linear>, [](Draw& draw) { return linear(draw, Relation::kEqual); }, true}),
    add_generator(
        {"a sum that is unequal", kKindOf<Linear>, [](Draw& draw) { return linear(draw, Relation::kUnequal); }, false}),
    add_generator(
        {"a sum that is at most", kKindOf<Linear>, [](Draw& draw) { return linear(draw, Relation::kAtMost); }, false}),
    add_generator({"a sum that is at least", kKindOf<Linear>,
                   [](Draw& draw) { return linear(draw, Relation::kAtLeast); }, false}),
    add_generator({"a table", kKindOf<Table>, table, false}),
    add_generator({"a sum of groups", kKindOf<GroupSum>, group_sum, true}),
};

}  // namespace
}  // namespace sudoku_cp::testing::sums
