// Invariants, checked where SUDOKU_CP_ASSERTIONS is set, as the sanitizer build does; elsewhere they cost nothing.
#pragma once

namespace sudoku_cp {

// Says which invariant does not hold, and where; then aborts.
[[noreturn]] void fail_assertion(const char* invariant, const char* file, int line);

}  // namespace sudoku_cp

#ifdef SUDOKU_CP_ASSERTIONS
#define SUDOKU_CP_ASSERT(...) \
  ((__VA_ARGS__) ? static_cast<void>(0) : ::sudoku_cp::fail_assertion(#__VA_ARGS__, __FILE__, __LINE__))
#else
#define SUDOKU_CP_ASSERT(...) static_cast<void>(sizeof((__VA_ARGS__) ? 1 : 0))
#endif
