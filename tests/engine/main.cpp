// The engine's tests without Python, so that sanitizers see nothing else.
#include "check.hpp"
#include "cpu.hpp"

namespace {

constexpr int kSkipped = 77;  // as CMakeLists.txt tells ctest

}  // namespace

int main() {
  try {
    std::printf("level %s\n", sudoku_cp::kernel_of_this_cpu().level);
  } catch (const sudoku_cp::UnknownLevel& error) {
    std::printf("%s\n", error.what());
    return kSkipped;
  }
  for (const auto& test : sudoku_cp::testing::all_tests()) {
    std::printf("%s\n", test.name);
    std::fflush(stdout);
    test.run();
  }
  return sudoku_cp::testing::all_tests().empty() ? 1 : 0;
}
