// Choices of a few sets with few members in all.
#pragma once

#include <array>
#include <cstdint>

#include "houses.hpp"

namespace sudoku_cp::rating {

namespace detail {

// Chooses sets below an index.
template <typename Found>
bool extend_choice(const std::array<std::uint16_t, kSide>& sets, int size, int members, int below, std::uint16_t chosen,
                   std::uint16_t united, Found& found) {
  SUDOKU_CP_ASSERT((chosen & ((1 << below) - 1)) == 0);
  if (count(chosen) == size) return count(united) == members && found(chosen, united);
  for (int index = size - count(chosen) - 1; index < below; ++index) {
    const auto wider = static_cast<std::uint16_t>(united | sets[index]);
    if (count(sets[index]) < 2 || count(wider) > members) continue;
    const auto longer = static_cast<std::uint16_t>(chosen | 1 << index);
    if (extend_choice(sets, size, members, index, longer, wider, found)) return true;
  }
  return false;
}

}  // namespace detail

// Calls found(chosen, united) with the indices of each choice of `size` sets that have, with the initial members,
// a number of members in all; a return value of true ends the loop. The choices with the lowest last index come first, of these
// those with the lowest last but one, as in Sudoku Explainer. Sets with fewer than two members are never chosen.
template <typename Found>
bool any_choice(const std::array<std::uint16_t, kSide>& sets, int size, int members, std::uint16_t initial,
                Found found) {
  return detail::extend_choice(sets, size, members, kSide, 0, initial, found);
}

// As many members as sets.
template <typename Found>
bool any_tuple(const std::array<std::uint16_t, kSide>& sets, int size, Found found) {
  return any_choice(sets, size, size, 0, found);
}

}  // namespace sudoku_cp::rating
