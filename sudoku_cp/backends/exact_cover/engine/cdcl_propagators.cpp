// How clause learning runs propagators, and explains what they removed.
#include <algorithm>
#include <bit>

#include "cdcl.hpp"

namespace sudoku_cp {

// An option was refused: those who watch its variable have to look again.
void CdclSearch::shrink_domain(std::int32_t option) {
  const std::size_t variable = options_.variable_of(option);
  domains_[variable] &= ~options_.bit_of(option);
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

// Runs the propagator that has waited longest, where clauses say no more: a variable with one value has taken it.
bool CdclSearch::run_next_propagator() {
  const std::int32_t propagator = queue_.front();
  queue_.pop_front();
  const std::span<const std::int32_t> scope = runner_.scope(propagator);
  for (const std::int32_t variable : scope) {
    runner_.set_domain(variable, domains_[static_cast<std::size_t>(variable)]);
  }
  std::uint8_t& queued = queued_[static_cast<std::size_t>(propagator)];
  if (!runner_.run(propagator)) {
    queued = 0;
    explain(propagator, trail_.size(), std::nullopt);
    conflict_ = explanation_;
    return false;
  }
  queued = runner_.view(propagator).idempotent;  // while it is marked, what it removes does not wake it
  const Reason why = reason(kOfPropagator, static_cast<std::uint64_t>(propagator)) | trail_.size() << 32;
  for (const std::int32_t variable : scope) {
    const auto at = static_cast<std::size_t>(variable);
    for (Word lost = domains_[at] & ~runner_.domain(variable); lost != 0; lost &= lost - 1) {
      const auto slot = static_cast<Slot>(at * kWordBits) + static_cast<Slot>(std::countr_zero(lost));
      set(not_taken(options_.find(slot)), why);
    }
  }
  queued = 0;
  return true;
}

// Finds literals from which it followed that the propagator, at that length of the trail, removed the option, or failed
// where there is none. What the root lacks needs no reason.
void CdclSearch::explain(std::int32_t propagator, std::size_t position, std::optional<Slot> removed) {
  scope_.clear();
  for (const std::int32_t variable : runner_.scope(propagator)) {
    const auto at = static_cast<std::size_t>(variable);
    const Word open = domains_[at];
    ScopeDomain domain{variable, open, open, -1};
    const Word at_root = options_.domains()[at];
    for (Word rest = at_root & ~open; rest != 0; rest &= rest - 1) {
      const Word bit = rest & -rest;
      const std::int32_t option = options_.first_of(at) + std::popcount(at_root & (bit - 1));
      SUDOKU_CP_ASSERT(is_false(taken(option)));
      if (level_of(taken(option)) == 0) continue;
      domain.whole |= bit;
      const std::uint32_t since = position_of(taken(option));
      if (since >= position) domain.now |= bit;
      else domain.narrowed = std::max<std::int64_t>(domain.narrowed, since);
    }
    scope_.push_back(domain);
  }
  explainer_.widen(propagator, removed, scope_);
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
  const Slot removed = options_.slot_of(option_of(literal));
  if (propagator == static_cast<std::int32_t>(runner_.propagators())) explain_bound(position, removed);
  else explain(propagator, position, removed);
  const std::size_t begin = explanations_.size();
  explanations_.push_back(static_cast<Literal>(explanation_.size()));
  explanations_.insert(explanations_.end(), explanation_.begin(), explanation_.end());
  assignment_[index(literal)].reason = reason(kOfExplanation, begin);
  return std::span<const Literal>(explanations_).subspan(begin + 1);
}

}  // namespace sudoku_cp
