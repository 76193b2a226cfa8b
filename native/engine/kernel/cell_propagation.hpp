// Propagates all variables to a fixpoint: placements first, then houses, then pairs of houses, then propagators, from
// cheap to costly.
#pragma once

#include "constraints/list.hpp"
#include "kernel/house_lanes.hpp"
#include "kernel/invariants.hpp"
#include "kernel/level.hpp"
#include "kernel/locked_candidates.hpp"
#include "tuning.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Calls `run` with the constraint of a propagator.
template <typename Run, typename... Constraints>
bool run_one_of(const PropagatorView& propagator, Run run, TypeList<Constraints...>) {
  std::uint8_t kind = 0;
  bool may_go_on = true;
  const auto run_if_it_is = [&](const auto* constraint) {
    if (propagator.kind != kind++) return false;
    may_go_on = run(*constraint);
    return true;
  };
  (void)(run_if_it_is(static_cast<const Constraints*>(propagator.constraint)) || ...);
  SUDOKU_CP_ASSERT(kind == propagator.kind + 1);
  return may_go_on;
}

template <typename Mask>
bool run_propagator(Search& search, const PropagatorView& propagator) {
  SUDOKU_CP_ASSERT(!search.failed);
  ++search.statistics.propagations;
  return run_one_of(
      propagator, [&](const auto& constraint) { return propagate<Mask>(search, constraint); }, ConstraintTypes());
}

// Takes a dirty house, round robin, so that none is examined again before the others; -1 if there is none.
inline std::int32_t next_dirty_house(Search& search) {
  const std::int32_t words = search.problem->cells.house_words;
  Word* const sets = search.cells.dirty;
  for (std::int32_t word = 0; word < words; ++word) {
    const Word dirty = sets[word];
    if (dirty == 0) continue;
    const Word ahead = dirty & (~Word{0} << search.cells.dirty_cursor);
    const std::int32_t bit = lowest_bit(ahead != 0 ? ahead : dirty);
    sets[word] = dirty & ~(Word{1} << bit);
    search.cells.dirty_cursor = (bit + 1) % kWordBits;
    SUDOKU_CP_ASSERT(word * kWordBits + bit < search.problem->cells.house_count);
    return word * kWordBits + bit;
  }
  return -1;
}

// Takes a house whose partners are to be examined; -1 if there is none.
inline std::int32_t next_unlocked_house(Search& search) {
  const std::int32_t words = search.problem->cells.house_words;
  Word* const sets = search.cells.unlocked;
  for (std::int32_t word = 0; word < words; ++word) {
    const Word unlocked = sets[word];
    if (unlocked == 0) continue;
    sets[word] = unlocked & (unlocked - 1);
    return word * kWordBits + lowest_bit(unlocked);
  }
  return -1;
}

// Takes a waiting propagator, round robin, so that none runs again before the others; -1 if there is none.
inline std::int32_t next_propagator(Search& search) {
  const std::int32_t words = search.problem->propagator_words;
  const std::int32_t cursor = search.cells.waiting_cursor / kWordBits;
  Word passed = ~(~Word{0} << (search.cells.waiting_cursor % kWordBits));
  for (std::int32_t step = 0; step <= words; ++step) {
    const std::int32_t word = cursor + step < words ? cursor + step : cursor + step - words;
    const Word waiting = search.cells.waiting[word] & ~passed;
    passed = 0;
    if (waiting == 0) continue;
    const std::int32_t propagator = word * kWordBits + lowest_bit(waiting);
    SUDOKU_CP_ASSERT(propagator < search.problem->propagators);
    search.cells.waiting[word] &= ~(waiting & -waiting);
    search.cells.waiting_cursor = propagator + 1 < words * kWordBits ? propagator + 1 : 0;
    return propagator;
  }
  return -1;
}

// The removals of an idempotent propagator do not wake it.
template <typename Mask>
void run_waiting(Search& search, std::int32_t propagator) {
  const PropagatorView& view = search.problem->propagator_list[propagator];
  run_propagator<Mask>(search, view);
  if (view.idempotent) search.cells.waiting[propagator / kWordBits] &= ~(Word{1} << (propagator % kWordBits));
  if (search.failed) search.cells.failed_propagator = propagator;
}

