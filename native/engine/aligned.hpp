// Arrays that begin at a cache line, as vectors need them.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace sudoku_cp {

inline constexpr std::size_t kLineBytes = 64;

struct DeleteAligned {
  void operator()(auto* values) const { ::operator delete[](values, std::align_val_t{kLineBytes}); }
};

template <typename Value>
using AlignedArray = std::unique_ptr<Value[], DeleteAligned>;

// The values are not initialised.
template <typename Value>
AlignedArray<Value> make_aligned_for_overwrite(std::size_t count) {
  static_assert(std::is_trivial_v<Value>);
  return AlignedArray<Value>(new (std::align_val_t{kLineBytes}) Value[count]);
}

// The values are zero.
template <typename Value>
AlignedArray<Value> make_aligned(std::size_t count) {
  AlignedArray<Value> values = make_aligned_for_overwrite<Value>(count);
  std::memset(values.get(), 0, count * sizeof(Value));
  return values;
}

}  // namespace sudoku_cp
