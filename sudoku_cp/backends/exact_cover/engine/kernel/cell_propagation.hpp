// All consequences for the variables until nothing changes: placements first, then houses, then pairs of houses, then
// propagators, so that the cheap comes before the dear.
#pragma once

#include "automaton.hpp"
#include "connected.hpp"
#include "counts.hpp"
#include "crossings.hpp"
#include "element.hpp"
#include "extremum.hpp"
#include "holding.hpp"
#include "level.hpp"
#include "linear.hpp"
#include "product.hpp"
#include "sum_set.hpp"
#include "table.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool run_propagator(Search& search, const PropagatorView& propagator) {
  const ProblemView& problem = *search.problem;
  ++search.statistics.propagations;
  switch (propagator.kind) {
    case PropagatorKind::kLinear:
      return propagate_linear<Mask>(search, problem.linears[propagator.index]);
    case PropagatorKind::kTable:
      return propagate_table<Mask>(search, problem.tables[propagator.index]);
    case PropagatorKind::kSumSet:
      return propagate_sum_set<Mask>(search, problem.sum_sets[propagator.index]);
    case PropagatorKind::kAutomaton:
      return propagate_automaton<Mask>(search, problem.automata[propagator.index]);
    case PropagatorKind::kElement:
      return propagate_element<Mask>(search, problem.elements[propagator.index]);
    case PropagatorKind::kCount:
      return propagate_count<Mask>(search, problem.counts_of[propagator.index]);
    case PropagatorKind::kPlacing:
      return propagate_placing<Mask>(search, problem.placings[propagator.index]);
    case PropagatorKind::kDistinct:
      return propagate_distinct<Mask>(search, problem.distincts[propagator.index]);
    case PropagatorKind::kExtremum:
      return propagate_extremum<Mask>(search, problem.extrema[propagator.index]);
    case PropagatorKind::kProduct:
      return propagate_product<Mask>(search, problem.products[propagator.index]);
    case PropagatorKind::kConnected:
      return propagate_connected<Mask>(search, problem.connecteds[propagator.index]);
    case PropagatorKind::kHolding:
      return propagate_holding<Mask>(search, problem.holdings[propagator.index]);
  }
  return true;
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

// Takes a house whose crossings are to be looked at; -1 where there is none.
inline std::int32_t next_uncrossed_house(Search& search) {
  for (std::int32_t word = 0; word < search.problem->cells.house_words; ++word) {
    if (search.uncrossed[word] == 0) continue;
    const std::int32_t bit = lowest_bit(search.uncrossed[word]);
    search.uncrossed[word] &= search.uncrossed[word] - 1;
    return word * kWordBits + bit;
  }
  return -1;
}

template <typename Mask>
void run_next_propagator(Search& search) {
  const ProblemView& problem = *search.problem;
  const std::int32_t propagator = search.queue[search.queue_head];
  if (++search.queue_head == problem.propagators) search.queue_head = 0;
  --search.queue_count;
  const PropagatorView& view = problem.propagator_list[propagator];
  // While it is marked, what it removes does not wake it.
  search.queued[propagator] = view.idempotent;
  run_propagator<Mask>(search, view);
  if (view.idempotent) search.queued[propagator] = 0;
}

template <typename Mask>
struct CellSpace {
  static bool propagate(Search& search) {
    while (!search.failed) {
      if (search.forced_count > 0) {
        place<Mask>(search, search.forced[--search.forced_count]);
        continue;
      }
      const std::int32_t house = next_dirty_house(search);
      if (house >= 0) {
        search.uncrossed[house / kWordBits] |= Word{1} << (house % kWordBits);
        look_over<Mask>(search, house);
        continue;
      }
      const std::int32_t uncrossed = next_uncrossed_house(search);
      if (uncrossed >= 0) look_at_crossings<Mask>(search, uncrossed);
      else if (search.queue_count > 0) run_next_propagator<Mask>(search);
      else return true;
    }
    clear_queues(search);
    return false;
  }

  static void go_down(Search& search) {
    __builtin_memcpy(search.levels[search.depth + 1], search.levels[search.depth], search.block_bytes);
    ++search.depth;
    load_level(search);
  }

  static void go_up(Search& search) {
    --search.depth;
    load_level(search);
  }

  static void clear_queues(Search& search) {
    for (; search.queue_count > 0; --search.queue_count) {
      search.queued[search.queue[search.queue_head]] = 0;
      if (++search.queue_head == search.problem->propagators) search.queue_head = 0;
    }
    for (std::int32_t word = 0; word < search.problem->cells.house_words; ++word) {
      search.dirty[word] = 0;
      search.uncrossed[word] = 0;
    }
    search.dirty_cursor = 0;
    search.forced_count = 0;
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
