#include "explanations.hpp"

#include <algorithm>
#include <bit>

#include "tuning.hpp"

namespace sudoku_cp {

void Explainer::widen(std::int32_t propagator, std::optional<Slot> removed, std::vector<ScopeDomain>& scope) {
  last_run_ = runner_->runs() + tuning::kMostTrialsOfExplanation;
  std::ranges::sort(scope, [](const ScopeDomain& left, const ScopeDomain& right) {
    return left.narrowed != right.narrowed ? left.narrowed > right.narrowed : left.variable < right.variable;
  });
  widen_variables(propagator, removed, scope);
  widen_by_values(propagator, removed, scope);
}

void Explainer::widen_variables(std::int32_t propagator, std::optional<Slot> removed, std::vector<ScopeDomain>& scope) {
  for (ScopeDomain& domain : scope) {
    if (domain.now == domain.whole) continue;
    if (runner_->runs() >= last_run_) return;
    const Word before = domain.now;
    domain.now = domain.whole;
    if (!still_follows(propagator, removed, scope)) domain.now = before;
  }
}

// A variable with one value is left alone: that it has this value is one literal.
void Explainer::widen_by_values(std::int32_t propagator, std::optional<Slot> removed, std::vector<ScopeDomain>& scope) {
  for (ScopeDomain& domain : scope) {
    if (std::has_single_bit(domain.now)) continue;
    for (Word rest = domain.whole & ~domain.now; rest != 0; rest &= rest - 1) {
      if (runner_->runs() >= last_run_) return;
      const Word value = rest & -rest;
      domain.now |= value;
      if (!still_follows(propagator, removed, scope)) domain.now &= ~value;
    }
  }
}

bool Explainer::still_follows(std::int32_t propagator, std::optional<Slot> removed,
                              const std::vector<ScopeDomain>& scope) {
  for (const ScopeDomain& domain : scope) runner_->set_domain(domain.variable, domain.now);
  if (!runner_->run(propagator)) return true;
  if (!removed) return false;
  const auto variable = static_cast<std::int32_t>(*removed / kWordBits);
  return ((runner_->domain(variable) >> (*removed % kWordBits)) & 1) == 0;
}

}  // namespace sudoku_cp
