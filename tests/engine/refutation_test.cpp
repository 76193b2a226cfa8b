// What clause learning logs refutes all other solutions, and the trimmed clauses do so, too.
#include "proofs/refutation.hpp"

#include <bit>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

#include "check.hpp"
#include "levels.hpp"
#include "models.hpp"
#include "proofs/trimming.hpp"

namespace sudoku_cp::testing {
namespace {

std::vector<std::vector<Word>> solutions_of(const std::shared_ptr<const Problem>& problem,
                                            const std::vector<Slot>& required) {
  Solver solver(problem);
  for (const Slot slot : required) solver.require(slot);
  Control control;
  std::vector<std::vector<Word>> solutions;
  while (solver.advance(control) == Ending::kSolution) solutions.push_back(solver.all_alive());
  return solutions;
}

Literal literal_of(Slot slot) { return taken(static_cast<std::int32_t>(slot)); }

// At most one of the options: a sum over their negations.
void add_at_most_one(Trimmer& trimmer, const std::vector<Slot>& slots) {
  std::vector<WeightedLiteral> terms;
  for (const Slot slot : slots) terms.push_back({1, negation(literal_of(slot))});
  trimmer.add_sum(std::move(terms), static_cast<std::int64_t>(slots.size()) - 1);
}

void add_exactly_one(Trimmer& trimmer, const std::vector<Slot>& slots) {
  add_at_most_one(trimmer, slots);
  std::vector<WeightedLiteral> terms;
  for (const Slot slot : slots) terms.push_back({1, literal_of(slot)});
  trimmer.add_sum(std::move(terms), 1);
}

// The formula of a grid with its givens, and a clause against each known solution. Returns the number of its sums.
std::size_t add_formula(Trimmer& trimmer, const Problem& problem, const std::vector<Slot>& required,
                        const std::vector<std::vector<Word>>& known) {
  const CellView& cells = problem.view().cells;
  const auto slot_of = [](std::int32_t variable, std::int32_t bit) {
    return static_cast<Slot>(variable * kWordBits + bit);
  };
  for (std::int32_t variable = 0; variable < problem.view().words; ++variable) {
    std::vector<Slot> slots;
    for (std::int32_t bit = 0; bit < cells.values; ++bit) slots.push_back(slot_of(variable, bit));
    add_exactly_one(trimmer, slots);
  }
  for (std::int32_t house = 0; house < cells.house_count; ++house) {
    for (std::int32_t bit = 0; bit < cells.values; ++bit) {
      std::vector<Slot> slots;
      for (std::uint32_t at = cells.houses.begin[house]; at < cells.houses.begin[house + 1]; ++at) {
        slots.push_back(slot_of(cells.houses.values[at], bit));
      }
      add_exactly_one(trimmer, slots);
    }
  }
  for (const Slot slot : required) trimmer.add_sum({{1, literal_of(slot)}}, 1);
  for (const std::vector<Word>& solution : known) {
    std::vector<WeightedLiteral> terms;
    for (std::size_t variable = 0; variable < solution.size(); ++variable) {
      const auto slot = slot_of(static_cast<std::int32_t>(variable), std::countr_zero(solution[variable]));
      terms.push_back({1, negation(literal_of(slot))});
    }
    trimmer.add_sum(std::move(terms), 1);
  }
  return static_cast<std::size_t>(2 * (problem.view().words + cells.house_count * cells.values)) + required.size() +
         known.size();
}

// Trims clauses, and returns those that are needed.
std::vector<std::vector<Literal>> trimmed(const Problem& problem, const std::vector<Slot>& required,
                                          const std::vector<std::vector<Word>>& known,
                                          const std::vector<std::vector<Literal>>& clauses) {
  Trimmer trimmer(static_cast<std::size_t>(problem.view().words) * kWordBits);
  const std::size_t sums = add_formula(trimmer, problem, required, known);
  for (const std::vector<Literal>& clause : clauses) trimmer.add_clause(clause);
  Control control;
  CHECK(trimmer.trim(control) == Trimmer::Ending::kTrimmed);
  const std::vector<std::int64_t>& uses = trimmer.last_uses();
  CHECK(uses.size() == sums + clauses.size());
  for (std::size_t solution = 0; solution < known.size(); ++solution) {
    CHECK(uses[sums - 1 - solution] != Trimmer::kUnused);
  }
  std::vector<std::vector<Literal>> needed;
  for (std::size_t clause = 0; clause < clauses.size(); ++clause) {
    const std::int64_t use = uses[sums + clause];
    CHECK(use == Trimmer::kUnused || (use > static_cast<std::int64_t>(clause) && use <= std::ssize(clauses)));
    if (use != Trimmer::kUnused) needed.push_back(clauses[clause]);
  }
  return needed;
}

void refute(const std::shared_ptr<const Problem>& problem, const std::vector<Slot>& required) {
  std::vector<std::vector<Word>> known = solutions_of(problem, required);
  Control control;
  Refutation refutation(problem);
  CHECK(refutation.run(required, known, control) == Ending::kExhausted);
  std::vector<std::vector<Literal>> clauses;
  for (std::size_t clause = 0; clause < refutation.clauses().size(); ++clause) {
    std::vector<Literal>& literals = clauses.emplace_back();
    for (const SlotLiteral literal : refutation.clauses()[clause]) literals.push_back(static_cast<Literal>(literal));
  }
  const std::vector<std::vector<Literal>> needed = trimmed(*problem, required, known, clauses);
  trimmed(*problem, required, known, needed);
  if (known.empty()) return;
  known.pop_back();
  CHECK(Refutation(problem).run(required, known, control) == Ending::kSolution);
}

TEST(all_other_solutions_of_a_grid_are_refuted) {
  std::mt19937 random = random_of_level(5);
  for (const auto& problem : {grid(4, 2, 2).build(), grid(4, 1, 4).build(), grid(6, 2, 3).build()}) {
    const auto words = static_cast<std::uint32_t>(problem->view().words);
    for (int round = 0; round < 12; ++round) {
      Control control;
      std::vector<Slot> required;
      for (std::uint32_t left = words / 2; left > 0; --left) {
        const Slot slot = random() % words * kWordBits + random() % static_cast<Slot>(problem->view().cells.values);
        Solver trial(problem);
        for (const Slot given : required) trial.require(given);
        trial.require(slot);
        if (trial.advance(control) == Ending::kSolution || random() % 40 == 0) required.push_back(slot);
      }
      if (solutions_of(problem, required).size() < 60) refute(problem, required);
    }
  }
}

}  // namespace
}  // namespace sudoku_cp::testing
