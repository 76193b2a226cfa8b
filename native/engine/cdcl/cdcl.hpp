// Conflict-driven clause learning over the options of a cell problem.
//
// An option is a Boolean variable. Taking an option excludes others (of its cell, of its value in the peers): these
// binary clauses are stored as lists of rivals. Each cell takes an option, each value of a house has a place: these are clauses.
// Propagators run when unit propagation is done. The clause that explains a removal is generated when conflict analysis
// needs it (lazy clause generation: Ohrimenko, Stuckey & Codish, Constraints 14, 2009). Conflicts are resolved down to one option of the
// deepest level (Marques-Silva & Sakallah, "GRASP", 1999).
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "cdcl/bounds_state.hpp"
#include "cdcl/clauses.hpp"
#include "cdcl/cost_bound.hpp"
#include "cdcl/explanations.hpp"
#include "cdcl/open_options.hpp"
#include "cdcl/option_order.hpp"

namespace sudoku_cp {

class CdclSearch {
 public:
  static bool can_search(const Problem& problem) { return problem.of_cells(); }

  // `domains`: the remaining values of each variable.
  CdclSearch(const Problem& problem, const SearchKernel& kernel, std::span<const Word> domains);

  // Adds the blocking clause of this solution. Between two runs only.
  void block(std::span<const Word> solution);

  // Tightens the root domains to these. Between two runs only.
  void restrict(std::span<const Word> domains);

  // Excludes solutions that cost as much or more. The incumbent never rises.
  void set_incumbent(Cost incumbent);

  // Sets the prices of (house, value), scaled, that bound the costs. Between two runs only.
  void set_prices(std::span<const Cost> prices);

  // Appends the clauses learned from now on to a list.
  void log_learned(Lists<Literal>& log) { log_ = &log; }

  // The option of a literal.
  Slot slot_of(Literal literal) const { return options_.slot_of(option_of(literal)); }

  // Makes every decision take an option: clauses get shorter, but solutions are found later than with saved phases.
  void take_options() { takes_options_ = true; }

  // Searches in another way for each seed, and restarts at random.
  void go_at_random(std::uint32_t seed);

  // ---- Sharing clauses with other searches: cdcl_sharing.cpp

  // Draws initial phases and activities from the seed.
  void diversify(std::uint32_t seed);

  // From now on, learned clauses of low LBD are kept for export.
  void share_clauses() { shares_clauses_ = true; }
  std::vector<std::vector<Literal>> take_exported();

  // Adds a clause that another search over the same domains has learned, at the next restart.
  void import_clause(std::vector<Literal> clause);

  // Removes the options that are false at the root.
  void remove_refuted(std::span<Word> domains) const;

  // Runs to the next solution or to completion; pauses when the node budget or the work is used up.
  Outcome run(std::int64_t node_budget, std::int64_t work_end);

  // The work so far, measured in propagations of branching: finding conflicts, explaining them, and learning.
  std::int64_t work() const {
    return tuning::kPropagationsOfRun * runner_.runs() + steps_ / tuning::kStepsOfPropagation;
  }

  std::int64_t conflicts() const { return conflicts_; }

  // The values of the last solution, by variable.
  const std::vector<Word>& solution() const { return solution_; }

  const SearchStatistics& statistics() const { return statistics_; }

 private:
  enum class Truth : std::int8_t { kFalse = -1, kOpen = 0, kTrue = 1 };

  // The state of a literal during conflict analysis; the last two are set by minimization.
  enum class Mark : std::uint8_t { kNone, kCollected, kRedundant, kNotRedundant };

  // The literals of the learned clause that belong to a level.
  struct LevelLiterals {
    std::uint32_t count = 0;
    std::uint32_t first = UINT32_MAX;  // on the trail
  };

  // The reason of a literal: none, a clause, another literal that excludes it, or a propagator with the length of the
  // trail when it ran (the bound of costs counts as the propagator after the last). Once the clause of the propagator is
  // made, the reason is the place of that clause among the explanations.
  //
  //   0 | clause · 4 | literal · 4 + 1 | length of the trail · 2^32 + propagator · 4 + 2 | explanation · 4 + 3
  using Reason = std::uint64_t;
  enum ReasonKind : std::uint8_t { kOfClause, kOfLiteral, kOfPropagator, kOfExplanation };

