// Cycles and forcing chains in which every literal follows from the one before it: all of a grid.
#pragma once

#include <vector>

#include "nested_step.hpp"

namespace sudoku_cp::rating {

// For each candidate that some cycle or chain eliminates the best one, the best of all first.
std::vector<NestedStep> all_single_chains(const Grid& grid);

}  // namespace sudoku_cp::rating
