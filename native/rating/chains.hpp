// Cycles and forcing chains: every literal follows from the one before it.
#pragma once

#include "step.hpp"

namespace sudoku_cp::rating {

// The best of all cycles and chains.
bool find_chains(const Grid& grid, const Visit& visit);

}  // namespace sudoku_cp::rating
