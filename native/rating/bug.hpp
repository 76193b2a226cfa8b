// Bivalue universal graves, which assume that the solution is unique.
#pragma once

#include "step.hpp"

namespace sudoku_cp::rating {

bool find_bugs(const Grid& grid, const Visit& visit);

}  // namespace sudoku_cp::rating
