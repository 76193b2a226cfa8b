// A search that learns a clause from each conflict, for problems of houses and differing cells that a search by
// branching alone does not finish.
//
// An option is a Boolean variable. Taking an option excludes others (of its cell, of its value in the peers): these
// binary clauses are lists of rivals. Each cell takes an option, each value of a house has a place: these are clauses.
// Conflicts are resolved down to one option of the deepest level (Marques-Silva & Sakallah, "GRASP", 1999).
#pragma once

#include <span>
#include <vector>

#include "clauses.hpp"
#include "open_options.hpp"
#include "option_order.hpp"

namespace sudoku_cp {

class CdclSearch {
 public:
  // Whether the problem has no more than houses and differing cells.
  static bool can_search(const Problem& problem) {
    return problem.of_cells() && problem.view().propagators == 0 && problem.view().costs == nullptr;
  }

  // `domains`: what is left of each variable; nothing else is known.
  CdclSearch(const ProblemView& problem, std::span<const Word> domains);

  // No solution is to be found that is this one. Between two runs only.
  void block(std::span<const Word> solution);

  // Goes on to the next solution, or pauses at the end of the budget.
  Outcome run(std::int64_t node_budget);

  // The values of the last solution, by variable.
  const std::vector<Word>& solution() const { return solution_; }

  const SearchStatistics& statistics() const { return statistics_; }

 private:
  enum class Truth : std::int8_t { kFalse = -1, kOpen = 0, kTrue = 1 };

  // Why a literal is true: nothing, another literal that excludes it, or a clause.
  //
  //   0 | clause · 2 | literal · 2 + 1 |
  using Reason = std::uint32_t;

  void add_clause(std::vector<Literal> literals);

  static std::size_t index(Literal literal) { return static_cast<std::size_t>(option_of(literal)); }

  Truth truth(Literal literal) const { return truth_[static_cast<std::size_t>(literal)]; }
  bool is_true(Literal literal) const { return truth(literal) == Truth::kTrue; }
  bool is_false(Literal literal) const { return truth(literal) == Truth::kFalse; }
  std::int32_t level_of(Literal literal) const { return level_[index(literal)]; }
  std::uint32_t level_bit(Literal literal) const { return std::uint32_t{1} << (level_of(literal) % 32); }
  Reason reason_of(Literal literal) const { return reason_[index(literal)]; }
  std::int32_t level() const { return static_cast<std::int32_t>(level_begin_.size()); }
  void set(Literal literal, Reason reason);
  void backtrack_to(std::int32_t depth);

  bool propagate();
  bool propagate_rivals(Literal literal);
  bool propagate_clauses(Literal falsified);

  void learn();
  void resolve();
  int collect(std::span<const Literal> literals);
  std::span<const Literal> antecedents(Literal literal);
  void bump(ClauseId id);
  void mark(Literal literal);
  void minimize();
  bool is_redundant(Literal literal, std::uint32_t levels);
  std::uint32_t count_lbd();

  void restart();
  bool decide();
  void store_solution();

  OpenOptions options_;
  ClauseStore clauses_;
  OptionOrder order_;

  std::vector<Truth> truth_;         // by literal
  std::vector<std::int32_t> level_;  // by option, like the rest
  std::vector<Reason> reason_;
  std::vector<std::uint8_t> saved_phase_;  // when it was set last
  std::vector<std::uint8_t> seen_;         // while a clause is learned

  std::vector<Literal> trail_;
  std::vector<std::size_t> level_begin_;  // on the trail
  std::size_t propagated_ = 0;            // of the trail

  std::vector<Literal> conflict_;  // literals that are all false
  std::vector<Literal> learned_;   // the clause from it
  std::vector<Literal> marked_;    // those that are `seen_`
  std::vector<Literal> pending_;
  Literal rival_ = 0;  // the only cause of a literal
  std::vector<std::int64_t> level_stamp_;
  std::int64_t stamp_ = 0;

  bool exhausted_ = false;
  float clause_step_ = 1;
  std::int64_t conflicts_ = 0;
  std::int64_t restarts_ = 0;
  std::int64_t next_restart_;
  std::size_t most_learned_;
  SearchStatistics statistics_{};
  std::vector<Word> solution_;
};

}  // namespace sudoku_cp
