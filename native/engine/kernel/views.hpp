// The problem and the search as plain arrays: what the kernels of every CPU level see.
#pragma once

#include "assertions.hpp"
#include "basics.hpp"
#include "constraints/constraint.hpp"
#include "kernel/narrow_views.hpp"
#include "kernel/scratch.hpp"
#include "kernel/wave_views.hpp"

namespace sudoku_cp {

// Items and options, with the number of live options kept for every primary item.
struct CoverView {
  std::int32_t primary;                     // the first items
  std::int32_t padded_primary;              // a multiple of 16; the padding counts as covered
  ListsView<Item> primary_items;            // by slot
  ListsView<ColouredItem> secondary_items;  // by slot
  ListsView<ColouredSlot> options;          // by item
  const Item* choice_items;                 // items of which no option has two: the bound picks one option for each
  std::int32_t choice_item_count;
  const Slot* loose_slots;  // the options with no choice item
  std::int32_t loose_slot_count;
};

// Masks that a kernel looks at side by side, where its registers are wide enough.
inline constexpr std::int32_t kHouseLanes = 32;

// Houses, and their pairs with each partner, as rows of variables: one of each house or pair. Pairs come in the order of
// the houses; rows of unused lanes name any variable. Only of small problems whose houses have one size.
struct HouseLanesView {
  static constexpr std::int32_t kMostVariables = 3 * kHouseLanes;

  std::int32_t house_chunks;  // 0: there are no rows
  std::int32_t house_size;
  const std::uint16_t* members;       // [house chunks][house size][lanes]
  const std::uint16_t* house_values;  // [house chunks][lanes]; 0 in unused lanes, as in the next two
  std::int32_t pair_chunks;
  std::int32_t outside_size;
  std::int32_t rest_size;
  std::int32_t most_shared;
  const std::uint16_t* outsides;     // [pair chunks][outside size][lanes]: the house without the cells that they share
  const std::uint16_t* rests;        // [pair chunks][rest size][lanes]: the partner without them
  const std::uint16_t* pair_values;  // [pair chunks][lanes]: of the house
  const std::uint16_t* shared_sizes;
  const std::uint8_t* house_of_pair;  // [pair chunks][lanes]
  const Word* houses_of_pairs;        // [pair chunks]: a set
};

// Houses that begin with the rows, columns and boxes of a plain 9×9 grid, as do the variables with its cells.
struct PlainGridView {
  std::uint16_t values;  // of each house; 0: there is no such grid
  Word other_houses;
  Word other_partners;  // houses that share two cells or more with one of those, and these themselves
};

// Variables as masks, and houses: a house covers the items (house, value) of all its values at once. A value has no
// place, one place or several; two masks show it:
//
//   once    values seen in some cell so far          cell by cell:  twice |= once & domain;  once |= domain
//   twice   values seen in two cells or more         one place:     once & ~twice
struct CellView {
  ListsView<std::int32_t> houses;  // permutations: the variables of each
  const Word* house_values;        // [houses]: the values that each must place
  std::int32_t house_count;
  std::int32_t house_words;               // words in a set of houses
  const Word* houses_of;                  // [variables][house_words]
  ListsView<std::int32_t> house_list;     // by variable: its houses
  ListsView<std::int32_t> intersections;  // by house: the pairs of houses, sharing two cells or more, that it is in
  ListsView<std::int32_t> shared;         // by intersection: the variables in both houses
  ListsView<std::int32_t> only_first;     // by intersection: those in the first house alone
  ListsView<std::int32_t> only_second;
  ListsView<std::int32_t> partner_rests;  // by place in `intersections`: the variables in the other house alone
  const std::byte* outside;               // vectors by house, and its variables: all ones for partners without that
  const std::int32_t* outside_begin;      // by house: its first vector
  HouseLanesView lanes;
  PlainGridView plain_grid;
  ListsView<std::int32_t> peers;  // by variable: those that must differ from it
  const std::byte* peer_masks;    // [variables][padded variables] masks: all ones at a peer; null where too large
  ListsView<Slot> conflicts;      // by slot: other options that it excludes; no lists where there are none
  std::int32_t values;            // bits in use
};

// A word of a set of propagators.
struct Watchers {
  std::int32_t word;
  Word propagators;
};

struct ProblemView {
  std::int32_t words;
  std::int32_t mask_bytes;        // of a word: 2, 4 or 8
  std::int32_t padded_words;      // a whole number of vectors
  std::int32_t reversible_words;  // state of propagators
  std::int32_t counts;            // option counts in a state
  std::int32_t primary;           // items to cover, or variables to fix
  std::int32_t weighted_items;    // items with an activity; a multiple of 16
  const std::int32_t* initial_activity;
  const std::int32_t* partners;  // by variable: one that says more when this is known, or -1; null where none has any
  CoverView cover;
  CellView cells;