  // How a literal became true.
  struct Assignment {
    Reason reason;
    std::int32_t level;
    std::uint32_t position;  // on the trail
  };

  static Reason reason(ReasonKind kind, std::uint64_t number) { return number * 4 + kind; }
  static ReasonKind kind_of(Reason reason) { return static_cast<ReasonKind>(reason & 3); }
  static std::uint64_t number_of(Reason reason) { return reason / 4; }
  Reason reason_of_propagator(std::uint64_t number) const {
    return std::uint64_t{trail_.size()} << 32 | reason(kOfPropagator, number);
  }

  void add_clause(std::vector<Literal> literals);

  static std::size_t index(Literal literal) { return static_cast<std::size_t>(option_of(literal)); }

  Truth truth(Literal literal) const { return truth_[static_cast<std::size_t>(literal)]; }
  bool is_true(Literal literal) const { return truth(literal) == Truth::kTrue; }
  bool is_false(Literal literal) const { return truth(literal) == Truth::kFalse; }
  std::int32_t level_of(Literal literal) const { return assignment_[index(literal)].level; }
  Reason reason_of(Literal literal) const { return assignment_[index(literal)].reason; }
  std::uint32_t position_of(Literal literal) const { return assignment_[index(literal)].position; }
  std::int32_t level() const { return static_cast<std::int32_t>(level_begin_.size()); }
  void set(Literal literal, Reason reason);
  void backtrack_to(std::int32_t depth);

  bool propagate();
  bool propagate_literal(Literal literal);
  bool propagate_rivals(Literal literal);
  bool propagate_clauses(Literal falsified);

  // ---- Propagators: cdcl_propagators.cpp

  void shrink_domain(std::int32_t option);
  void wake(std::int32_t propagator);
  void clear_queue();
  bool run_next_propagator();
  void explain(std::int32_t propagator, std::size_t position, std::optional<Slot> removed);
  void look_back(std::size_t position);
  void note_when_narrowed(std::size_t position);
  std::span<const Literal> explain_removal(Literal literal);

  // ---- Variables by bounds: cdcl_bounds.cpp

  std::int32_t add_option();
  void declare_bounds(const BoundsModel& model);
  void declare_variable(const BoundsVariable& declared);
  void watch_bounds();
  Literal literal_of_value(std::size_t variable, std::int64_t value, Literal otherwise) const;
  std::int64_t value_of(std::size_t variable, int bit) const;
  Literal at_most(std::int32_t at, std::int64_t most);
  bool is_of_mask(Literal literal) const { return index(literal) < options_.size(); }
  void note_in_bounds(Literal literal);
  void undo_in_bounds(Literal literal);
  bool propagate_neighbour(Literal literal);
  std::int32_t low_at(std::int32_t variable, std::size_t position) const;
  std::int32_t high_at(std::int32_t variable, std::size_t position) const;
  std::int64_t low_of(std::int32_t variable, std::int32_t option) const;
  std::int64_t high_of(std::int32_t variable, std::int32_t option) const;
  Reason reason_of_bounds(std::int32_t propagator) const;
  bool run_next_of_bounds();
  bool run_sum(std::int32_t at);
  bool run_channel(std::int32_t propagator, std::int32_t at);
  std::int32_t known_option(std::size_t variable) const;
  std::pair<std::int64_t, std::int64_t> interval_of(std::int32_t at, std::size_t place, int bit) const;
  void explain_bounds(std::int32_t propagator, std::size_t position, Literal made);
  void explain_sum(const BoundsState::Sum& sum, std::size_t position, std::optional<Literal> made);
  void explain_channel(std::int32_t at, std::size_t position, Literal made);

  // ---- Costs: cdcl_costs.cpp

  // A variable whose cheapest options are refused.
  struct RaisedVariable {
    std::size_t variable;
    Cost at_root;  // the least reduced cost
    Cost now;
  };

