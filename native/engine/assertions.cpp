#include "assertions.hpp"

#include <cstdio>
#include <cstdlib>

namespace sudoku_cp {

void fail_assertion(const char* invariant, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: the invariant does not hold: %s\n", file, line, invariant);
  std::abort();
}

}  // namespace sudoku_cp
