// The problem and the search as plain arrays: what the kernels of every CPU level see.
//
// An option has a *slot*: 64 · word + bit. In a cell problem a word belongs to one variable, and the live options of the
// variable are its domain, a mask of 16, 32 or 64 bits; in a cover problem the options fill words of 64 in order.
//
//   slot        … |        word w = 5         | …
//   bit           15 …  8 7 6 5 4 3 2 1 0
//   alive[5]       0 …  0 1 0 0 1 0 1 0 0      a cell that can still be its 3rd, 5th or 8th value
//
// Only plain types here: the kernels are compiled once per instruction set, and an inline function of the standard
// library that was compiled for one of them must not end up in another.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sudoku_cp {

using Word = std::uint64_t;
using Slot = std::uint32_t;
using Item = std::int32_t;
using Cost = std::int64_t;

inline constexpr int kWordBits = 64;

// Masks are read and written a vector at a time.
inline constexpr std::size_t kVectorBytes = 32;

// Added to the option count of a primary item when it is covered, so that it never looks scarce again.
inline constexpr std::int32_t kCovered = 1 << 28;

// Multipliers and reduced costs are fixed-point numbers: exact, and the same on every CPU.
inline constexpr Cost kMultiplierScale = 1024;

inline constexpr Cost kNoCost = INT64_MAX / 4;

// List i of a list of lists: values[begin[i]] … values[begin[i + 1] - 1].
template <typename Value>
struct ListsView {
  const std::uint32_t* begin;
  const Value* values;
};

struct ColouredItem {
  Item item;
  std::int32_t colour;  // 0: the item takes one option at most
};

struct ColouredSlot {
  Slot slot;
  std::int32_t colour;
};

// Items and options, with the number of live options kept for every primary item.
struct CoverView {
  std::int32_t primary;         // the first items
  std::int32_t padded_primary;  // a multiple of 16; the padding counts as covered
  ListsView<Item> primary_items;            // by slot
  ListsView<ColouredItem> secondary_items;  // by slot
  ListsView<ColouredSlot> options;          // by item
  const Item* choice_items;     // items of which no option has two: the bound picks one option for each
  std::int32_t choice_item_count;
  const Slot* loose_slots;      // the options with no choice item
  std::int32_t loose_slot_count;
};

// Variables as masks, and houses: a house covers the items (house, value) of all its values at once. A value has no
// place, one place or several; two masks tell:
//
//   once    values seen in some cell so far          cell by cell:  twice |= once & domain;  once |= domain
//   twice   values seen in two cells or more         one place:     once & ~twice
struct CellView {
  ListsView<std::int32_t> houses;     // permutations: the variables of each
  const Word* house_values;           // [houses]: the values that each must place
  std::int32_t house_count;
  std::int32_t house_words;           // words in a set of houses
  const Word* houses_of;              // [variables][house_words]
  ListsView<std::int32_t> house_list; // by variable: its houses
  ListsView<std::int32_t> peers;      // by variable: those that must differ from it
  const std::byte* peer_masks;        // [variables][padded variables] masks: all ones at a peer; null where too large
  ListsView<Slot> conflicts;          // by slot: other options that it excludes; no lists where there are none
  std::int32_t values;                // bits in use
};

enum class Relation : std::uint8_t { kEqual, kUnequal, kAtMost, kAtLeast };

// Σ contribution {=, ≠, ≤, ≥} constant, one contribution a variable.
struct LinearView {
  const std::int32_t* words;          // [terms]
  const std::int64_t* contributions;  // [terms][64], monotone over the bits of the word
  std::int64_t constant;
  std::int32_t terms;
  Relation relation;
};

// The tuple of values is listed. supports[position][bit] is the set of tuples that have that value there.
struct TableView {
  const std::int32_t* words;  // [arity]
  const Word* supports;       // [arity][64][chunks]
  std::int32_t arity;
  std::int32_t chunks;        // words in a set of tuples
  std::int32_t state_begin;   // its live tuples in the reversible words of the state; -1: it keeps none

};

