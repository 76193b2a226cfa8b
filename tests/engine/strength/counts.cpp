// Constraints on how often values are taken.
#include <algorithm>
#include <map>
#include <numeric>

#include "oracles.hpp"

namespace sudoku_cp::testing::counts {
namespace {

// Mostly in a cell of its own, to which something is added.
Wanted number_near(Case& made, Draw& draw, std::int64_t of_witness) {
  if (draw.one_in(2)) return {{-1, of_witness}};
  const std::int64_t shift = draw.between(-1, 1);
  std::set<std::int64_t> pool{of_witness - shift};
  for (std::int64_t more = draw.between(0, 3); more > 0; --more) pool.insert(of_witness + draw.between(-3, 3));
  const Scope cell = add_cells(made, draw, 1, Numbers(pool.begin(), pool.end()), true);
  made.witness.back() = of_witness - shift;
  return {{cell[0], shift}};
}

Numbers some_values(const Case& made, Draw& draw, const Scope& cells) {
  std::set<std::int64_t> all;
  for (const std::int32_t cell : cells) all.insert(made.model.domain(cell).begin(), made.model.domain(cell).end());
  return draw.some_of(Numbers(all.begin(), all.end()), 4);
}

Case count(Draw& draw) {
  Case made;
  const Scope cells = in_any_order(draw, add_cells(made, draw));
  const Numbers listed = some_values(made, draw, cells);
  const auto relation = static_cast<Relation>(draw.below(4));
  const Wanted number = number_near(made, draw, number_of(witness_of(made, cells), listed));
  const Scope scope = with(cells, number);
  const std::size_t size = cells.size();
  const Holds holds = [=](const Numbers& values) {
    const Numbers counted(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(size));
    return relates(number_of(counted, listed), relation, number.read(values, size));
  };
  add_constraint<Count>(made, scope, holds, cells, listed, relation, variable_of(number.number), number.number.value);
  made.claim.exactly = consistency_by_place(scope, holds);
  return made;
}

// Groups of different cells: each has a value at most once.
class CountInGroups {
 public:
  CountInGroups(const std::vector<Scope>& groups, const Numbers& listed, Domains& domains)
      : groups_(groups), listed_(listed), domains_(domains) {}

  std::int64_t most() const { return bound(true); }
  std::int64_t least() const { return bound(false); }

  // As many cells as can take one of the values, or none of them, do so.
  bool fill(bool of_listed) {
    bool changed = false;
    for (const Scope& group : groups_) {
      std::map<std::int64_t, std::int64_t> places;
      std::int64_t can = 0;
      for (const std::int32_t cell : group) {
        bool some = false;
        for (const std::int64_t value : domain(cell)) {
          if (is_listed(value) != of_listed) continue;
          ++places[value];
          some = true;
        }
        can += some;
      }
      const bool all = group.size() == 1 || can <= std::ssize(places);
      for (const std::int32_t cell : group) {
        const auto counts = [&](std::int64_t value) {
          return is_listed(value) == of_listed && (all || places[value] == 1);
        };
        if (std::ranges::any_of(domain(cell), counts) && !keep_if(domain(cell), changed, counts)) return false;
      }
    }
    return true;
  }

 private:
  Numbers& domain(std::int32_t cell) const { return domains_[static_cast<std::size_t>(cell)]; }
  bool is_listed(std::int64_t value) const { return std::ranges::find(listed_, value) != listed_.end(); }

  std::int64_t bound(bool of_listed) const {
    std::int64_t sum = 0;
    for (const Scope& group : groups_) {
      std::set<std::int64_t> different;
      std::int64_t can = 0;
      for (const std::int32_t cell : group) {
        const auto counts = [&](std::int64_t value) { return is_listed(value) == of_listed; };
        can += std::ranges::any_of(domain(cell), counts);
        std::ranges::copy_if(domain(cell), std::inserter(different, different.end()), counts);
      }
      const std::int64_t most = std::min<std::int64_t>(can, std::ssize(different));
      sum += of_listed ? most : std::ssize(group) - most;
    }
    return sum;
  }

