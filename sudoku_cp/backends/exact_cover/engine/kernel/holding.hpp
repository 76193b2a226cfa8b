// How many of several constraints hold. Each is tried on a copy of the domains: where it fails it cannot hold, where its
// negation fails it must. What every possible choice removes goes for good (constructive disjunction). Trials inside trials
// multiply: within a trial, a combination among the parts is not tried, but judged by the parts that it has itself.
#pragma once

#include "cells.hpp"
#include "level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool run_propagator(Search& search, const PropagatorView& propagator);

// Runs a propagator on a copy of the domains, tells whether it is consistent, and lets `look` see the copy if so.
template <typename Mask, typename Look>
bool try_propagator(Search& search, std::int32_t propagator, Look look) {
  const ProblemView& problem = *search.problem;
  const std::size_t bytes = static_cast<std::size_t>(problem.padded_words) * sizeof(Mask);
  std::byte* const original = search.state.alive;
  std::byte* const copy = search.trials + static_cast<std::size_t>(search.trial_depth) * bytes;
  __builtin_memcpy(copy, original, bytes);
  search.state.alive = copy;
  ++search.trial_depth;
  run_propagator<Mask>(search, problem.propagator_list[propagator]);
  const bool consistent = !search.failed;
  if (consistent) look(reinterpret_cast<const Mask*>(copy));
  --search.trial_depth;
  search.state.alive = original;
  search.failed = false;
  return consistent;
}

// Where the number alone decides of every constraint, none is tried: trials inside trials multiply.
inline const std::int32_t* decided_parts(const HoldingView& holding) {
  const bool may_be_more = holding.relation == Relation::kAtLeast;
  const bool may_be_fewer = holding.relation == Relation::kAtMost;
  if (holding.relation == Relation::kUnequal) {
    if (holding.size != 1 || (holding.constant != 0 && holding.constant != 1)) return nullptr;
    return holding.constant == 0 ? holding.positive : holding.negative;
  }
  if (holding.constant == holding.size && !may_be_fewer) return holding.positive;
  if (holding.constant == 0 && !may_be_more) return holding.negative;
  return nullptr;
}

// The parts of a combination that certainly hold, and those that possibly do.
struct PartTally {
  std::int32_t certain;
  std::int32_t possible;
};

struct Chances {
  bool to_hold;
  bool to_fail;
};

inline Chances chances_by_number(Relation relation, std::int32_t wanted, PartTally tally) {
  switch (relation) {
    case Relation::kEqual:
      return {tally.certain <= wanted && wanted <= tally.possible, tally.certain != wanted || tally.possible != wanted};
    case Relation::kUnequal:
      return {tally.certain != wanted || tally.possible != wanted, tally.certain <= wanted && wanted <= tally.possible};
    case Relation::kAtMost:
      return {tally.certain <= wanted, tally.possible > wanted};
    case Relation::kAtLeast:
      return {tally.possible >= wanted, tally.certain < wanted};
  }
  return {true, true};
}

// The combination that a part is, if it is to be judged; null where the part is to be tried.
inline const HoldingView* judged(const Search& search, std::int32_t part) {
  const PropagatorView& propagator = search.problem->propagator_list[part];
  const bool is_judged = propagator.kind == PropagatorKind::kHolding && search.trial_depth != 0;
  return is_judged ? &search.problem->holdings[propagator.index] : nullptr;
}

template <typename Mask>
PartTally tally_parts(Search& search, const HoldingView& holding);

// A combination and its negation have the same parts: one look tells of both.
template <typename Mask>
Chances chances_of(Search& search, const HoldingView& combination) {
  return chances_by_number(combination.relation, combination.constant, tally_parts<Mask>(search, combination));
}

template <typename Mask>
bool can_hold(Search& search, std::int32_t part) {
  if (const HoldingView* const combination = judged(search, part))
    return chances_of<Mask>(search, *combination).to_hold;
  return try_propagator<Mask>(search, part, [](const Mask*) {});
}

template <typename Mask>
PartTally tally_parts(Search& search, const HoldingView& holding) {
  PartTally tally{0, 0};
  for (std::int32_t at = 0; at < holding.size; ++at) {
    if (const HoldingView* const combination = judged(search, holding.positive[at])) {
      const Chances chances = chances_of<Mask>(search, *combination);
      tally.possible += chances.to_hold;
      tally.certain += !chances.to_fail;
    } else if (can_hold<Mask>(search, holding.positive[at])) {
      ++tally.possible;
      if (!can_hold<Mask>(search, holding.negative[at])) ++tally.certain;
    }
  }
  return tally;
}

// Counts what must hold and what can, and runs the propagators of what is decided by that.
template <typename Mask>
bool propagate_holding(Search& search, const HoldingView& holding) {
  if (const std::int32_t* const parts = decided_parts(holding)) {
    for (std::int32_t at = 0; at < holding.size; ++at) {
      if (!run_propagator<Mask>(search, search.problem->propagator_list[parts[at]])) return false;
    }
    return true;
  }
  const auto [certain, possible] = tally_parts<Mask>(search, holding);
  bool all_must = false;  // every constraint that can hold must
  bool none_may = false;  // no constraint that need not hold may
  bool one_must = false;  // one more must hold
  const std::int32_t wanted = holding.constant;
  switch (holding.relation) {
    case Relation::kUnequal:
      if (certain == possible) search.failed = certain == wanted;
      if (possible == certain + 1) {
        all_must = wanted == certain;
        none_may = wanted == possible;
      }
      break;
    case Relation::kEqual:
    case Relation::kAtLeast:
      search.failed = possible < wanted;
      all_must = possible == wanted;
      one_must = certain == wanted - 1;
      if (holding.relation == Relation::kAtLeast) break;
      [[fallthrough]];
    case Relation::kAtMost:
      search.failed |= certain > wanted;
      none_may = certain == wanted;
      break;
  }
  if (search.failed) return false;
  if (certain == possible) return true;
  if (all_must || none_may) {
    const std::int32_t* parts = all_must ? holding.positive : holding.negative;
    for (std::int32_t at = 0; at < holding.size; ++at) {
      // What cannot hold, or must, is left alone: it is not among those that change.
      if (!can_hold<Mask>(search, holding.positive[at])) continue;
      if (none_may && !can_hold<Mask>(search, holding.negative[at])) continue;
      if (!run_propagator<Mask>(search, search.problem->propagator_list[parts[at]])) return false;
    }
    return true;
  }
  if (!one_must) return true;
  Word* const left = search.unions + search.trial_depth * search.problem->words;
  for (std::int32_t at = 0; at < holding.scope_size; ++at) left[at] = 0;
  for (std::int32_t at = 0; at < holding.size; ++at) {
    if (!can_hold<Mask>(search, holding.negative[at])) continue;
    try_propagator<Mask>(search, holding.positive[at], [&](const Mask* domains) {
      for (std::int32_t variable = 0; variable < holding.scope_size; ++variable) {
        left[variable] |= domains[holding.scope[variable]];
      }
    });
  }
  for (std::int32_t at = 0; at < holding.scope_size; ++at) {
    if (!keep_only<Mask>(search, holding.scope[at], left[at])) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
