// The interface of the searchers of one puzzle.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "search/control.hpp"
#include "search/portfolio.hpp"

namespace sudoku_cp {

// What all searchers of one puzzle share.
struct SearchContext {
  const Problem& problem;
  const Kernel& kernels;
  const SearchKernel& kernel;  // of the problem
  Portfolio portfolio;
  std::set<std::vector<Word>> remembered;  // reported solutions that another searcher may find again
};

// Finds solutions of one puzzle, none of its own twice. The portfolio decides which searcher runs; between two turns each
// keeps its place.
class Searcher {
 public:
  Searcher() = default;
  virtual ~Searcher() = default;
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  // Forgets the puzzle.
  virtual void restart() = 0;

  // Called before the first advance of a turn, and when the next searcher takes over.
  virtual void begin_turn() {}
  virtual void end_turn() {}

  // Runs to the next solution or to completion. Pauses and returns nothing after this number of nodes, or where the turn
  // is over.
  virtual std::optional<Ending> advance(std::int64_t nodes, Control& control) = 0;

  // The searcher to continue with after a pause.
  virtual SearcherKind next(bool nodes_are_limited) = 0;

  // The live options of a word: after a solution only the chosen ones.
  virtual Word alive(std::size_t word) const = 0;

  // Totals since the last restart.
  virtual SearchStatistics statistics() const = 0;

  // Excludes a solution that another searcher has reported.
  virtual void block(const std::vector<Word>& /*solution*/) {}

  // Excludes solutions that cost as much or more.
  virtual void set_incumbent(Cost /*incumbent*/) {}

  // A lower bound on the cost of the solutions that are not found yet, if the searcher has a better one than branching.
  virtual std::optional<Cost> open_bound() const { return std::nullopt; }
};

}  // namespace sudoku_cp
