// How CDCL learns a clause from a conflict.
#include <algorithm>

#include "cdcl/cdcl.hpp"

namespace sudoku_cp {

// Backtracks to the deepest level of the conflict, as a propagator may detect its failure late. Returns false at the root.
bool CdclSearch::find_level_of_conflict() {
  SUDOKU_CP_ASSERT(std::ranges::all_of(conflict_, [&](Literal literal) { return is_false(literal); }));
  std::int32_t deepest = 0;
  for (const Literal literal : conflict_) deepest = std::max(deepest, level_of(literal));
  backtrack_to(deepest);
  return deepest > 0;
}

// Learns the first-UIP clause of the conflict, and jumps back to the level at which it propagates.
void CdclSearch::learn() {
  SUDOKU_CP_ASSERT(std::ranges::all_of(seen_, [](Mark mark) { return mark == Mark::kNone; }));
  ++conflicts_;
  keep_target();
  past_ = domains_;
  past_length_ = trail_.size();
  resolve();
  minimize();
  if (log_ != nullptr) log_->add(learned_);
  SUDOKU_CP_ASSERT(std::ranges::all_of(learned_, [&](Literal literal) { return is_false(literal); }));
  // One literal of the deepest level is left.
  SUDOKU_CP_ASSERT(level_of(learned_[0]) == level());
  SUDOKU_CP_ASSERT(std::ranges::count_if(learned_, [&](Literal other) { return level_of(other) == level(); }) == 1);
  for (const Literal literal : marked_) seen_[index(literal)] = Mark::kNone;
  order_.decay();
  if (learned_.size() == 1) {
    export_clause(1);
    backtrack_to(0);
    set(learned_[0], 0);
    return;
  }
  const auto deepest = std::max_element(learned_.begin() + 1, learned_.end(),
                                        [&](Literal left, Literal right) { return level_of(left) < level_of(right); });
  std::iter_swap(learned_.begin() + 1, deepest);
  const std::uint32_t lbd = count_lbd(learned_);
  export_clause(lbd);
  backtrack_to(level_of(learned_[1]));
  SUDOKU_CP_ASSERT(
      std::ranges::all_of(learned_, [&](Literal other) { return other == learned_[0] || is_false(other); }));
  set(learned_[0], reason(kOfClause, clauses_.add(learned_, lbd)));
}

// Resolves the conflict with the reasons of its literals until one literal of the deepest level is left.
void CdclSearch::resolve() {
  learned_.assign(1, 0);
  marked_.clear();
  int open = collect(conflict_);
  std::size_t at = trail_.size();
  for (;;) {
    SUDOKU_CP_ASSERT(open > 0 && at > level_begin_.back());
    do --at;
    while (seen_[index(trail_[at])] == Mark::kNone);
    const Literal pivot = trail_[at];
    if (--open == 0) {
      learned_[0] = negation(pivot);
      return;
    }
    if (kind_of(reason_of(pivot)) == kOfClause) note_use(static_cast<ClauseId>(number_of(reason_of(pivot))));
    const std::span<const Literal> causes = antecedents(pivot);
    SUDOKU_CP_ASSERT(
        std::ranges::all_of(causes, [&](Literal cause) { return position_of(cause) < position_of(pivot); }));
    open += collect(causes);
  }
}

// Adds false literals to the clause. Returns how many of them are on the deepest level, which are still to be resolved.
int CdclSearch::collect(std::span<const Literal> literals) {
  int deepest = 0;
  steps_ += std::ssize(literals);
  for (const Literal literal : literals) {
    SUDOKU_CP_ASSERT(is_false(literal) && level_of(literal) <= level());
    if (seen_[index(literal)] != Mark::kNone || level_of(literal) == 0) continue;
    mark(literal, Mark::kCollected);
    order_.bump(option_of(literal));
    if (level_of(literal) == level()) ++deepest;
    else learned_.push_back(literal);
  }
  return deepest;
}

// The other literals of the clause that made a literal true, or its negation: all of them are false.
std::span<const Literal> CdclSearch::antecedents(Literal literal) {
  SUDOKU_CP_ASSERT(reason_of(literal) != 0);
  const std::uint64_t number = number_of(reason_of(literal));
  switch (kind_of(reason_of(literal))) {
    case kOfClause:
      SUDOKU_CP_ASSERT(option_of(clauses_[static_cast<ClauseId>(number)].literals()[0]) == option_of(literal));
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
  SUDOKU_CP_ASSERT(begin + static_cast<std::size_t>(explanations_[begin]) < explanations_.size());
  return std::span<const Literal>(explanations_).subspan(begin + 1, static_cast<std::size_t>(explanations_[begin]));
}

// Notes that a learned clause took part in a conflict: it survives some reductions, more of them if its LBD is now low.
void CdclSearch::note_use(ClauseId id) {
  Clause clause = clauses_[id];
  if (clause.lbd() <= tuning::kLowLbd) return;
  clause.note_use(std::min(clause.lbd(), count_lbd(clause.literals())));
}

void CdclSearch::mark(Literal literal, Mark as) {
  if (seen_[index(literal)] == Mark::kNone) marked_.push_back(literal);
  seen_[index(literal)] = as;
}

// Shrinks each level to one literal where possible, and drops literals that follow from the others (Sörensson & Biere,
// "Minimizing learned clauses", SAT 2009; failures are cached, too: Van Gelder, "Improved conflict-clause minimization",
// SAT 2009).
void CdclSearch::minimize() {
  const auto later = [&](Literal left, Literal right) { return position_of(left) > position_of(right); };
  std::sort(learned_.begin() + 1, learned_.end(), later);
  for (const Literal literal : std::span(learned_).subspan(1)) {
    LevelLiterals& same = level_literals_[static_cast<std::size_t>(level_of(literal))];
    ++same.count;
    same.first = position_of(literal);
  }
  auto kept = learned_.begin() + 1;
  for (auto begin = kept; begin != learned_.end();) {
    LevelLiterals& same = level_literals_[static_cast<std::size_t>(level_of(*begin))];
    SUDOKU_CP_ASSERT(same.count > 0 && same.count <= learned_.end() - begin);
    const auto end = begin + same.count;
    if (const std::optional<Literal> only = shrink({begin, end})) *kept++ = *only;
    else kept = std::copy_if(begin, end, kept, [&](Literal literal) { return !is_redundant(literal, 0); });
    same = {};
    begin = end;
  }
  learned_.erase(kept, learned_.end());
}

// The UIP of a level, from which the literals of the clause on this level follow, together with literals of the clause on
// lower levels (Fleury & Biere, "Efficient all-UIP learned clause minimization", SAT 2021); none if they have other causes.
std::optional<Literal> CdclSearch::shrink(std::span<const Literal> block) {
  if (block.size() == 1) return block.front();
  followed_.assign(block.begin(), block.end());
  for (const Literal literal : followed_) is_followed_[index(literal)] = 1;
  std::optional<Literal> only;
  std::size_t passed = 0;
  bool may_go_on = true;
  for (std::size_t at = position_of(block.front()); may_go_on && !only; --at) {
    const Literal last = trail_[at];
    if (is_followed_[index(last)] == 0) continue;
    SUDOKU_CP_ASSERT(level_of(last) == level_of(block.front()));
    if (++passed == followed_.size()) only = negation(last);
    else may_go_on = follow_causes(last);
  }
  for (const Literal literal : followed_) is_followed_[index(literal)] = 0;
  return only;
}

// Follows the causes on the level of the literal. Returns false where one on a lower level is not in the clause.
bool CdclSearch::follow_causes(Literal literal) {
  // Explaining a cause may move the list.
  for (std::size_t at = 0; at < antecedents(literal).size(); ++at) {
    const Literal cause = antecedents(literal)[at];
    ++steps_;
    if (level_of(cause) != level_of(literal)) {
      if (seen_[index(cause)] != Mark::kCollected && !is_redundant(cause, 1)) return false;
    } else if (is_followed_[index(cause)] == 0) {
      is_followed_[index(cause)] = 1;
      followed_.push_back(cause);
    }
  }
  return true;
}

// Whether a false literal follows from those of the clause. One that precedes all of them on its level does not.
bool CdclSearch::is_redundant(Literal literal, int depth) {
  const Mark known = seen_[index(literal)];
  if (level_of(literal) == 0 || known == Mark::kRedundant || (known == Mark::kCollected && depth > 0)) return true;
  if (reason_of(literal) == 0 || known == Mark::kNotRedundant || depth > tuning::kDeepestMinimizing) return false;
  const LevelLiterals& same = level_literals_[static_cast<std::size_t>(level_of(literal))];
  if ((depth == 0 && same.count == 1) || position_of(literal) <= same.first) return false;
  for (std::size_t at = 0; at < antecedents(literal).size(); ++at) {
    ++steps_;
    if (is_redundant(antecedents(literal)[at], depth + 1)) continue;
    if (depth > 0) mark(literal, Mark::kNotRedundant);  // else it stays in the clause
    return false;
  }
  mark(literal, Mark::kRedundant);
  return true;
}

// The number of levels among the literals: the fewer, the more useful the clause (Audemard & Simon,
// "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009).
std::uint32_t CdclSearch::count_lbd(std::span<const Literal> literals) {
  ++stamp_;
  std::uint32_t lbd = 0;
  for (const Literal literal : literals) {
    std::int64_t& stamp = level_stamp_[static_cast<std::size_t>(level_of(literal))];
    if (stamp == stamp_) continue;
    stamp = stamp_;
    ++lbd;
  }
  return lbd;
}

}  // namespace sudoku_cp
