// Answers questions about some groups of a model's constraints, as if the model had no others.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/builder.hpp"

namespace sudoku_cp {

struct Control;

using Eliminations = std::vector<std::pair<std::int32_t, Word>>;  // (variable, a mask over its declared values)

struct GroupSolutions {
  Eliminations eliminations;
  // Solutions that show all other values: the mask of its declared value for each variable.
  std::vector<std::vector<Word>> solutions;
};

// All masks are over the declared tables. The model and the domains given must outlive the solver.
class GroupSolver {
 public:
  // Lowers the groups once for all questions.
  GroupSolver(const ModelBuilder& model, std::span<const std::int32_t> groups, std::span<const Word> domains);

  // Whether there is a solution; none where the control stops the search.
  std::optional<bool> has_solution(Control& control) const;

  // Those of the values asked about for which a search of its own finds no solution; the control limits each search.
  Eliminations refuted(std::span<const Word> asked, Control& control) const;

  // The values, by variable, that no solution has; none where the control stops the search. Values that are known to be
  // in a solution are not searched for.
  std::optional<GroupSolutions> eliminations(Control& control, std::span<const Word> known = {}) const;

 private:
  const ModelBuilder& declared_;
  std::span<const Word> domains_;
  ModelBuilder model_;  // of the groups alone
  std::shared_ptr<const Problem> problem_;
};

}  // namespace sudoku_cp
