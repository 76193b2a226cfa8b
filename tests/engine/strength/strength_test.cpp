// Each propagator on random domains: what it reaches, that it removes no value of a solution, that it decides where all
// is known, that what it remembers changes nothing, and that its reasons are reasons.
#include <algorithm>
#include <bit>

#include "../check.hpp"
#include "../explained.hpp"
#include "../levels.hpp"
#include "oracles.hpp"
#include "search/search_memory.hpp"
#include "strength.hpp"

namespace sudoku_cp::testing {
namespace {

constexpr std::size_t kMostChoices = 400;  // of the domains that are looked at

using Masks = std::vector<Word>;  // by variable

// A case as a problem, with one propagator to look at.
class Looked {
 public:
  Looked(Case made, std::size_t kind) : case_(std::move(made)), problem_(case_.model.build()), kind_(kind) {
    for (std::size_t variable = 0; variable < case_.model.variables(); ++variable) {
      cells_.push_back(static_cast<std::int32_t>(variable));
    }
    Scope scope = case_.scope;
    std::ranges::sort(scope);
    scope.erase(std::ranges::unique(scope).begin(), scope.end());
    const ProblemView& view = problem_->view();
    for (std::int32_t at = 0; at < view.propagators; ++at) {
      Scope core(view.cores.values + view.cores.begin[at], view.cores.values + view.cores.begin[at + 1]);
      std::ranges::sort(core);
      if (view.propagator_list[at].kind == kind_ && std::ranges::includes(scope, core) && !core.empty())
        propagator_ = at;
    }
  }

  // Whether the constraint has become a propagator of its kind.
  bool has_propagator() const { return propagator_ >= 0; }
  std::int32_t propagator() const { return propagator_; }
  bool is_idempotent() const { return problem_->view().propagator_list[propagator_].idempotent; }
  const Case& of() const { return case_; }
  const Problem& problem() const { return *problem_; }
  const Scope& cells() const { return cells_; }

  Domains domains_of(const Masks& masks) const {
    Domains domains(masks.size());
    for (std::size_t cell = 0; cell < masks.size(); ++cell) {
      for (Word rest = masks[cell]; rest != 0; rest &= rest - 1) {
        domains[cell].push_back(
            case_.model.table(static_cast<std::int32_t>(cell))[static_cast<std::size_t>(std::countr_zero(rest))]);
      }
    }
    return domains;
  }

  Masks masks_of(const Domains& domains) const {
    Masks masks(domains.size());
    for (std::size_t cell = 0; cell < masks.size(); ++cell) {
      const Numbers& table = case_.model.table(static_cast<std::int32_t>(cell));
      for (const std::int64_t value : domains[cell]) {
        masks[cell] |= Word{1} << (std::ranges::lower_bound(table, value) - table.begin());
      }
    }
    return masks;
  }

  // Some values of each cell, so that there are few choices in all: mostly those of the witness among them.
  Masks draw_root(Draw& draw, std::size_t most_choices) const {
    Masks root;
    const bool has_witness = !draw.one_in(6);
    const std::vector<int> witness = case_.model.bits(case_.witness);
    for (const std::int32_t cell : cells_) {
      const auto at = static_cast<std::size_t>(cell);
      const Word whole = problem_->domains()[at];
      if (whole == 0) return {};
      if (std::ranges::find(case_.fixed, cell) != case_.fixed.end()) {
        root.push_back(whole & -whole);
        continue;
      }
      const Word own = Word{1} << witness[at];
      root.push_back(has_witness && (whole & own) != 0 ? own : Word{1} << one_bit(draw, whole));
    }
    Scope order = cells_;
    draw.shuffle(order);
    std::size_t left = most_choices;
    for (const std::int32_t cell : order) {
      const auto at = static_cast<std::size_t>(cell);
      if (std::ranges::find(case_.fixed, cell) != case_.fixed.end()) continue;
      const Word whole = problem_->domains()[at];
      std::size_t size = 1 + draw.below(static_cast<std::size_t>(std::popcount(whole)));
      if (draw.one_in(2)) size = std::min<std::size_t>(size, 3);
      size = std::min(size, left);
      for (std::size_t more = size; more > 1; --more) root[at] |= Word{1} << one_bit(draw, whole);
      left /= static_cast<std::size_t>(std::popcount(root[at]));
    }
    return root;
  }

