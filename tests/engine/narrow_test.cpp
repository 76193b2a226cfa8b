// Narrow waves against the general search, which a limit of nodes keeps to itself.
#include <algorithm>
#include <random>
#include <set>

#include "check.hpp"
#include "models.hpp"

namespace sudoku_cp::testing {
namespace {

using Boards = std::set<std::vector<Word>>;

struct Found {
  Boards boards;
  std::int64_t nodes;
};

Found search(Solver& solver, const std::vector<Slot>& givens, bool general, const std::vector<Slot>& refused = {}) {
  solver.restart();
  for (const Slot slot : givens) solver.require(slot);
  for (const Slot slot : refused) solver.forbid(slot);
  Control control;
  if (general) control.nodes = INT64_MAX;
  Boards boards;
  while (solver.advance(control) == Ending::kSolution) CHECK(boards.insert(solver.all_alive()).second);
  return {boards, solver.statistics().nodes};
}

// Takes cells away from a solution until there are more than so many; returns the givens of the steps before.
std::vector<std::vector<Slot>> opened(Solver& solver, std::int32_t size, std::size_t most, std::uint32_t seed) {
  std::mt19937 random(seed);
  Control control;
  solver.restart();
  solver.require(static_cast<Slot>(random() % static_cast<std::uint32_t>(size)));
  CHECK(solver.advance(control) == Ending::kSolution);
  std::vector<Slot> givens;
  const std::vector<Word> solution = solver.all_alive();
  for (std::size_t word = 0; word < solution.size(); ++word) {
    givens.push_back(static_cast<Slot>(word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(solution[word]))));
  }
  std::shuffle(givens.begin(), givens.end(), random);
  std::vector<std::vector<Slot>> steps;
  while (!givens.empty()) {
    givens.pop_back();
    solver.restart();
    for (const Slot slot : givens) solver.require(slot);
    std::size_t count = 0;
    while (count <= most && solver.advance(control) == Ending::kSolution) ++count;
    if (count > most) break;
    steps.push_back(givens);
  }
  return steps;
}

void compare(std::int32_t size, std::int32_t box_height, std::int32_t box_width) {
  const auto problem = grid(size, box_height, box_width).build();
  std::int64_t in_waves = 0;
  Solver solver(problem);
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    const auto steps = opened(solver, size, 1500, seed);
    CHECK(steps.size() > 3);
    for (std::size_t at = steps.size() - 3; at < steps.size(); ++at) {
      const Found general = search(solver, steps[at], true);
      const Found narrow = search(solver, steps[at], false);
      CHECK(narrow.boards == general.boards);
      if (narrow.nodes != general.nodes) ++in_waves;
    }
  }
  CHECK(in_waves > 0);
}

// Single candidates that are refused before the search: triads cannot say that.
void compare_refused() {
  const auto problem = grid(9, 3, 3).build();
  Solver solver(problem);
  std::int64_t in_waves = 0;
  std::mt19937 random(5);
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    const auto steps = opened(solver, 9, 1500, seed);
    for (std::size_t at = steps.size() - 3; at < steps.size(); ++at) {
      std::vector<Slot> refused;
      for (int count = 0; count < 4; ++count)
        refused.push_back(static_cast<Slot>(random() % 81 * kWordBits + random() % 9));
      const Found general = search(solver, steps[at], true, refused);
      const Found narrow = search(solver, steps[at], false, refused);
      CHECK(narrow.boards == general.boards);
      if (narrow.nodes != general.nodes) ++in_waves;
    }
  }
  CHECK(in_waves > 0);
}

}  // namespace

TEST(narrow_waves_without_some_candidates) { compare_refused(); }
TEST(narrow_waves_of_9_by_9) { compare(9, 3, 3); }
TEST(narrow_waves_of_8_by_8) { compare(8, 2, 4); }
TEST(narrow_waves_of_latin_squares) { compare(7, 1, 7); }

}  // namespace sudoku_cp::testing
