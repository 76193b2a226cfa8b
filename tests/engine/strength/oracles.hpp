// Strengths of propagators by enumeration, without a line of the engine.
#pragma once

#include "strength.hpp"

namespace sudoku_cp::testing {

// Calls `visit` with each way to choose a value of every domain.
template <typename Visit>
void each_choice(const std::vector<Numbers>& domains, Visit visit) {
  Numbers values;
  for (const Numbers& domain : domains) {
    if (domain.empty()) return;
    values.push_back(domain.front());
  }
  std::vector<std::size_t> chosen(domains.size());
  for (;;) {
    visit(values);
    std::size_t at = 0;
    while (at < domains.size() && ++chosen[at] == domains[at].size()) {
      chosen[at] = 0;
      values[at] = domains[at].front();
      ++at;
    }
    if (at == domains.size()) return;
    values[at] = domains[at][chosen[at]];
  }
}

Scope distinct_cells(const Scope& scope);
inline bool has_each_cell_once(const Scope& scope) { return distinct_cells(scope).size() == scope.size(); }
std::size_t choices(const Domains& domains, const Scope& cells);
bool is_assigned(const Domains& domains, const Scope& cells);

// Keeps the values for which `stays` holds, and returns whether any are left; notes whether some went.
bool keep_if(Numbers& domain, bool& changed, const std::function<bool(std::int64_t)>& stays);

// Domain consistency: each value is in a solution.
Narrow domain_consistency(const Scope& scope, const Holds& holds);

// The same where each place of the scope is a cell of its own, over and over.
Narrow consistency_by_place(const Scope& scope, const Holds& holds);

// Bounds consistency over the real numbers, of total = 0: the others, anywhere between their ends, can make up for each
// value. The total rises or falls with each cell, so that its extremes lie at the ends of the domains.
Narrow real_bounds(const Scope& scope, const std::function<std::int64_t(const Numbers&)>& total);

// Bounds(Z) consistency: the least and the largest value of each cell have a support among the numbers between the ends
// of the others.
Narrow integer_bounds(const Scope& scope, const Holds& holds);

// Nothing before at most one cell is open; then domain consistency.
Narrow last_open(const Scope& scope, const Holds& holds);

// Cells that differ, and have each of some values, if any are given.
struct House {
  Scope cells;
  Numbers values;
};

// Takes the value of each cell that has one from those that differ from it, and puts a value that a house must have where
// it has one place.
Narrow placements(const std::vector<House>& houses);

// Several ways to narrow, over and over.
Narrow all_of(const std::vector<Narrow>& ways);

std::int64_t weighted(const Numbers& weights, const Numbers& values);

using ValuesOfCells = std::set<std::int64_t>;

// All sets of values of a size that have a property.
std::vector<ValuesOfCells> sets_with(const Numbers& pool, std::size_t size, const Holds& holds);

}  // namespace sudoku_cp::testing
