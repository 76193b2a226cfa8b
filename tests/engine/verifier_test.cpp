// The verifier, so that sanitizers see it: each answer beside a plain reading of candidates, houses and givens.
#include "verifier.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <stdexcept>

#include "check.hpp"

namespace sudoku_cp::testing {
namespace {

using sudoku_cp_verifier::Rows;
using sudoku_cp_verifier::Verifier;

using Random = std::mt19937;
using Candidates = std::vector<std::vector<std::int64_t>>;
using Houses = std::vector<std::vector<std::uint32_t>>;

constexpr std::size_t kCells = 7;

std::size_t below(Random& random, std::size_t end) { return random() % end; }

Candidates random_candidates(Random& random, std::int64_t least, std::int64_t greatest) {
  Candidates candidates(kCells);
  for (auto& of_cell : candidates) {
    const std::size_t count = 1 + below(random, 4);
    while (of_cell.size() < count)
      of_cell.push_back(least +
                        static_cast<std::int64_t>(below(random, static_cast<std::size_t>(greatest - least) + 1)));
  }
  candidates[below(random, kCells)] = {least, greatest};
  return candidates;
}

Houses random_houses(Random& random) {
  Houses houses(below(random, 4));
  for (auto& house : houses) {
    for (std::uint32_t cell = 0; cell < kCells; ++cell) {
      if (below(random, 2) == 0) house.push_back(cell);
    }
  }
  return houses;
}

template <typename Value>
bool is_right(const Candidates& candidates, const Houses& houses, const Value* solution, const Value* givens,
              Value open) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (std::ranges::find(candidates[cell], std::int64_t{solution[cell]}) == candidates[cell].end()) return false;
    if (givens[cell] != open && givens[cell] != solution[cell]) return false;
  }
  return std::ranges::all_of(houses, [&](const auto& house) {
    std::set<Value> values;
    for (const std::uint32_t cell : house) values.insert(solution[cell]);
    return values.size() == house.size();
  });
}

// Most rows have candidates alone; of the others some have what is near the ends of the type.
template <typename Value>
void check_rows(Random& random, std::int64_t least, std::int64_t greatest, std::size_t count, int threads) {
  constexpr Value kOpen = std::numeric_limits<Value>::min();
  const Candidates candidates = random_candidates(random, least, greatest);
  const Houses houses = random_houses(random);
  const Verifier verifier(candidates, houses);
  CHECK(verifier.cells() == kCells);
  std::vector<Value> solutions, givens;
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const auto& own = candidates[cell];
      auto value = static_cast<Value>(own[below(random, own.size())]);
      if (below(random, 30) == 0) value = static_cast<Value>(random());
      if (below(random, 60) == 0) value = below(random, 2) == 0 ? kOpen : std::numeric_limits<Value>::max();
      const bool is_kept = below(random, 40) != 0;
      solutions.push_back(value);
      givens.push_back(below(random, 2) == 0 ? kOpen : is_kept ? value : static_cast<Value>(own.front()));
    }
  }
  std::vector<std::uint8_t> sound(count, 2);
  verifier.check(Rows<Value>{solutions, givens, kOpen, sound}, threads);
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t first = row * kCells;
    CHECK((sound[row] == 1) == is_right(candidates, houses, &solutions[first], &givens[first], kOpen));
    CHECK(sound[row] <= 1);
  }
}

TEST(random_rows_of_every_type) {
  Random random(1);
  for (int round = 0; round < 40; ++round) {
    for (const std::int64_t greatest : {4, 15, 16, 31, 32, 63, 64, 100}) {
      check_rows<std::int8_t>(random, round % 5, greatest + round % 5, 21, 1);
      check_rows<std::int16_t>(random, -3 * round, greatest - 3 * round, 20, 1);
      check_rows<std::int32_t>(random, 1000 * round, 1000 * round + greatest, 17, 1);
      check_rows<std::int64_t>(random, std::int64_t{1} << 40, (std::int64_t{1} << 40) + greatest, 9, 1);
    }
  }
}

TEST(threads_share_the_rows) {
  Random random(2);
  for (const int threads : {1, 2, 3, 8}) check_rows<std::int8_t>(random, 1, 9, 9003, threads);
}

TEST(nothing_to_check) {
  std::vector<std::uint8_t> sound(3, 2);
  Verifier({}, {}).check(Rows<std::int8_t>{{}, {}, 0, sound}, 1);
  CHECK(std::ranges::count(sound, 1) == 3);
  Verifier({{1}}, {{0}}).check(Rows<std::int8_t>{}, 2);
}

TEST(no_candidates_are_met_by_nothing) {
  const std::vector<std::int64_t> solution{std::numeric_limits<std::int64_t>::min() + 1};
  std::vector<std::uint8_t> sound(1, 2);
  Verifier({{}}, {}).check(Rows<std::int64_t>{solution, {}, 0, sound}, 1);
  CHECK(sound[0] == 0);
}

TEST(cells_that_are_not_there) { CHECK_THROWS(std::invalid_argument, Verifier({{1}, {2}}, {{0, 2}})); }

}  // namespace
}  // namespace sudoku_cp::testing

int main() {
  for (const auto& test : sudoku_cp::testing::all_tests()) test.run();
  return sudoku_cp::testing::all_tests().empty() ? 1 : 0;
}
