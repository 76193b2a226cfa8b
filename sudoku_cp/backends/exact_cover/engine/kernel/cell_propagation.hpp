// All consequences for the variables until nothing changes: placements first, then houses, then pairs of houses, then
// propagators, so that the cheap comes before the dear.
#pragma once

#include "../constraints/list.hpp"
#include "invariants.hpp"
#include "level.hpp"
#include "locked_candidates.hpp"

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
  return may_go_on;
}

template <typename Mask>
bool run_propagator(Search& search, const PropagatorView& propagator) {
  SUDOKU_CP_ASSERT(!search.failed);
  ++search.statistics.propagations;
  return run_one_of(
      propagator, [&](const auto& constraint) { return propagate<Mask>(search, constraint); }, ConstraintTypes());
}

// Takes a house to look at, going round so that none is looked at again before the others; -1 where there is none.
inline std::int32_t next_dirty_house(Search& search) {
  for (std::int32_t word = 0; word < search.problem->cells.house_words; ++word) {
    const Word dirty = search.dirty[word];
    if (dirty == 0) continue;
    const Word ahead = dirty & (~Word{0} << search.dirty_cursor);
    const std::int32_t bit = lowest_bit(ahead != 0 ? ahead : dirty);
    search.dirty[word] = dirty & ~(Word{1} << bit);
    search.dirty_cursor = (bit + 1) % kWordBits;
    return word * kWordBits + bit;
  }
  return -1;
}

// The intersections of a house are to be looked at.
inline void mark_intersections(Search& search, std::int32_t house) {
  const ListsView<std::int32_t>& intersections = search.problem->cells.intersections;
  for (std::uint32_t at = intersections.begin[house]; at < intersections.begin[house + 1]; ++at) {
    const std::int32_t intersection = intersections.values[at];
    search.dirty_intersections[intersection / kWordBits] |= Word{1} << (intersection % kWordBits);
  }
}

// Takes an intersection to look at; -1 where there is none.
inline std::int32_t next_intersection(Search& search) {
  for (std::int32_t word = 0; word < search.problem->cells.intersection_words; ++word) {
    if (search.dirty_intersections[word] == 0) continue;
    const std::int32_t bit = lowest_bit(search.dirty_intersections[word]);
    search.dirty_intersections[word] &= search.dirty_intersections[word] - 1;
    return word * kWordBits + bit;
  }
  return -1;
}

template <typename Mask>
void run_next_propagator(Search& search) {
  const ProblemView& problem = *search.problem;
  const std::int32_t propagator = search.queue[search.queue_head];
  SUDOKU_CP_ASSERT(search.queued[propagator] != 0);
  if (++search.queue_head == problem.propagators) search.queue_head = 0;
  --search.queue_count;
  const PropagatorView& view = problem.propagator_list[propagator];
  // While it is marked, what it removes does not wake it.
  search.queued[propagator] = view.idempotent;
  run_propagator<Mask>(search, view);
  if (search.failed) search.failed_propagator = propagator;
  if (view.idempotent) search.queued[propagator] = 0;
}

template <typename Mask>
struct CellSpace {
  static bool propagate(Search& search) {
    search.failed_propagator = -1;
    while (!search.failed) {
      if (search.forced_count > 0) {
        place<Mask>(search, search.forced[--search.forced_count]);
        continue;
      }
      const std::int32_t house = next_dirty_house(search);
      if (house >= 0) {
        mark_intersections(search, house);
        look_over<Mask>(search, house);
        continue;
      }
      const std::int32_t intersection = next_intersection(search);
      if (intersection >= 0) {
        find_locked_candidates<Mask>(search, intersection);
      } else if (search.queue_count > 0) {
        run_next_propagator<Mask>(search);
      } else {
        assert_settled(search);
        return true;
      }
    }
    clear_queues(search);
    return false;
  }

  // Runs a propagator on the live options alone, whatever it has seen before.
  static bool run_afresh(Search& search, std::int32_t propagator) {
    ++search.statistics.propagations;
    const auto run = [&]<typename Constraint>(const Constraint& constraint) {
      if constexpr (requires { constraint.state_begin; }) {
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
    for (; search.queue_count > 0; --search.queue_count) {
      search.queued[search.queue[search.queue_head]] = 0;
      if (++search.queue_head == search.problem->propagators) search.queue_head = 0;
    }
    const CellView& cells = search.problem->cells;
    for (std::int32_t word = 0; word < cells.house_words; ++word) search.dirty[word] = 0;
    for (std::int32_t word = 0; word < cells.intersection_words; ++word) search.dirty_intersections[word] = 0;
    search.dirty_cursor = 0;
    search.forced_count = 0;
    SUDOKU_CP_ASSERT(queues_are_empty(search));
  }

  static void choose(Search& search, Slot slot) { keep_only<Mask>(search, word_of(slot), bit_of(slot)); }

  static void remove(Search& search, Slot slot) { keep_only<Mask>(search, word_of(slot), ~bit_of(slot)); }

  static bool is_chosen(const Search& search, Slot slot) { return masks<Mask>(search)[word_of(slot)] == bit_of(slot); }

  static bool is_live(const Search& search, Slot slot) {
    return (masks<Mask>(search)[word_of(slot)] & bit_of(slot)) != 0;
  }

  static void blame(Search& search);
  static Slot branch(const Search& search);
  static Cost relax(Search& search);
  static int remove_costly(Search& search, Cost bound, Cost limit);
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
