// What a variable had before a propagator ran, from which it follows what that removed.
#pragma once

#include "../basics.hpp"

namespace sudoku_cp {

struct ScopeDomain {
  std::int32_t variable;
  Word whole;             // what it has without any decision
  Word now;               // what it had; when it is widened, more of the whole, with which the propagator does the same
  std::int64_t narrowed;  // when it lost a value last: the latest variables are widened first
};

}  // namespace sudoku_cp
