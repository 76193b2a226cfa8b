// Many puzzles of one shape, or one puzzle with a large search, in waves of boards.
#pragma once

#include "search/batch.hpp"
#include "waves/wave_plan.hpp"

namespace sudoku_cp {

// Solves all puzzles of a batch on several threads, except those that it marks as given up in `exact`. Returns false if it
// was stopped.
bool solve_in_waves(const WavePlan& plan, const Batch& batch, int threads, Control& control);

}  // namespace sudoku_cp
