#include "questions.hpp"

#include <algorithm>
#include <vector>

#include "check.hpp"
#include "search/minimiser.hpp"

namespace sudoku_cp::testing {

void check_enumeration(const SmallModel& model, Solver& solver, const std::set<Numbers>& expected) {
  Control control;
  std::set<Numbers> found;
  while (solver.advance(control) == Ending::kSolution) CHECK(found.insert(model.values(solver.all_alive())).second);
  CHECK(found == expected);
}

void check_minimum(const SmallModel& model, Solver& solver, const std::set<Numbers>& expected, std::size_t wanted) {
  std::vector<Cost> costs;
  for (const Numbers& values : expected) costs.push_back(model.cost(values));
  std::ranges::sort(costs);
  costs.resize(std::min(costs.size(), wanted));
  Minimiser minimiser(solver, wanted);
  Control control;
  while (minimiser.advance(control) == Ending::kSolution) {
    const Cost bound = minimiser.bound().value_or(-kNoCost);
    CHECK(std::ranges::count_if(costs, [&](Cost cost) { return cost < bound; }) <= std::ssize(minimiser.found()));
  }
  std::vector<Cost> found;
  std::set<Numbers> different;
  for (const PricedSolution& solution : minimiser.found()) {
    CHECK(expected.contains(model.values(solution.alive)));
    CHECK(model.cost(model.values(solution.alive)) == solution.cost);
    CHECK(different.insert(model.values(solution.alive)).second);
    found.push_back(solution.cost);
  }
  CHECK(found == costs);
  CHECK(minimiser.bound() == (found.size() == wanted ? std::optional(found.back()) : std::nullopt));
}

}  // namespace sudoku_cp::testing
