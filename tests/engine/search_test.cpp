// Limits, stops, and a search deeper than any stack.
#include "search/solver.hpp"

#include <thread>

#include "check.hpp"
#include "covers.hpp"

namespace sudoku_cp::testing {
namespace {

Ending run_to_the_end(Solver& solver, Control& control) {
  Ending ending;
  while ((ending = solver.advance(control)) == Ending::kSolution) {
  }
  return ending;
}

TEST(levels_grow_as_deep_as_needed) {
  for (const bool with_costs : {false, true}) {
    Solver solver(independent(700, 2).build(with_costs));
    for (int round = 0; round < 2; ++round) {
      solver.restart();
      Control control;
      for (int solution = 0; solution < 5; ++solution) CHECK(solver.advance(control) == Ending::kSolution);
      CHECK(solver.statistics().nodes >= 700);
    }
  }
}

TEST(a_deep_search_keeps_one_state) {
  Solver solver(independent(5000, 2).build(false));
  Control control;
  CHECK(solver.advance(control) == Ending::kSolution);
  CHECK(solver.statistics().nodes == 5000);
}

TEST(a_chain_is_followed_without_recursion) {
  constexpr std::int64_t kItems = 100'000;
  Listed listed;
  listed.primary = kItems;
  for (std::int64_t item = 0; item + 1 < kItems; ++item) listed.add({item, item + 1});
  Solver solver(listed.build(false));
  Control control;
  CHECK(solver.advance(control) == Ending::kSolution);
  for (std::size_t option = 0; option < listed.options(); ++option) {
    CHECK(((solver.alive(option / kWordBits) >> (option % kWordBits)) & 1) == (option % 2 == 0 ? 1u : 0u));
  }
  CHECK(solver.advance(control) == Ending::kExhausted);
}

TEST(node_limits_are_exact) {
  for (const std::int64_t nodes : {0, 1, 63, 64, 65, 1000}) {
    Solver solver(independent(40, 2).build(false));
    Control control;
    control.nodes = nodes;
    CHECK(run_to_the_end(solver, control) == Ending::kStopped);
    CHECK(solver.statistics().nodes == nodes);
    control.nodes = nodes + 100;
    CHECK(run_to_the_end(solver, control) == Ending::kStopped);
    CHECK(solver.statistics().nodes == nodes + 100);
  }
}

TEST(a_deadline_stops) {
  Solver solver(independent(40, 2).build(false));
  Control control;
  control.deadline = Clock::now() + std::chrono::milliseconds(20);
  CHECK(run_to_the_end(solver, control) == Ending::kStopped);
  CHECK(Clock::now() >= *control.deadline);
}

TEST(a_flag_of_another_thread_stops) {
  Solver solver(independent(40, 2).build(false));
  std::atomic<bool> stop = false;
  Control control;
  control.stop = &stop;
  const std::jthread other([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop = true;
  });
  CHECK(run_to_the_end(solver, control) == Ending::kStopped);
}

TEST(a_poll_stops) {
  Solver solver(independent(40, 2).build(false));
  int polls = 0;
  Control control;
  control.poll = [&polls] { return ++polls < 3; };
  CHECK(run_to_the_end(solver, control) == Ending::kStopped);
  CHECK(polls == 3);
}

TEST(a_stopped_search_goes_on) {
  const auto problem = queens(8).build(false);
  Solver solver(problem);
  int count = 0;
  for (std::int64_t nodes = 1;; ++nodes) {
    Control control;
    control.nodes = nodes;
    Ending ending;
    while ((ending = solver.advance(control)) == Ending::kSolution) ++count;
    if (ending == Ending::kExhausted) break;
  }
  CHECK(count == 92);
}

TEST(searches_share_a_problem) {
  const auto problem = queens(8).build(false);
  std::vector<int> counts(4);
  {
    std::vector<std::jthread> threads;
    for (int& count : counts) {
      threads.emplace_back([&problem, &count] {
        Solver solver(problem);
        Control control;
        while (solver.advance(control) == Ending::kSolution) ++count;
      });
    }
  }
  for (const int count : counts) CHECK(count == 92);
}

}  // namespace
}  // namespace sudoku_cp::testing