  bool run_bound();
  void explain_bound(std::size_t position, std::optional<Slot> removed);
  bool was_refused(std::int32_t option, std::size_t position) const;
  template <typename Visit>
  void for_each_option(std::size_t variable, Word among, Visit visit);

  // ---- Conflicts: cdcl_conflicts.cpp

  bool find_level_of_conflict();
  void learn();
  void resolve();
  int collect(std::span<const Literal> literals);
  std::span<const Literal> antecedents(Literal literal);
  void note_use(ClauseId id);
  void mark(Literal literal, Mark as);
  void minimize();
  std::optional<Literal> shrink(std::span<const Literal> block);
  bool follow_causes(Literal literal);
  bool is_redundant(Literal literal, int depth);
  std::uint32_t count_lbd(std::span<const Literal> literals);

  void export_clause(std::uint32_t lbd);
  void add_imported();

  void keep_target();
  void restart();
  void reduce();
  std::int64_t conflicts_to_restart();
  bool decide();
  bool phase_of(std::int32_t option) const;
  void store_solution();

  // Only assertions ask these.
  bool has_in_domain(std::int32_t option) const;
  bool domains_follow_from_trail() const;

  OpenOptions options_;
  PropagatorRunner runner_;
  Explainer explainer_;
  CostBound bound_;
  ClauseStore clauses_;
  OptionOrder order_;

  std::vector<Truth> truth_;               // by literal
  std::vector<Assignment> assignment_;     // by option, like the rest
  std::vector<std::uint8_t> saved_phase_;  // when it was set last
  std::vector<std::int8_t> target_phase_;  // on the longest trail without a conflict: 1 taken, -1 not, 0 not on it
  std::vector<Mark> seen_;                 // while a clause is learned

  std::vector<Literal> trail_;
  std::vector<std::size_t> level_begin_;  // on the trail
  std::size_t propagated_ = 0;            // of the trail

  ListsView<std::int32_t> watchers_;  // by variable: its propagators
  std::vector<Word> domains_;         // by variable: the options that are not refused
  bool tracks_domains_;               // as there are propagators or costs
  std::vector<Word> at_root_;         // the same without any decision
  std::vector<Word> past_;            // the same when the trail was so long, while a conflict is learned from
  std::size_t past_length_ = 0;
  std::deque<std::int32_t> queue_;  // the propagators to run
  std::vector<std::uint8_t> queued_;
  std::vector<ScopeDomain> scope_;     // of the propagator that is explained
  std::vector<Literal> explanation_;   // literals that were false, and from which the removal followed
  std::vector<Literal> explanations_;  // those made below the root: size, literals, size, literals, …

  std::unique_ptr<BoundsState> bounds_;  // where there are variables by bounds

  bool bound_is_due_ = false;
  std::vector<Cost> least_;  // by variable: the least reduced cost
  std::vector<RaisedVariable> raised_;

  std::vector<Literal> conflict_;  // literals that are all false
  std::vector<Literal> learned_;   // the clause from it
  Lists<Literal>* log_ = nullptr;  // of the clauses learned, where it is wanted
  std::vector<Literal> marked_;    // those that are `seen_`
  Literal rival_ = 0;              // the only cause of a literal
  std::vector<LevelLiterals> level_literals_;
  std::vector<Literal> followed_;  // of one level, while that is shrunk
  std::vector<std::uint8_t> is_followed_;
  std::vector<std::int64_t> level_stamp_;
  std::int64_t stamp_ = 0;

  bool shares_clauses_ = false;
  std::vector<std::vector<Literal>> exported_;
  std::vector<std::vector<Literal>> imported_;

  bool exhausted_ = false;
  bool takes_options_ = false;
  std::int64_t conflicts_ = 0;
  std::int64_t restarts_ = 0;
  std::optional<std::minstd_rand> random_;  // of restarts, where they are wanted at random
  std::size_t target_length_ = 0;           // of that trail
  std::int64_t next_restart_;
  std::int64_t next_reduction_;
  std::int64_t reductions_ = 0;
  SearchStatistics statistics_{};
  std::int64_t steps_ = 0;  // watches and literals of conflicts that were looked at
  std::vector<Word> solution_;
};

}  // namespace sudoku_cp
