// Branching and clause learning by turns: what one has refuted at the root, the other leaves out.
#include <algorithm>
#include <iterator>
#include <numeric>

#include "check.hpp"
#include "cpu.hpp"
#include "levels.hpp"
#include "models.hpp"
#include "questions.hpp"

namespace sudoku_cp::testing {
namespace {

constexpr std::int32_t kCells = 6;

// Six variables, some of which differ, with sums near those of an assignment: branching goes some levels deep.
SmallModel model_of_sums(std::mt19937& random) {
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
  SmallModel model;
  for (std::int32_t variable = 0; variable < kCells; ++variable) {
    model.add_variable(below(4) == 0 ? Numbers{0, 2, 3} : Numbers{0, 1, 2, 3});
  }
  std::vector<std::int32_t> cells(kCells);
  std::iota(cells.begin(), cells.end(), 0);
  const auto some = [&](std::size_t size) {
    std::ranges::shuffle(cells, random);
    return std::vector(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(size));
  };
  for (std::size_t groups = below(3); groups > 0; --groups) model.add_all_different(some(2 + below(3)));
  for (std::size_t sums = 1 + below(3); sums > 0; --sums) {
    const std::vector<std::int32_t> scope = some(3 + below(3));
    Numbers weights;
    std::int64_t constant = 0;
    for (std::size_t term = 0; term < scope.size(); ++term) {
      weights.push_back(below(2) == 0 ? 1 : static_cast<std::int64_t>(below(5)) - 2);
      constant += weights.back() * static_cast<std::int64_t>(below(4));
    }
    const Relation relation = below(2) == 0 ? Relation::kEqual : Relation::kAtMost;
    const Meaning meaning = [=](const Numbers& values) {
      std::int64_t total = 0;
      for (std::size_t term = 0; term < scope.size(); ++term) {
        total += weights[term] * values[static_cast<std::size_t>(scope[term])];
      }
      return relates(total, relation, constant);
    };
    model.add(said<Linear>(meaning, scope, weights, relation, constant));
  }
  return model;
}

std::vector<Slot> some_options(std::mt19937& random) {
  std::vector<Slot> options(random() % 3);
  for (Slot& slot : options) slot = static_cast<Slot>(random() % kCells * kWordBits + random() % 4);
  return options;
}

// Runs a search for a number of nodes, and takes the solutions on the way. Returns whether it is at its end.
bool run_for(const SmallModel& model, const SearchKernel& kernel, SearchMemory& memory, std::int64_t nodes,
             std::set<Numbers>& found) {
  Search& search = memory.search();
  const std::int64_t end = search.statistics.nodes + nodes;
  for (;;) {
    const Outcome outcome = kernel.run(search, end - search.statistics.nodes);
    if (outcome != Outcome::kSolution) return outcome == Outcome::kExhausted;
    CHECK(found.insert(model.values(memory.alive())).second);
  }
}

TEST(refuted_options_imported_below_the_root_are_removed_on_every_level) {
  std::mt19937 random = random_of_level(31);
  int deep = 0, lost = 0;
  for (int round = 0; round < 400; ++round) {
    SmallModel model = model_of_sums(random);
    std::set<Numbers> expected = model.solutions();
    const auto problem = model.build();
    const SearchKernel& kernel = problem->functions(kernel_of_this_cpu());
    SearchMemory memory(*problem);
    kernel.start(memory.search());
    std::set<Numbers> found;
    std::vector<Slot> refuted;
    while (!run_for(model, kernel, memory, 1 + random() % 8, found)) {
      deep += memory.search().depth > 1 ? 1 : 0;
      std::ranges::copy(some_options(random), std::back_inserter(refuted));
      memory.import_refuted(kernel, refuted);
      lost += static_cast<int>(std::erase_if(expected, [&](const Numbers& values) {
        const std::vector<int> bits = model.bits(values);
        return !found.contains(values) && std::ranges::any_of(refuted, [&](Slot slot) {
          return bits[slot / kWordBits] == static_cast<int>(slot % kWordBits);
        });
      }));
    }
    CHECK(found == expected);
  }
  CHECK(deep > 200 && lost > 200);
}

TEST(a_search_that_starts_again_has_all_options) {
  std::mt19937 random = random_of_level(33);
  int stopped = 0;
  for (int round = 0; round < 200; ++round) {
    SmallModel model = model_of_sums(random);
    const auto problem = model.build();
    const SearchKernel& kernel = problem->functions(kernel_of_this_cpu());
    SearchMemory memory(*problem);
    kernel.start(memory.search());
    std::set<Numbers> found;
    if (run_for(model, kernel, memory, 4, found)) continue;
    memory.import_refuted(kernel, some_options(random));
    kernel.start(memory.search());
    found.clear();
    CHECK(run_for(model, kernel, memory, INT64_MAX / 2, found));
    CHECK(found == model.solutions());
    ++stopped;
  }
  CHECK(stopped > 100);
}

TEST(turns_of_any_length_find_each_solution_once) {
  std::mt19937 random = random_of_level(32);
  int few = 0, many = 0;
  for (int round = 0; round < 300; ++round) {
    SmallModel model = model_of_sums(random);
    const std::set<Numbers> expected = model.solutions();
    few += expected.size() < 3 ? 1 : 0;
    many += expected.size() > static_cast<std::size_t>(tuning::kMostRemembered) ? 1 : 0;
    const bool has_costs = round % 3 == 0;
    for (std::int32_t cell = 0; has_costs && cell < kCells; ++cell) {
      model.add_cost(cell, static_cast<std::int64_t>(random() % 7) - 3);
    }
    Solver solver(model.build());
    for (const std::int64_t nodes : {1, 2, 5}) {
      solver.restart();
      solver.portfolio().learn_after(nodes);
      check_enumeration(model, solver, expected);
      if (!has_costs) continue;
      for (const std::size_t wanted : {1, 3}) {
        solver.restart();
        check_minimum(model, solver, expected, wanted);
      }
    }
  }
  CHECK(few > 20 && many > 20);
}

}  // namespace
}  // namespace sudoku_cp::testing
