// Why a propagator removed a value, or failed: values that were missing from its scope before. Any propagator can be
// asked, as it is a function of the domains in its scope: values are given back to them, several variables at a time, and
// stay where the propagator still comes to the same end. A constraint that can do so itself widens its scope at once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cdcl/propagator_runner.hpp"
#include "constraints/scope_domain.hpp"

namespace sudoku_cp {

class Explainer {
 public:
  explicit Explainer(PropagatorRunner& runner) : runner_(&runner) {}

  // Widens the domains as long as the propagator removes the option, or fails where there is none.
  void widen(std::int32_t propagator, std::optional<Slot> removed, std::vector<ScopeDomain>& scope) {
    if (!widen_by_constraint(propagator, removed, scope)) widen_by_trials(propagator, removed, scope);
  }

  // The two ways to do so; the constraint may have none. Whether it asks when its variables were narrowed, as trials do.
  bool widen_by_constraint(std::int32_t propagator, std::optional<Slot> removed, std::vector<ScopeDomain>& scope) const;
  void widen_by_trials(std::int32_t propagator, std::optional<Slot> removed, std::vector<ScopeDomain>& scope);
  bool asks_when_narrowed(std::int32_t propagator) const;

 private:
  void widen_variables(std::size_t begin, std::size_t end, bool is_too_much);
  void widen_values(ScopeDomain& domain, Word values, bool is_too_much);
  bool still_follows();

  PropagatorRunner* runner_;
  std::int32_t propagator_ = 0;  // what is explained, and on what domains
  std::optional<Slot> removed_;
  std::vector<ScopeDomain> scope_;
  std::int64_t last_run_ = 0;  // of the propagators that may be run for this explanation
};

}  // namespace sudoku_cp
