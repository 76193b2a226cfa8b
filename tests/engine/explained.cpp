#include "explained.hpp"

#include <algorithm>
#include <bit>

#include "check.hpp"
#include "cpu.hpp"
#include "tuning.hpp"

namespace sudoku_cp::testing {

Explained::Explained(const Problem& problem, std::vector<Word> root, std::vector<Bits> solutions, std::mt19937& random)
    : runner_(problem, problem.functions(kernel_of_this_cpu())),
      explainer_(runner_),
      root_(std::move(root)),
      solutions_(std::move(solutions)),
      random_(random) {}

std::int64_t Explained::explain(std::int32_t propagator) {
  std::vector<Word> domains = root_;
  for (const std::int32_t variable : runner_.scope(propagator)) {
    Word& domain = domains[static_cast<std::size_t>(variable)];
    const Word some = domain & (Word{random_()} << 32 | random_());
    if (some != 0 && random_() % 3 != 0) domain = some;
  }
  return explain(propagator, domains);
}

std::int64_t Explained::explain(std::int32_t propagator, const std::vector<Word>& domains, Drop drop) {
  std::vector<ScopeDomain> before;
  for (const std::int32_t variable : runner_.scope(propagator)) {
    const auto at = static_cast<std::size_t>(variable);
    before.push_back({variable, root_[at], domains[at], static_cast<std::int64_t>(random_() % 4)});
  }
  for (const ScopeDomain& domain : before) runner_.set_domain(domain.variable, domain.now);
  if (!runner_.run(propagator)) return check(propagator, std::nullopt, before, drop), 1;
  std::vector<Slot> removed;
  for (const ScopeDomain& domain : before) {
    for (Word lost = domain.now & ~runner_.domain(domain.variable); lost != 0; lost &= lost - 1) {
      removed.push_back(static_cast<Slot>(domain.variable * kWordBits + std::countr_zero(lost)));
    }
  }
  for (const Slot slot : removed) check(propagator, slot, before, drop);
  return std::ssize(removed);
}

void Explained::check(std::int32_t propagator, std::optional<Slot> removed, const std::vector<ScopeDomain>& before,
                      Drop drop) {
  std::vector<ScopeDomain> widened = before;
  const std::int64_t runs = runner_.runs();
  explainer_.widen(propagator, removed, widened);
  const bool has_run_out = runner_.runs() - runs >= tuning::kMostTrialsOfExplanation;
  // Each literal was true: what a variable had lies in what the reason leaves it.
  for (const ScopeDomain& domain : widened) {
    const auto same = [&](const ScopeDomain& other) { return other.variable == domain.variable; };
    const ScopeDomain& old = *std::ranges::find_if(before, same);
    CHECK((old.now & ~domain.now) == 0 && (domain.now & ~domain.whole) == 0);
  }
  CHECK(!has_solution(widened, removed));
  const auto follows = [&](const std::vector<ScopeDomain>& scope) {
    return drop == Drop::kNone ? !has_solution(scope, removed) : follows_by_run(propagator, scope, removed);
  };
  if (drop == Drop::kNone || (drop == Drop::kNoneByTrials && !has_run_out))
    CHECK(!has_literal_to_drop(widened, follows));
}

bool Explained::has_solution(const std::vector<ScopeDomain>& scope, std::optional<Slot> removed) const {
  return std::ranges::any_of(solutions_, [&](const Bits& bits) {
    const auto allows = [&](const ScopeDomain& domain) {
      return ((domain.now >> bits[static_cast<std::size_t>(domain.variable)]) & 1) != 0;
    };
    const bool has_value = !removed || bits[*removed / kWordBits] == static_cast<int>(*removed % kWordBits);
    return has_value && std::ranges::all_of(scope, allows);
  });
}

bool Explained::follows_by_run(std::int32_t propagator, const std::vector<ScopeDomain>& scope,
                               std::optional<Slot> removed) {
  for (const ScopeDomain& domain : scope) runner_.set_domain(domain.variable, domain.now);
  if (!runner_.run(propagator)) return true;
  if (!removed) return false;
  const Word left = runner_.domain(static_cast<std::int32_t>(*removed / kWordBits));
  return ((left >> (*removed % kWordBits)) & 1) == 0;
}

// That a variable has one value is one literal; else each value that it lacks is one.
bool Explained::has_literal_to_drop(std::vector<ScopeDomain> scope,
                                    const std::function<bool(const std::vector<ScopeDomain>&)>& follows) const {
  for (ScopeDomain& domain : scope) {
    const Word now = domain.now;
    for (Word lacking = domain.whole & ~now; lacking != 0; lacking &= lacking - 1) {
      domain.now = std::has_single_bit(now) ? domain.whole : now | (lacking & -lacking);
      if (follows(scope)) return true;
      domain.now = now;
      if (std::has_single_bit(now)) break;
    }
  }
  return false;
}

}  // namespace sudoku_cp::testing
