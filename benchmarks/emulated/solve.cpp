// Solves 9×9 puzzles, so that an emulator can count the instructions: solve FILE TIMES [single]
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>
#include <string_view>

#include "../../tests/engine/models.hpp"
#include "search/batch.hpp"

namespace sudoku_cp {
namespace {

constexpr std::size_t kCells = 81;
constexpr std::int64_t kLimit = 2;

std::vector<std::uint8_t> read_givens(const char* path) {
  std::ifstream file(path);
  std::vector<std::uint8_t> givens;
  for (std::string line; std::getline(file, line);) {
    if (line.size() != kCells) std::exit(2);
    for (const char digit : line) givens.push_back(digit == '.' ? kNoGiven : static_cast<std::uint8_t>(digit - '1'));
  }
  return givens;
}

// Returns the nodes.
std::int64_t solve_in_batch(const std::shared_ptr<const Problem>& problem, const std::vector<std::uint8_t>& givens) {
  const std::size_t puzzles = givens.size() / kCells;
  std::vector<std::uint8_t> solutions(givens.size()), exact(puzzles);
  testing::Numbers counts(puzzles), nodes(puzzles);
  Control control;
  solve_batch(problem, {kCells, givens, kLimit, solutions, counts, nodes, exact, {}, {}}, 1, control);
  return std::reduce(nodes.begin(), nodes.end());
}

std::int64_t solve_one_by_one(const std::shared_ptr<const Problem>& problem, const std::vector<std::uint8_t>& givens) {
  Solver solver(problem);
  std::int64_t nodes = 0;
  for (std::size_t first = 0; first < givens.size(); first += kCells) {
    solver.restart();
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (givens[first + cell] != kNoGiven) solver.require(static_cast<Slot>(cell * kWordBits) + givens[first + cell]);
    }
    Control control;
    for (std::int64_t found = 0; found < kLimit && solver.advance(control) == Ending::kSolution;) ++found;
    nodes += solver.statistics().nodes;
  }
  return nodes;
}

}  // namespace
}  // namespace sudoku_cp

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const bool single = count > 3 && std::string_view(arguments[3]) == "single";
  const auto problem = sudoku_cp::testing::grid(9, 3, 3).build();
  const std::vector<std::uint8_t> givens = sudoku_cp::read_givens(arguments[1]);
  std::int64_t nodes = 0;
  for (int times = std::atoi(arguments[2]); times > 0; --times) {
    nodes = single ? sudoku_cp::solve_one_by_one(problem, givens) : sudoku_cp::solve_in_batch(problem, givens);
  }
  std::printf("%lld\n", static_cast<long long>(nodes));
}
