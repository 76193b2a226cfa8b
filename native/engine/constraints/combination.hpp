// The number of constraints, among several, that hold. Each is tried on a copy of the domains: where it fails it cannot
// hold, where its negation fails it must. What every possible choice removes is removed for good (constructive disjunction).
// Trials inside trials multiply: within a trial, a combination among the parts is not tried, but judged by its own parts.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "constraints/store.hpp"
#include "kernel/cells.hpp"
#include "kernel/level.hpp"
#include "kernel/scratch.hpp"

namespace sudoku_cp {

struct Combination {
  Slice<std::int32_t> positive;  // parts, by number
  Slice<std::int32_t> negative;
  Relation relation;
  std::int32_t constant;
  Slice<std::int32_t> scope;  // the variables of all parts; set by prepare
  bool bounded = false;       // variables by bounds say the same

  static constexpr const char* kBinding = "add_combination";
  static constexpr const char* kArguments[] = {"parts", "relation", "constant"};

  // Each part comes with its negation.
  static Combination declare(ModelStore& store, const std::vector<std::pair<std::int32_t, std::int32_t>>& parts,
                             Relation relation, std::int32_t constant) {
    const auto is_part = [&](std::int32_t part) { return part >= 0 && part < store.declared_parts; };
    std::vector<std::int32_t> positive, negative;
    for (const auto& [part, negation] : parts) {
      if (!is_part(part) || !is_part(negation)) throw std::out_of_range("there is no such part");
      positive.push_back(part);
      negative.push_back(negation);
    }
    return {store.arena.keep(positive), store.arena.keep(negative), relation, constant, {}};
  }

