// What one literal alone implies. Links within a cell are Y-links, those of one digit are X-links.
#pragma once

#include "grid.hpp"
#include "literals.hpp"

namespace sudoku_cp::rating {

// The order in which Sudoku Explainer follows links, on which the lengths of chains depend.
inline constexpr std::array<HouseKind, kHousesOfCell> kLinkOrder{kBox, kRow, kColumn};

struct LinkKinds {
  bool x;
  bool y;
};

// Calls visit once with each candidate that cannot be in the solution with another.
template <typename Visit>
void for_excluded(const Grid& grid, int candidate_on, bool with_y_links, Visit visit) {
  const int cell = cell_of(candidate_on);
  const int digit = digit_of(candidate_on);
  SUDOKU_CP_ASSERT(grid.has(cell, digit));
  if (with_y_links) {
    for_bits(static_cast<Digits>(grid.candidates(cell) & ~(1 << digit)),
             [&](int other) { visit(candidate(cell, other)); });
  }
  for (const HouseKind kind : kLinkOrder) {
    const int house = kLayout.houses_of[cell][kind];
    for_bits(static_cast<Places>(grid.places(house, digit) & ~(1 << kLayout.place_in[cell][kind])), [&](int place) {
      const int other = kLayout.cells[house][place];
      const bool shares_box = kLayout.houses_of[other][kBox] == kLayout.houses_of[cell][kBox];
      if (kind == kBox || !shares_box) visit(candidate(other, digit));
    });
  }
}

// In place of the number of a house.
inline constexpr std::int8_t kLastOfCell = -1;

// Adds the candidates that a link needs to be absent: all of a cell, or all of a house with the same digit.
inline void add_others(CandidateSet& absent, int candidate_on, int house) {
  const int cell = cell_of(candidate_on);
  if (house == kLastOfCell) {
    for (int digit = 0; digit < kSide; ++digit) absent.add(candidate(cell, digit));
  } else {
    SUDOKU_CP_ASSERT(house >= 0 && kLayout.houses_of[cell][kind_of(house)] == house);
    for (const int other : kLayout.cells[house]) absent.add(candidate(other, digit_of(candidate_on)));
  }
}

// Calls visit(candidate, house) where, without a candidate, one other is left in its cell (kLastOfCell) or in a house.
template <typename Visit>
void for_forced(const Grid& grid, int candidate_off, LinkKinds kinds, Visit visit) {
  const int cell = cell_of(candidate_off);
  const int digit = digit_of(candidate_off);
  // Only then one of two is left.
  SUDOKU_CP_ASSERT(grid.has(cell, digit));
  if (kinds.y && grid.size(cell) == 2) {
    visit(candidate(cell, lowest(static_cast<Digits>(grid.candidates(cell) & ~(1 << digit)))), kLastOfCell);
  }
  if (!kinds.x) return;
  for (const HouseKind kind : kLinkOrder) {
    const int house = kLayout.houses_of[cell][kind];
    const Places places = grid.places(house, digit);
    if (count(places) != 2) continue;
    const int place = lowest(static_cast<Places>(places & ~(1 << kLayout.place_in[cell][kind])));
    visit(candidate(kLayout.cells[house][place], digit), house);
  }
}

}  // namespace sudoku_cp::rating
