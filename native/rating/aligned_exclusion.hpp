// Aligned pair and triplet exclusion: the combinations of a few cells that leave no candidate to a cell they all see.
#pragma once

#include "step.hpp"

namespace sudoku_cp::rating {

template <int kSize>
bool find_aligned_exclusions(const Grid& grid, const Visit& visit);

}  // namespace sudoku_cp::rating