  const std::vector<Scope>& groups_;
  const Numbers& listed_;
  Domains& domains_;
};

// What a known number forces: a step, which removes nothing at a fixed point.
Narrow count_in_groups(const std::vector<Scope>& groups, const Numbers& listed, Relation relation,
                       std::int64_t number) {
  return [=](Domains& domains) {
    CountInGroups counted(groups, listed, domains);
    const std::int64_t least = counted.least();
    const std::int64_t most = counted.most();
    if (least > most) return false;
    const bool is_above = relation == Relation::kAtLeast || relation == Relation::kEqual;
    const bool is_below = relation == Relation::kAtMost || relation == Relation::kEqual;
    if ((is_above && most < number) || (is_below && least > number)) return false;
    if (relation == Relation::kUnequal) {
      if (least == most) return least != number;
      if (most != least + 1) return true;
    }
    const bool fills = is_above ? most == number : relation == Relation::kUnequal && least == number;
    const bool empties = is_below ? least == number : relation == Relation::kUnequal && most == number;
    return (!fills || counted.fill(true)) && (!empties || counted.fill(false));
  };
}

// Different cells, of which a witness has different values.
std::vector<Scope> add_groups(Case& made, Draw& draw, std::size_t count, const Numbers& pool) {
  std::vector<Scope> groups;
  for (; count > 0; --count) {
    const Scope group = add_cells(made, draw, 1 + draw.below(4), pool, draw.one_in(2));
    if (group.size() > 1) made.model.add_all_different(group);
    groups.push_back(group);
  }
  return groups;
}

Scope cells_of(const std::vector<Scope>& groups) {
  Scope all;
  for (const Scope& group : groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

Narrow placements_of(const std::vector<Scope>& groups) {
  std::vector<House> houses;
  for (const Scope& group : groups) houses.push_back({group, {}});
  return placements(houses);
}

Case grouped_count(Draw& draw) {
  Case made;
  const Numbers pool = numbers_between(draw.between(-1, 1), draw.between(5, 7));
  const std::vector<Scope> groups = add_groups(made, draw, 1 + draw.below(3), pool);
  const Scope cells = cells_of(groups);
  const Numbers listed = draw.some_of(pool, 4);
  const auto relation = static_cast<Relation>(draw.below(4));
  const std::int64_t number = number_of(witness_of(made, cells), listed);
  const Holds holds = [=](const Numbers& values) { return relates(number_of(values, listed), relation, number); };
  add_constraint<Count>(made, cells, holds, cells, listed, relation, std::nullopt, number);
  made.beside = placements_of(groups);
  made.claim.exactly = all_of({count_in_groups(groups, listed, relation, number), made.beside});
  return made;
}

using Limits = std::map<std::int64_t, std::vector<std::int32_t>>;

// The numbers of some values that are possible, one by one and together; those of all other values come last.
class CardinalityRules {
 public:
  CardinalityRules(const std::vector<Scope>& groups, const Limits& limits, bool negated, Domains& domains)
      : groups_(groups), limits_(limits), negated_(negated), domains_(domains), size_(std::ssize(cells_of(groups))) {}

  bool narrow_once() {
    std::vector<Numbers> values;
    for (const auto& [value, allowed] : limits_) values.push_back({value});
    std::set<std::int64_t> rest;
    for (const std::int32_t cell : cells_of(groups_)) {
      for (const std::int64_t value : domains_[static_cast<std::size_t>(cell)]) {
        if (!limits_.contains(value)) rest.insert(value);
      }
    }
    values.emplace_back(rest.begin(), rest.end());
    std::vector<Numbers> possible;
    for (std::size_t at = 0; at < values.size(); ++at) {
      CountInGroups counted(groups_, values[at], domains_);
      Numbers numbers;
      for (std::int64_t number = counted.least(); number <= counted.most(); ++number) {
        const bool fits = at + 1 == values.size() || is_allowed(values[at][0], number);
        if (fits != negated_) numbers.push_back(number);
      }
      possible.push_back(numbers);
    }
    if (negated_) {
      const auto open = std::ranges::count_if(possible, [](const Numbers& numbers) { return !numbers.empty(); });
      if (open != 1) return open > 1;
    } else if (!keep_those_that_add_up(possible)) {
      return false;
    }
    for (std::size_t at = 0; at < values.size(); ++at) {
      if (possible[at].empty()) continue;
      CountInGroups counted(groups_, values[at], domains_);
      const bool fills = possible[at].front() == counted.most();
      const bool empties = possible[at].back() == counted.least();
      const Domains before = domains_;
      if ((fills && !counted.fill(true)) || (empties && !counted.fill(false))) return false;
      if (domains_ != before) return true;  // bounds are read anew
    }
    return true;
  }

 private:
  bool is_allowed(std::int64_t value, std::int64_t number) const {
    const auto& allowed = limits_.at(value);
    return std::ranges::find(allowed, number) != allowed.end();
  }

  bool keep_those_that_add_up(std::vector<Numbers>& possible) const {
    for (std::size_t at = 0; at < possible.size(); ++at) {
      std::set<std::int64_t> others{0};
      for (std::size_t other = 0; other < possible.size(); ++other) {
        if (other == at) continue;
        std::set<std::int64_t> sums;
        for (const std::int64_t sum : others) {
          for (const std::int64_t number : possible[other]) sums.insert(sum + number);
        }
        others = std::move(sums);
      }
      bool changed = false;
      if (!keep_if(possible[at], changed, [&](std::int64_t number) { return others.contains(size_ - number); })) {
        return false;
      }
    }
    return true;
  }

  const std::vector<Scope>& groups_;
  const Limits& limits_;
  bool negated_;
  Domains& domains_;
  std::int64_t size_;
};

Case cardinality(Draw& draw, bool negated) {
  Case made;
  std::vector<Scope> groups;
  if (draw.one_in(2)) {
    groups = add_groups(made, draw, 1 + draw.below(3), numbers_between(draw.between(-1, 1), draw.between(4, 6)));
  } else {
    for (const std::int32_t cell : in_any_order(draw, add_cells(made, draw))) groups.push_back({cell});
  }
  const Scope cells = cells_of(groups);
  const Numbers own = witness_of(made, cells);
  Limits limits;
  for (const std::int64_t value : some_values(made, draw, cells)) {
    std::vector<std::int32_t>& allowed = limits[value];
    allowed.push_back(static_cast<std::int32_t>(number_of(own, {value})));
    for (std::size_t more = draw.below(3); more > 0; --more) {
      allowed.push_back(static_cast<std::int32_t>(draw.between(0, std::ssize(cells) + 1)));
    }
  }
  const Holds holds = [=](const Numbers& values) {
    for (const auto& [value, allowed] : limits) {
      if (std::ranges::find(allowed, number_of(values, {value})) == allowed.end()) return negated;
    }
    return !negated;
  };
  Numbers listed;
  std::vector<std::vector<std::int32_t>> allowed;
  for (const auto& [value, numbers] : limits) {
    listed.push_back(value);
    allowed.push_back(numbers);
  }
  add_constraint<Cardinality>(made, cells, holds, cells, listed, allowed, negated);
  const Narrow rules = [=](Domains& domains) {
    return CardinalityRules(groups, limits, negated, domains).narrow_once();
  };
  made.beside = placements_of(groups);
  made.claim.exactly = all_of({rules, made.beside});
  // A run reads numbers once, and then narrows value by value: with more values it may do more.
  made.shortness = Shortness::kAny;
  return made;
}

// What a number of different values forces.
Narrow distinct_rules(const Scope& cells, Relation relation, const Wanted& number) {
  return [=](Domains& domains) {
    const auto domain = [&](std::int32_t cell) -> Numbers& { return domains[static_cast<std::size_t>(cell)]; };
    for (bool changed = true; changed;) {
      changed = false;
      std::set<std::int64_t> fixed, any;
      std::int64_t open = 0;
      for (const std::int32_t cell : cells) {
        any.insert(domain(cell).begin(), domain(cell).end());
        if (domain(cell).size() == 1) fixed.insert(domain(cell)[0]);
        else ++open;
      }
      // Cells that share no value with those before have another value, too.
      std::set<std::int64_t> apart = fixed;
      std::int64_t least = std::ssize(fixed);
      for (const std::int32_t cell : cells) {
        if (std::ranges::any_of(domain(cell), [&](std::int64_t value) { return apart.contains(value); })) continue;
        apart.insert(domain(cell).begin(), domain(cell).end());
        ++least;
      }
      const std::int64_t by_cells = std::ssize(fixed) + open;
      const std::int64_t most = std::min<std::int64_t>(by_cells, std::ssize(any));
      Numbers known{number.number.value};
      Numbers& own = number.number.variable < 0 ? known : domain(number.number.variable);
      const std::int64_t shift = number.number.variable < 0 ? 0 : number.number.value;
      bool few = false;
      bool many = false;
      if (relation == Relation::kUnequal) {
        const auto stays = [&](std::int64_t value) { return least != most || value + shift != least; };
        if (!keep_if(own, changed, stays)) return false;
        few = own.size() == 1 && most == least + 1 && own[0] + shift == most;
        many = own.size() == 1 && most == least + 1 && own[0] + shift == least;
      } else {
        const bool is_below = relation != Relation::kAtLeast;
        const bool is_above = relation != Relation::kAtMost;
        const auto stays = [&](std::int64_t value) {
          return (!is_below || value + shift >= least) && (!is_above || value + shift <= most);
        };
        if (!keep_if(own, changed, stays)) return false;
        few = is_below && own.back() + shift == least;
        many = is_above && own.front() + shift == most;
      }
      few = few && least == std::ssize(fixed);
      many = many && most == by_cells;
      if (!few && !many) continue;
      for (const std::int32_t cell : cells) {
        if (domain(cell).size() == 1) continue;
        const auto stays = [&](std::int64_t value) { return fixed.contains(value) == few; };
        if (!keep_if(domain(cell), changed, stays)) return false;
      }
    }
    return true;
  };
}

Case count_distinct(Draw& draw) {
  Case made;
  // All have one table of values.
  const bool is_long = draw.one_in(6);
  const std::int64_t low = draw.between(-2, 1);
  const Numbers pool = numbers_between(low, low + draw.one_of(is_long ? Numbers{1, 2} : Numbers{1, 3, 5, 24, 60}));
  const Scope cells =
      in_any_order(draw, add_cells(made, draw, is_long ? 66 + draw.below(5) : 1 + draw.below(5), pool, draw.one_in(2)));
  const auto distinct = [](const Numbers& values) {
    return std::ssize(std::set<std::int64_t>(values.begin(), values.end()));
  };
  const auto relation = static_cast<Relation>(draw.below(4));
  Wanted number{{-1, distinct(witness_of(made, cells))}};
  // The cell of the number is one of their table.
  if (!is_long && draw.one_in(2)) {
    const std::int64_t shift = number.number.value - pool.front();
    number.number = {add_cells(made, draw, 1, pool, draw.one_in(2))[0], shift};
    made.witness.back() = pool.front();
  }
  const Scope scope = with(cells, number);
  const std::size_t size = cells.size();
  const Holds holds = [=](const Numbers& values) {
    const Numbers counted(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(size));
    return relates(distinct(counted), relation, number.read(values, size));
  };
  add_constraint<CountDistinct>(made, scope, holds, cells, relation, variable_of(number.number), number.number.value);
  made.claim.exactly = distinct_rules(cells, relation, number);
  return made;
}

// Each of some values has one place.
Narrow once_each(const Scope& cells, const Numbers& listed) {
  return [=](Domains& domains) {
    const auto domain = [&](std::int32_t cell) -> Numbers& { return domains[static_cast<std::size_t>(cell)]; };
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::int64_t value : listed) {
        Scope places;
        std::int32_t owners = 0;
        for (const std::int32_t cell : cells) {
          if (std::ranges::binary_search(domain(cell), value)) places.push_back(cell);
          owners += domain(cell) == Numbers{value};
        }
        if (places.empty() || owners > 1) return false;
        if (places.size() == 1) {
          changed |= domain(places[0]).size() > 1;
          domain(places[0]) = {value};
        }
        for (const std::int32_t cell : owners == 1 ? places : Scope()) {
          if (domain(cell).size() > 1 && !keep_if(domain(cell), changed, [&](auto each) { return each != value; })) {
            return false;
          }
        }
      }
    }
    return true;
  };
}

Case exactly_once(Draw& draw) {
  Case made;
  const bool is_long = draw.one_in(6);
  const std::int64_t low = draw.between(-2, 1);
  const Numbers pool = numbers_between(low, low + draw.one_of(Numbers{3, 5, 24, 60}));
  const Scope cells = add_cells(made, draw, is_long ? 66 : 2 + draw.below(4), pool, draw.one_in(2));
  // Values that some cell can have.
  Numbers listed = some_values(made, draw, cells);
  if (listed.size() > cells.size()) listed.resize(cells.size());
  for (const std::int32_t cell : cells) {
    std::int64_t& value = made.witness[static_cast<std::size_t>(cell)];
    const auto is_listed = [&](std::int64_t each) { return std::ranges::find(listed, each) != listed.end(); };
    while (listed.size() < pool.size() && is_listed(value)) value = draw.one_of(pool);
  }
  Scope places = cells;
  draw.shuffle(places);
  for (std::size_t at = 0; at < listed.size(); ++at) {
    made.witness[static_cast<std::size_t>(places[at % places.size()])] = listed[at];
  }
  const Holds holds = [=](const Numbers& values) {
    return std::ranges::all_of(listed, [&](std::int64_t value) { return number_of(values, {value}) == 1; });
  };
  const Holds nothing = [](const Numbers&) { return true; };
  for (std::size_t at = 0; at < listed.size(); ++at) {
    add_constraint<Count>(made, cells, at == 0 ? holds : nothing, cells, Numbers{listed[at]}, Relation::kEqual,
                          std::nullopt, std::int64_t{1});
  }
  made.holds = holds;
  made.claim.exactly = once_each(cells, listed);
  return made;
}

[[maybe_unused]] const bool kAdded[] = {
    add_generator({"a count", kKindOf<Count>, count, true}),
    add_generator({"a count in groups", kKindOf<Count>, grouped_count, true}),
    add_generator({"a cardinality", kKindOf<Cardinality>, [](Draw& draw) { return cardinality(draw, false); }, true}),
    add_generator({"no cardinality", kKindOf<Cardinality>, [](Draw& draw) { return cardinality(draw, true); }, true}),
    add_generator({"distinct values", kKindOf<CountDistinct>, count_distinct, true}),
    add_generator({"values placed once", kKindOf<ExactlyOnce>, exactly_once, true}),
};

}  // namespace
}  // namespace sudoku_cp::testing::counts
