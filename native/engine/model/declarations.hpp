// What a constraint model declares, before it is lowered to a problem.
#pragma once

#include <cstdint>
#include <vector>

#include "constraints/store.hpp"
#include "model/bounds.hpp"
#include "model/problem.hpp"

namespace sudoku_cp {

// The cost of assigning a value to a variable.
struct Price {
  std::int32_t variable;
  std::int64_t value;
  Cost cost;
};

struct Declarations {
  ModelStore store;
  std::vector<Constraint> constraints;
  std::vector<Constraint> parts;  // of combinations, which name them by number
  std::vector<Price> prices;
  BoundsModel bounds;
  bool contradiction = false;
};

}  // namespace sudoku_cp
