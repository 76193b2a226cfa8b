// The metadata that a constraint reports when it is prepared for a search.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "basics.hpp"

namespace sudoku_cp {

struct Metadata {
  std::vector<std::int32_t> scope;  // each variable once; a change of one wakes the propagator
  // Other variables that wake the propagator, too: it reads them, but branching gives them no weight for it.
  std::vector<std::int32_t> around = {};
  bool idempotent = false;          // a run reaches the propagator's own fixpoint
  std::size_t workspace_words = 0;  // that the propagator may write to while it runs
  std::size_t state_bits = 0;       // in each state of a search, at the constraint's `state_begin`; at first all set
  std::int32_t depth = 0;           // of nested combinations: 1 for a combination of other constraints only; else 0
  // Pairs of variables, each of which prunes more once the other is assigned. A variable has at most one partner in a
  // constraint.
  std::vector<std::pair<std::int32_t, std::int32_t>> partners = {};
  // Lists of options: exactly one of each list holds, and much is pruned once it is known which.
  std::vector<std::vector<Slot>> alternatives = {};
  // Whether its inferences follow from few of its many variables and recur in branching, so that clauses pay.
  bool favours_learning = false;
};

}  // namespace sudoku_cp
