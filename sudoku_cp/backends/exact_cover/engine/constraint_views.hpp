// The constraints on variables as plain arrays, as the propagators of every CPU level see them.
#pragma once

#include "basics.hpp"

namespace sudoku_cp {

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
  std::int32_t chunks;       // words in a set of tuples
  std::int32_t state_begin;  // its live tuples in the reversible words of the state; -1: it keeps none
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
  const Word* finishing;        // [size + 1][set_words]: states before each letter from which the rest can be accepted
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

// Each of the values is taken by just one of the variables, which have one table of values.
struct PlacingView {
  const std::int32_t* words;  // [size]
  Word values;
  std::int32_t size;
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

// The integers that a group needs for each place in the workspace, as words.
inline constexpr std::size_t kConnectedWords = 4;

// The variables that lie in their sets, at least one, form one group; with `negated` they do not.
struct ConnectedView {
  const std::int32_t* words;           // [places]
  const Word* members;                 // [places]: the values of the group
  ListsView<std::int32_t> neighbours;  // by place
  std::int32_t places;
  std::int32_t size;  // of the group; -1: any but 0
  bool negated;
};

// How many of several constraints hold, compared with a constant. Each stands as two propagators: itself and its
// negation.
struct HoldingView {
  const std::int32_t* positive;  // [size]: positions in the list of propagators
  const std::int32_t* negative;
  const std::int32_t* scope;  // [scope_size]: the variables of all
  std::int32_t size;
  std::int32_t scope_size;
  std::int32_t constant;
  Relation relation;
};

enum class PropagatorKind : std::uint8_t {
  kLinear,
  kTable,
  kSumSet,
  kAutomaton,
  kElement,
  kCount,
  kPlacing,
  kDistinct,
  kExtremum,
  kProduct,
  kConnected,
  kHolding
};

struct PropagatorView {
  PropagatorKind kind;
  bool idempotent;  // reaches its own fixpoint, so that what it removes need not wake it
  std::int32_t index;
};

}  // namespace sudoku_cp