template <typename Mask>
struct CellSpace {
  static bool propagate(Search& search) {
    search.cells.failed_propagator = -1;
    const bool has_lanes = has_house_lanes<Mask>(search);
    while (!search.failed) {
      if (search.forced_count > 0) {
        place<Mask>(search, search.forced[--search.forced_count]);
        continue;
      }
      if (has_lanes) pass_over_houses<Mask>(search);
      const std::int32_t house = next_dirty_house(search);
      if (house >= 0) {
        search.cells.unlocked[house / kWordBits] |= Word{1} << (house % kWordBits);
        look_over<Mask>(search, house);
        continue;
      }
      if (has_lanes) pass_over_unlocked<Mask>(search);
      const std::int32_t unlocked = next_unlocked_house(search);
      if (unlocked >= 0) {
        find_locked_candidates<Mask>(search, unlocked);
        continue;
      }
      const std::int32_t propagator = next_propagator(search);
      if (propagator < 0) {
        assert_settled(search);
        return true;
      }
      run_waiting<Mask>(search, propagator);
    }
    clear_queues(search);
    return false;
  }

  static void start(Search& search) {
    search.cells.failures_before_decay = tuning::kFailuresBetweenDecays;
    search.cells.last_placed = 0;
    search.cells.of_two_values = {tuning::kForksToBeginWith, tuning::kFailuresOfTwoValues};
    search.cells.of_two_places = {tuning::kForksToBeginWith, tuning::kFailuresOfTwoPlaces};
  }

  static void reopen(Search& search) {
    search.cells.waiting_cursor = 0;
    clear_queues(search);
  }

  // Runs a propagator on the live options alone, without the state of earlier runs.
  static bool run_afresh(Search& search, std::int32_t propagator) {
    SUDOKU_CP_ASSERT(!search.failed && search.cells.trial_depth == 0);
    ++search.statistics.propagations;
    const auto run = [&]<typename Constraint>(const Constraint& constraint) {
      if constexpr (requires { Constraint::kStateHoldsAnywhere; }) {
        return sudoku_cp::SUDOKU_CP_LEVEL::propagate<Mask>(search, constraint);
      } else if constexpr (requires { constraint.state_begin; }) {
        Constraint stateless = constraint;
        stateless.state_begin = -1;
        return sudoku_cp::SUDOKU_CP_LEVEL::propagate<Mask>(search, stateless);
      } else {
        return sudoku_cp::SUDOKU_CP_LEVEL::propagate<Mask>(search, constraint);
      }
    };
    return run_one_of(search.problem->propagator_list[propagator], run, ConstraintTypes());
  }

  static void assert_settled([[maybe_unused]] const Search& search) {
    SUDOKU_CP_ASSERT(queues_are_empty(search));
    SUDOKU_CP_ASSERT(open_variables_agree<Mask>(search));
    SUDOKU_CP_ASSERT(only_shrank<Mask>(search));
  }

  static void go_down(Search& search) {
    SUDOKU_CP_ASSERT(queues_are_empty(search));
    SUDOKU_CP_ASSERT(search.depth + 1 < search.capacity);
    __builtin_memcpy(search.levels[search.depth + 1], search.levels[search.depth], search.block_bytes);
    ++search.depth;
    load_level(search);
  }

  static void go_up(Search& search) {
    SUDOKU_CP_ASSERT(search.depth > 0 && queues_are_empty(search));
    --search.depth;
    load_level(search);
    SUDOKU_CP_ASSERT(open_variables_agree<Mask>(search));
  }

  static void clear_queues(Search& search) {
    const std::int32_t words = search.problem->propagator_words;
    for (std::int32_t word = 0; word < words; ++word) search.cells.waiting[word] = 0;
    const CellView& cells = search.problem->cells;
    for (std::int32_t word = 0; word < cells.house_words; ++word)
      search.cells.dirty[word] = search.cells.unlocked[word] = 0;
    search.cells.dirty_cursor = 0;
    search.forced_count = 0;
    SUDOKU_CP_ASSERT(queues_are_empty(search));
  }

  static void choose(Search& search, Slot slot) {
    SUDOKU_CP_ASSERT(is_live(search, slot) && !is_chosen(search, slot));
    keep_only<Mask>(search, word_of(slot), bit_of(slot));
  }

  static void remove(Search& search, Slot slot) { keep_only<Mask>(search, word_of(slot), ~bit_of(slot)); }

  static bool is_chosen(const Search& search, Slot slot) { return masks<Mask>(search)[word_of(slot)] == bit_of(slot); }

  static bool is_live(const Search& search, Slot slot) {
    return (masks<Mask>(search)[word_of(slot)] & bit_of(slot)) != 0;
  }

  static void blame(Search& search);
  static Slot branch(Search& search);
  static Cost relax(Search& search);
  static int remove_costly(Search& search, Cost bound, Cost limit);
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
