#include "proofs/trimming.hpp"

#include <algorithm>
#include <utility>

namespace sudoku_cp {

Trimmer::Trimmer(std::size_t variables)
    : losses_(2 * variables),
      watches_(2 * variables),
      is_true_(2 * variables),
      reason_(variables),
      position_(variables),
      is_needed_(variables) {}

void Trimmer::add_sum(std::vector<WeightedLiteral> terms, std::int64_t bound) {
  std::ranges::sort(terms, std::ranges::greater(), &WeightedLiteral::weight);
  SUDOKU_CP_ASSERT(first_clause_ == static_cast<Id>(constraints_.size()));
  SUDOKU_CP_ASSERT(terms.empty() || terms.back().weight > 0);
  Constraint sum{static_cast<std::uint32_t>(literals_.size()), 0, bound, -bound, 0, false};
  for (const WeightedLiteral& term : terms) {
    literals_.push_back(term.literal);
    weights_.push_back(term.weight);
    sum.slack += term.weight;
  }
  sum.end = static_cast<std::uint32_t>(literals_.size());
  sum.largest = terms.empty() ? 0 : terms.front().weight;
  sum.is_clause = bound > 0 && !terms.empty() && bound <= terms.back().weight;
  constraints_.push_back(sum);
  first_clause_ = static_cast<Id>(constraints_.size());
}

void Trimmer::add_clause(std::span<const Literal> literals) {
  const auto begin = static_cast<std::uint32_t>(literals_.size());
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  weights_.resize(literals_.size(), 1);
  constraints_.push_back({begin, static_cast<std::uint32_t>(literals_.size()), 1, 0, 1, true});
}

Trimmer::Ending Trimmer::trim(Control& control) {
  last_uses_.assign(constraints_.size(), kUnused);
  if (const Ending ending = find_contradiction(control); ending != Ending::kTrimmed) return ending;
  step_ = static_cast<std::int64_t>(constraints_.size()) - first_clause_;
  use(conflict_, std::nullopt);
  use_reasons();
  while (--end_ >= first_clause_) {
    undo(trail_before_[static_cast<std::size_t>(end_)]);
    step_ = end_ - first_clause_;
    if (last_use(end_) == kUnused) continue;
    if (!control.may_go_on()) return Ending::kStopped;
    if (!follows(end_)) return Ending::kDoesNotFollow;
  }
  return Ending::kTrimmed;
}

// Propagates constraint after constraint, up to a conflict.
Trimmer::Ending Trimmer::find_contradiction(Control& control) {
  while (end_ < static_cast<Id>(constraints_.size())) {
    if (!control.may_go_on()) return Ending::kStopped;
    trail_before_.push_back(trail_.size());
    if (!activate(end_++) || !propagate()) return Ending::kTrimmed;
  }
  return Ending::kDoesNotFollow;
}

std::span<Literal> Trimmer::literals(Id id) {
  return std::span(literals_).subspan(constraint(id).begin, constraint(id).end - constraint(id).begin);
}

std::span<const std::int64_t> Trimmer::weights(Id id) const {
  const Constraint& sum = constraints_[static_cast<std::size_t>(id)];
  return std::span(weights_).subspan(sum.begin, sum.end - sum.begin);
}

bool Trimmer::activate(Id id) {
  if (constraint(id).is_clause) return activate_clause(id);
  const std::span<const Literal> of_sum = literals(id);
  for (std::size_t at = 0; at < of_sum.size(); ++at) {
    const Literal literal = of_sum[at];
    losses_[index(literal)].push_back({id, weights(id)[at]});
    if (is_false(literal) && position_[variable(literal)] < counted_) constraint(id).slack -= weights(id)[at];
  }
  return force(id);
}

// Watches literals that are not false, where there are.
bool Trimmer::activate_clause(Id id) {
  const std::span<Literal> of_clause = literals(id);
  std::ranges::partition(of_clause, [&](Literal literal) { return !is_false(literal); });
  if (of_clause.size() > 1) {
    watches_[index(of_clause[0])].push_back({id, of_clause[1]});
    watches_[index(of_clause[1])].push_back({id, of_clause[0]});
  }
  if (of_clause.empty() || is_false(of_clause[0])) return fail(id);
  if ((of_clause.size() == 1 || is_false(of_clause[1])) && is_open(of_clause[0])) set(of_clause[0], id);
  return true;
}

// Makes true what a sum needs to reach its bound.
bool Trimmer::force(Id id) {
  const Constraint& sum = constraint(id);
  if (sum.slack < 0) return fail(id);
  const std::span<const Literal> of_sum = literals(id);
  const std::span<const std::int64_t> weight = weights(id);
  for (std::size_t at = 0; at < of_sum.size() && weight[at] > sum.slack; ++at) {
    if (is_open(of_sum[at])) set(of_sum[at], id);
  }
  return true;
}

bool Trimmer::fail(Id id) {
  conflict_ = id;
  return false;
}

void Trimmer::set(Literal literal, Id reason) {
  SUDOKU_CP_ASSERT(is_open(literal));
  is_true_[index(literal)] = 1;
  reason_[variable(literal)] = reason;
  position_[variable(literal)] = static_cast<std::uint32_t>(trail_.size());
  trail_.push_back(literal);
}

// Clauses that are not needed so far are propagated last, so that few of them are needed.
bool Trimmer::propagate() {
  for (;;) {
    while (counted_ < trail_.size()) {
      const Literal falsified = negation(trail_[counted_++]);
      if (!count(falsified) || !look_at_watches(falsified, true)) return false;
    }
    if (propagated_ == trail_.size()) return true;
    if (!look_at_watches(negation(trail_[propagated_++]), false)) return false;
  }
}

bool Trimmer::count(Literal falsified) {
  for (const Loss& loss : losses_[index(falsified)]) constraint(loss.sum).slack -= loss.weight;
  return std::ranges::all_of(losses_[index(falsified)], [&](const Loss& loss) {
    return constraint(loss.sum).slack >= constraint(loss.sum).largest || force(loss.sum);
  });
}

bool Trimmer::look_at_watches(Literal falsified, bool core) {
  std::vector<Watch>& watches = watches_[index(falsified)];
  auto kept = watches.begin();
  for (auto at = watches.begin(); at != watches.end(); ++at) {
    if (at->clause >= end_) continue;
    bool keeps = true;
    const bool consistent = is_core(at->clause) != core || is_true(at->other) || look_at_clause(*at, falsified, keeps);
    if (keeps) *kept++ = *at;
    if (consistent) continue;
    watches.erase(kept, at + 1);
    return false;
  }
  watches.erase(kept, watches.end());
  return true;
}

// Finds another literal to watch; otherwise the clause makes its remaining literal true.
bool Trimmer::look_at_clause(Watch watch, Literal falsified, bool& keeps) {
  const std::span<Literal> of_clause = literals(watch.clause);
  SUDOKU_CP_ASSERT(is_false(falsified) && (of_clause[0] == falsified || of_clause[1] == falsified));
  if (of_clause[0] == falsified) std::swap(of_clause[0], of_clause[1]);
  if (is_true(of_clause[0])) return true;
  const auto found =
      std::find_if_not(of_clause.begin() + 2, of_clause.end(), [&](Literal literal) { return is_false(literal); });
  if (found != of_clause.end()) {
    std::swap(of_clause[1], *found);
    watches_[index(of_clause[1])].push_back({watch.clause, of_clause[0]});
    keeps = false;
    return true;
  }
  if (is_false(of_clause[0])) return fail(watch.clause);
  set(of_clause[0], watch.clause);
  return true;
}

void Trimmer::undo(std::size_t length) {
  SUDOKU_CP_ASSERT(counted_ >= propagated_ && counted_ <= trail_.size());
  for (std::size_t at = length; at < trail_.size(); ++at) {
    const Literal literal = trail_[at];
    is_true_[index(literal)] = 0;
    is_needed_[variable(literal)] = 0;
    if (at >= counted_) continue;
    for (const Loss& loss : losses_[index(negation(literal))]) constraint(loss.sum).slack += loss.weight;
  }
  trail_.resize(std::min(length, trail_.size()));
  counted_ = std::min(counted_, trail_.size());
  propagated_ = std::min(propagated_, trail_.size());
}

// Whether the negation of a clause leads to a conflict; marks what that makes use of.
bool Trimmer::follows(Id clause) {
  SUDOKU_CP_ASSERT(pending_.empty() && slacks_agree());
  const std::size_t root = trail_.size();
  for (const Literal literal : literals(clause)) {
    if (is_true(literal)) {
      need(literal);
      use_reasons();
      undo(root);
      return true;
    }
    if (is_open(literal)) set(negation(literal), kAssumed);
  }
  const bool consistent = propagate();
  if (!consistent) {
    use(conflict_, std::nullopt);
    use_reasons();
  }
  undo(root);
  return !consistent;
}

// Marks a constraint that is in conflict, or that forces a literal.
void Trimmer::use(Id id, std::optional<Literal> forced) {
  if (last_use(id) == kUnused) last_use(id) = step_;
  const std::size_t before = forced ? position_[variable(*forced)] : trail_.size();
  const auto is_lost = [&](Literal literal) { return is_false(literal) && position_[variable(literal)] < before; };
  const std::span<const Literal> of_sum = literals(id);
  if (constraint(id).is_clause) {
    for (const Literal literal : of_sum) {
      if (is_lost(literal)) need(literal);
    }
    return;
  }
  std::int64_t spare = -constraint(id).bound;
  for (std::size_t at = 0; at < of_sum.size(); ++at) {
    if (of_sum[at] != forced) spare += weights(id)[at];
  }
  for (std::size_t at = 0; at < of_sum.size() && spare >= 0; ++at) {
    if (!is_lost(of_sum[at])) continue;
    need(of_sum[at]);
    spare -= weights(id)[at];
  }
  SUDOKU_CP_ASSERT(spare < 0);
}

#ifdef SUDOKU_CP_ASSERTIONS
// The slack of a sum is what its literals that are not counted as false are worth beyond its bound.
bool Trimmer::slacks_agree() {
  for (Id id = 0; id < std::min(end_, first_clause_); ++id) {
    if (constraint(id).is_clause) continue;
    std::int64_t slack = -constraint(id).bound;
    for (std::size_t at = 0; at < literals(id).size(); ++at) {
      const Literal literal = literals(id)[at];
      if (!is_false(literal) || position_[variable(literal)] >= counted_) slack += weights(id)[at];
    }
    if (slack != constraint(id).slack) return false;
  }
  return true;
}
#endif

// A literal that is false at the root stays explained until that is undone.
void Trimmer::need(Literal literal) {
  std::uint8_t& needed = is_needed_[variable(literal)];
  if (needed != 0) return;
  needed = 1;
  pending_.push_back(literal);
}

void Trimmer::use_reasons() {
  while (!pending_.empty()) {
    const Literal literal = pending_.back();
    pending_.pop_back();
    const Id reason = reason_[variable(literal)];
    if (reason != kAssumed) use(reason, is_true(literal) ? literal : negation(literal));
  }
}

}  // namespace sudoku_cp
