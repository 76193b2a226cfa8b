// Typed access to blocks of memory, checked where assertions are compiled in.
//
// All functions are inlined always, so that no CPU level runs the code of another.
#pragma once

#include "assertions.hpp"
#include "basics.hpp"

namespace sudoku_cp {

// Whether there is memory, and it begins at a multiple of this number of bytes.
[[gnu::always_inline]] inline bool is_aligned(const void* memory, std::size_t alignment) {
  return memory != nullptr && reinterpret_cast<std::uintptr_t>(memory) % alignment == 0;
}

// Memory to be cast to a type of this alignment. Vectors are cast from here, since as template arguments they would lose
// their attributes: that they may alias, and may lie anywhere.
[[gnu::always_inline]] inline void* aligned_to(std::size_t alignment, void* memory) {
  SUDOKU_CP_ASSERT(memory == nullptr || is_aligned(memory, alignment));
  return memory;
}

[[gnu::always_inline]] inline const void* aligned_to(std::size_t alignment, const void* memory) {
  SUDOKU_CP_ASSERT(memory == nullptr || is_aligned(memory, alignment));
  return memory;
}

// The values that memory holds. It must be aligned for their type.
template <typename Value>
[[gnu::always_inline]] inline Value* typed(void* memory) {
  return static_cast<Value*>(aligned_to(alignof(Value), memory));
}

template <typename Value>
[[gnu::always_inline]] inline const Value* typed(const void* memory) {
  return static_cast<const Value*>(aligned_to(alignof(Value), memory));
}

// Hands out the arrays of a block, one after the other.
class Scratch {
 public:
  [[gnu::always_inline]] Scratch(void* block, std::size_t bytes)
      : next_(static_cast<std::byte*>(block)), left_(bytes) {}

  template <typename Value>
  [[gnu::always_inline]] Value* take(std::size_t count) {
    SUDOKU_CP_ASSERT(count * sizeof(Value) <= left_);
    Value* const values = typed<Value>(next_);
    next_ += count * sizeof(Value);
    left_ -= count * sizeof(Value);
    return values;
  }

  template <typename Value>
  [[gnu::always_inline]] Value* take(std::int32_t count) {
    SUDOKU_CP_ASSERT(count >= 0);
    return take<Value>(static_cast<std::size_t>(count));
  }

 private:
  std::byte* next_;
  std::size_t left_;
};

}  // namespace sudoku_cp
