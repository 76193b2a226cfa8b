// Where a cell problem branches: on the variable with the most failures per remaining value, on options of which a
// constraint requires exactly one and which imply much, or on a value with two places in a house if these failed more,
// weighted by the results of such branchings so far.
//
// A contradiction counts as a failure of the last value placed before it: for its variable and for its value, and half as
// much for the placed variables of a failed constraint of up to nine (after the weights of Boussemart et al., "Boosting
// systematic search by weighting constraints", ECAI 2004). A variable begins with the sizes of its constraints. Old
// failures decay.
//
//   activity   | of variable 0 | 1 | … | words − 1 || of value 0 | 1 | … |
#pragma once

#include "kernel/cell_propagation.hpp"
#include "kernel/level.hpp"
#include "tuning.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline std::int32_t* value_activity(const Search& search) { return search.activity + search.problem->words; }

// Blames the placed variables of a short constraint for its failure; a long one fails for many reasons.
template <typename Mask>
void blame_scope(Search& search, std::int32_t propagator) {
  const ListsView<std::int32_t>& cores = search.problem->cores;
  const std::int32_t* const end = cores.values + cores.begin[propagator + 1];
  const std::int32_t* const begin = cores.values + cores.begin[propagator];
  if (end - begin > tuning::kLongestScopeToBlame) return;
  for (const std::int32_t* at = begin; at != end; ++at) {
    if (is_single(masks<Mask>(search)[*at])) ++search.activity[*at];
  }
}

inline ForkRecord& record_of(Search& search, Fork fork) {
  return fork == Fork::kTwoPlaces ? search.cells.of_two_places : search.cells.of_two_values;
}

inline void count_fork(Search& search, Fork fork) {
  search.cells.forks[search.depth] = fork;
  if (fork == Fork::kNone) return;
  ForkRecord& record = record_of(search, fork);
  if (++record.forks < tuning::kMostForks) return;
  record.forks /= 2;
  record.failures /= 2;
}

inline void count_failure_of_fork(Search& search) {
  if (search.settling < 0 || search.cells.forks[search.settling] == Fork::kNone) return;
  ForkRecord& record = record_of(search, search.cells.forks[search.settling]);
  if (record.failures < 2 * record.forks) ++record.failures;  // a fork may be halved away before its ways fail
}

template <typename Mask>
void CellSpace<Mask>::blame(Search& search) {
  SUDOKU_CP_ASSERT(queues_are_empty(search));
  count_failure_of_fork(search);
  search.activity[word_of(search.cells.last_placed)] += tuning::kWeightOfFailure;
  if (search.cells.failed_propagator >= 0) blame_scope<Mask>(search, search.cells.failed_propagator);
  value_activity(search)[lowest_bit(bit_of(search.cells.last_placed))] += tuning::kWeightOfFailure;
  if (--search.cells.failures_before_decay > 0) return;
  search.cells.failures_before_decay = tuning::kFailuresBetweenDecays;
  const ProblemView& problem = *search.problem;
  for (std::int32_t variable = 0; variable < problem.words; ++variable)
    search.activity[variable] /= tuning::kVariableDecay;
  for (std::int32_t bit = 0; bit < problem.cells.values; ++bit) value_activity(search)[bit] /= tuning::kValueDecay;
}

// The value that failed clearly more often than others, if one did, and the bonus of variables that can take it.
struct FailingValue {
  Word bit = 0;
  std::int32_t bonus = 0;
};

inline FailingValue find_failing_value(const Search& search) {
  const std::int32_t values = search.problem->cells.values;
  const std::int32_t* activity = value_activity(search);
  std::int32_t most = 0;
  std::int32_t least = INT32_MAX;
  FailingValue found;
  for (std::int32_t bit = 0; bit < values; ++bit) {
    if (activity[bit] > most) {
      most = activity[bit];
      found = {Word{1} << bit, most / tuning::kShareOfValue};
    }
    if (activity[bit] > 0 && activity[bit] < least) least = activity[bit];
  }
  return most >= values && most > least + least / 2 ? found : FailingValue{};
}

