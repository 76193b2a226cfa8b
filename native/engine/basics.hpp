// The words that the engine and its kernels share: slots, masks, costs and lists.
//
// An option has a *slot*: 64 · word + bit. In a cell problem a word belongs to one variable, and the variable's live
// options are its domain, a mask of 16, 32 or 64 bits; in a cover problem the options fill words of 64 in order.
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

// Marks the options on the trail that were chosen.
inline constexpr Slot kChosen = Slot{1} << 31;

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

}  // namespace sudoku_cp
