// Naked subsets that include a virtual cell: cells of a house of which one has one of some extra digits.
#pragma once

#include "combinations.hpp"
#include "step.hpp"

namespace sudoku_cp::rating {

struct VirtualCell {
  int house;
  Places places;
  Digits extra;
};

// Calls found with the eliminations of each naked subset of this size; a return value of true ends the loop.
template <typename Found>
bool any_virtual_subset(const Grid& grid, const VirtualCell& cell, int size, Found found) {
  SUDOKU_CP_ASSERT(cell.places != 0 && cell.extra != 0);
  std::array<std::uint16_t, kSide> others{};
  for (int place = 0; place < kSide; ++place) {
    if ((cell.places >> place & 1) == 0) others[place] = grid.candidates(kLayout.cells[cell.house][place]);
  }
  return any_choice(others, size - 1, size, cell.extra, [&](Places chosen, Digits digits) {
    CandidateSet eliminations;
    for_bits(static_cast<Places>(kAllDigits & ~chosen & ~cell.places), [&](int place) {
      const int other = kLayout.cells[cell.house][place];
      for_bits(static_cast<Digits>(grid.candidates(other) & digits),
               [&](int digit) { eliminations.add(candidate(other, digit)); });
    });
    return !eliminations.empty() && found(eliminations);
  });
}

}  // namespace sudoku_cp::rating
