// Clauses that refute all solutions of a cell problem but those that are known.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "cdcl/cdcl.hpp"
#include "search/control.hpp"

namespace sudoku_cp {

// Of slots: 2 · slot, or 2 · slot + 1 where the option is not taken.
using SlotLiteral = std::uint32_t;

class Refutation {
 public:
  // Each clause follows from the constraints and the clauses before it; by unit propagation, where that is as strong as
  // the propagators.
  static bool can_refute(const Problem& problem) {
    return CdclSearch::can_search(problem) && problem.view().costs == nullptr && !problem.root_failed();
  }

  explicit Refutation(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}

  // Learns clauses until they refute all solutions with the required options except the known ones. Nodes are not
  // limited. The ending is kSolution if there is another solution.
  Ending run(std::span<const Slot> required, std::span<const std::vector<Word>> known, Control& control);

  // The number of clauses so far.
  std::int64_t learned() const { return static_cast<std::int64_t>(log_.size()); }

  const Lists<SlotLiteral>& clauses() const { return clauses_; }

 private:
  std::shared_ptr<const Problem> problem_;
  Lists<Literal> log_;
  Lists<SlotLiteral> clauses_;
};

}  // namespace sudoku_cp