// Pairwise different variables with a fixed sum. Each set of values that has the sum is one mask.
struct SumSetView {
  const std::int32_t* words;  // [size]
  const Word* sets;           // [set_count], masks over the common domain
  std::int32_t size;
  std::int32_t set_count;
};

// A number that is known, or that a variable holds.
struct Number {
  std::int32_t word;   // -1: known
  std::int64_t value;  // the number, or what is added to the variable
};

// The word of values is accepted. Sets of states are masks of `set_words` words.
struct AutomatonView {
  const std::int32_t* words;    // [size]
  const std::int32_t* letters;  // [size][64]: the letter of a bit, -1 where none
  const std::int32_t* next;     // [states][letter_count]: the next state, -1 where none
  const Word* accepting;        // [set_words]
  std::int32_t size;
  std::int32_t letter_count;
  std::int32_t set_words;
  std::int32_t start;
};

// array[index] = value.
struct ElementView {
  const std::int32_t* words;      // [size]: the array
  const std::int32_t* positions;  // [64]: where each bit of the index points, -1 outside the array
  std::int32_t size;
  std::int32_t index_word;
  Number value;
};

// How many variables lie in their sets, compared with a number.
struct CountView {
  const std::int32_t* words;  // [size]
  const Word* members;        // [size]: the values that count
  std::int32_t size;
  Relation relation;
  Number number;
};

// How many different values the variables take, compared with a number.
struct DistinctView {
  const std::int32_t* words;  // [size]
  std::int32_t size;
  Relation relation;
  Number number;
};

// The largest (sign 1) or smallest (sign -1) of the variables is a number.
struct ExtremumView {
  const std::int32_t* words;  // [size]
  std::int32_t size;
  std::int32_t sign;
  Number value;
};

// The product of the variables is, or is not, a number.
struct ProductView {
  const std::int32_t* words;  // [size]
  std::int32_t size;
  Relation relation;
  Number value;
};

// How many of several constraints hold, compared with a constant. Each stands as two propagators: itself and its
// negation.
struct HoldingView {
  const std::int32_t* positive;  // [size]: positions in the list of propagators
  const std::int32_t* negative;
  const std::int32_t* scope;     // [scope_size]: the variables of all
  std::int32_t size;
  std::int32_t scope_size;
  std::int32_t constant;
  Relation relation;
};

enum class PropagatorKind : std::uint8_t {
  kLinear, kTable, kSumSet, kAutomaton, kElement, kCount, kDistinct, kExtremum, kProduct, kHolding
};

struct PropagatorView {
  PropagatorKind kind;
  bool idempotent;  // reaches its own fixpoint, so that what it removes need not wake it
  std::int32_t index;
};

struct ProblemView {
  std::int32_t words;
  std::int32_t mask_bytes;           // of a word: 2, 4 or 8
  std::int32_t padded_words;         // a whole number of vectors
  std::int32_t reversible_words;     // state of propagators
  std::int32_t counts;               // option counts in a state
  std::int32_t primary;              // items to cover, or variables to fix
  std::int32_t weighted_items;       // items with an activity; a multiple of 16
  CoverView cover;
  CellView cells;

  std::int32_t propagators;          // those that wake; further ones are parts of others
  ListsView<std::int32_t> watchers;  // by word: its propagators
  ListsView<std::int32_t> scopes;    // by propagator: its words
  const PropagatorView* propagator_list;
  const std::int64_t* const* value_tables;  // by variable: the value of each bit, ascending
  const LinearView* linears;
  const TableView* tables;
  const SumSetView* sum_sets;
  const AutomatonView* automata;
  const ElementView* elements;
  const CountView* counts_of;
  const DistinctView* distincts;
  const ExtremumView* extrema;
  const ProductView* products;
  const HoldingView* holdings;

  const Cost* costs;                 // by slot, or null
  std::int32_t multipliers;          // relaxed items of the bound
  const std::int32_t* fixed_coverage;  // by relaxed item: 1 where there is no such item, so that it weighs nothing
};

