// What a variable had before a propagator ran, from which it follows what that removed.
#pragma once

#include <algorithm>
#include <span>

#include "basics.hpp"

namespace sudoku_cp {

struct ScopeDomain {
  std::int32_t variable;
  Word whole;             // what it has without any decision
  Word now;               // what it had; when it is widened, more of the whole, with which the propagator does the same
  std::int64_t narrowed;  // when it lost a value last: the latest variables are widened first
};

// The domain of a variable: a scope is ascending, and mostly without gaps.
inline ScopeDomain& domain_of(std::span<ScopeDomain> scope, std::int32_t variable) {
  const auto at = static_cast<std::size_t>(variable - scope.front().variable);
  if (at < scope.size() && scope[at].variable == variable) return scope[at];
  return *std::ranges::lower_bound(scope, variable, {}, &ScopeDomain::variable);
}

}  // namespace sudoku_cp
