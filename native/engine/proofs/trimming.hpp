// Which clauses of a refutation are needed, found from its end to its begin (Heule, Hunt & Wetzler, "Trimming while
// checking clausal proofs", FMCAD 2013), over a pseudo-Boolean formula: a clause is needed where a conflict from which a
// later one follows by unit propagation has made use of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cdcl/clauses.hpp"
#include "search/control.hpp"

namespace sudoku_cp {

// Of a sum with positive weights that must reach a bound. Literals are of the variables of a formula.
struct WeightedLiteral {
  std::int64_t weight;
  Literal literal;
};

class Trimmer {
 public:
  explicit Trimmer(std::size_t variables);

  // Adds a sum of the formula; no variable is in it twice.
  void add_sum(std::vector<WeightedLiteral> terms, std::int64_t bound);

  // Adds a clause that follows from what was added before. Sums come first.
  void add_clause(std::span<const Literal> literals);

  enum class Ending { kTrimmed, kDoesNotFollow, kStopped };

  // Runs once. kDoesNotFollow: unit propagation does not lead from clause to clause to a contradiction.
  Ending trim(Control& control);

  static constexpr std::int64_t kUnused = -1;

  // For each sum and clause, by the order in which they were added, the number of the last clause that follows by it,
  // counted from the first clause, or kUnused; a contradiction has the number after that of the last clause.
  const std::vector<std::int64_t>& last_uses() const { return last_uses_; }

 private:
  using Id = std::int32_t;  // of a constraint: sums first, then clauses

  struct Constraint {
    std::uint32_t begin, end;  // of its literals; those watched come first
    std::int64_t bound, slack, largest;
    bool is_clause;
  };

  struct Watch {
    Id clause;
    Literal other;
  };

  struct Loss {
    Id sum;
    std::int64_t weight;
  };

  static std::size_t index(Literal literal) { return static_cast<std::size_t>(literal); }
  static std::size_t variable(Literal literal) { return static_cast<std::size_t>(option_of(literal)); }

  Constraint& constraint(Id id) { return constraints_[static_cast<std::size_t>(id)]; }
  std::span<Literal> literals(Id id);
  std::span<const std::int64_t> weights(Id id) const;
  bool is_true(Literal literal) const { return is_true_[index(literal)] != 0; }
  bool is_false(Literal literal) const { return is_true(negation(literal)); }
  bool is_open(Literal literal) const { return !is_true(literal) && !is_false(literal); }
  std::int64_t& last_use(Id id) { return last_uses_[static_cast<std::size_t>(id)]; }
  bool is_core(Id id) { return id < first_clause_ || last_use(id) != kUnused; }

  Ending find_contradiction(Control& control);
  bool activate(Id id);
  bool activate_clause(Id id);
  bool force(Id id);
  bool fail(Id id);
  void set(Literal literal, Id reason);
  bool propagate();
  bool count(Literal falsified);
  bool look_at_watches(Literal falsified, bool core);
  bool look_at_clause(Watch watch, Literal falsified, bool& keeps);
  void undo(std::size_t length);

  bool follows(Id clause);
  void use(Id id, std::optional<Literal> forced);
  void use_reasons();
  void need(Literal literal);

  bool slacks_agree();  // asked by an assertion

  static constexpr Id kAssumed = -1;

  std::vector<Constraint> constraints_;
  std::vector<Literal> literals_;
  std::vector<std::int64_t> weights_;
  std::vector<std::int64_t> last_uses_;
  Id first_clause_ = 0;

  std::vector<std::vector<Loss>> losses_;    // by literal: the sums that lose when it is false
  std::vector<std::vector<Watch>> watches_;  // by literal

  std::vector<std::uint8_t> is_true_;    // by literal
  std::vector<Id> reason_;               // by variable, like the rest
  std::vector<std::uint32_t> position_;  // on the trail
  std::vector<std::uint8_t> is_needed_;  // its reason is in use
  std::vector<Literal> trail_;
  std::size_t counted_ = 0;     // of the trail, in sums and clauses that are needed in any case
  std::size_t propagated_ = 0;  // of the trail, in the other clauses

  Id end_ = 0;                             // constraints from here on are not there
  std::vector<std::size_t> trail_before_;  // by constraint: its length at the root before that one
  Id conflict_ = 0;                        // the constraint that cannot hold
  std::int64_t step_ = 0;                  // the clause that is to follow
  std::vector<Literal> pending_;
};

}  // namespace sudoku_cp