// Failures divided by options.
struct FailureRate {
  std::int64_t failures;
  std::int64_t options;
};

inline bool operator<(const FailureRate& left, const FailureRate& right) {
  return left.failures * right.options < right.failures * left.options;
}

// A value of a house with two places, one of which failed most, and that place.
struct TwoPlaces {
  std::int32_t activity = -1;
  Slot slot = 0;
};

// The values with two places in a house.
template <typename Mask>
Mask values_with_two_places(const Search& search, std::int32_t house) {
  const CellView& cells = search.problem->cells;
  if (search.state.placed[house] == cells.house_values[house]) return 0;
  const Mask* domains = masks<Mask>(search);
  Mask once = 0;
  Mask twice = 0;
  Mask thrice = 0;
  for (std::uint32_t at = cells.houses.begin[house]; at < cells.houses.begin[house + 1]; ++at) {
    const Mask domain = domains[cells.houses.values[at]];
    thrice |= twice & domain;
    twice |= once & domain;
    once |= domain;
  }
  return static_cast<Mask>(twice & ~thrice);
}

template <typename Mask>
TwoPlaces find_two_places(const Search& search) {
  const CellView& cells = search.problem->cells;
  const Mask* domains = masks<Mask>(search);
  const bool has_lanes = kHasPairLanes && has_house_lanes<Mask>(search);
  std::uint16_t pairs_of[kWordBits];
  if (has_lanes) find_pairs(search, cells.lanes, pairs_of);
  TwoPlaces best;
  for (std::int32_t house = 0; house < cells.house_count; ++house) {
    const Mask pairs = has_lanes ? static_cast<Mask>(pairs_of[house]) : values_with_two_places<Mask>(search, house);
    SUDOKU_CP_ASSERT(pairs == values_with_two_places<Mask>(search, house));
    if (pairs == 0) continue;
    const std::int32_t* const end = cells.houses.values + cells.houses.begin[house + 1];
    for (const std::int32_t* member = cells.houses.values + cells.houses.begin[house]; member != end; ++member) {
      const Mask here = domains[*member] & pairs;
      if (here == 0 || search.activity[*member] < best.activity) continue;
      best = {search.activity[*member], slot_of(*member, lowest_bit(here))};
    }
  }
  return best;
}

// Of options of which just one holds, the one that failed most, and its failures divided by how many are left.
struct Alternative {
  FailureRate rate;
  Slot slot;
};

template <typename Mask>
Alternative find_alternative(const Search& search, std::int32_t list) {
  const ListsView<Slot>& lists = search.problem->alternatives;
  Alternative found{{-1, 0}, 0};
  for (std::uint32_t at = lists.begin[list]; at < lists.begin[list + 1]; ++at) {
    const Slot slot = lists.values[at];
    if ((masks<Mask>(search)[word_of(slot)] & bit_of(slot)) == 0) continue;
    ++found.rate.options;
    if (search.activity[word_of(slot)] <= found.rate.failures) continue;
    found.rate.failures = search.activity[word_of(slot)];
    found.slot = slot;
  }
  return found;
}

// Returns the cheapest value of a variable with few values, many failures and a large regret: the difference between its
// two least reduced costs, by which any other value would raise the bound.
template <typename Mask>
Slot most_regretted(const Search& search) {
  Cost most = -1;
  Slot chosen = 0;
  for (std::int32_t at = 0; at < search.problem->words; ++at) {
    const Word domain = masks<Mask>(search)[at];
    if (is_single(domain)) continue;
    Slot cheapest = 0;
    Cost least = kNoCost;
    Cost next = kNoCost;
    for (Word rest = domain; rest != 0; rest &= rest - 1) {
      const Slot slot = slot_of(at, lowest_bit(rest));
      const Cost cost = search.costs.reduced[slot];
      if (cost < least) {
        next = least;
        least = cost;
        cheapest = slot;
      } else if (cost < next) {
        next = cost;
      }
    }
    const Cost difference = (next - least) / tuning::kRegretPrecision + 1;
    const Cost regret = difference < tuning::kMostRegret ? difference : tuning::kMostRegret;
    const Cost failures = search.activity[at] + tuning::kFailuresToBeginWith;
    const Cost weight = regret * failures / size_of(domain);
    if (weight <= most) continue;
    most = weight;
    chosen = cheapest;
  }
  SUDOKU_CP_ASSERT(most >= 0);
  return chosen;
}

