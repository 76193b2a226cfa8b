// Lists of lists in two arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel/views.hpp"

namespace sudoku_cp {

// A list of lists in two arrays: list i is values[begin[i]] … values[begin[i + 1] - 1].
template <typename Value>
struct Lists {
  std::vector<std::uint32_t> begin{0};
  std::vector<Value> values;

  void add(std::span<const Value> list) {
    values.insert(values.end(), list.begin(), list.end());
    close();
  }
  void close() {
    SUDOKU_CP_ASSERT(values.size() >= begin.back() && values.size() <= UINT32_MAX);
    begin.push_back(static_cast<std::uint32_t>(values.size()));
  }
  std::size_t size() const { return begin.size() - 1; }
  std::span<const Value> operator[](std::size_t list) const {
    SUDOKU_CP_ASSERT(list < size());
    return std::span(values).subspan(begin[list], begin[list + 1] - begin[list]);
  }
  ListsView<Value> view() const { return {begin.data(), values.data()}; }
};

// A number of things as the kernels have it.
inline std::int32_t narrow(std::size_t value) { return static_cast<std::int32_t>(value); }

}  // namespace sudoku_cp
