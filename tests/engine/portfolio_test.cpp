// Who hands over to whom, and that a count which begins anew in waves comes to the same number.
#include "search/portfolio.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "models.hpp"
#include "search/batch.hpp"
#include "search/counting.hpp"
#include "search/solver.hpp"

namespace sudoku_cp::testing {
namespace {

// A search that only a portfolio looks at.
struct Branching {
  explicit Branching(const Problem& problem) : memory(problem) {
    search().state.alive = memory.search().levels[0];
    std::copy_n(problem.root(), problem.block_bytes(), memory.search().levels[0]);
  }

  Search& search() { return memory.search(); }

  SearchMemory memory;
};

TEST(branching_goes_to_waves_when_its_nodes_are_used_up) {
  const auto problem = grid(4, 2, 2).build();
  Branching branching(*problem);
  Portfolio portfolio(*problem);
  CHECK(portfolio.searcher() == SearcherKind::kBranching);
  CHECK(portfolio.nodes_to_branch(branching.search()) == 0);
  CHECK(portfolio.after_branching(branching.search(), false) == SearcherKind::kBranching);
  CHECK(portfolio.nodes_to_branch(branching.search()) == tuning::kNodesIfUnknown);
  branching.search().statistics.nodes = tuning::kNodesIfUnknown - 1;
  CHECK(portfolio.after_branching(branching.search(), false) == SearcherKind::kBranching);
  branching.search().statistics.nodes = tuning::kNodesIfUnknown;
  CHECK(portfolio.after_branching(branching.search(), false) == SearcherKind::kNarrowWaves);
}

TEST(an_open_9_by_9_grid_branches_as_long_as_one_of_another_size) {
  const auto problem = grid(9, 3, 3).build();
  Branching branching(*problem);
  Portfolio portfolio(*problem);
  portfolio.after_branching(branching.search(), false);
  CHECK(portfolio.nodes_to_branch(branching.search()) == tuning::kNodesIfUnknown);
}

TEST(limited_nodes_keep_to_branching_and_then_to_clause_learning) {
  const auto problem = grid(4, 2, 2).build();
  Branching branching(*problem);
  Portfolio portfolio(*problem);
  portfolio.learn_after(300);
  CHECK(portfolio.after_branching(branching.search(), true) == SearcherKind::kBranching);
  CHECK(portfolio.nodes_to_branch(branching.search()) == 300);
  branching.search().statistics.nodes = 200;
  portfolio.note_solution(branching.search());
  CHECK(portfolio.nodes_to_branch(branching.search()) == 300);
  branching.search().statistics.nodes = 500;
  CHECK(portfolio.after_branching(branching.search(), true) == SearcherKind::kCdcl);
}

TEST(nobody_hands_over_what_is_no_longer_remembered) {
  const auto problem = grid(12, 3, 4).build();
  Branching branching(*problem);
  Portfolio portfolio(*problem);
  const std::int64_t many = 1 << 20;
  portfolio.hand_over_to(SearcherKind::kNarrowWaves, branching.search());
  CHECK(!portfolio.may_repeat_solutions());
  for (std::int64_t solution = 0; solution < tuning::kMostRemembered; ++solution) {
    CHECK(portfolio.work_of_cdcl(branching.search(), many, 0) > many);
    portfolio.note_solution(branching.search());
    CHECK(portfolio.last_may_come_again());
    CHECK(portfolio.waves_give_up(many));
  }
  CHECK(portfolio.work_of_cdcl(branching.search(), many, 0) == 0);
  portfolio.note_solution(branching.search());
  CHECK(!portfolio.last_may_come_again());
  CHECK(!portfolio.waves_give_up(many));
  portfolio.restart();
  CHECK(portfolio.searcher() == SearcherKind::kBranching);
  CHECK(portfolio.last_may_come_again());
}

// Where branching hands over to whom, in order, when each uses up what it has.
std::vector<SearcherKind> searchers(Portfolio& portfolio, Branching& branching, int hand_overs) {
  std::vector<SearcherKind> found;
  std::int64_t nodes_of_waves = 0;
  for (std::int64_t& nodes = branching.search().statistics.nodes; hand_overs > 0;) {
    if (portfolio.searcher() == SearcherKind::kBranching) {
      const SearcherKind next = portfolio.after_branching(branching.search(), false);
      if (next == SearcherKind::kBranching) {
        const std::int64_t left = portfolio.nodes_to_branch(branching.search());
        CHECK(left > 0);
        nodes += left;
        continue;
      }
      portfolio.hand_over_to(next, branching.search());
      found.push_back(next);
      --hand_overs;
      continue;
    }
    if (portfolio.searcher() == SearcherKind::kNarrowWaves && !portfolio.waves_give_up(nodes_of_waves)) {
      nodes_of_waves = 2 * nodes_of_waves + 1;
      continue;
    }
    portfolio.hand_over_to(SearcherKind::kBranching, branching.search());
  }
  return found;
}

TEST(narrow_waves_take_turns_where_grids_are_small) {
  for (const auto& [size, threads] : {std::pair(9, 1), std::pair(9, 2), std::pair(12, 1)}) {
    const auto problem = grid(size, 3, size / 3).build();
    Branching branching(*problem);
    Portfolio portfolio(*problem);
    portfolio.share_among(threads);
    const std::vector<SearcherKind> order = searchers(portfolio, branching, 12);
    CHECK(order.front() == SearcherKind::kNarrowWaves);
    CHECK(std::ranges::count(order, SearcherKind::kTeam) == 0);
    const std::ptrdiff_t turns = std::ranges::count(order, SearcherKind::kNarrowWaves);
    CHECK(size == 9 ? turns >= 4 && turns <= 8 : turns == 1);
    portfolio.restart();
    CHECK(!portfolio.waves_have_begun());
  }
}

TEST(narrow_waves_do_not_begin_after_clause_learning) {
  const auto problem = grid(9, 3, 3).build();
  Branching branching(*problem);
  Portfolio portfolio(*problem);
  portfolio.hand_over_to(SearcherKind::kCdcl, branching.search());
  portfolio.hand_over_to(SearcherKind::kBranching, branching.search());
  const std::vector<SearcherKind> order = searchers(portfolio, branching, 3);
  CHECK(std::ranges::count(order, SearcherKind::kCdcl) == 3);
}

TEST(clause_learning_gets_less_of_the_work_where_its_conflicts_are_expensive) {
  constexpr std::int64_t kPropagationsOfNode = 30;
  for (const std::int64_t nodes : {std::int64_t{1000}, std::int64_t{1} << 40}) {
    const SearchStatistics branching{nodes, kPropagationsOfNode * nodes};
    const std::int64_t conflicts = nodes / 8;
    const std::int64_t cheap = tuning::kNodesOfConflict * kPropagationsOfNode * conflicts;
    CHECK(Portfolio::part_of_learning(branching, 0, 0) == tuning::kPartOfLearning);
    CHECK(Portfolio::part_of_learning(branching, cheap, conflicts) == tuning::kPartOfLearning);
    CHECK(Portfolio::part_of_learning(branching, cheap + cheap / 8, conflicts) == tuning::kPartOfExpensiveLearning);
  }
}

// Numbers of 0 or 1 with a sum over all of them, in no house.
std::shared_ptr<const Problem> bits_with_a_sum(std::size_t bits) {
  SmallModel model;
  std::vector<std::int32_t> cells(bits);
  std::iota(cells.begin(), cells.end(), 0);
  for (std::size_t bit = 0; bit < bits; ++bit) model.add_variable({0, 1});
  const auto add_up = [](const Numbers& values) { return std::accumulate(values.begin(), values.end(), 0LL) == 5; };
  model.add(said<Linear>(add_up, cells, Numbers(bits, 1), Relation::kEqual, std::int64_t{5}));
  return model.build();
}

TEST(clause_learning_gets_its_part_of_the_work_for_each_order_of_branching) {
  for (const bool has_two_orders : {false, true}) {
    const auto problem = bits_with_a_sum(tuning::kLongestScopeToWeigh + (has_two_orders ? 1 : 0));
    Branching branching(*problem);
    Portfolio portfolio(*problem);
    branching.search().statistics = {1000, 30'000};
    CHECK(portfolio.orders_take_turns() == has_two_orders);
    const std::int64_t conflicts = tuning::kConflictsToWeigh;
    CHECK(portfolio.work_of_cdcl(branching.search(), 100, conflicts) ==
          (has_two_orders ? 60'000 : 30'000) / tuning::kPartOfLearning);
    CHECK(portfolio.work_of_cdcl(branching.search(), 29'000, conflicts) ==
          (has_two_orders ? 60'000 : 30'000) / tuning::kPartOfExpensiveLearning);
    CHECK(portfolio.work_of_cdcl(branching.search(), 29'000, conflicts - 1) == 29'001);
  }
}

TEST(clause_learning_comes_sooner_and_gets_most_of_the_work_where_shapes_are_to_be_found) {
  for (const bool negated : {false, true}) {
    SmallModel model;
    for (int cell = 0; cell < 3; ++cell) model.add_variable({0, 1});
    const std::vector<std::pair<std::int32_t, std::int32_t>> path{{0, 1}, {1, 2}};
    const auto is_group = [negated](const Numbers& values) {
      const std::int64_t members = values[0] + values[1] + values[2];
      return (members > 0 && (members != 2 || values[1] == 1)) != negated;
    };
    model.add(said<Connected>(is_group, std::vector<std::int32_t>{0, 1, 2}, path, Numbers{1}, std::nullopt, negated));
    const auto problem = model.build();
    Branching branching(*problem);
    Portfolio portfolio(*problem);
    portfolio.after_branching(branching.search(), true);
    CHECK(portfolio.nodes_to_branch(branching.search()) ==
          (negated ? tuning::kNodesBeforeLearning : tuning::kNodesBeforeFavouredLearning));
    branching.search().statistics = {1000, 30'000};
    CHECK(portfolio.work_of_cdcl(branching.search(), 100, tuning::kConflictsToWeigh) ==
          (negated ? 30'000 / tuning::kPartOfLearning : 30'000 * tuning::kTimesOfFavouredLearning));
  }
}

TEST(clause_learning_comes_sooner_where_most_constraints_are_combinations) {
  const auto single = [](std::int32_t cell, Relation relation, std::int64_t constant) {
    const auto holds = [=](const Numbers& values) {
      return relates(values[static_cast<std::size_t>(cell)], relation, constant);
    };
    return said<Linear>(holds, std::vector{cell}, Numbers{1}, relation, constant);
  };
  const auto is_one = [&](std::int32_t cell) {
    return std::pair(single(cell, Relation::kAtLeast, 1), single(cell, Relation::kAtMost, 0));
  };
  for (const bool has_sum : {false, true}) {
    SmallModel model;
    for (int cell = 0; cell < 3; ++cell) model.add_variable({0, 1});
    model.add_combination({is_one(0), is_one(1), is_one(2)}, Relation::kEqual, 2);
    const auto adds_up = [](const Numbers& values) { return values[0] + 2 * values[1] + values[2] <= 3; };
    if (has_sum)
      model.add(said<Linear>(adds_up, std::vector{0, 1, 2}, Numbers{1, 2, 1}, Relation::kAtMost, std::int64_t{3}));
    const auto problem = model.build();
    Branching branching(*problem);
    Portfolio portfolio(*problem);
    portfolio.after_branching(branching.search(), true);
    CHECK(portfolio.nodes_to_branch(branching.search()) ==
          (has_sum ? tuning::kNodesBeforeLearning : tuning::kNodesBeforeFavouredLearning));
  }
}

TEST(batches_go_to_waves_where_they_fill_lanes) {
  const auto plain = grid(9, 3, 3).build();
  const auto other = grid(4, 2, 2).build();
  const auto goes = [](const Problem& problem, std::size_t puzzles, std::int64_t wanted) {
    return Portfolio::batch_goes_to_waves(*problem.wave_plan(), puzzles, wanted);
  };
  CHECK(goes(*plain, tuning::kPuzzlesWorthWavesIfPlain, 2) && !goes(*plain, tuning::kPuzzlesWorthWavesIfPlain - 1, 2));
  CHECK(goes(*other, tuning::kPuzzlesWorthWaves, 2) && !goes(*other, tuning::kPuzzlesWorthWaves - 1, 2));
  const auto is_tried = [](const Problem& problem, std::size_t puzzles, std::int64_t wanted) {
    return Portfolio::batch_is_tried_first(*problem.wave_plan(), puzzles, wanted);
  };
  CHECK(is_tried(*other, tuning::kPuzzlesWorthWaves, 2) && !is_tried(*other, tuning::kPuzzlesWorthWaves - 1, 2));
  CHECK(!is_tried(*other, tuning::kPuzzlesThatFillWaves, 2) && !is_tried(*plain, tuning::kPuzzlesWorthWaves, 2));
  CHECK(!is_tried(*other, tuning::kPuzzlesWorthWaves, tuning::kManySolutions));
  CHECK(goes(*plain, 1, tuning::kManySolutions) && !goes(*plain, 1, tuning::kManySolutions - 1));
  CHECK(Portfolio::threads_share_puzzles(2, tuning::kManySolutions));
  CHECK(!Portfolio::threads_share_puzzles(1, tuning::kManySolutions));
}

TEST(a_count_begins_anew_in_waves_and_is_the_same) {
  const auto problem = grid(5, 1, 5).build();
  for (const int threads : {1, 2}) {
    Solver solver(problem);
    solver.portfolio().share_among(threads);
    Counter counter(solver, std::vector<std::uint8_t>(25, kNoGiven));
    Control control;
    std::vector<Word> first;
    CHECK(counter.count({}, control, first) == Ending::kExhausted);
    CHECK(counter.count() == kSquaresOf5);
    CHECK(first.size() == 25);
  }
}

TEST(a_count_stops_at_its_limit) {
  const auto problem = grid(5, 1, 5).build();
  for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{7}, tuning::kManySolutions, std::int64_t{5000}}) {
    Solver solver(problem);
    Counter counter(solver, std::vector<std::uint8_t>(25, kNoGiven));
    Control control;
    std::vector<Word> first;
    CHECK(counter.count(limit, control, first) == Ending::kSolution);
    CHECK(counter.count() == limit);
  }
}

TEST(a_node_limit_stops_waves_that_began_without_one) {
  constexpr std::size_t kGrids = 288;
  Solver solver(grid(4, 2, 2).build());
  Control unlimited;
  std::set<std::vector<Word>> found;
  const auto advance = [&](Control& control) {
    const Ending ending = solver.advance(control);
    if (ending == Ending::kSolution) CHECK(found.insert(solver.all_alive()).second);
    return ending;
  };
  while (solver.portfolio().searcher() != SearcherKind::kNarrowWaves) CHECK(advance(unlimited) == Ending::kSolution);
  Control limited;
  limited.nodes = solver.statistics().nodes;
  Ending ending = advance(limited);
  while (ending == Ending::kSolution) ending = advance(limited);
  CHECK(ending == Ending::kStopped);
  while (advance(unlimited) == Ending::kSolution) continue;
  CHECK(found.size() == kGrids);
}

}  // namespace
}  // namespace sudoku_cp::testing
