// Tests without a framework: TEST(name) { CHECK(condition); }. A failed check tells its place and ends the program.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace sudoku_cp::testing {

struct Test {
  const char* name;
  void (*run)();
};

inline std::vector<Test>& all_tests() {
  static std::vector<Test> tests;
  return tests;
}

// How many times as long random tests run; an argument of the program.
inline int& times_as_long() {
  static int times = 1;
  return times;
}

inline bool add_test(const char* name, void (*run)()) {
  all_tests().push_back({name, run});
  return true;
}

[[noreturn]] inline void fail(const char* file, int line, const char* what) {
  std::fprintf(stderr, "%s:%d: %s\n", file, line, what);
  std::exit(1);
}

}  // namespace sudoku_cp::testing

#define TEST(name)                                                                             \
  static void name();                                                                          \
  [[maybe_unused]] static const bool name##_added = sudoku_cp::testing::add_test(#name, name); \
  static void name()

#define CHECK(condition) ((condition) ? static_cast<void>(0) : sudoku_cp::testing::fail(__FILE__, __LINE__, #condition))

#define CHECK_THROWS(type, expression)                                                          \
  do {                                                                                          \
    bool thrown = false;                                                                        \
    try {                                                                                       \
      static_cast<void>(expression);                                                            \
    } catch (const type&) {                                                                     \
      thrown = true;                                                                            \
    }                                                                                           \
    if (!thrown) sudoku_cp::testing::fail(__FILE__, __LINE__, #expression " throws no " #type); \
  } while (false)