  // All solutions within the domains.
  std::vector<Bits> solutions(const Masks& masks) const {
    std::vector<Bits> found;
    each_choice(domains_of(masks), [&](const Numbers& values) {
      if (case_.model.holds(values)) found.push_back(case_.model.bits(values));
    });
    return found;
  }

 private:
  static int one_bit(Draw& draw, Word mask) {
    for (std::size_t skipped = draw.below(static_cast<std::size_t>(std::popcount(mask))); skipped > 0; --skipped) {
      mask &= mask - 1;
    }
    return std::countr_zero(mask);
  }

  Case case_;
  std::shared_ptr<const Problem> problem_;
  std::size_t kind_;
  std::int32_t propagator_ = -1;
  Scope cells_;
};

Masks some_of(Draw& draw, const Masks& root) {
  Masks domains = root;
  for (Word& domain : domains) {
    if (draw.one_in(3)) continue;
    Word some = 0;
    for (Word rest = domain; rest != 0; rest &= rest - 1) some |= draw.one_in(2) ? rest & -rest : 0;
    if (some == 0 || draw.one_in(4)) some = domain & -domain;
    domain = some;
  }
  return domains;
}

// What runs of a propagator leave, over and over; nothing at a contradiction.
std::optional<Masks> fixed_point(PropagatorRunner& runner, std::int32_t propagator, const Masks& domains,
                                 bool is_idempotent) {
  for (std::size_t cell = 0; cell < domains.size(); ++cell) {
    runner.set_domain(static_cast<std::int32_t>(cell), domains[cell]);
  }
  Masks left = domains;
  for (int round = 0;; ++round) {
    if (!runner.run(propagator)) {
      CHECK(!is_idempotent || round == 0);
      return std::nullopt;
    }
    const Masks before = left;
    for (std::size_t cell = 0; cell < left.size(); ++cell) left[cell] = runner.domain(static_cast<std::int32_t>(cell));
    for (std::size_t cell = 0; cell < left.size(); ++cell) CHECK(left[cell] != 0 && (left[cell] & ~before[cell]) == 0);
    if (left == before) return left;
    CHECK(!is_idempotent || round == 0);
  }
}

Masks seen_in(const std::vector<Bits>& solutions, const Masks& domains) {
  Masks seen(domains.size());
  for (const Bits& bits : solutions) {
    bool is_inside = true;
    for (std::size_t cell = 0; cell < bits.size(); ++cell) is_inside &= ((domains[cell] >> bits[cell]) & 1) != 0;
    for (std::size_t cell = 0; is_inside && cell < bits.size(); ++cell) seen[cell] |= Word{1} << bits[cell];
  }
  return seen;
}

struct Tally {
  std::int64_t cases = 0;
  std::int64_t runs = 0;
  std::int64_t removed = 0;  // runs in which values went
  std::int64_t failed = 0;   // runs that found a contradiction
  std::int64_t weaker = 0;   // runs that left a value without support, or a contradiction
  std::int64_t explained = 0;
  std::int64_t pauses = 0;  // of searches
};

[[noreturn]] void report(const Looked& looked, const Masks& domains, const std::optional<Masks>& left,
                         const std::optional<Domains>& expected, const char* what) {
  const auto print = [](const char* name, const Domains& all) {
    std::fprintf(stderr, "  %s", name);
    for (const Numbers& domain : all) {
      std::fprintf(stderr, " {");
      for (const std::int64_t value : domain) std::fprintf(stderr, " %lld", static_cast<long long>(value));
      std::fprintf(stderr, " }");
    }
    std::fprintf(stderr, "\n");
  };
  std::fprintf(stderr, "%s; scope", what);
  for (const std::int32_t cell : looked.of().scope) std::fprintf(stderr, " %d", cell);
  std::fprintf(stderr, "\n");
  print("domains", looked.domains_of(domains));
  if (left) print("left", looked.domains_of(*left));
  if (expected) print("expected", *expected);
  std::exit(1);
}

// What the propagator leaves of the domains is what is claimed, and less than no solution has.
void check_strength(const Looked& looked, PropagatorRunner& kept, const Masks& domains,
                    const std::vector<Bits>& solutions, Tally& tally) {
  PropagatorRunner fresh(looked.problem(), looked.problem().functions(kernel_of_this_cpu()));
  std::optional<Masks> left = fixed_point(fresh, looked.propagator(), domains, looked.is_idempotent());
  if (fixed_point(kept, looked.propagator(), domains, looked.is_idempotent()) != left)
    report(looked, domains, left, std::nullopt, "what a propagator remembers changes what it does");
  // In turns with what is done beside it.
  while (looked.of().beside && left) {
    Domains values = looked.domains_of(*left);
    const bool goes_on = looked.of().beside(values);
    const Masks narrowed = looked.masks_of(values);
    if (!goes_on) left.reset();
    else if (narrowed == left) break;
    else left = fixed_point(fresh, looked.propagator(), narrowed, looked.is_idempotent());
  }
  const Masks seen = seen_in(solutions, domains);
  const bool has_solution = seen.empty() || seen[0] != 0;
  ++tally.runs;
  tally.failed += !left;
  if (!left && has_solution) report(looked, domains, left, looked.domains_of(seen), "a solution is lost");
  for (std::size_t cell = 0; left && cell < seen.size(); ++cell) {
    if ((seen[cell] & ~(*left)[cell]) != 0) report(looked, domains, left, looked.domains_of(seen), "a value is lost");
  }
  tally.removed += left && *left != domains;
  tally.weaker += left && *left != seen;
  const Domains values = looked.domains_of(domains);
  const std::optional<Domains> values_left = left ? std::optional(looked.domains_of(*left)) : std::nullopt;
  if (const Narrow& exactly = looked.of().claim.exactly) {
    Domains expected = values;
    const bool goes_on = exactly(expected);
    if (goes_on != left.has_value() || (left && expected != *values_left))
      report(looked, domains, left, goes_on ? std::optional(expected) : std::nullopt, "not as strong as claimed");
  }
  if (const Narrow& at_least = looked.of().claim.at_least; at_least && left) {
    Domains expected = *values_left;
    const bool goes_on = at_least(expected);
    if (!goes_on || expected != *values_left)
      report(looked, domains, left, goes_on ? std::optional(expected) : std::nullopt, "weaker than claimed");
  }
  // Where each cell has one value, and those differ that must, the propagator knows.
  if (is_assigned(values, looked.cells()) && looked.of().model.differs(looked.of().model.values(domains))) {
    CHECK(left.has_value() == has_solution);
  }
}

// A search keeps what its propagators remember on its way down, and gets it back on its way up: at each branching, new
// propagators that have seen nothing leave all as it is. It finds all solutions.
void check_search(const Looked& looked, const Masks& root, const std::vector<Bits>& solutions, Tally& tally) {
  const Problem& problem = looked.problem();
  const SearchKernel& kernel = problem.functions(kernel_of_this_cpu());
  SearchMemory memory(problem);
  kernel.start(memory.search());
  memory.restrict(kernel, root);
  std::set<Bits> found;
  for (std::int64_t budget = 0;; budget = 1) {
    const Outcome outcome = kernel.run(memory.search(), budget);
    CHECK(outcome != Outcome::kOutOfMemory);
    if (outcome == Outcome::kExhausted) break;
    const Masks alive = memory.alive();
    if (outcome == Outcome::kSolution) {
      Bits bits;
      for (const Word domain : alive) bits.push_back(std::countr_zero(domain));
      CHECK(found.insert(bits).second);
      continue;
    }
    ++tally.pauses;
    for (std::int32_t at = 0; at < problem.view().propagators; ++at) {
      PropagatorRunner fresh(problem, kernel);
      if (fixed_point(fresh, at, alive, false) != alive)
        report(looked, alive, fixed_point(fresh, at, alive, false), std::nullopt, "a search has missed something");
    }
  }
  CHECK(found == std::set<Bits>(solutions.begin(), solutions.end()));
}

Explained::Drop drop_of(Shortness shortness) {
  switch (shortness) {
    case Shortness::kTrials:
      return Explained::Drop::kNoneByTrials;
    case Shortness::kIrreducible:
      return Explained::Drop::kNone;
    case Shortness::kAny:
      return Explained::Drop::kAny;
  }
  return Explained::Drop::kAny;
}

// All checks on one case.
void check_case(const Generator& generator, std::mt19937& random, Tally& tally) {
  Draw draw(random);
  const Looked looked(generator.make(draw), generator.kind);
  if (!looked.has_propagator() || looked.problem().root_failed()) return;
  ++tally.cases;
  PropagatorRunner kept(looked.problem(), looked.problem().functions(kernel_of_this_cpu()));
  for (int again = 0; again < 3; ++again) {
    const Masks root = looked.draw_root(draw, again == 0 ? 30 : kMostChoices);
    if (root.empty()) return;
    const std::vector<Bits> solutions = looked.solutions(root);
    Explained explained(looked.problem(), root, solutions, random);
    const auto is_single = [&](std::int32_t cell) { return std::has_single_bit(root[static_cast<std::size_t>(cell)]); };
    const bool is_short = std::ranges::all_of(looked.of().single, is_single);
    const Explained::Drop drop = is_short ? drop_of(looked.of().shortness) : Explained::Drop::kAny;
    for (int more = 0; more < 4; ++more) {
      const Masks domains = more == 0 ? root : some_of(draw, root);
      check_strength(looked, kept, domains, solutions, tally);
      tally.explained += explained.explain(looked.propagator(), domains, drop);
    }
    if (again == 0) check_search(looked, root, solutions, tally);
  }
}

TEST(two_values_that_only_one_cell_can_have_are_too_many) {
  Case made;
  for (int cell = 0; cell < 4; ++cell) made.model.add_variable(numbers_between(1, 6));
  const Scope cells{0, 1, 2, 3};
  made.model.add_all_different(cells);
  const Holds holds = [](const Numbers& values) { return values[0] + values[1] + values[2] + values[3] == 10; };
  add_constraint<Linear>(made, cells, holds, cells, Numbers{1, 1, 1, 1}, Relation::kEqual, std::int64_t{10});
  const Looked looked(std::move(made), kKindOf<SetList>);
  CHECK(looked.has_propagator());
  PropagatorRunner runner(looked.problem(), looked.problem().functions(kernel_of_this_cpu()));
  // 1 and 2 have one place, and 3 and 4 three.
  CHECK(!fixed_point(runner, looked.propagator(), {0b000011, 0b001100, 0b001100, 0b001100}, true));
  CHECK(fixed_point(runner, looked.propagator(), {0b000011, 0b000011, 0b001100, 0b001100}, true));
}

TEST(propagators_are_as_strong_as_claimed) {
  std::set<std::size_t> kinds;
  for (const Generator& generator : all_generators()) {
    std::printf("  %s:", generator.name.c_str());
    std::fflush(stdout);
    std::mt19937 random = random_of_level(31);
    Tally tally;
    const int rounds = 300 * times_as_long();
    for (int round = 0; round < rounds; ++round) check_case(generator, random, tally);
    // A value without support may be rare.
    for (int round = 0; generator.is_weaker && tally.weaker == 0 && round < 9 * rounds; ++round) {
      check_case(generator, random, tally);
    }
    std::printf(" %lld cases, %lld runs, %lld removed, %lld failed, %lld weaker, %lld explained, %lld pauses\n",
                static_cast<long long>(tally.cases), static_cast<long long>(tally.runs),
                static_cast<long long>(tally.removed), static_cast<long long>(tally.failed),
                static_cast<long long>(tally.weaker), static_cast<long long>(tally.explained),
                static_cast<long long>(tally.pauses));
    CHECK(tally.removed > 20 && tally.failed > 20 && tally.explained > 100);
    CHECK((tally.weaker > 0) == generator.is_weaker);
    kinds.insert(generator.kind);
  }
  CHECK(kinds.size() == std::variant_size_v<Constraint>);
}

}  // namespace
}  // namespace sudoku_cp::testing
