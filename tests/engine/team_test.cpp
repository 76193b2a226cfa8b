// One puzzle on several threads has the solutions that it has on one.
#include "search/team.hpp"

#include <iterator>
#include <utility>

#include "check.hpp"
#include "cpu.hpp"
#include "levels.hpp"
#include "models.hpp"
#include "questions.hpp"
#include "search/counting.hpp"
#include "search/search_memory.hpp"

namespace sudoku_cp::testing {
namespace {

TEST(a_team_finds_what_one_thread_finds) {
  std::mt19937 random = random_of_level(7);
  int solvable = 0;
  for (int round = 0; round < 300; ++round) {
    SmallModel model = random_model(random, 0);
    const std::set<Numbers> expected = model.solutions();
    Solver solver(model.build());
    solvable += expected.empty() ? 0 : 1;
    for (const auto& [threads, nodes] : {std::pair{2, 1}, {3, 2}, {2, 0}}) {
      solver.portfolio().learn_after(nodes);
      solver.portfolio().share_among(threads);
      solver.restart();
      check_enumeration(model, solver, expected);
      if (!model.has_costs()) continue;
      for (const std::size_t wanted : {1, 3}) {
        solver.restart();
        check_minimum(model, solver, expected, wanted);
      }
    }
  }
  CHECK(solvable > 100);
}

// More solutions than clause learning is worth: it ends on the way, or never begins.
TEST(a_team_counts_each_solution_once) {
  for (const std::int64_t nodes : {0, 1, 4, 100}) {
    const auto squares = grid(4, 1, 4).build();
    Solver solver(squares);
    solver.portfolio().learn_after(nodes);
    solver.portfolio().share_among(3);
    Control control;
    std::set<std::vector<Word>> different;
    while (solver.advance(control) == Ending::kSolution) CHECK(different.insert(solver.all_alive()).second);
    CHECK(different.size() == kSquaresOf4);
  }
}

// Branching finds what has been reported again, and clause learning blocks it.
TEST(a_team_leaves_out_what_has_been_reported) {
  using Solutions = std::set<std::vector<Word>>;
  const auto squares = grid(4, 1, 4).build();
  const SearchKernel& kernel = squares->functions(kernel_of_this_cpu());
  const auto found_by = [&](const TeamPlan& plan, const Solutions& reported) {
    SearchMemory leader(*squares);
    kernel.start(leader.search());
    Team team(*squares, kernel, leader.search(), {{leader.alive(), -kNoCost}}, reported, plan);
    Control control;
    Solutions found;
    while (team.advance(control) == Ending::kSolution) CHECK(found.insert(team.solution()).second);
    return found;
  };
  const TeamPlan branching_alone{2, 0, false, false};
  const TeamPlan learning_first{2, 2, true, false};
  const Solutions all = found_by(branching_alone, {});
  CHECK(all.size() == kSquaresOf4);
  const Solutions reported(all.begin(), std::next(all.begin(), 20));
  const Solutions others(std::next(all.begin(), 20), all.end());
  CHECK(found_by(branching_alone, reported) == others);
  CHECK(found_by(learning_first, reported) == others);
}

// Without houses there are no waves, which would count anew.
TEST(a_team_goes_on_after_pauses) {
  SmallModel model;
  for (int cell = 0; cell < 25; ++cell) model.add_variable({0, 1, 2, 3, 4});
  for (std::int32_t line = 0; line < 5; ++line) {
    for (std::int32_t first = 0; first < 5; ++first) {
      for (std::int32_t second = 0; second < first; ++second) {
        model.add_all_different({5 * line + first, 5 * line + second});
        model.add_all_different({5 * first + line, 5 * second + line});
      }
    }
  }
  Solver solver(model.build());
  solver.portfolio().learn_after(1);
  solver.portfolio().share_among(2);
  std::int64_t count = 0;
  std::int64_t pauses = 0;
  for (Ending ending = Ending::kStopped; ending != Ending::kExhausted;) {
    Control control;
    if (count % 1000 == 0) control.deadline = Clock::now() + std::chrono::microseconds(100 * pauses);
    ending = solver.advance(control);
    count += ending == Ending::kSolution;
    pauses += ending == Ending::kStopped;
  }
  CHECK(count == kSquaresOf5);
  CHECK(pauses > 0);
}

TEST(a_team_begins_where_its_nodes_are_not_limited) {
  const auto squares = grid(4, 1, 4).build();
  Portfolio portfolio(*squares);
  SearchMemory memory(*squares);
  memory.search().statistics.nodes = tuning::kNodesBeforeLearning;
  CHECK(portfolio.after_branching(memory.search(), false) == SearcherKind::kCdcl);
  portfolio.share_among(2);
  CHECK(portfolio.after_branching(memory.search(), false) == SearcherKind::kTeam);
  CHECK(portfolio.after_branching(memory.search(), true) == SearcherKind::kCdcl);
  CHECK(portfolio.after_branching(memory.search(), false) == SearcherKind::kCdcl);
}

TEST(who_learns_in_a_team) {
  const auto few = grid(4, 1, 4).build();
  Portfolio turns(*few);
  turns.share_among(4);
  CHECK(turns.team().learners == 2 && !turns.team().learners_only);
  const auto many = grid(12, 1, 12).build();
  Portfolio learning(*many);
  learning.share_among(4);
  CHECK(learning.team().learners == 4 && learning.team().learners_only);
}

}  // namespace
}  // namespace sudoku_cp::testing
