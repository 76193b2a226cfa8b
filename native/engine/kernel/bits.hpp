// Bit masks, slots and states.
#pragma once

#include "kernel/level.hpp"
#include "kernel/scratch.hpp"
#include "kernel/views.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline std::int32_t lowest_bit(Word mask) {
  SUDOKU_CP_ASSERT(mask != 0);
  return __builtin_ctzll(mask);
}

inline std::int32_t highest_bit(Word mask) {
  SUDOKU_CP_ASSERT(mask != 0);
  return kWordBits - 1 - __builtin_clzll(mask);
}

inline std::int32_t size_of(Word mask) { return __builtin_popcountll(mask); }

template <typename Mask>
bool is_single(Mask mask) {
  return static_cast<Mask>(mask & (mask - 1)) == 0;
}

inline std::int32_t word_of(Slot slot) { return static_cast<std::int32_t>(slot / kWordBits); }

inline Word bit_of(Slot slot) { return Word{1} << (slot % kWordBits); }

inline Slot slot_of(std::int32_t word, std::int32_t bit) {
  SUDOKU_CP_ASSERT(word >= 0 && bit >= 0 && bit < kWordBits);
  return static_cast<Slot>(word * kWordBits + bit);
}

// Finds the parts of the state in the block of this depth.
inline void load_level(Search& search) {
  SUDOKU_CP_ASSERT(search.depth >= 0 && search.depth < search.capacity);
  SUDOKU_CP_ASSERT(is_aligned(search.levels[search.depth], kVectorBytes));
  search.state = state_of(*search.problem, search.levels[search.depth], search.block_bytes);
}

// What a propagator may write to while it runs.
inline Scratch workspace_of(const Search& search) {
  return {search.cells.workspace, search.cells.workspace_words * sizeof(Word)};
}

// The live options as masks of the given type.
template <typename Mask>
Mask* masks(const Search& search) {
  return typed<Mask>(search.state.alive);
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
