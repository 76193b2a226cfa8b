// How clause learning runs propagators, and explains what they removed.
#include <algorithm>
#include <bit>

#include "cdcl/cdcl.hpp"

namespace sudoku_cp {

// Removes a refused option from its domain, and wakes the watchers of the variable.
void CdclSearch::shrink_domain(std::int32_t option) {
  const std::size_t variable = options_.variable_of(option);
  SUDOKU_CP_ASSERT((domains_[variable] & options_.bit_of(option)) != 0);
  domains_[variable] &= ~options_.bit_of(option);
  if (level() == 0) at_root_[variable] = domains_[variable];
  bound_is_due_ = true;
  for (std::uint32_t at = watchers_.begin[variable]; at < watchers_.begin[variable + 1]; ++at) {
    wake(watchers_.values[at]);
  }
}

void CdclSearch::wake(std::int32_t propagator) {
  std::uint8_t& queued = queued_[static_cast<std::size_t>(propagator)];
  if (queued != 0) return;
  queued = 1;
  queue_.push_back(propagator);
}

void CdclSearch::clear_queue() {
  for (const std::int32_t propagator : queue_) queued_[static_cast<std::size_t>(propagator)] = 0;
  queue_.clear();
}

// Runs the propagator that has waited longest. Clauses are propagated, so that a variable with one value has taken it.
bool CdclSearch::run_next_propagator() {
  const std::int32_t propagator = queue_.front();
  queue_.pop_front();
  const std::span<const std::int32_t> scope = runner_.scope(propagator);
  for (const std::int32_t variable : scope) {
    runner_.set_domain(variable, domains_[static_cast<std::size_t>(variable)]);
  }
  std::uint8_t& queued = queued_[static_cast<std::size_t>(propagator)];
  SUDOKU_CP_ASSERT(propagated_ == trail_.size());
  if (!runner_.run(propagator)) {
    queued = 0;
    past_ = domains_;
    past_length_ = trail_.size();
    explain(propagator, trail_.size(), std::nullopt);
    conflict_ = explanation_;
    return false;
  }
  queued = runner_.view(propagator).idempotent;  // while it is marked, what it removes does not wake it
  const Reason why = reason_of_propagator(static_cast<std::uint64_t>(propagator));
  for (const std::int32_t variable : scope) {
    const auto at = static_cast<std::size_t>(variable);
    SUDOKU_CP_ASSERT(runner_.domain(variable) != 0 && (runner_.domain(variable) & ~domains_[at]) == 0);
    for (Word lost = domains_[at] & ~runner_.domain(variable); lost != 0; lost &= lost - 1) {
      const auto slot = static_cast<Slot>(at * kWordBits) + static_cast<Slot>(std::countr_zero(lost));
      set(not_taken(options_.find(slot)), why);
    }
  }
  queued = 0;
  return true;
}

// Makes `past_` the domains at that length of the trail: options that were refused later were open then.
void CdclSearch::look_back(std::size_t position) {
  SUDOKU_CP_ASSERT(position <= trail_.size() && past_length_ <= trail_.size());
  const auto change = [&](Literal literal) {
    if (!is_taken(literal) && is_of_mask(literal))
      past_[options_.variable_of(option_of(literal))] ^= options_.bit_of(option_of(literal));
  };
  while (past_length_ > position) change(trail_[--past_length_]);
  while (past_length_ < position) change(trail_[past_length_++]);
}

// Finds when each variable of the scope last lost a value before that length of the trail.
void CdclSearch::note_when_narrowed(std::size_t position) {
  for (ScopeDomain& domain : scope_) {
    for (Word rest = domain.whole & ~domain.now; rest != 0; rest &= rest - 1) {
      const auto bit = static_cast<Slot>(std::countr_zero(rest));
      const std::int32_t option = options_.find(static_cast<Slot>(domain.variable * kWordBits) + bit);
      SUDOKU_CP_ASSERT(is_false(taken(option)) && position_of(taken(option)) < position);
      domain.narrowed = std::max<std::int64_t>(domain.narrowed, position_of(taken(option)));
    }
  }
}

// Finds the false literals because of which the propagator, at that length of the trail, removed the option, or failed if
// none is given. Values that the root lacks need no reason.
void CdclSearch::explain(std::int32_t propagator, std::size_t position, std::optional<Slot> removed) {
  look_back(position);
  scope_.clear();
  for (const std::int32_t variable : runner_.scope(propagator)) {
    const auto at = static_cast<std::size_t>(variable);
    scope_.push_back({variable, at_root_[at], past_[at], -1});
  }
  const bool asks_when_narrowed = explainer_.asks_when_narrowed(propagator);
  if (asks_when_narrowed) note_when_narrowed(position);
  if (!explainer_.widen_by_constraint(propagator, removed, scope_)) {
    if (!asks_when_narrowed) note_when_narrowed(position);
    explainer_.widen_by_trials(propagator, removed, scope_);
  }
  // A reason asks for no more than what was refused then.
  SUDOKU_CP_ASSERT(std::ranges::all_of(scope_, [&](const ScopeDomain& domain) {
    const Word before = past_[static_cast<std::size_t>(domain.variable)];
    return (before & ~domain.now) == 0 && (domain.now & ~domain.whole) == 0;
  }));
  explanation_.clear();
  for (const ScopeDomain& domain : scope_) {
    if (domain.now == domain.whole) continue;
    const auto option_of_bit = [&](Word bit) {
      return options_.find(static_cast<Slot>(domain.variable * kWordBits + std::countr_zero(bit)));
    };
    if (std::has_single_bit(domain.now)) {
      explanation_.push_back(not_taken(option_of_bit(domain.now)));
      continue;
    }
    for (Word rest = domain.whole & ~domain.now; rest != 0; rest &= rest - 1) {
      explanation_.push_back(taken(option_of_bit(rest & -rest)));
    }
  }
}

// Makes the clause of a literal that a propagator made true, and returns its other literals.
std::span<const Literal> CdclSearch::explain_removal(Literal literal) {
  const Reason why = reason_of(literal);
  const auto propagator = static_cast<std::int32_t>(number_of(why & 0xffffffff));
  const auto position = static_cast<std::size_t>(why >> 32);
  SUDOKU_CP_ASSERT(position <= position_of(literal));
  const auto of_costs = static_cast<std::int32_t>(runner_.propagators());
  if (propagator > of_costs) {
    explain_bounds(propagator - of_costs - 1, position, is_true(literal) ? literal : negation(literal));
  } else if (propagator == of_costs) {
    explain_bound(position, options_.slot_of(option_of(literal)));
  } else {
    explain(propagator, position, options_.slot_of(option_of(literal)));
  }
  const std::size_t begin = explanations_.size();
  explanations_.push_back(static_cast<Literal>(explanation_.size()));
  explanations_.insert(explanations_.end(), explanation_.begin(), explanation_.end());
  assignment_[index(literal)].reason = reason(kOfExplanation, begin);
  return std::span<const Literal>(explanations_).subspan(begin + 1);
}

}  // namespace sudoku_cp
