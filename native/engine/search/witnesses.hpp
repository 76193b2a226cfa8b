// Solutions of groups of constraints that show which values are possible; they save searches on domains that are smaller
// than before.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "search/group_solver.hpp"

namespace sudoku_cp {

class Witnesses {
 public:
  // What `GroupSolver::eliminations` finds. The model is the same in all calls, which may come from several threads.
  std::optional<Eliminations> eliminations(const ModelBuilder& model, const std::vector<std::int32_t>& groups,
                                           std::span<const Word> domains, Control& control);

 private:
  using Solution = std::vector<std::uint8_t>;  // the place of the value of each variable

  struct Known {
    std::vector<Word> domains;     // when the groups were asked about
    std::vector<Word> impossible;  // the values of these that no solution has
    std::vector<Solution> solutions;
  };

  // What is known of the groups with these domains: the impossible values, and the solutions. None if no solution is
  // known.
  std::optional<Known> recall(const std::vector<std::int32_t>& groups, std::span<const Word> domains);
  void remember(const std::vector<std::int32_t>& groups, Known known);

  std::mutex mutex_;
  std::map<std::vector<std::int32_t>, Known> known_;
  std::size_t size_ = 0;  // values of all solutions kept
};

}  // namespace sudoku_cp
