// Each CPU level is tested by a run of its own, with random numbers of its own: together they see more than one alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>

#include "cpu.hpp"

namespace sudoku_cp::testing {

inline std::mt19937 random_of_level(std::uint32_t seed) {
  const auto kernels = runnable_kernels();
  const auto level = std::ranges::find(kernels, &kernel_of_this_cpu()) - kernels.begin();
  return std::mt19937(seed + 1000 * static_cast<std::uint32_t>(level));
}

}  // namespace sudoku_cp::testing
