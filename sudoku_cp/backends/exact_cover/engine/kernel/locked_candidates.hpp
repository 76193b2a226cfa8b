// Two houses that share cells: a value that has its place in one house among the shared cells has it there in the other
// house too (pointing and claiming). Then both rests take the same values, and need as many as they have cells.
//
//   first house    | only first | shared |
//   second house                | shared | only second |
#pragma once

#include "cells.hpp"
#include "level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline std::int32_t length_of(const ListsView<std::int32_t>& lists, std::int32_t list) {
  return static_cast<std::int32_t>(lists.begin[list + 1] - lists.begin[list]);
}

template <std::int32_t kSize, typename Mask>
Mask union_of_size(const Mask* domains, const std::int32_t* members) {
  Mask seen = 0;
#pragma GCC unroll 16
  for (std::int32_t at = 0; at < kSize; ++at) seen |= domains[members[at]];
  return seen;
}

template <typename Mask>
Mask union_of(const Search& search, const ListsView<std::int32_t>& lists, std::int32_t list) {
  const Mask* domains = masks<Mask>(search);
  const std::int32_t* members = lists.values + lists.begin[list];
  const std::int32_t length = length_of(lists, list);
  if (length == 3) return union_of_size<3>(domains, members);
  if (length == 6) return union_of_size<6>(domains, members);
  Mask seen = 0;
  for (std::int32_t at = 0; at < length; ++at) seen |= domains[members[at]];
  return seen;
}

template <typename Mask>
void remove_from(Search& search, const ListsView<std::int32_t>& lists, std::int32_t list, Mask values) {
  for (std::uint32_t at = lists.begin[list]; at < lists.begin[list + 1]; ++at) {
    if (!keep_only<Mask>(search, lists.values[at], static_cast<Mask>(~values))) return;
  }
}

template <typename Mask>
void find_locked_candidates(Search& search, std::int32_t intersection) {
  const CellView& cells = search.problem->cells;
  SUDOKU_CP_ASSERT(length_of(cells.shared, intersection) >= 2);
  const Mask shared = union_of<Mask>(search, cells.shared, intersection);
  const Mask first = union_of<Mask>(search, cells.only_first, intersection);
  const Mask second = union_of<Mask>(search, cells.only_second, intersection);
  const Mask from_second = static_cast<Mask>(shared & ~first & second);
  const Mask from_first = static_cast<Mask>(shared & ~second & first);
  search.failed = size_of(first & ~from_first) < length_of(cells.only_first, intersection) ||
                  size_of(second & ~from_second) < length_of(cells.only_second, intersection);
  if (search.failed) return;
  if (from_second != 0) remove_from(search, cells.only_second, intersection, from_second);
  if (from_first != 0 && !search.failed) remove_from(search, cells.only_first, intersection, from_first);
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
