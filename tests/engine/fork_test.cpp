// Branchings two ways: how often they failed at once is counted, and decides how much two places of a value weigh.
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "check.hpp"
#include "cpu.hpp"
#include "levels.hpp"
#include "models.hpp"
#include "search/solver.hpp"

namespace sudoku_cp::testing {
namespace {

constexpr std::int32_t kSize = 6;
constexpr std::int32_t kBoxHeight = 2;
constexpr std::int32_t kBoxWidth = 3;

// A sudoku of 6×6 cells with sums over a few cells each.
SmallModel grid_of_sums(std::mt19937& random) {
  SmallModel model = grid(kSize, kBoxHeight, kBoxWidth);
  for (int sum = 0; sum < 8; ++sum) {
    std::vector<std::int32_t> scope;
    for (int term = 0; term < 4; ++term) {
      const auto cell = static_cast<std::int32_t>(random() % (kSize * kSize));
      if (std::ranges::find(scope, cell) == scope.end()) scope.push_back(cell);
    }
    const auto constant = static_cast<std::int64_t>(scope.size() + random() % (4 * scope.size()));
    model.add(said<Linear>({}, scope, Numbers(scope.size(), 1), Relation::kEqual, constant));
  }
  return model;
}

// Whether a value has two places in a row, a column, or a box of a cell.
bool has_two_places(const std::vector<Word>& board, std::int32_t cell, Word value) {
  const auto same = [cell](std::int32_t other, std::int32_t height, std::int32_t width) {
    return cell / kSize / height == other / kSize / height && cell % kSize / width == other % kSize / width;
  };
  int in_row = 0, in_column = 0, in_box = 0;
  for (std::int32_t other = 0; other < kSize * kSize; ++other) {
    if ((board[static_cast<std::size_t>(other)] & value) == 0) continue;
    in_row += same(other, 1, kSize);
    in_column += same(other, kSize, 1);
    in_box += same(other, kBoxHeight, kBoxWidth);
  }
  return in_row == 2 || in_column == 2 || in_box == 2;
}

// Forks of a search, counted from outside: by the depths at which it pauses.
struct Observed {
  std::map<Fork, std::int64_t> forks, failures;

  void see(const Search& search, const std::vector<Word>& before, std::int32_t depth) {
    const Fork fork = search.cells.forks[depth];
    const auto cell = static_cast<std::int32_t>(search.decisions[depth] / kWordBits);
    const Word value = Word{1} << (search.decisions[depth] % kWordBits);
    const int values = std::popcount(before[static_cast<std::size_t>(cell)]);
    if (fork == Fork::kTwoPlaces) CHECK(has_two_places(before, cell, value));
    else CHECK((fork == Fork::kTwoValues) == (values == 2));
    ++forks[fork];
  }

  // One way after the other has failed, up to a decision of which a way is left.
  void fail(const Search& search, std::int32_t from, std::int32_t to) {
    for (std::int32_t depth = from; depth > to; --depth) ++failures[search.cells.forks[depth]];
  }
};

Observed observe(const SearchKernel& kernel, SearchMemory& memory) {
  Search& search = memory.search();
  Observed observed;
  Outcome outcome = kernel.run(search, 0);
  while (outcome != Outcome::kExhausted) {
    const std::int32_t depth = search.depth;
    const std::vector<Word> before = memory.alive();
    const bool branches = outcome == Outcome::kPaused;
    outcome = kernel.run(search, branches ? 1 : 0);
    const std::int32_t reached = outcome == Outcome::kExhausted ? -1 : search.depth;
    if (branches) observed.see(search, before, depth);
    if (reached > depth) continue;
    if (branches) ++observed.failures[search.cells.forks[depth]];
    observed.fail(search, branches ? depth : depth - 1, reached);
  }
  return observed;
}

TEST(ways_of_forks_that_fail_at_once_are_counted) {
  std::mt19937 random = random_of_level(41);
  for (int round = 0; round < 40; ++round) {
    const auto problem = grid_of_sums(random).build();
    const SearchKernel& kernel = problem->functions(kernel_of_this_cpu());
    SearchMemory memory(*problem);
    const Search& search = memory.search();
    kernel.start(memory.search());
    const ForkRecord values = search.cells.of_two_values;
    const ForkRecord places = search.cells.of_two_places;
    Observed observed = observe(kernel, memory);
    CHECK(search.cells.of_two_values.forks == values.forks + observed.forks[Fork::kTwoValues]);
    CHECK(search.cells.of_two_places.forks == places.forks + observed.forks[Fork::kTwoPlaces]);
    CHECK(search.cells.of_two_values.failures == values.failures + observed.failures[Fork::kTwoValues]);
    CHECK(search.cells.of_two_places.failures == places.failures + observed.failures[Fork::kTwoPlaces]);
  }
}

TEST(what_another_search_has_refuted_is_no_failure_of_a_way_that_was_settled) {
  std::mt19937 random = random_of_level(43);
  int deep = 0;
  for (int round = 0; round < 400; ++round) {
    const auto problem = grid_of_sums(random).build();
    const SearchKernel& kernel = problem->functions(kernel_of_this_cpu());
    SearchMemory memory(*problem);
    Search& search = memory.search();
    kernel.start(search);
    if (kernel.run(search, 3) != Outcome::kPaused || search.depth == 0) continue;
    Observed observed;
    observed.fail(search, search.depth - 1, -1);
    const ForkRecord values = search.cells.of_two_values;
    const ForkRecord places = search.cells.of_two_places;
    std::vector<Slot> of_first_cell(kSize);
    std::iota(of_first_cell.begin(), of_first_cell.end(), 0);
    memory.import_refuted(kernel, of_first_cell);
    CHECK(kernel.run(search, 0) == Outcome::kExhausted);
    CHECK(search.cells.of_two_values.failures == values.failures + observed.failures[Fork::kTwoValues]);
    CHECK(search.cells.of_two_places.failures == places.failures + observed.failures[Fork::kTwoPlaces]);
    ++deep;
  }
  CHECK(deep > 5);
}

TEST(two_places_weigh_more_where_their_forks_fail_more) {
  std::mt19937 random = random_of_level(42);
  std::int64_t taken[2] = {0, 0};
  for (int round = 0; round < 40; ++round) {
    const auto problem = grid_of_sums(random).build();
    const SearchKernel& kernel = problem->functions(kernel_of_this_cpu());
    for (const bool fail : {false, true}) {
      SearchMemory memory(*problem);
      Search& search = memory.search();
      kernel.start(search);
      search.cells.of_two_values = {1000, 1000};
      search.cells.of_two_places = {1000, fail ? 1900 : 100};
      taken[fail] += observe(kernel, memory).forks[Fork::kTwoPlaces];
    }
  }
  CHECK(taken[true] > taken[false]);
  CHECK(taken[true] > 0);
}

}  // namespace
}  // namespace sudoku_cp::testing
