#include "cdcl/explanations.hpp"

#include <algorithm>
#include <bit>

#include "constraints/list.hpp"
#include "tuning.hpp"

namespace sudoku_cp {
namespace {

bool is_whole(const ScopeDomain& domain) { return domain.now == domain.whole; }

[[maybe_unused]] bool is_part(const ScopeDomain& before, const ScopeDomain& after) {
  return before.variable == after.variable && (before.now & ~after.now) == 0;
}

// Lets the constraint widen its scope; returns whether it has.
template <typename... Constraints>
bool widen_by_one_of(const PropagatorView& propagator, std::span<ScopeDomain> scope, std::optional<Slot> removed,
                     TypeList<Constraints...>) {
  std::uint8_t kind = 0;
  const auto widen_if_it_is = [&]<typename Constraint>(const Constraint* constraint) {
    if (propagator.kind != kind++) return false;
    if constexpr (requires { constraint->widen(scope, removed); }) return constraint->widen(scope, removed);
    else return false;
  };
  return (widen_if_it_is(static_cast<const Constraints*>(propagator.constraint)) || ...);
}

template <typename... Constraints>
bool any_asks_when_narrowed(const PropagatorView& propagator, TypeList<Constraints...>) {
  std::uint8_t kind = 0;
  return ((propagator.kind == kind++ && requires { Constraints::kAsksWhenNarrowed; }) || ...);
}

template <typename... Constraints>
bool any_is_bounded(const PropagatorView& propagator, TypeList<Constraints...>) {
  std::uint8_t kind = 0;
  const auto is_bounded_if_it_is = [&]<typename Constraint>(const Constraint* constraint) {
    if (propagator.kind != kind++) return false;
    if constexpr (requires { constraint->bounded; }) return constraint->bounded;
    else return false;
  };
  return (is_bounded_if_it_is(static_cast<const Constraints*>(propagator.constraint)) || ...);
}

}  // namespace

bool Explainer::is_bounded(std::int32_t propagator) const {
  return any_is_bounded(runner_->view(propagator), ConstraintTypes());
}

bool Explainer::widen_by_constraint(std::int32_t propagator, std::optional<Slot> removed,
                                    std::vector<ScopeDomain>& scope) const {
  return widen_by_one_of(runner_->view(propagator), scope, removed, ConstraintTypes());
}

bool Explainer::asks_when_narrowed(std::int32_t propagator) const {
  return any_asks_when_narrowed(runner_->view(propagator), ConstraintTypes());
}

void Explainer::widen_by_trials(std::int32_t propagator, std::optional<Slot> removed, std::vector<ScopeDomain>& scope) {
  propagator_ = propagator;
  removed_ = removed;
  last_run_ = runner_->runs() + tuning::kMostTrialsOfExplanation;
  std::ranges::sort(scope, [](const ScopeDomain& left, const ScopeDomain& right) {
    return left.narrowed != right.narrowed ? left.narrowed > right.narrowed : left.variable < right.variable;
  });
  scope_ = scope;
  widen_variables(0, scope.size(), false);
  // An assigned variable stays assigned: one literal expresses that.
  for (ScopeDomain& domain : scope_) {
    if (!std::has_single_bit(domain.now)) widen_values(domain, domain.whole & ~domain.now, true);
  }
  SUDOKU_CP_ASSERT(scope.size() == scope_.size() && std::ranges::equal(scope, scope_, is_part));
  scope.swap(scope_);
}

// Restores the whole domains of a stretch of variables, or else of as much of each half as possible (Junker, "QuickXplain",
// AAAI 2004). `is_too_much`: restoring the whole stretch is known to fail.
void Explainer::widen_variables(std::size_t begin, std::size_t end, bool is_too_much) {
  SUDOKU_CP_ASSERT(begin <= end && end <= scope_.size());
  if (begin == end || runner_->runs() >= last_run_) return;
  const std::span<ScopeDomain> stretch = std::span(scope_).subspan(begin, end - begin);
  if (std::ranges::all_of(stretch, is_whole)) return;
  if (!is_too_much) {
    const std::vector<ScopeDomain> before(stretch.begin(), stretch.end());
    for (ScopeDomain& domain : stretch) domain.now = domain.whole;
    if (still_follows()) return;
    std::ranges::copy(before, stretch.begin());
  }
  if (stretch.size() == 1) return;
  const std::size_t middle = begin + stretch.size() / 2;
  widen_variables(begin, middle, false);
  widen_variables(
      middle, end,
      std::all_of(stretch.begin(), stretch.begin() + static_cast<std::ptrdiff_t>(stretch.size() / 2), is_whole));
}

// Restores values of one variable in the same way.
void Explainer::widen_values(ScopeDomain& domain, Word values, bool is_too_much) {
  SUDOKU_CP_ASSERT((domain.now & values) == 0);
  if (values == 0 || runner_->runs() >= last_run_) return;
  if (!is_too_much) {
    domain.now |= values;
    if (still_follows()) return;
    domain.now &= ~values;
  }
  if (std::has_single_bit(values)) return;
  Word upper = values;
  for (int left = std::popcount(values) / 2; left > 0; --left) upper &= upper - 1;
  const Word lower = values & ~upper;
  widen_values(domain, lower, false);
  widen_values(domain, upper, (domain.now & lower) == lower);
}

bool Explainer::still_follows() {
  for (const ScopeDomain& domain : scope_) runner_->set_domain(domain.variable, domain.now);
  if (!runner_->run(propagator_)) return true;
  if (!removed_) return false;
  const auto variable = static_cast<std::int32_t>(*removed_ / kWordBits);
  return ((runner_->domain(variable) >> (*removed_ % kWordBits)) & 1) == 0;
}

}  // namespace sudoku_cp
