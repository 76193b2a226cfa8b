// What all constraints consist of. A constraint is one plain struct: declared through the binding, prepared when the model
// is lowered, stored by the problem, and read by the kernels.
#pragma once

#include "basics.hpp"

namespace sudoku_cp {

enum class Relation : std::uint8_t { kEqual, kUnequal, kAtMost, kAtLeast };

// A number that is known, or that a variable holds.
struct Number {
  std::int32_t variable;  // -1: known
  std::int64_t value;     // the number, or what is added to the variable
};

// An array in the arena of a model. Always inlined, so that no code of it is shared between CPU levels.
template <typename Value>
struct Slice {
  const Value* data = nullptr;
  std::int32_t size = 0;

  [[gnu::always_inline]] const Value& operator[](std::ptrdiff_t at) const { return data[at]; }
  [[gnu::always_inline]] const Value* begin() const { return data; }
  [[gnu::always_inline]] const Value* end() const { return data + size; }
};

// Constraint types, of which a problem numbers the kinds in this order.
template <typename... Constraints>
struct TypeList {
  template <template <typename...> typename Target>
  using Into = Target<Constraints...>;
};

// A constraint as a search runs it.
struct PropagatorView {
  std::uint8_t kind;  // of the constraint: its place in the list of types
  bool idempotent;    // reaches its own fixpoint, so that what it removes need not wake it
  bool is_combination;
  const void* constraint;
};

}  // namespace sudoku_cp
