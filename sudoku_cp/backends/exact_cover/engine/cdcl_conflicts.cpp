// How CDCL learns a clause from a conflict.
#include <algorithm>

#include "cdcl.hpp"

namespace sudoku_cp {
namespace {

constexpr float kMostActivity = 1e20F;

}  // namespace

// Goes back to the deepest level of the conflict, as a propagator may fail later than it could have. Returns false at the
// root.
bool CdclSearch::find_level_of_conflict() {
  std::int32_t deepest = 0;
  for (const Literal literal : conflict_) deepest = std::max(deepest, level_of(literal));
  backtrack_to(deepest);
  return deepest > 0;
}

// Turns the conflict into a clause with one literal of the deepest level, and goes back to where it makes that true.
void CdclSearch::learn() {
  ++conflicts_;
  keep_target();
  resolve();
  minimize();
  if (log_ != nullptr) log_->add(learned_);
  SUDOKU_CP_ASSERT(std::ranges::all_of(learned_, [&](Literal literal) { return is_false(literal); }));
  for (const Literal literal : marked_) seen_[index(literal)] = 0;
  order_.decay();
  clause_step_ /= tuning::kClauseDecay;
  if (learned_.size() == 1) {
    offer(1);
    backtrack_to(0);
    set(learned_[0], 0);
    return;
  }
  const auto deepest = std::max_element(learned_.begin() + 1, learned_.end(),
                                        [&](Literal left, Literal right) { return level_of(left) < level_of(right); });
  std::iter_swap(learned_.begin() + 1, deepest);
  const std::uint32_t lbd = count_lbd();
  offer(lbd);
  backtrack_to(level_of(learned_[1]));
  set(learned_[0], reason(kOfClause, clauses_.add(learned_, lbd, clause_step_)));
}

// Resolves the conflict with the reasons of its literals until one literal of the deepest level is left.
void CdclSearch::resolve() {
  learned_.assign(1, 0);
  marked_.clear();
  int open = collect(conflict_);
  std::size_t at = trail_.size();
  for (;;) {
    do --at;
    while (seen_[index(trail_[at])] == 0);
    const Literal pivot = trail_[at];
    if (--open == 0) {
      learned_[0] = negation(pivot);
      return;
    }
    if (const Reason reason = reason_of(pivot); kind_of(reason) == kOfClause) {
      const auto clause = static_cast<ClauseId>(number_of(reason));
      if (clauses_[clause].is_learned()) bump(clause);
    }
    open += collect(antecedents(pivot));
  }
}

// Takes false literals into the clause, and returns the number on the deepest level: those are to be resolved.
int CdclSearch::collect(std::span<const Literal> literals) {
  int deepest = 0;
  for (const Literal literal : literals) {
    if (seen_[index(literal)] != 0 || level_of(literal) == 0) continue;
    mark(literal);
    order_.bump(option_of(literal));
    if (level_of(literal) == level()) ++deepest;
    else learned_.push_back(literal);
  }
  return deepest;
}

// The other literals of the clause that made a literal true, or its negation: all of them are false.
std::span<const Literal> CdclSearch::antecedents(Literal literal) {
  const std::uint64_t number = number_of(reason_of(literal));
  switch (kind_of(reason_of(literal))) {
    case kOfClause:
      return clauses_[static_cast<ClauseId>(number)].literals().subspan(1);
    case kOfLiteral:
      rival_ = negation(static_cast<Literal>(number));
      return {&rival_, 1};
    case kOfPropagator:
      return explain_removal(literal);
    case kOfExplanation:
      break;
  }
  const auto begin = static_cast<std::size_t>(number);
  return std::span<const Literal>(explanations_).subspan(begin + 1, static_cast<std::size_t>(explanations_[begin]));
}

void CdclSearch::bump(ClauseId id) {
  Clause clause = clauses_[id];
  clause.set_activity(clause.activity() + clause_step_);
  if (clause.activity() < kMostActivity) return;
  clauses_.scale_activities(1 / kMostActivity);
  clause_step_ /= kMostActivity;
}

void CdclSearch::mark(Literal literal) {
  seen_[index(literal)] = 1;
  marked_.push_back(literal);
}

// Drops what follows from the other literals of the clause (Sörensson & Biere, "Minimizing learned clauses", 2009).
void CdclSearch::minimize() {
  std::uint32_t levels = 0;
  for (std::size_t at = 1; at < learned_.size(); ++at) levels |= level_bit(learned_[at]);
  const auto removed = std::remove_if(learned_.begin() + 1, learned_.end(), [&](Literal literal) {
    return reason_of(literal) != 0 && is_redundant(literal, levels);
  });
  learned_.erase(removed, learned_.end());
}

// `levels`: those of the others, folded to 32 bits; what lies on any other level cannot follow from them.
bool CdclSearch::is_redundant(Literal literal, std::uint32_t levels) {
  const std::size_t marked_before = marked_.size();
  pending_.assign(1, literal);
  while (!pending_.empty()) {
    const Literal next = pending_.back();
    pending_.pop_back();
    for (const Literal cause : antecedents(next)) {
      if (seen_[index(cause)] != 0 || level_of(cause) == 0) continue;
      if (reason_of(cause) == 0 || (level_bit(cause) & levels) == 0) {
        for (std::size_t at = marked_before; at < marked_.size(); ++at) seen_[index(marked_[at])] = 0;
        marked_.resize(marked_before);
        return false;
      }
      mark(cause);
      pending_.push_back(cause);
    }
  }
  return true;
}

// The number of levels among the literals learned: the fewer, the more useful the clause (Audemard & Simon,
// "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009).
std::uint32_t CdclSearch::count_lbd() {
  ++stamp_;
  std::uint32_t lbd = 0;
  for (const Literal literal : learned_) {
    std::int64_t& stamp = level_stamp_[static_cast<std::size_t>(level_of(literal))];
    if (stamp == stamp_) continue;
    stamp = stamp_;
    ++lbd;
  }
  return lbd;
}

}  // namespace sudoku_cp
