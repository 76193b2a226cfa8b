// Many puzzles, rated on several threads.
#pragma once

#include <functional>
#include <span>

#include "rater.hpp"

namespace sudoku_cp::rating {

// Rates each run of 81 givens. The calling thread polls `is_cancelled`; once it returns true, the remaining ratings stay
// unsolved. Returns whether all puzzles have been rated.
bool rate_bulk(std::span<const std::uint8_t> givens, std::span<Rating> ratings, int threads,
               const std::function<bool()>& is_cancelled);

}  // namespace sudoku_cp::rating
