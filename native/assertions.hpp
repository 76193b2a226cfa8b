// Invariants, checked where SUDOKU_CP_ASSERTIONS is defined, as the sanitizer build does; elsewhere they cost nothing.
// The verifier, which shares no code with the rest, has a header of its own.
#pragma once

#ifdef SUDOKU_CP_ASSERTIONS

#include <cstdio>
#include <cstdlib>

namespace sudoku_cp {

// Prints the invariant that does not hold, and its place; then aborts.
[[noreturn]] inline void fail_assertion(const char* invariant, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: the invariant does not hold: %s\n", file, line, invariant);
  std::abort();
}

}  // namespace sudoku_cp

#define SUDOKU_CP_ASSERT(...) \
  ((__VA_ARGS__) ? static_cast<void>(0) : ::sudoku_cp::fail_assertion(#__VA_ARGS__, __FILE__, __LINE__))

#else

// The invariant is compiled, so that it stays valid code, and not evaluated.
#define SUDOKU_CP_ASSERT(...) static_cast<void>(sizeof((__VA_ARGS__) ? 1 : 0))

#endif
