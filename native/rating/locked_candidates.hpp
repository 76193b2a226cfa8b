// Pointing and claiming: the places of a digit in a box lie on one line, or those of a line in one box.
#pragma once

#include "step.hpp"

namespace sudoku_cp::rating {

// Those that make a hidden single in another house of the same kind; the single alone is the step.
bool find_direct_locked_candidates(const Grid& grid, const Visit& visit);
bool find_locked_candidates(const Grid& grid, const Visit& visit);

}  // namespace sudoku_cp::rating
