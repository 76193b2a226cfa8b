// Naked and hidden pairs, triplets and quads.
#pragma once

#include "step.hpp"

namespace sudoku_cp::rating {

template <int kSize>
bool find_naked_subsets(const Grid& grid, const Visit& visit);

template <int kSize>
bool find_hidden_subsets(const Grid& grid, const Visit& visit);

// Those that make a hidden single in the same house; the single alone is the step.
template <int kSize>
bool find_direct_hidden_subsets(const Grid& grid, const Visit& visit);

}  // namespace sudoku_cp::rating