// One state of the search, a block of memory that is copied at each branching:
//
//   | alive: padded words | reversible: of propagators | placed: of houses | counts: of primary items | open | padding |
struct State {
  std::byte* alive;     // masks of `mask_bytes`
  Word* reversible;
  Word* placed;         // by house: the values placed in it
  std::int32_t* count;  // live options of each primary item, + kCovered once it is covered
  std::int32_t* open;   // items not covered yet, or variables not placed yet
};

struct SearchStatistics {
  std::int64_t nodes;
  std::int64_t propagations;
};

enum class Outcome : std::uint8_t { kSolution, kExhausted, kPaused, kOutOfMemory };

enum class Resume : std::uint8_t { kPropagate, kBacktrack, kOver };

struct Search {
  const ProblemView* problem;
  const std::byte* root;          // the state block that every search starts from
  bool root_failed;               // the problem itself is contradictory
  std::byte** levels;             // state blocks by depth
  Slot* decisions;                // by depth
  std::size_t block_bytes;
  std::int32_t capacity;          // levels that exist
  std::int32_t depth;
  State state;                    // the state of the current depth
  bool failed;
  Resume resume;

  std::int32_t* forced;           // items with one option left, or variables with one value left
  std::int32_t forced_count;
  Word* dirty;                    // set of houses to look at
  std::int32_t dirty_cursor;      // the bit of a word where to go on

  std::int32_t* queue;            // ring of the propagators to run
  std::uint8_t* queued;
  std::int32_t queue_head;
  std::int32_t queue_count;

  Word* workspace;                // of a propagator while it runs
  std::byte* trials;              // copies of the live options, one for each trial inside a trial
  Word* unions;                   // what trials left, likewise
  std::int32_t trial_depth;       // 0: what is removed is removed for good

  std::int32_t* activity;         // of items, or of variables and then the values of houses: recent failures count more
  std::int32_t activity_step;

  Cost incumbent;                 // only covers that cost less are looked for
  Cost* multipliers;
  Cost* best_multipliers;
  std::int32_t* coverage;         // of the relaxed items
  Cost* reduced;                  // by slot
  Cost* cheapest;                 // by choice: its least reduced cost
  Cost* level_bounds;             // by depth: proved for everything below that level

  SearchStatistics statistics;
  bool (*grow)(Search&);          // makes room for one more level
  void* owner;
};

// The functions of one CPU level for one kind of problem.
struct SearchKernel {
  void (*start)(Search&);                             // back to the root state
  void (*require)(Search&, Slot);                     // choose an option
  void (*forbid)(Search&, Slot);                      // remove an option
  bool (*settle)(Search&);                            // propagate only; false on a contradiction
  Outcome (*run)(Search&, std::int64_t node_budget);  // on to the next solution
};

inline constexpr std::int32_t kLaneCount = 16;

// Plain puzzles of one size, solved side by side.
struct GridLanes {
  std::uint16_t* boards;            // [digit][row][lane], aligned for vectors
  std::uint16_t* levels;            // [lanes][cells][cells + 2]: branchings
  std::int32_t depth[kLaneCount];
  std::int64_t puzzle[kLaneCount];  // -1: none
  std::int32_t busy;                // lanes with a puzzle

  const std::uint8_t* givens;       // [puzzles][cells]: digit - 1, or 255
  std::uint8_t* solutions;          // [puzzles][cells]
  std::int64_t* counts;             // [puzzles], 0 to begin with
  std::int64_t* nodes;
  std::uint8_t* exact;
  std::int64_t puzzles;
  std::int64_t next;
  std::int64_t limit;               // solutions a puzzle
  std::int64_t node_limit;          // nodes a puzzle
};

struct LaneKernel {
  void (*start)(GridLanes&);
  bool (*run)(GridLanes&, std::int64_t sweeps);
};

struct Kernel {
  const char* level;
  SearchKernel cover;
  SearchKernel cells16;  // by the bits of a mask
  SearchKernel cells32;
  SearchKernel cells64;
  LaneKernel lanes9;       // 9×9
  LaneKernel lanes16;      // 16×16
};

}  // namespace sudoku_cp