// A variable counts several times when its partner is known.
template <typename Mask>
std::int32_t failures_of(const Search& search, std::int32_t variable) {
  const std::int32_t failures = search.activity[variable];
  if (search.cells.partners == nullptr) return failures;
  const std::int32_t partner = search.cells.partners[variable];
  return partner >= 0 && is_single(masks<Mask>(search)[partner]) ? failures * tuning::kWeightIfPartnerIsKnown
                                                                 : failures;
}

// The rate of two places: their failures weigh by the ways that forks on two values leave open, divided by those that
// forks on two places do, and squared, as the next branching has as many times more to do again.
inline FailureRate rate_of(const Search& search, const TwoPlaces& pair) {
  constexpr std::int64_t kWhole = 256;
  const auto ways = [](const ForkRecord& record) { return 2 * record.forks - record.failures + 1; };
  const ForkRecord& values = search.cells.of_two_values;
  const ForkRecord& places = search.cells.of_two_places;
  SUDOKU_CP_ASSERT(ways(places) > 0 && ways(values) > 0 && values.forks > 0 && places.forks > 0);
  const std::int64_t ratio = kWhole * ways(values) * places.forks / (ways(places) * values.forks);
  const std::int64_t weight =
      ratio < kWhole * tuning::kMostWeightOfPlaces ? ratio : kWhole * tuning::kMostWeightOfPlaces;
  return {pair.activity * weight * weight, 2 * kWhole * kWhole};
}

template <typename Mask>
Slot CellSpace<Mask>::branch(Search& search) {
  if (search.costs.optimise) {
    count_fork(search, Fork::kNone);
    return most_regretted<Mask>(search);
  }
  const ProblemView& problem = *search.problem;
  const FailingValue failing = find_failing_value(search);
  FailureRate highest{-1, 1};
  std::int32_t variable = 0;
  for (std::int32_t at = 0; at < problem.words; ++at) {
    const Word domain = masks<Mask>(search)[at];
    if (is_single(domain)) continue;
    const std::int32_t bonus = (domain & failing.bit) != 0 ? failing.bonus : 0;
    const FailureRate rate{failures_of<Mask>(search, at) + bonus, size_of(domain)};
    if (!(highest < rate)) continue;
    highest = rate;
    variable = at;
  }
  Slot chosen = slot_of(variable, lowest_bit(masks<Mask>(search)[variable]));
  SUDOKU_CP_ASSERT(!is_single(masks<Mask>(search)[variable]));
  const std::int32_t lists = highest.options > 2 ? problem.alternative_lists : 0;
  for (std::int32_t list = 0; list < lists; ++list) {
    Alternative alternative = find_alternative<Mask>(search, list);
    alternative.rate.failures *= tuning::kWeightOfAlternatives;
    if (alternative.rate.options < 2 || alternative.rate < highest) continue;
    highest = alternative.rate;
    chosen = alternative.slot;
  }
  const TwoPlaces pair = find_two_places<Mask>(search);
  if (highest < rate_of(search, pair)) {
    count_fork(search, Fork::kTwoPlaces);
    return pair.slot;
  }
  count_fork(search, size_of(masks<Mask>(search)[word_of(chosen)]) == 2 ? Fork::kTwoValues : Fork::kNone);
  return chosen;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
