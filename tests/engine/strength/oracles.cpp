#include "oracles.hpp"

#include <algorithm>
#include <numeric>

namespace sudoku_cp::testing {
namespace {

std::vector<Numbers> domains_of(const Domains& domains, const Scope& cells) {
  std::vector<Numbers> own;
  for (const std::int32_t cell : cells) own.push_back(domains[static_cast<std::size_t>(cell)]);
  return own;
}

// Where each place of a scope is among its distinct cells.
std::vector<std::size_t> places_among(const Scope& scope, const Scope& cells) {
  std::vector<std::size_t> places;
  for (const std::int32_t cell : scope) {
    places.push_back(static_cast<std::size_t>(std::ranges::find(cells, cell) - cells.begin()));
  }
  return places;
}

// The values of each place that are in a solution.
std::vector<std::set<std::int64_t>> supported(const std::vector<Numbers>& domains,
                                              const std::vector<std::size_t>& places, const Holds& holds) {
  std::vector<std::set<std::int64_t>> found(domains.size());
  Numbers values(places.size());
  each_choice(domains, [&](const Numbers& chosen) {
    for (std::size_t at = 0; at < places.size(); ++at) values[at] = chosen[places[at]];
    if (!holds(values)) return;
    for (std::size_t at = 0; at < chosen.size(); ++at) found[at].insert(chosen[at]);
  });
  return found;
}

bool keep_supported(Domains& domains, const Scope& cells, const std::vector<std::set<std::int64_t>>& found,
                    bool& changed) {
  bool all = true;
  for (std::size_t at = 0; at < cells.size(); ++at) {
    all &= keep_if(domains[static_cast<std::size_t>(cells[at])], changed,
                   [&](std::int64_t value) { return found[at].contains(value); });
  }
  return all;
}

}  // namespace

Scope distinct_cells(const Scope& scope) {
  Scope cells;
  for (const std::int32_t cell : scope) {
    if (std::ranges::find(cells, cell) == cells.end()) cells.push_back(cell);
  }
  return cells;
}

std::size_t choices(const Domains& domains, const Scope& cells) {
  std::size_t product = 1;
  for (const std::int32_t cell : cells) {
    product *= domains[static_cast<std::size_t>(cell)].size();
    if (product > 10'000'000) break;
  }
  return product;
}

bool is_assigned(const Domains& domains, const Scope& cells) {
  return std::ranges::all_of(cells,
                             [&](std::int32_t cell) { return domains[static_cast<std::size_t>(cell)].size() == 1; });
}

bool keep_if(Numbers& domain, bool& changed, const std::function<bool(std::int64_t)>& stays) {
  const std::size_t before = domain.size();
  std::erase_if(domain, [&](std::int64_t value) { return !stays(value); });
  changed |= domain.size() != before;
  return !domain.empty();
}

Narrow domain_consistency(const Scope& scope, const Holds& holds) {
  return [=](Domains& domains) {
    const Scope cells = distinct_cells(scope);
    bool changed = false;
    // A constraint of nothing holds or not.
    if (cells.empty()) return holds({});
    return keep_supported(domains, cells, supported(domains_of(domains, cells), places_among(scope, cells), holds),
                          changed);
  };
}

Narrow consistency_by_place(const Scope& scope, const Holds& holds) {
  return [=](Domains& domains) {
    std::vector<std::size_t> places(scope.size());
    for (std::size_t at = 0; at < places.size(); ++at) places[at] = at;
    if (scope.empty()) return holds({});
    for (bool changed = true; changed;) {
      changed = false;
      if (!keep_supported(domains, scope, supported(domains_of(domains, scope), places, holds), changed)) return false;
    }
    return true;
  };
}

Narrow real_bounds(const Scope& scope, const std::function<std::int64_t(const Numbers&)>& total) {
  return [=](Domains& domains) {
    const Scope cells = distinct_cells(scope);
    const std::vector<std::size_t> places = places_among(scope, cells);
    const auto can_be_nothing = [&](std::size_t given, std::int64_t value) {
      std::vector<Numbers> ends;
      for (const Numbers& domain : domains_of(domains, cells)) {
        ends.push_back(domain.size() == 1 ? domain : Numbers{domain.front(), domain.back()});
      }
      if (given < cells.size()) ends[given] = {value};
      bool below = false;
      bool above = false;
      Numbers values(places.size());
      each_choice(ends, [&](const Numbers& chosen) {
        for (std::size_t at = 0; at < places.size(); ++at) values[at] = chosen[places[at]];
        below |= total(values) <= 0;
        above |= total(values) >= 0;
      });
      return below && above;
    };
    if (!can_be_nothing(cells.size(), 0)) return false;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t at = 0; at < cells.size(); ++at) {
        const auto stays = [&](std::int64_t value) { return can_be_nothing(at, value); };
        Numbers domain = domains[static_cast<std::size_t>(cells[at])];
        const bool some = keep_if(domain, changed, stays);
        domains[static_cast<std::size_t>(cells[at])] = domain;
        if (!some) return false;
      }
    }
    return true;
  };
}

