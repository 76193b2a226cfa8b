// Explanations of a propagator against brute force: no solution lies in what an explanation leaves, and has the value
// that it explains the removal of.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "cdcl/explanations.hpp"
#include "model/problem.hpp"

namespace sudoku_cp::testing {

// A solution by the bits of all variables.
using Bits = std::vector<int>;

class Explained {
 public:
  // `root`: what variables have without any decision, by variable; `solutions`: all that lie in it.
  Explained(const Problem& problem, std::vector<Word> root, std::vector<Bits> solutions, std::mt19937& random);

  // Literals of a reason that can be dropped: of any, or as far as the propagator can tell, unless its trials run out.
  enum class Drop : std::uint8_t { kAny, kNoneByTrials, kNone };

  // Runs a propagator on domains, by variable, and explains all that it does. Returns the number of explanations.
  std::int64_t explain(std::int32_t propagator, const std::vector<Word>& domains, Drop drop = Drop::kAny);

  // The same on some domains that are drawn.
  std::int64_t explain(std::int32_t propagator);

 private:
  void check(std::int32_t propagator, std::optional<Slot> removed, const std::vector<ScopeDomain>& before, Drop drop);
  bool has_solution(const std::vector<ScopeDomain>& scope, std::optional<Slot> removed) const;
  bool follows_by_run(std::int32_t propagator, const std::vector<ScopeDomain>& scope, std::optional<Slot> removed);
  bool has_literal_to_drop(std::vector<ScopeDomain> scope,
                           const std::function<bool(const std::vector<ScopeDomain>&)>& follows) const;

  PropagatorRunner runner_;
  Explainer explainer_;
  std::vector<Word> root_;
  std::vector<Bits> solutions_;
  std::mt19937& random_;
};

}  // namespace sudoku_cp::testing
