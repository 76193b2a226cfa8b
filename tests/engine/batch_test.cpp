// Batches on threads, and on the lanes of vectors that plain grids have, against one puzzle at a time.
#include "search/batch.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "check.hpp"
#include "models.hpp"

namespace sudoku_cp::testing {
namespace {

constexpr std::int64_t kLimit = 20;

struct Answers {
  std::vector<std::uint8_t> solutions;
  Numbers counts, nodes;
  std::vector<std::uint8_t> exact;
  bool finished;
  bool operator==(const Answers&) const = default;
};

Answers solve(const std::shared_ptr<const Problem>& problem, const std::vector<std::uint8_t>& givens, int threads,
              Control& control, std::int64_t limit = kLimit) {
  const auto variables = static_cast<std::size_t>(problem->view().words);
  const std::size_t puzzles = givens.size() / variables;
  Answers answers{std::vector<std::uint8_t>(givens.size()), Numbers(puzzles), Numbers(puzzles),
                  std::vector<std::uint8_t>(puzzles), false};
  const Batch batch{variables, givens, limit, answers.solutions, answers.counts, answers.nodes, answers.exact, {}, {}};
  answers.finished = solve_batch(problem, batch, threads, control);
  return answers;
}

// Parts of a grid with shuffled digits; of some puzzles one given is wrong, so that many have no solution.
std::vector<std::uint8_t> random_givens(std::size_t puzzles, std::uint32_t size, std::uint32_t box,
                                        std::uint32_t percent) {
  std::mt19937 random(7);
  std::vector<std::uint8_t> givens;
  std::vector<std::uint8_t> digits(size);
  std::iota(digits.begin(), digits.end(), std::uint8_t{0});
  for (std::size_t puzzle = 0; puzzle < puzzles; ++puzzle) {
    std::shuffle(digits.begin(), digits.end(), random);
    for (std::uint32_t row = 0; row < size; ++row) {
      for (std::uint32_t column = 0; column < size; ++column) {
        const std::uint32_t shift = row % box * box + row / box;
        givens.push_back(random() % 100 < percent ? digits[(column + shift) % size] : kNoGiven);
      }
    }
    const std::size_t cell = random() % (size * size);
    if (random() % 4 == 0) givens[puzzle * size * size + cell] = digits.front();
  }
  return givens;
}

void check_one_by_one(const std::shared_ptr<const Problem>& problem, const std::vector<std::uint8_t>& givens,
                      const Answers& answers) {
  const auto variables = static_cast<std::size_t>(problem->view().words);
  Solver solver(problem);
  for (std::size_t puzzle = 0; puzzle < answers.counts.size(); ++puzzle) {
    solver.restart();
    std::set<Numbers> found;
    for (std::size_t cell = 0; cell < variables; ++cell) {
      const std::uint8_t given = givens[puzzle * variables + cell];
      if (given != kNoGiven) solver.require(static_cast<Slot>(cell * kWordBits) + given);
    }
    Control control;
    std::int64_t count = 0;
    Ending ending = Ending::kSolution;
    while (count < kLimit && (ending = solver.advance(control)) == Ending::kSolution) {
      ++count;
      Numbers solution;
      for (const Word word : solver.all_alive()) solution.push_back(std::countr_zero(word));
      found.insert(solution);
    }
    CHECK(answers.counts[puzzle] == count);
    CHECK(answers.exact[puzzle] == (ending == Ending::kExhausted ? 1 : 0));
    const auto begin = answers.solutions.begin() + static_cast<std::ptrdiff_t>(puzzle * variables);
    const Numbers first(begin, begin + static_cast<std::ptrdiff_t>(variables));
    if (count == 0) CHECK(std::ranges::count(first, kNoGiven) == static_cast<std::ptrdiff_t>(variables));
    else if (count < kLimit) CHECK(found.contains(first));
  }
}

void check_batch(std::int32_t size, std::int32_t box, std::size_t puzzles, std::uint32_t percent) {
  const auto problem = grid(size, box, box).build();
  const auto givens =
      random_givens(puzzles, static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(box), percent);
  Control control;
  const Answers alone = solve(problem, givens, 1, control);
  CHECK(alone.finished);
  CHECK(std::ranges::count(alone.counts, 0) > 0);
  CHECK(std::ranges::count(alone.counts, 1) > 0);
  CHECK(std::ranges::count(alone.counts, kLimit) > 0);
  check_one_by_one(problem, givens, alone);
  for (const int threads : {2, 4}) CHECK(solve(problem, givens, threads, control) == alone);
  CHECK(solve(problem, {}, 1, control).finished);
  CHECK(solve(problem, {}, 2, control).finished);
}

TEST(batches_of_4_by_4) { check_batch(4, 2, 1000, 25); }
TEST(batches_of_9_by_9) { check_batch(9, 3, 600, 35); }
TEST(batches_of_16_by_16) { check_batch(16, 4, 80, 58); }
TEST(batches_of_16_by_16_that_fill_waves) { check_batch(16, 4, tuning::kPuzzlesThatFillWaves, 62); }

TEST(batches_of_which_only_a_part_goes_to_waves) {
  const auto problem = grid(16, 4, 4).build();
  const auto givens = random_givens(160, 16, 4, 52);
  Control control;
  const Answers answers = solve(problem, givens, 1, control);
  const auto hard =
      std::ranges::count_if(answers.nodes, [](auto nodes) { return nodes > tuning::kNodesBeforeBatchWaves; });
  CHECK(hard >= static_cast<std::ptrdiff_t>(tuning::kPuzzlesWorthWaves));
  CHECK(hard < std::ssize(answers.nodes));
  check_one_by_one(problem, givens, answers);
  CHECK(solve(problem, givens, 3, control) == answers);
}

TEST(batches_with_node_limits) {
  for (const std::int32_t box : {2, 3}) {
    const std::int32_t size = box * box;
    const auto problem = grid(size, box, box).build();
    const auto givens = random_givens(500, static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(box), 30);
    for (const int threads : {1, 3}) {
      Control control;
      control.nodes = 4;
      const Answers limited = solve(problem, givens, threads, control);
      CHECK(limited.finished);
      CHECK(std::ranges::max(limited.nodes) == 4);
      CHECK(std::ranges::count(limited.exact, 1) > 0);
      CHECK(std::ranges::count(limited.exact, 0) > 0);
    }
  }
}

// Each empty grid has so many solutions that no machine counts them before it is stopped. Those of 9 and 16 values go to
// waves, those of 25 are searched one by one.
TEST(batches_that_are_stopped) {
  for (const auto& [size, box_height] : {std::pair{9, 3}, {16, 4}, {25, 5}}) {
    const auto problem = grid(size, box_height, size / box_height).build();
    const std::vector<std::uint8_t> givens(static_cast<std::size_t>(100 * size * size), kNoGiven);
    for (const int threads : {1, 3}) {
      Control polled;
      polled.poll = [] { return false; };
      Control late;
      late.deadline = Clock::now() + std::chrono::milliseconds(5);
      for (Control* control : {&polled, &late}) {
        const Answers answers = solve(problem, givens, threads, *control, std::numeric_limits<std::int64_t>::max());
        CHECK(!answers.finished);
        CHECK(std::ranges::count(answers.exact, 0) == std::ssize(answers.exact));
      }
    }
  }
}

}  // namespace
}  // namespace sudoku_cp::testing
