// The engine's tests without Python, so that sanitizers see nothing else.
#include "check.hpp"

int main() {
  for (const auto& test : sudoku_cp::testing::all_tests()) {
    std::printf("%s\n", test.name);
    std::fflush(stdout);
    test.run();
  }
  return sudoku_cp::testing::all_tests().empty() ? 1 : 0;
}
