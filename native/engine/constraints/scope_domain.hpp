// The scope of a propagator before it removed a value or failed, which an explanation generalises.
//
// A constraint that explains itself has a member
//
//   bool widen(std::span<ScopeDomain> scope, std::optional<Slot> removed) const;
//
// which restores values to the scope, ascending by variable, as long as the propagator still removes the option, or fails
// where there is none. It returns false, and leaves the scope as it is, where it finds no reason.
#pragma once

#include <algorithm>
#include <span>

#include "basics.hpp"

namespace sudoku_cp {

struct ScopeDomain {
  std::int32_t variable;
  Word whole;             // its domain at the root
  Word now;               // its domain before the propagator ran; an explanation adds values of the whole
  std::int64_t narrowed;  // when it last lost a value: the latest variables are widened first
};

// The domain of a variable: a scope is ascending, and mostly without gaps.
inline ScopeDomain& domain_of(std::span<ScopeDomain> scope, std::int32_t variable) {
  const auto at = static_cast<std::size_t>(variable - scope.front().variable);
  if (at < scope.size() && scope[at].variable == variable) return scope[at];
  return *std::ranges::lower_bound(scope, variable, {}, &ScopeDomain::variable);
}

// Restores the scope but for the values needed, by place in the scope, that are missing now.
inline void keep_needed(std::span<ScopeDomain> scope, std::span<const Word> needs) {
  for (std::size_t at = 0; at < scope.size(); ++at) {
    ScopeDomain& domain = scope[at];
    domain.now = domain.whole & ~(needs[at] & ~domain.now);
  }
}

}  // namespace sudoku_cp