  std::int32_t propagators;          // in the list; they wake
  std::int32_t propagator_words;     // words in a set of propagators
  ListsView<std::int32_t> watchers;  // by word: its propagators
  ListsView<Watchers> watcher_sets;  // by word: the set of its propagators
  ListsView<std::int32_t> scopes;    // by propagator: its variables, each once
  ListsView<std::int32_t> cores;     // by propagator: those of them that it is about
  std::int32_t alternative_lists;
  ListsView<Slot> alternatives;  // options of each of these lists: just one holds
  const PropagatorView* propagator_list;
  const PropagatorView* part_list;          // parts of combinations; they run when these run
  const std::int64_t* const* value_tables;  // by variable: the value of each bit, ascending

  const Cost* costs;                   // by slot, or null
  std::int32_t multipliers;            // relaxed items of the bound
  const std::int32_t* fixed_coverage;  // by relaxed item: 1 where there is no such item, so that it weighs nothing
};

// One state of the search, a block of memory. A cell problem copies it at each branching; a cover problem, where it can
// be large, has only one, and a trail of what has been done to it.
//
//   | alive: padded words | reversible: of propagators | placed: of houses | counts: of primary items | open | pad |
struct State {
  std::byte* alive;  // masks of `mask_bytes`
  Word* reversible;
  Word* placed;         // by house: the values placed in it
  std::int32_t* count;  // live options of each primary item, + kCovered once it is covered
  std::int32_t* open;   // items not covered yet, or variables not placed yet
};

struct SearchStatistics {
  std::int64_t nodes;
  std::int64_t propagations;
};

// The parts of a state block.
[[gnu::always_inline]] inline State state_of(const ProblemView& problem, std::byte* block, std::size_t bytes) {
  Scratch parts(block, bytes);
  State state;
  state.alive = parts.take<std::byte>(problem.padded_words * problem.mask_bytes);
  state.reversible = parts.take<Word>(problem.reversible_words);
  state.placed = parts.take<Word>(problem.cells.house_count);
  state.count = parts.take<std::int32_t>(problem.counts);
  state.open = parts.take<std::int32_t>(1);
  return state;
}

enum class Outcome : std::uint8_t { kSolution, kExhausted, kPaused, kOutOfMemory };

enum class Resume : std::uint8_t { kPropagate, kBranch, kBacktrack, kOver };

// A branching two ways: on a variable with two values, or on a value with two places in a house.
enum class Fork : std::uint8_t { kTwoValues, kTwoPlaces, kNone };

struct ForkRecord {
  std::int64_t forks;
  std::int64_t failures;  // of their ways, at once
};

// Options that another searcher refuted at the root.
struct ImportedOptions {
  const Slot* slots;
  std::int32_t count;
  std::int32_t pending_levels;  // levels, from the root, at which they are not removed yet
};

// The part of a search that keeps bounds on costs.
struct CostSearch {
  bool optimise;   // costs matter, and bounds are kept
  Cost incumbent;  // only covers that cost less are searched for
  Cost* multipliers;
  Cost* best_multipliers;
  std::int32_t* coverage;  // of the relaxed items
  Cost* reduced;           // by slot
  Cost* cheapest;          // by choice: its least reduced cost
  Cost* level_bounds;      // by depth: proved for everything below that level
};

// The part of a search for cell problems: houses and propagators that wait, and where variables and values failed.
struct CellSearch {
  Word* dirty;                // set of houses to look at
  std::int32_t dirty_cursor;  // the bit of a word where to go on
  Word* unlocked;             // set of houses where locked candidates are to be looked for

