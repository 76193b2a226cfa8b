// X-wings, swordfish and jellyfish.
#pragma once

#include "step.hpp"

namespace sudoku_cp::rating {

template <int kSize>
bool find_fish(const Grid& grid, const Visit& visit);

}  // namespace sudoku_cp::rating
