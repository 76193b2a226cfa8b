#include "grid.hpp"

namespace sudoku_cp::rating {

Grid::Grid(std::span<const std::uint8_t, kCells> givens) {
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 0; digit < kSide; ++digit) add(cell, digit);
  }
  for (int cell = 0; cell < kCells; ++cell) {
    SUDOKU_CP_ASSERT(givens[cell] <= kSide);
    if (givens[cell] != 0) place(cell, givens[cell] - 1);
  }
}

Grid::Grid(std::span<const Digits, kCells> candidates) {
  for (int cell = 0; cell < kCells; ++cell) {
    SUDOKU_CP_ASSERT((candidates[cell] & ~kAllDigits) == 0);
    for_bits(candidates[cell], [&](int digit) { add(cell, digit); });
    if (candidates[cell] == 0) --open_cells_;
  }
}

int Grid::open_cells(int house) const {
  int open = 0;
  for (const int cell : kLayout.cells[house]) open += candidates_[cell] != 0 ? 1 : 0;
  return open;
}

void Grid::place(int cell, int digit) {
  for_bits(candidates_[cell], [&](int other) { eliminate(cell, other); });
  const CellSet losing = kLayout.peers[cell] & cells_with_[digit];
  losing.for_each([&](int peer) { eliminate(peer, digit); });
  SUDOKU_CP_ASSERT((kLayout.peers[cell] & cells_with_[digit]).empty());
  --open_cells_;
  SUDOKU_CP_ASSERT(open_cells_ >= 0);
}

void Grid::add(int cell, int digit) {
  candidates_[cell] = static_cast<Digits>(candidates_[cell] | 1 << digit);
  cells_with_[digit].add(cell);
  for (int kind = 0; kind < kHousesOfCell; ++kind) {
    Places& places = places_[kLayout.houses_of[cell][kind]][digit];
    places = static_cast<Places>(places | 1 << kLayout.place_in[cell][kind]);
  }
}

void Grid::eliminate(int cell, int digit) {
  SUDOKU_CP_ASSERT(has(cell, digit));
  candidates_[cell] = static_cast<Digits>(candidates_[cell] & ~(1 << digit));
  cells_with_[digit].remove(cell);
  for (int kind = 0; kind < kHousesOfCell; ++kind) {
    Places& places = places_[kLayout.houses_of[cell][kind]][digit];
    places = static_cast<Places>(places & ~(1 << kLayout.place_in[cell][kind]));
  }
}

}  // namespace sudoku_cp::rating
