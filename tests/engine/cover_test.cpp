// Cover problems against brute force over all subsets of their options, on every CPU level.
#include "covers.hpp"

#include <limits>

#include "check.hpp"
#include "levels.hpp"

namespace sudoku_cp::testing {
namespace {

std::uint64_t chosen(const Solver& solver) { return solver.problem().view().words == 0 ? 0 : solver.alive(0); }

std::set<std::uint64_t> all_covers(Solver& solver) {
  Control control;
  std::set<std::uint64_t> found;
  while (solver.advance(control) == Ending::kSolution) CHECK(found.insert(chosen(solver)).second);
  CHECK(solver.advance(control) == Ending::kExhausted);
  return found;
}

Cost least_cost(const std::shared_ptr<const Problem>& problem) {
  Solver solver(problem);
  Control control;
  Cost least = kNoCost;
  while (solver.advance(control) == Ending::kSolution) {
    CHECK(solver.open_bound() <= solver.cost_of_solution());
    CHECK(solver.cost_of_solution() < least);
    least = solver.cost_of_solution();
    solver.set_incumbent(least);
  }
  return least;
}

TEST(random_covers) {
  std::mt19937 random = random_of_level(1);
  int solvable = 0;
  for (int round = 0; round < 400; ++round) {
    const Listed listed = random_cover(random);
    const std::set<std::uint64_t> expected = listed.covers();
    solvable += expected.empty() ? 0 : 1;
    Cost least = kNoCost;
    for (const std::uint64_t cover : expected) least = std::min(least, listed.cost(cover));
    Solver solver(listed.build(false));
    CHECK(all_covers(solver) == expected);
    solver.restart();
    CHECK(all_covers(solver) == expected);
    if (listed.options() > 0) CHECK(least_cost(listed.build(true)) == least);
  }
  CHECK(solvable > 50);
}

TEST(covers_of_limited_cost) {
  std::mt19937 random = random_of_level(2);
  for (int round = 0; round < 200; ++round) {
    const Listed listed = random_cover(random);
    if (listed.options() == 0) continue;
    const auto problem = listed.build(true);
    for (const Cost most : {0, 3, 20}) {
      std::set<std::uint64_t> expected = listed.covers();
      std::erase_if(expected, [&](std::uint64_t cover) { return listed.cost(cover) > most; });
      Solver solver(problem);
      solver.set_incumbent(most + 1);
      CHECK(all_covers(solver) == expected);
    }
  }
}

TEST(options_required_and_forbidden) {
  std::mt19937 random = random_of_level(3);
  for (int round = 0; round < 300; ++round) {
    const Listed listed = random_cover(random);
    if (listed.options() == 0) continue;
    Solver solver(listed.build(round % 2 == 0));
    std::set<std::uint64_t> expected = listed.covers();
    for (int step = 0; step <= round % 3; ++step) {
      const auto option = static_cast<Slot>(random() % listed.options());
      const bool wanted = random() % 2 == 0;
      if (wanted) solver.require(option);
      else solver.forbid(option);
      std::erase_if(expected, [&](std::uint64_t cover) { return ((cover >> option) & 1) != (wanted ? 1u : 0u); });
    }
    CHECK(all_covers(solver) == expected);
  }
}

TEST(empty_problems) {
  for (const std::size_t secondary : {0, 3}) {
    Listed listed;
    listed.secondary = secondary;
    Solver solver(listed.build(false));
    CHECK(all_covers(solver) == std::set<std::uint64_t>{0});
  }
  Listed listed;
  listed.primary = 2;
  Solver none(listed.build(false));
  CHECK(all_covers(none).empty());
  listed.add({1});
  Solver one_without_options(listed.build(true));
  CHECK(all_covers(one_without_options).empty());
}

TEST(eight_queens) {
  const auto problem = queens(8).build(false);
  std::int64_t nodes = -1;
  for (const Kernel* kernel : runnable_kernels()) {
    Solver solver(problem, *kernel);
    Control control;
    int count = 0;
    while (solver.advance(control) == Ending::kSolution) ++count;
    CHECK(count == 92);
    CHECK(nodes < 0 || nodes == solver.statistics().nodes);
    nodes = solver.statistics().nodes;
  }
}

TEST(faulty_arrays) {
  const auto build = [](Numbers begin, Numbers items, Numbers colours, Numbers costs) {
    return build_cover({2, 1, begin, items, colours, costs});
  };
  build({0, 2, 3}, {0, 2, 1}, {0, 5, 0}, {1, 2});
  constexpr std::int64_t kLarge = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::vector<Numbers>> faults = {
      {{}, {}, {}, {}},
      {{1, 3}, {0, 2, 1}, {}, {}},
      {{0, 2}, {0, 2, 1}, {}, {}},
      {{0, 4, 3}, {0, 2, 1}, {}, {}},
      {{0, -1, 3}, {0, 2, 1}, {}, {}},
      {{0, kLarge, 3}, {0, 2, 1}, {}, {}},
      {{0, 2, 3}, {0, 3, 1}, {}, {}},
      {{0, 2, 3}, {0, -1, 1}, {}, {}},
      {{0, 2, 3}, {0, 0, 1}, {}, {}},
      {{0, 2, 3}, {0, 1, 2}, {}, {}},
      {{0, 2, 2, 3}, {0, 2, 1}, {}, {}},
      {{0, 2, 3}, {0, 2, 1}, {0, 0}, {}},
      {{0, 2, 3}, {0, 2, 1}, {0, 0, 1}, {}},
      {{0, 2, 3}, {0, 2, 1}, {0, -1, 0}, {}},
      {{0, 2, 3}, {0, 2, 1}, {0, kLarge, 0}, {}},
      {{0, 2, 3}, {0, 2, 1}, {}, {1}},
      {{0, 2, 3}, {0, 2, 1}, {}, {1, -1}},
      {{0, 2, 3}, {0, 2, 1}, {}, {1, kLarge}},
  };
  for (const auto& fault : faults) CHECK_THROWS(InvalidCover, build(fault[0], fault[1], fault[2], fault[3]));
  const Numbers none{0};
  CHECK_THROWS(InvalidCover, build_cover({std::numeric_limits<std::size_t>::max(), 1, none, {}, {}, {}}));
}

}  // namespace
}  // namespace sudoku_cp::testing
