// The rater of classic puzzles, so that sanitizers see its searches and its threads.
#include <algorithm>
#include <array>
#include <string_view>

#include "bulk.hpp"
#include "chain_length.hpp"
#include "check.hpp"
#include "forcing.hpp"

namespace sudoku_cp::testing {
namespace {

using rating::Rating;

struct Rated {
  std::string_view puzzle;
  rating::Tenths er;
};

constexpr std::array<Rated, 8> kPuzzles{{
    {"....6.......9...27.8...7.6..16......2...7.......21...353......28.1.3..9..294..5..", 15},
    {"......4.3...9.6....29..3.....45...7.....2..8.7...8...5.7.89..6.......8....57....2", 45},
    {"........13.4.15..........577....2...2.....56...6.3...9..1.49....4..5.2..56.7.....", 56},
    {"...2.5..8.1.6.8.......71.....8.6...7...4.9.3...3....1.6.15...9..7...6.5.95..2....", 62},
    {"..2..91........3.24.8.17.....3..8.......25.7.....7...6..9....3.........55..16.2.8", 72},
    {"..4.2.7..725.8.1.31..............4.1...9..5.....8.5.76.4.5.......2..4.6.93.......", 78},
    {".3.........52..64....549....1......67..6..91.2...5.....7...25....87....3....6...1", 91},
    {"..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..", 106},
}};

constexpr std::string_view kHard = kPuzzles.back().puzzle;
// Two digits can be exchanged, so that no step excludes anything.
constexpr std::string_view kOnlyGuesses =
    ".453.7698839654..767.9.8543496.8537...8473956753.9648.36754.8.998476..355..839764";

void append_givens(std::string_view puzzle, std::vector<std::uint8_t>& givens) {
  for (const char character : puzzle) {
    givens.push_back(character == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(character - '0'));
  }
}

bool equal(const Rating& one, const Rating& other) {
  return one.er == other.er && one.ep == other.ep && one.ed == other.ed && one.hardest == other.hardest &&
         one.solved == other.solved;
}

TEST(threads_rate_alike) {
  std::vector<std::uint8_t> givens;
  for (const Rated& rated : kPuzzles) append_givens(rated.puzzle, givens);
  append_givens(kOnlyGuesses, givens);
  std::vector<Rating> alone(kPuzzles.size() + 1);
  std::vector<Rating> together(alone.size());
  CHECK(rating::rate_bulk(givens, alone, 1, [] { return false; }));
  CHECK(rating::rate_bulk(givens, together, 3, [] { return false; }));
  CHECK(std::ranges::equal(alone, together, equal));
  for (std::size_t puzzle = 0; puzzle < kPuzzles.size(); ++puzzle) {
    CHECK(alone[puzzle].solved && alone[puzzle].er == kPuzzles[puzzle].er);
  }
  CHECK(!alone.back().solved);
}

TEST(cancelling_ends_all_threads) {
  std::vector<std::uint8_t> givens;
  std::vector<Rating> ratings(400);
  for (std::size_t puzzle = 0; puzzle < ratings.size(); ++puzzle) append_givens(kHard, givens);
  CHECK(!rating::rate_bulk(givens, ratings, 2, [] { return true; }));
}

// Where dynamic chains find nothing, those with single chains inside do, as for the rater itself.
TEST(chains_inside_chains_have_chains_inside) {
  const rating::Stop never = [] { return false; };
  std::vector<std::uint8_t> givens;
  append_givens(kHard, givens);
  rating::Grid grid{std::span(givens).first<rating::kCells>()};
  std::optional<rating::Step> step = rating::easiest_step(grid, never);
  while (step && step->technique < rating::Technique::kNestedContradiction) {
    rating::apply(*step, grid);
    step = rating::easiest_step(grid, never);
  }
  CHECK(step && step->rating == 103);
  rating::NestedChainSearch dynamic(rating::Nesting::kDynamic, never);
  CHECK(dynamic.find(grid).empty());
  rating::NestedChainSearch twice(rating::Nesting::kTwice, never);
  const std::vector<rating::NestedStep>& nested = twice.find(grid);
  CHECK(!nested.empty());
  CHECK(95 + rating::length_rating(nested.front().chain.literals) == step->rating);
  step->eliminations.for_each([&](int gone) { CHECK(nested.front().eliminations.has(gone)); });
  rating::NestedChainSearch stopped(rating::Nesting::kTwice, [] { return true; });
  CHECK(stopped.find(grid).empty());
}

TEST(nested_chains_can_be_stopped) {
  std::vector<std::uint8_t> givens;
  append_givens(kHard, givens);
  const std::span<const std::uint8_t, rating::kCells> puzzle = std::span(givens).first<rating::kCells>();
  int asked = 0;
  CHECK(rating::rate(puzzle, [&] { return ++asked < 0; }).solved);
  CHECK(asked > 10'000);
  int left = asked / 2;
  CHECK(!rating::rate(puzzle, [&] { return --left < 0; }).solved);
}

}  // namespace
}  // namespace sudoku_cp::testing

int main() {
  for (const auto& test : sudoku_cp::testing::all_tests()) test.run();
  return sudoku_cp::testing::all_tests().empty() ? 1 : 0;
}
