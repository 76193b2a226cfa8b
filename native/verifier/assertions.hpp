// Invariants of the verifier, checked where SUDOKU_CP_ASSERTIONS is defined; elsewhere they cost nothing.
#pragma once

#ifdef SUDOKU_CP_ASSERTIONS

#include <cstdio>
#include <cstdlib>

namespace sudoku_cp_verifier {

// Prints the invariant that does not hold, and its place; then aborts.
[[noreturn]] inline void fail_assertion(const char* invariant, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: the invariant does not hold: %s\n", file, line, invariant);
  std::abort();
}

}  // namespace sudoku_cp_verifier

#define SUDOKU_CP_ASSERT(...) \
  ((__VA_ARGS__) ? static_cast<void>(0) : ::sudoku_cp_verifier::fail_assertion(#__VA_ARGS__, __FILE__, __LINE__))

#else

// The invariant is compiled, so that it stays valid code, and not evaluated.
#define SUDOKU_CP_ASSERT(...) static_cast<void>(sizeof((__VA_ARGS__) ? 1 : 0))

#endif