  // Parts come before the combinations that use them, so theirs are known.
  Metadata prepare(ModelStore& store) {
    Metadata metadata;
    metadata.depth = 1;
    for (const Slice<std::int32_t>& side : {positive, negative}) {
      for (const std::int32_t at : side) {
        const Metadata& part = store.parts[static_cast<std::size_t>(at)];
        metadata.scope.insert(metadata.scope.end(), part.scope.begin(), part.scope.end());
        metadata.depth = std::max(metadata.depth, part.depth + 1);
      }
    }
    metadata.scope = scope_of(metadata.scope);
    scope = store.arena.keep(metadata.scope);
    return metadata;
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool run_propagator(Search& search, const PropagatorView& propagator);

// Runs a propagator on a copy of the domains, returns whether it is consistent, and lets `look` see the copy if so.
template <typename Mask, typename Look>
bool try_part(Search& search, std::int32_t part, Look look) {
  const ProblemView& problem = *search.problem;
  const std::size_t bytes = static_cast<std::size_t>(problem.padded_words) * sizeof(Mask);
  std::byte* const original = search.state.alive;
  std::byte* const copy = search.cells.trials + static_cast<std::size_t>(search.cells.trial_depth) * bytes;
  SUDOKU_CP_ASSERT(original != copy && !search.failed);
  __builtin_memcpy(copy, original, bytes);
  search.state.alive = copy;
  ++search.cells.trial_depth;
  run_propagator<Mask>(search, problem.part_list[part]);
  const bool consistent = !search.failed;
  if (consistent) look(typed<Mask>(copy));
  SUDOKU_CP_ASSERT(search.state.alive == copy);
  SUDOKU_CP_ASSERT(search.cells.trial_depth > 0);
  --search.cells.trial_depth;
  search.state.alive = original;
  search.failed = false;
  return consistent;
}

// Where the number alone decides of every constraint, none is tried: trials inside trials multiply.
inline const std::int32_t* decided_parts(const Combination& combination) {
  const bool may_be_more = combination.relation == Relation::kAtLeast;
  const bool may_be_fewer = combination.relation == Relation::kAtMost;
  if (combination.relation == Relation::kUnequal) {
    if (combination.positive.size != 1 || (combination.constant != 0 && combination.constant != 1)) return nullptr;
    return combination.constant == 0 ? combination.positive.data : combination.negative.data;
  }
  if (combination.constant == combination.positive.size && !may_be_fewer) return combination.positive.data;
  if (combination.constant == 0 && !may_be_more) return combination.negative.data;
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
inline const Combination* judged(const Search& search, std::int32_t part) {
  const PropagatorView& propagator = search.problem->part_list[part];
  const bool is_judged = propagator.is_combination && search.cells.trial_depth != 0;
  return is_judged ? static_cast<const Combination*>(propagator.constraint) : nullptr;
}

template <typename Mask>
PartTally tally_parts(Search& search, const Combination& combination);

// A combination and its negation have the same parts: one look serves both.
template <typename Mask>
Chances chances_of(Search& search, const Combination& combination) {
  return chances_by_number(combination.relation, combination.constant, tally_parts<Mask>(search, combination));
}

template <typename Mask>
bool can_hold(Search& search, std::int32_t part) {
  if (const Combination* const inner = judged(search, part)) return chances_of<Mask>(search, *inner).to_hold;
  return try_part<Mask>(search, part, [](const Mask*) {});
}

template <typename Mask>
PartTally tally_parts(Search& search, const Combination& combination) {
  PartTally tally{0, 0};
  for (std::int32_t at = 0; at < combination.positive.size; ++at) {
    if (const Combination* const inner = judged(search, combination.positive[at])) {
      const Chances chances = chances_of<Mask>(search, *inner);
      tally.possible += chances.to_hold;
      tally.certain += !chances.to_fail;
    } else if (can_hold<Mask>(search, combination.positive[at])) {
      ++tally.possible;
      if (!can_hold<Mask>(search, combination.negative[at])) ++tally.certain;
    }
  }
  return tally;
}

// The parts, if the combination requires no more than that one of them holds; null for other combinations.
inline const std::int32_t* alternatives(const Combination& combination) {
  const std::int32_t size = combination.positive.size;
  switch (combination.relation) {
    case Relation::kAtLeast:
      return combination.constant == 1 ? combination.positive.data : nullptr;
    case Relation::kAtMost:
      return combination.constant == size - 1 ? combination.negative.data : nullptr;
    case Relation::kUnequal:
      if (combination.constant == 0) return combination.positive.data;
      return combination.constant == size ? combination.negative.data : nullptr;
    case Relation::kEqual:
      return nullptr;
  }
  return nullptr;
}

// One of the parts holds: removes what all parts that can hold remove. Once these leave everything, the others need no
// trial.
template <typename Mask>
bool propagate_alternatives(Search& search, const Combination& combination, const std::int32_t* parts) {
  const Slice<std::int32_t>& scope = combination.scope;
  Word* const left = search.cells.unions + search.cells.trial_depth * search.problem->words;
  for (std::int32_t at = 0; at < scope.size; ++at) left[at] = 0;
  std::int32_t found = 0;
  std::int32_t last = -1;
  for (std::int32_t at = 0; at < combination.positive.size; ++at) {
    const Combination* const inner = judged(search, parts[at]);
    if (inner != nullptr && !chances_of<Mask>(search, *inner).to_hold) continue;
    bool leaves_all = true;
    const Mask* const domains = masks<Mask>(search);
    const bool can_hold = try_part<Mask>(search, parts[at], [&](const Mask* tried) {
      for (std::int32_t place = 0; place < scope.size; ++place) {
        left[place] |= tried[scope[place]];
        leaves_all &= left[place] == domains[scope[place]];
      }
    });
    if (!can_hold) continue;
    if (leaves_all) return true;
    last = parts[at];
    ++found;
  }
  // The propagator of the only part can do more than a trial, within which combinations are judged.
  if (found == 1) return run_propagator<Mask>(search, search.problem->part_list[last]);
  search.failed = found == 0;
  for (std::int32_t at = 0; at < scope.size && !search.failed; ++at) {
    keep_only<Mask>(search, scope[at], left[at]);
  }
  return !search.failed;
}

// Counts what must hold and what can, and runs the propagators of what is decided by that.
template <typename Mask>
bool propagate(Search& search, const Combination& combination) {
  if (const std::int32_t* const parts = decided_parts(combination)) {
    for (std::int32_t at = 0; at < combination.positive.size; ++at) {
      if (!run_propagator<Mask>(search, search.problem->part_list[parts[at]])) return false;
    }
    return true;
  }
  if (const std::int32_t* const parts = alternatives(combination)) {
    return propagate_alternatives<Mask>(search, combination, parts);
  }
  const auto [certain, possible] = tally_parts<Mask>(search, combination);
  SUDOKU_CP_ASSERT(certain >= 0 && certain <= possible && possible <= combination.positive.size);
  bool all_must = false;  // every constraint that can hold must
  bool none_may = false;  // no constraint that need not hold may
  bool one_must = false;  // one more must hold
  const std::int32_t wanted = combination.constant;
  switch (combination.relation) {
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
      if (combination.relation == Relation::kAtLeast) break;
      [[fallthrough]];
    case Relation::kAtMost:
      search.failed |= certain > wanted;
      none_may = certain == wanted;
      break;
  }
  if (search.failed) return false;
  if (certain == possible) return true;
  if (all_must || none_may) {
    const std::int32_t* parts = all_must ? combination.positive.data : combination.negative.data;
    for (std::int32_t at = 0; at < combination.positive.size; ++at) {
      // What cannot hold, or must, is left alone: it is not among those that change.
      if (!can_hold<Mask>(search, combination.positive[at])) continue;
      if (none_may && !can_hold<Mask>(search, combination.negative[at])) continue;
      if (!run_propagator<Mask>(search, search.problem->part_list[parts[at]])) return false;
    }
    return true;
  }
  if (!one_must) return true;
  Word* const left = search.cells.unions + search.cells.trial_depth * search.problem->words;
  for (std::int32_t at = 0; at < combination.scope.size; ++at) left[at] = 0;
  for (std::int32_t at = 0; at < combination.positive.size; ++at) {
    if (!can_hold<Mask>(search, combination.negative[at])) continue;
    try_part<Mask>(search, combination.positive[at], [&](const Mask* domains) {
      for (std::int32_t variable = 0; variable < combination.scope.size; ++variable) {
        left[variable] |= domains[combination.scope[variable]];
      }
    });
  }
  for (std::int32_t at = 0; at < combination.scope.size; ++at) {
    if (!keep_only<Mask>(search, combination.scope[at], left[at])) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
