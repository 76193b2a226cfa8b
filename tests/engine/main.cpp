// The engine's tests without Python, so that sanitizers see nothing else.
#include <string_view>

#include "check.hpp"
#include "cpu.hpp"

namespace {

constexpr int kSkipped = 77;  // as CMakeLists.txt tells ctest

}  // namespace

// The arguments: how many times as long random tests run, and a part of the names of the tests to run.
int main(int count, char** arguments) {
  if (count > 1) sudoku_cp::testing::times_as_long() = std::atoi(arguments[1]);
  const std::string_view wanted = count > 2 ? arguments[2] : "";
  try {
    std::printf("level %s\n", sudoku_cp::kernel_of_this_cpu().level);
  } catch (const sudoku_cp::UnknownLevel& error) {
    std::printf("%s\n", error.what());
    return kSkipped;
  }
  for (const auto& test : sudoku_cp::testing::all_tests()) {
    if (std::string_view(test.name).find(wanted) == std::string_view::npos) continue;
    std::printf("%s\n", test.name);
    std::fflush(stdout);
    test.run();
  }
  return sudoku_cp::testing::all_tests().empty() ? 1 : 0;
}
