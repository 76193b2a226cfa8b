// Cages and houses, which implied and covering sums combine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/problem.hpp"

namespace sudoku_cp {

// Cells whose sum is known.
struct Cage {
  std::vector<std::int32_t> cells;  // ascending
  std::int64_t sum;
};

using Family = std::vector<Cage>;

// All sums of one weight over different cells.
std::vector<Cage> find_cages(std::span<const Constraint> constraints);

// Divides houses into rows of houses that share no cell; each goes to the first row where it fits.
std::vector<std::vector<std::size_t>> disjoint_houses(const Lists<std::int32_t>& houses, std::size_t variables);

}  // namespace sudoku_cp