  Word* waiting;                   // set of propagators to run
  std::int32_t waiting_cursor;     // where to go on in it
  std::int32_t failed_propagator;  // that ran when the search failed; -1 where none did

  Word* workspace;  // of a propagator while it runs
  std::size_t workspace_words;
  std::byte* trials;         // copies of the live options, one for each trial inside a trial
  Word* unions;              // what trials left, likewise
  std::int32_t trial_depth;  // 0: what is removed is removed for good

  Fork* forks;                         // by depth: what the decision was
  std::int32_t failures_before_decay;  // until activities shrink
  const std::int32_t* partners;        // by variable: one that says more when this is known, or -1; null: not looked at
  Slot last_placed;                    // the variable and the value that were placed last
  ForkRecord of_two_values;
  ForkRecord of_two_places;
};

// The part of a search for cover problems: their trail.
struct CoverSearch {
  std::uint32_t* trail_begin;  // by depth
  Slot* trail;                 // the options removed, and those chosen + kChosen
  std::uint32_t trail_count;
  std::int32_t activity_step;  // what a failure of an item counts
};

struct Search {
  const ProblemView* problem;
  const std::byte* root;  // the state block that every search starts from
  bool root_failed;       // the problem itself is contradictory
  std::byte** levels;     // state blocks by depth; of a cover problem only the first
  std::size_t block_bytes;
  Slot* decisions;  // by depth

  std::int32_t capacity;  // levels that exist
  std::int32_t depth;
  std::int32_t floor;     // the depth where the search ends: the open boards above have been given away
  std::int32_t settling;  // the depth of the decision of which a way is settled, or -1
  State state;            // the state of the current depth
  bool failed;
  Resume resume;

  std::int32_t* forced;  // items with one option left, or variables with one value left
  std::int32_t forced_count;
  std::int32_t* activity;  // of items, or of variables and then of values: how often they failed lately

  CellSearch cells;
  CoverSearch cover;
  CostSearch costs;
  ImportedOptions imported;

  SearchStatistics statistics;
  bool (*grow)(Search&);  // makes room for one more level
  void* owner;
};

// The functions of one CPU level for one kind of problem.
struct SearchKernel {
  void (*start)(Search&);                             // back to the root state, as if nothing had happened
  void (*reopen)(Search&);                            // back to the root state; failures and incumbent stay
  void (*require)(Search&, Slot);                     // choose an option
  void (*forbid)(Search&, Slot);                      // remove an option
  bool (*settle)(Search&);                            // propagate only; false on a contradiction
  Outcome (*run)(Search&, std::int64_t node_budget);  // on to the next solution
  // Runs one propagator on the live options, and nothing that follows; false on a contradiction. Cell problems only.
  bool (*run_propagator)(Search&, std::int32_t propagator);
};

struct SearchKernels {
  SearchKernel cover;
  SearchKernel cells16;  // by the bits of a mask
  SearchKernel cells32;
  SearchKernel cells64;
};

struct WaveKernels {
  WaveKernel bands;            // plain 9×9 grids
  WaveKernel houses;           // any houses of up to 16 values
  NarrowKernel narrow_triads;  // plain 9×9 grids, boards that follow from triads
  NarrowKernel narrow_bands;   // plain 9×9 grids
  NarrowKernel narrow_houses;
};

struct Kernel {
  const char* level;
  const SearchKernels& searches;
  const WaveKernels& waves;
};

}  // namespace sudoku_cp
