// Hidden and naked singles.
#pragma once

#include "step.hpp"

namespace sudoku_cp::rating {

bool find_hidden_singles(const Grid& grid, const Visit& visit);
bool find_naked_singles(const Grid& grid, const Visit& visit);

// A step that places a digit.
Step placing(Technique technique, Tenths rating, int cell, int digit);

}  // namespace sudoku_cp::rating
