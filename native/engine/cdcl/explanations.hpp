// Explains why a propagator removed a value or failed, by values that its scope lacked before. Works for any propagator, as
// it is a function of the domains of its scope. Generalises by deletion: values, of several variables at a time, are
// restored if the propagator still makes the same inference. A constraint that explains itself does so in one step.
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

  // Widens the domains of the scope while the propagator still removes the option, or fails where there is none.
  void widen(std::int32_t propagator, std::optional<Slot> removed, std::vector<ScopeDomain>& scope) {
    if (!widen_by_constraint(propagator, removed, scope)) widen_by_trials(propagator, removed, scope);
  }

  // The two ways to do so; the first returns whether the constraint explains itself. Trials read when variables were
  // narrowed; so do some constraints.
  bool widen_by_constraint(std::int32_t propagator, std::optional<Slot> removed, std::vector<ScopeDomain>& scope) const;
  void widen_by_trials(std::int32_t propagator, std::optional<Slot> removed, std::vector<ScopeDomain>& scope);
  bool asks_when_narrowed(std::int32_t propagator) const;

  // Whether variables by bounds say what the constraint does.
  bool is_bounded(std::int32_t propagator) const;

 private:
  void widen_variables(std::size_t begin, std::size_t end, bool is_too_much);
  void widen_values(ScopeDomain& domain, Word values, bool is_too_much);
  bool still_follows();

  PropagatorRunner* runner_;
  std::int32_t propagator_ = 0;  // that is explained, on these domains
  std::optional<Slot> removed_;
  std::vector<ScopeDomain> scope_;
  std::int64_t last_run_ = 0;  // the number of runs at which this explanation stops
};

}  // namespace sudoku_cp
