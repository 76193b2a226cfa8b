// Lowers a constraint model to a problem: domains become masks over one table of values, all-different constraints become
// houses and peers, and what these do not express becomes conflicts and propagators.
#pragma once

#include <memory>

#include "model/declarations.hpp"

namespace sudoku_cp {

struct Control;

// Leaves the final tables in the store, and takes the memory of the constraints from it. With `clausal` automata remain
// automata. Null where the control stops it.
std::shared_ptr<const Problem> lower(Declarations& model, bool clausal, Control* control);

}  // namespace sudoku_cp
