// Constraint models against brute force: every kind of condition, every width of masks, every CPU level.
#include <algorithm>
#include <bit>

#include "check.hpp"
#include "cpu.hpp"
#include "levels.hpp"
#include "models.hpp"
#include "questions.hpp"
#include "search/true_candidates.hpp"
#include "search/witnesses.hpp"

namespace sudoku_cp::testing {
namespace {

TEST(random_models) {
  std::mt19937 random = random_of_level(5);
  const Kernel& lowest = *runnable_kernels().front();
  int solvable = 0;
  int optimised = 0;
  std::int64_t nodes = 0;
  for (int round = 0; round < 1500; ++round) {
    SmallModel model = random_model(random, kExtraValues[round % 4]);
    const std::set<Numbers> expected = model.solutions();
    const auto problem = model.build();
    solvable += expected.empty() ? 0 : 1;
    Solver solver(problem);
    check_enumeration(model, solver, expected);
    Solver alike(problem, lowest);
    check_enumeration(model, alike, expected);
    CHECK(alike.statistics().nodes == solver.statistics().nodes);
    for (const std::int64_t nodes_before_learning : {0, 2}) {
      solver.restart();
      solver.portfolio().learn_after(nodes_before_learning);
      check_enumeration(model, solver, expected);
      nodes += solver.statistics().nodes;
    }
    if (!model.has_costs()) continue;
    for (const std::int64_t nodes_before_learning : {std::int64_t{0}, std::int64_t{2}, INT64_MAX / 2}) {
      solver.portfolio().learn_after(nodes_before_learning);
      for (const std::size_t wanted : {1, 3}) {
        solver.restart();
        check_minimum(model, solver, expected, wanted);
        nodes += solver.statistics().nodes;
      }
    }
    ++optimised;
  }
  CHECK(solvable > 300);
  CHECK(optimised > 300);
  // Any machine needs as many: .ci/run compares the lines of builds with 64 and with 32 bits.
  std::printf("%s: random models of %lld nodes\n", kernel_of_this_cpu().level, static_cast<long long>(nodes));
}

TEST(sums_of_products) {
  std::mt19937 random = random_of_level(8);
  int solvable = 0;
  for (int round = 0; round < 600; ++round) {
    SmallModel model = random_products(random);
    const std::set<Numbers> expected = model.solutions();
    solvable += expected.empty() ? 0 : 1;
    Solver solver(model.build());
    for (const std::int64_t nodes_before_learning : {std::int64_t{0}, std::int64_t{2}, INT64_MAX / 2}) {
      solver.restart();
      solver.portfolio().learn_after(nodes_before_learning);
      check_enumeration(model, solver, expected);
    }
  }
  CHECK(solvable > 200);
}

TEST(required_values) {
  std::mt19937 random = random_of_level(6);
  for (int round = 0; round < 300; ++round) {
    SmallModel model = random_model(random, kExtraValues[round % 4]);
    std::set<Numbers> expected = model.solutions();
    if (expected.empty()) continue;
    const auto problem = model.build();
    const Numbers wanted = *expected.begin();
    const std::size_t variable = random() % model.variables();
    std::erase_if(expected, [&](const Numbers& values) { return values[variable] != wanted[variable]; });
    Solver solver(problem);
    for (int again = 0; again < 2; ++again) {
      solver.restart();
      solver.require(static_cast<Slot>(variable * kWordBits) + static_cast<Slot>(model.bits(wanted)[variable]));
      check_enumeration(model, solver, expected);
    }
    const TrueCandidates candidates = [&] {
      Control control;
      return find_true_candidates(problem, {}, control, 1);
    }();
    CHECK(candidates.complete);
    std::vector<Word> seen(model.variables());
    for (const Numbers& values : model.solutions()) {
      const std::vector<int> bits = model.bits(values);
      for (std::size_t at = 0; at < bits.size(); ++at) seen[at] |= Word{1} << bits[at];
    }
    CHECK(candidates.seen == seen);
    for (const auto& cover : candidates.covers) CHECK(model.solutions().contains(model.values(cover)));
  }
}

TEST(latin_squares) {
  const auto problem = grid(4, 1, 4).build();
  for (const Kernel* kernel : runnable_kernels()) {
    Solver solver(problem, *kernel);
    Control control;
    int count = 0;
    while (solver.advance(control) == Ending::kSolution) ++count;
    CHECK(count == 576);
  }
  for (const std::int64_t nodes : {0, 1, 4}) {
    Solver solver(problem);
    solver.portfolio().learn_after(nodes);
    Control control;
    std::set<std::vector<Word>> different;
    while (solver.advance(control) == Ending::kSolution) CHECK(different.insert(solver.all_alive()).second);
    CHECK(different.size() == 576);
  }
  SmallModel priced = grid(3, 1, 3);
  for (std::int32_t cell = 0; cell < 9; ++cell) priced.add_cost(cell, (cell * 7) % 5 - 2);
  const std::set<Numbers> expected = priced.solutions();
  CHECK(expected.size() == 12);
  Solver solver(priced.build());
  for (const std::int64_t nodes : {1000, 1, 0}) {
    solver.portfolio().learn_after(nodes);
    for (const std::size_t wanted : {1, 2, 5}) {
      solver.restart();
      check_minimum(priced, solver, expected, wanted);
    }
  }
}

TEST(large_grids) {
  for (const std::int32_t size : {17, 33, 40}) {
    SmallModel model = grid(size, 1, size);
    Solver solver(model.build());
    Control control;
    if (size == 33) solver.portfolio().learn_after(0);
    CHECK(solver.advance(control) == Ending::kSolution);
    const Numbers values = model.values(solver.all_alive());
    for (std::int32_t line = 0; line < size; ++line) {
      std::set<std::int64_t> row, column;
      for (std::int32_t place = 0; place < size; ++place) {
        row.insert(values[static_cast<std::size_t>(line * size + place)]);
        column.insert(values[static_cast<std::size_t>(place * size + line)]);
      }
      CHECK(row.size() == static_cast<std::size_t>(size) && column.size() == row.size());
    }
  }
}

TEST(contradictions) {
  SmallModel model;
  model.add_variable({1, 2});
  model.add_variable({1, 2});
  model.add_variable({1, 2});
  model.add_all_different({0, 1, 2});
  Solver pigeons(model.build());
  Control control;
  CHECK(pigeons.advance(control) == Ending::kExhausted);
  SmallModel twice;
  twice.add_variable({1, 2});
  twice.add_all_different({0, 0});
  Solver same(twice.build());
  CHECK(same.advance(control) == Ending::kExhausted);
  SmallModel nothing;
  Solver empty(nothing.build());
  CHECK(empty.advance(control) == Ending::kSolution);
  CHECK(empty.advance(control) == Ending::kExhausted);
  ModelBuilder wide;
  CHECK_THROWS(std::invalid_argument, wide.add_variable(std::make_shared<const Numbers>()));
  CHECK_THROWS(std::invalid_argument, wide.add_variable(std::make_shared<const Numbers>(65)));
}

// What the root leaves of a house of four cells, and of two others: the last two cells of the house and these are a cage.
std::vector<Numbers> left_across_a_house(const Numbers& first, const Numbers& outer, std::int64_t sum) {
  ModelBuilder model;
  const Numbers four{1, 2, 3, 4};
  for (const Numbers& domain : {first, first, four, four, outer, outer})
    model.add_variable(std::make_shared<const Numbers>(domain));
  const std::vector<std::int32_t> cage{2, 3, 4, 5};
  model.add_all_different({0, 1, 2, 3});
  model.add_all_different(cage);
  model.add(Linear::declare(model.store(), cage, Numbers{1, 1, 1, 1}, Relation::kEqual, sum));
  const auto problem = model.build();
  CHECK(!problem->root_failed());
  std::vector<Numbers> left;
  for (std::size_t cell = 0; cell < 6; ++cell) {
    Numbers& values = left.emplace_back();
    for (Word rest = problem->read_mask(problem->root(), cell); rest != 0; rest &= rest - 1)
      values.push_back((*model.tables()[cell])[static_cast<std::size_t>(std::countr_zero(rest))]);
  }
  return left;
}

TEST(values_of_a_cage_go_from_the_rest_of_a_house) {
  const std::vector<Numbers> left = left_across_a_house({1, 2, 3, 4}, {5, 6}, 18);
  CHECK((left == std::vector<Numbers>{{1, 2}, {1, 2}, {3, 4}, {3, 4}, {5, 6}, {5, 6}}));
}

TEST(values_without_another_place_in_a_house_are_in_the_cage) {
  const std::vector<Numbers> left = left_across_a_house({1, 2, 3}, {2, 3, 4, 5, 6}, 12);
  CHECK((left[4] == Numbers{2, 5} && left[5] == Numbers{2, 5}));
}

// Two houses and a sum over six variables, as groups: any of them alone, with any domains.
TEST(groups_alone) {
  constexpr std::int32_t kVariables = 6;
  const std::vector<Variables> houses{{0, 1, 2, 3}, {2, 3, 4, 5}};
  ModelBuilder model;
  for (std::int32_t at = 0; at < kVariables; ++at) {
    model.add_variable(std::make_shared<const Numbers>(Numbers{1, 2, 3, 4}));
  }
  for (const Variables& house : houses) {
    model.add_all_different(house);
    model.close_group();
  }
  model.add(Linear::declare(model.store(), {0, 4}, {1, 1}, Relation::kEqual, 5));
  model.close_group();
  const auto holds = [&](std::int32_t group, const std::vector<int>& bits) {
    if (group == 2) return bits[0] + 1 + bits[4] + 1 == 5;
    std::set<int> seen;
    for (const std::int32_t at : houses[static_cast<std::size_t>(group)]) {
      seen.insert(bits[static_cast<std::size_t>(at)]);
    }
    return seen.size() == 4;
  };
  std::mt19937 random = random_of_level(7);
  int eliminated = 0;
  Witnesses witnesses;
  std::vector<std::int32_t> groups;
  std::vector<Word> domains;
  for (int round = 0; round < 600; ++round) {
    // Now and then other groups and domains; else the same ones with fewer values, for which solutions are kept.
    if (round % 4 == 0) {
      groups.clear();
      for (std::int32_t group = 0; group < 3; ++group) {
        if (random() % 2 == 0) groups.push_back(group);
      }
      domains.clear();
      for (std::int32_t at = 0; at < kVariables; ++at) domains.push_back(1 + random() % 15);
    } else {
      Word& domain = domains[random() % kVariables];
      if (!std::has_single_bit(domain)) domain &= domain - 1;
    }
    std::vector<Word> left(kVariables, 0);
    for (int number = 0; number < 4096; ++number) {
      std::vector<int> bits;
      for (int at = 0; at < kVariables; ++at) bits.push_back((number >> (2 * at)) & 3);
      bool fits = std::ranges::all_of(groups, [&](std::int32_t group) { return holds(group, bits); });
      for (std::size_t at = 0; at < bits.size(); ++at) fits &= ((domains[at] >> bits[at]) & 1) != 0;
      for (std::size_t at = 0; fits && at < bits.size(); ++at) left[at] |= Word{1} << bits[at];
    }
    Control control;
    const GroupSolver solver(model, groups, domains);
    const auto found = solver.eliminations(control);
    CHECK(found.has_value());
    std::vector<Word> expected = domains;
    for (const auto& [variable, removed] : found->eliminations) {
      expected[static_cast<std::size_t>(variable)] &= ~removed;
    }
    CHECK(expected == left);
    CHECK(witnesses.eliminations(model, groups, domains, control) == found->eliminations);
    CHECK(solver.has_solution(control) == (left[0] != 0));
    std::vector<Word> unrefuted = domains;
    for (const auto& [variable, refuted] : solver.refuted(domains, control)) {
      unrefuted[static_cast<std::size_t>(variable)] &= ~refuted;
    }
    CHECK(unrefuted == left);
    eliminated += found->eliminations.empty() ? 0 : 1;
  }
  CHECK(eliminated > 50);
}

}  // namespace
}  // namespace sudoku_cp::testing
