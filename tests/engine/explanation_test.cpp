// Explanations against brute force: no solution of the model lies in what an explanation leaves, and has the value that
// it explains the removal of.
#include "cdcl/explanations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>

#include "check.hpp"
#include "cpu.hpp"
#include "explained.hpp"
#include "levels.hpp"
#include "models.hpp"

namespace sudoku_cp::testing {
namespace {

constexpr std::size_t kKinds = std::variant_size_v<Constraint>;

// One runner sees many domains, some of them again at once; a new one comes to the same end.
void run_again_and_again(SmallModel model, std::mt19937& random) {
  const auto problem = model.build();
  if (problem->root_failed()) return;
  const SearchKernel& kernel = problem->functions(kernel_of_this_cpu());
  PropagatorRunner kept(*problem, kernel);
  std::vector<Word> domains;
  for (int again = 0; again < 20; ++again) {
    for (std::int32_t propagator = 0; propagator < problem->view().propagators; ++propagator) {
      const std::span<const std::int32_t> scope = kept.scope(propagator);
      domains.clear();
      for (const std::int32_t variable : scope) {
        const Word whole = problem->read_mask(problem->root(), static_cast<std::size_t>(variable));
        const Word some = whole & (Word{random()} << 32 | random());
        domains.push_back(some == 0 || random() % 3 == 0 ? whole : some);
      }
      PropagatorRunner fresh(*problem, kernel);
      const auto run = [&](PropagatorRunner& runner) {
        for (std::size_t at = 0; at < scope.size(); ++at) runner.set_domain(scope[at], domains[at]);
        return runner.run(propagator);
      };
      const bool is_consistent = run(fresh);
      for (int twice = 0; twice < 2; ++twice) {
        CHECK(run(kept) == is_consistent);
        const auto agrees = [&](std::int32_t variable) { return kept.domain(variable) == fresh.domain(variable); };
        CHECK(!is_consistent || std::ranges::all_of(scope, agrees));
      }
    }
  }
}

using Counts = std::array<std::int64_t, kKinds>;

void explain_all(SmallModel model, std::mt19937& random, Counts& explanations) {
  const auto problem = model.build();
  if (problem->root_failed()) return;
  const std::vector<Word> root = problem->read_masks(problem->root());
  std::vector<Bits> solutions;
  for (const Numbers& values : model.solutions()) solutions.push_back(model.bits(values));
  Explained explained(*problem, root, solutions, random);
  for (int again = 0; again < 40; ++again) {
    for (std::int32_t propagator = 0; propagator < problem->view().propagators; ++propagator) {
      explanations[problem->view().propagator_list[propagator].kind] += explained.explain(propagator);
    }
  }
}

// Cells that differ, with a sum, or with values that are each taken once.
SmallModel different_cells(std::mt19937& random) {
  SmallModel model;
  std::vector<std::int32_t> cells;
  for (std::int32_t cell = 0; cell < 4; ++cell) {
    model.add_variable({1, 2, 3, 4, 5, 6});
    cells.push_back(cell);
  }
  model.add_all_different(cells);
  const auto sum = static_cast<std::int64_t>(11 + random() % 7);
  const auto adds_up = [sum](const Numbers& values) { return values[0] + values[1] + values[2] + values[3] == sum; };
  if (random() % 2 == 0) {
    model.add(said<Linear>(adds_up, cells, Numbers{1, 1, 1, 1}, Relation::kEqual, sum));
    return model;
  }
  for (std::int64_t value = 1; value <= 3; ++value) {
    const auto once = [value](const Numbers& values) { return std::ranges::count(values, value) == 1; };
    model.add(said<Count>(once, cells, Numbers{value}, Relation::kEqual, std::nullopt, std::int64_t{1}));
  }
  return model;
}

// A house, of which two cells are in a cage with two others.
SmallModel cage_across_a_house(std::mt19937& random) {
  SmallModel model;
  for (std::int32_t cell = 0; cell < 4; ++cell) model.add_variable({1, 2, 3, 4});
  for (std::int32_t cell = 4; cell < 6; ++cell) model.add_variable({1, 2, 3, 4, 5, 6});
  const std::vector<std::int32_t> cage{2, 3, 4, 5};
  model.add_all_different({0, 1, 2, 3});
  model.add_all_different(cage);
  const auto sum = static_cast<std::int64_t>(11 + random() % 7);
  const auto adds_up = [sum](const Numbers& values) { return values[2] + values[3] + values[4] + values[5] == sum; };
  model.add(said<Linear>(adds_up, cage, Numbers{1, 1, 1, 1}, Relation::kEqual, sum));
  return model;
}

// Two groups of different cells with one sum, too long for a table.
SmallModel groups_with_a_sum(std::mt19937& random) {
  SmallModel model;
  for (std::int32_t cell = 0; cell < 6; ++cell) model.add_variable({1, 2, 3, 4, 5, 6});
  model.add_all_different({0, 1, 2});
  model.add_all_different({3, 4, 5});
  const auto weight = static_cast<std::int64_t>(random() % 2 == 0 ? 1 : -1);
  const std::int64_t middle = weight > 0 ? 21 : 0;
  const std::int64_t sum = middle + static_cast<std::int64_t>(random() % 13) - 6;
  const auto relation = static_cast<Relation>(random() % 4);
  const Numbers weights{1, 1, 1, weight, weight, weight};
  const auto adds_up = [=](const Numbers& values) {
    std::int64_t total = 0;
    for (std::size_t cell = 0; cell < values.size(); ++cell) total += weights[cell] * values[cell];
    return relates(total, relation, sum);
  };
  model.add(said<Linear>(adds_up, std::vector<std::int32_t>{0, 1, 2, 3, 4, 5}, weights, relation, sum));
  return model;
}

// Whether the values between the two ends of a range, in either order, have that sum.
bool fills(const Numbers& values, std::int64_t sum) {
  const auto is_end = [&](std::int64_t value) { return value == 1 || value == std::ssize(values); };
  const auto opened = std::ranges::find_if(values, is_end);
  const auto closed = std::find_if(opened + 1, values.end(), is_end);
  return std::accumulate(opened + 1, closed, std::int64_t{0}) == sum;
}

// A house, and what the values between its smallest and its largest one add up to.
SmallModel filled_house(std::mt19937& random) {
  constexpr std::int32_t kSize = 5;
  SmallModel model;
  std::vector<std::int32_t> cells;
  for (std::int32_t cell = 0; cell < kSize; ++cell) {
    model.add_variable({1, 2, 3, 4, 5});
    cells.push_back(cell);
  }
  model.add_all_different(cells);
  const auto sum = static_cast<std::int32_t>(random() % 8);
  // States: nothing, the sum so far after the first end, all.
  const std::int32_t all = sum + 2;
  std::vector<Nfa::Move> moves;
  for (std::int64_t value = 1; value <= kSize; ++value) {
    const bool is_end = value == 1 || value == kSize;
    moves.push_back({0, is_end ? 1 : 0, value});
    if (is_end) moves.push_back({sum + 1, all, value});
    else moves.push_back({all, all, value});
    for (std::int32_t state = 1; !is_end && state + value <= sum + 1; ++state) {
      moves.push_back({state, state + static_cast<std::int32_t>(value), value});
    }
  }
  const auto nfa = make_nfa(sum + 3, moves, {all}, {0});
  model.add(said<Automaton>([sum](const Numbers& values) { return fills(values, sum); }, cells, nfa, false));
  return model;
}

// A word of six values that an automaton with two ways on from each state accepts.
SmallModel long_word(std::mt19937& random) {
  constexpr std::int32_t kStates = 5;
  SmallModel model;
  std::vector<std::int32_t> cells;
  for (std::int32_t cell = 0; cell < 6; ++cell) {
    model.add_variable({1, 2, 3});
    cells.push_back(cell);
  }
  std::vector<Nfa::Move> moves;
  const auto state = [&] { return static_cast<std::int32_t>(random() % kStates); };
  for (std::int32_t from = 0; from < kStates; ++from) {
    for (const std::int64_t value : {1, 2, 3}) {
      if (random() % 4 == 0) continue;
      moves.push_back({from, state(), value});
      if (random() % 3 == 0) moves.push_back({from, state(), value});
    }
  }
  const std::int32_t start = state();
  const std::int32_t end = state();
  const auto is_accepted = [=](const Numbers& values) {
    std::array<bool, kStates> reached{};
    reached[static_cast<std::size_t>(start)] = true;
    for (const std::int64_t value : values) {
      std::array<bool, kStates> after{};
      for (const Nfa::Move& move : moves) {
        const bool is_made = move.value == value && reached[static_cast<std::size_t>(move.state)];
        if (is_made) after[static_cast<std::size_t>(move.next)] = true;
      }
      reached = after;
    }
    return reached[static_cast<std::size_t>(end)];
  };
  model.add(said<Automaton>(is_accepted, cells, make_nfa(kStates, moves, {end}, {start}), false));
  return model;
}

using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;
using Places = std::uint32_t;  // a bit for each

// Whether the places with a number are as many as wanted, and reach each other by the neighbours of each place.
bool is_region(std::span<const std::int64_t> numbers, std::span<const Places> neighbours, std::int64_t number,
               std::int64_t size) {
  Places own = 0;
  for (std::size_t place = 0; place < numbers.size(); ++place) own |= Places{numbers[place] == number} << place;
  if (std::popcount(own) != size) return false;
  Places reached = own & -own;
  for (Places before = 0; before != reached;) {
    before = reached;
    for (Places rest = before; rest != 0; rest &= rest - 1) {
      reached |= own & neighbours[static_cast<std::size_t>(std::countr_zero(rest))];
    }
  }
  return reached == own;
}

// A grid of two rows, in two or three regions, with digits or without. Where there is a number more than regions, none of
// them needs to exist.
SmallModel grid_in_regions(std::mt19937& random) {
  const bool has_digits = random() % 2 == 0;
  const std::int32_t width = has_digits ? 2 : 3 + static_cast<std::int32_t>(random() % 2);
  const std::int32_t places = 2 * width;
  const std::int32_t size = has_digits || width == 4 ? 2 + static_cast<std::int32_t>(random() % 2) * (width - 2) : 2;
  Pairs neighbours;
  for (std::int32_t place = 0; place < places; ++place) {
    if (place % width + 1 < width) neighbours.emplace_back(place, place + 1);
    if (place + width < places) neighbours.emplace_back(place, place + width);
  }
  const bool has_spare_number = places < 4 * size && random() % 2 == 0;
  SmallModel model;
  std::vector<std::int32_t> numbers;
  std::vector<std::int32_t> digits;
  for (std::int32_t place = 0; place < places; ++place) {
    numbers.push_back(place);
    Numbers domain;
    for (std::int64_t number = 1; number <= places / size + has_spare_number; ++number) domain.push_back(number);
    model.add_variable(domain);
  }
  for (std::int32_t place = 0; has_digits && place < places; ++place) {
    digits.push_back(places + place);
    if (size == 2 && random() % 2 == 0) model.add_variable({1, 2, 3});
    else model.add_variable({1, 2});
  }
  std::vector<Places> around(numbers.size());
  for (const auto& [one, other] : neighbours) {
    around[static_cast<std::size_t>(one)] |= Places{1} << other;
    around[static_cast<std::size_t>(other)] |= Places{1} << one;
  }
  const Meaning meaning = [=](const Numbers& values) {
    const std::span found(values.begin(), static_cast<std::size_t>(places));
    for (const std::int64_t number : found) {
      if (!is_region(found, around, number, size)) return false;
      for (std::size_t one = 0; one < digits.size(); ++one) {
        for (std::size_t other = 0; other < one; ++other) {
          if (found[one] != number || found[other] != number) continue;
          if (values[found.size() + one] == values[found.size() + other]) return false;
        }
      }
    }
    return true;
  };
  model.add(said<Regions>(meaning, digits, numbers, neighbours, size));
  return model;
}

TEST(a_run_does_not_depend_on_those_before) {
  std::mt19937 random = random_of_level(29);
  for (std::size_t round = 0; round < 2000; ++round) {
    run_again_and_again(random_model(random, kExtraValues[round % 4]), random);
    if (round % 10 == 0) run_again_and_again(grid_in_regions(random), random);
    if (round % 10 == 0) run_again_and_again(random_products(random), random);
  }
}

TEST(explanations_follow_from_the_constraint) {
  std::mt19937 random = random_of_level(13);
  Counts explanations{};
  for (std::size_t round = 0; round < 48000; ++round) {
    explain_all(random_model(random, kExtraValues[round % 4]), random, explanations);
    if (round % 20 == 0) explain_all(different_cells(random), random, explanations);
    if (round % 20 == 0) explain_all(filled_house(random), random, explanations);
    if (round % 50 == 0) explain_all(cage_across_a_house(random), random, explanations);
    if (round % 50 == 0) explain_all(long_word(random), random, explanations);
    if (round % 20 == 0) explain_all(grid_in_regions(random), random, explanations);
    if (round % 20 == 0) explain_all(random_products(random), random, explanations);
    if (round % 200 == 0) explain_all(groups_with_a_sum(random), random, explanations);
  }
  CHECK(std::ranges::all_of(explanations, [](std::int64_t count) { return count > 500; }));
}

}  // namespace
}  // namespace sudoku_cp::testing
