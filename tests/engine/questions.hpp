// Questions to a search about a small model, and their answers by brute force.
#pragma once

#include <cstddef>
#include <set>

#include "models.hpp"

namespace sudoku_cp::testing {

// Each solution is found once.
void check_enumeration(const SmallModel& model, Solver& solver, const std::set<Numbers>& expected);

// The cheapest solutions are found, and the bound is never wrong.
void check_minimum(const SmallModel& model, Solver& solver, const std::set<Numbers>& expected, std::size_t wanted);

}  // namespace sudoku_cp::testing
