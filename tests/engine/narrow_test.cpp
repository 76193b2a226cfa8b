// Narrow waves against the general search, which a limit of nodes keeps to itself.
#include <algorithm>
#include <bit>
#include <random>
#include <set>

#include "check.hpp"
#include "cpu.hpp"
#include "models.hpp"
#include "waves/narrow.hpp"

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

// A plain grid: the candidates that givens leave in the cells that they see, without those that are refused.
std::vector<Word> board_of(const std::vector<Slot>& givens, const std::vector<Slot>& refused) {
  std::vector<Word> board(81, 0x1ff);
  const auto cell_of = [](Slot slot) { return slot / kWordBits; };
  const auto candidate = [](Slot slot) { return Word{1} << slot % kWordBits; };
  for (const Slot given : givens) {
    for (Slot cell = 0; cell < 81; ++cell) {
      const Slot at = cell_of(given);
      const bool same_box = cell / 27 == at / 27 && cell % 9 / 3 == at % 9 / 3;
      if (cell / 9 == at / 9 || cell % 9 == at % 9 || same_box)
        board[static_cast<std::size_t>(cell)] &= ~candidate(given);
    }
  }
  for (const Slot given : givens) board[static_cast<std::size_t>(cell_of(given))] = candidate(given);
  for (const Slot slot : refused) board[static_cast<std::size_t>(cell_of(slot))] &= ~candidate(slot);
  return board;
}

Boards search_in_waves(NarrowSolver& waves, const std::vector<std::vector<Word>>& first) {
  Boards boards;
  waves.start(first);
  for (bool more = true; more;) {
    more = waves.step();
    while (waves.advance()) {
      std::vector<Word> board;
      for (std::size_t cell = 0; cell < 81; ++cell) board.push_back(Word{1} << waves.value(cell));
      CHECK(boards.insert(board).second);
    }
  }
  return boards;
}

// From the givens on, as triads can say, and without single candidates, as they cannot; one after the other.
void compare_from_the_givens() {
  const auto problem = grid(9, 3, 3).build();
  Solver solver(problem);
  NarrowSolver waves(*problem->wave_plan(), kernel_of_this_cpu());
  std::mt19937 random(5);
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    const auto steps = opened(solver, 9, 1500, seed);
    for (std::size_t at = steps.size() - 3; at < steps.size(); ++at) {
      std::vector<Slot> refused;
      const auto board = board_of(steps[at], {});
      while (refused.size() < 4) {
        const auto slot = static_cast<Slot>(random() % 81 * kWordBits + random() % 9);
        const Word mask = board[static_cast<std::size_t>(slot / kWordBits)];
        if ((mask >> slot % kWordBits & 1) != 0 && std::popcount(mask) > 1) refused.push_back(slot);
      }
      CHECK(search_in_waves(waves, {board}) == search(solver, steps[at], true).boards);
      const auto without = board_of(steps[at], refused);
      CHECK(search_in_waves(waves, {without}) == search(solver, steps[at], true, refused).boards);
    }
  }
}

}  // namespace

TEST(narrow_waves_from_the_givens) { compare_from_the_givens(); }
TEST(narrow_waves_of_9_by_9) { compare(9, 3, 3); }
TEST(narrow_waves_of_8_by_8) { compare(8, 2, 4); }
TEST(narrow_waves_of_latin_squares) { compare(7, 1, 7); }

}  // namespace sudoku_cp::testing
