// The rating of a puzzle on Sudoku Explainer's scale.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "step.hpp"

namespace sudoku_cp::rating {

struct Rating {
  // The hardest step, the hardest up to the first placement, and the first step.
  Tenths er = 0;
  Tenths ep = 0;
  Tenths ed = 0;
  Technique hardest{};
  // False if no technique makes progress or the run was stopped.
  bool solved = false;
};

// Polled during a run; true stops it.
using Stop = std::function<bool()>;

// The easiest step of a grid, none if no technique finds one.
std::optional<Step> easiest_step(const Grid& grid, const Stop& stop);

// The steps of a puzzle with a unique solution, the easiest one at each time.
Rating rate(std::span<const std::uint8_t, kCells> givens, const Stop& stop);

}  // namespace sudoku_cp::rating