Narrow integer_bounds(const Scope& scope, const Holds& holds) {
  return [=](Domains& domains) {
    const Scope cells = distinct_cells(scope);
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<Numbers> hulls;
      for (const Numbers& domain : domains_of(domains, cells)) {
        hulls.push_back(numbers_between(domain.front(), domain.back()));
      }
      const auto found = supported(hulls, places_among(scope, cells), holds);
      for (std::size_t at = 0; at < cells.size(); ++at) {
        Numbers& domain = domains[static_cast<std::size_t>(cells[at])];
        for (const bool at_front : {true, false}) {
          while (!domain.empty() && !found[at].contains(at_front ? domain.front() : domain.back())) {
            domain.erase(at_front ? domain.begin() : domain.end() - 1);
            changed = true;
          }
        }
        if (domain.empty()) return false;
      }
    }
    return true;
  };
}

Narrow last_open(const Scope& scope, const Holds& holds) {
  return [=](Domains& domains) {
    const auto is_open = [&](std::int32_t cell) { return domains[static_cast<std::size_t>(cell)].size() > 1; };
    if (std::ranges::count_if(distinct_cells(scope), is_open) > 1) return true;
    return domain_consistency(scope, holds)(domains);
  };
}

Narrow placements(const std::vector<House>& houses) {
  return [=](Domains& domains) {
    const auto domain = [&](std::int32_t cell) -> Numbers& { return domains[static_cast<std::size_t>(cell)]; };
    for (bool changed = true; changed;) {
      changed = false;
      for (const House& house : houses) {
        for (const std::int32_t one : house.cells) {
          const Numbers own = domain(one);
          for (const std::int32_t other : house.cells) {
            if (one == other || own.size() != 1) continue;
            if (!keep_if(domain(other), changed, [&](std::int64_t value) { return value != own[0]; })) return false;
          }
        }
        for (const std::int64_t value : house.values) {
          Scope places;
          for (const std::int32_t cell : house.cells) {
            if (std::ranges::binary_search(domain(cell), value)) places.push_back(cell);
          }
          if (places.empty()) return false;
          if (places.size() == 1) keep_if(domain(places[0]), changed, [&](std::int64_t each) { return each == value; });
        }
      }
    }
    return true;
  };
}

Narrow all_of(const std::vector<Narrow>& ways) {
  return [=](Domains& domains) {
    for (Domains before;;) {
      before = domains;
      if (!std::ranges::all_of(ways, [&](const Narrow& narrow) { return narrow(domains); })) return false;
      if (domains == before) return true;
    }
  };
}

std::int64_t weighted(const Numbers& weights, const Numbers& values) {
  return std::inner_product(weights.begin(), weights.end(), values.begin(), std::int64_t{0});
}

std::vector<ValuesOfCells> sets_with(const Numbers& pool, std::size_t size, const Holds& holds) {
  std::vector<ValuesOfCells> found;
  for (std::size_t number = 0; number < (std::size_t{1} << pool.size()); ++number) {
    Numbers values;
    for (std::size_t at = 0; at < pool.size(); ++at) {
      if (((number >> at) & 1) != 0) values.push_back(pool[at]);
    }
    if (values.size() == size && holds(values)) found.emplace_back(values.begin(), values.end());
  }
  return found;
}

}  // namespace sudoku_cp::testing
