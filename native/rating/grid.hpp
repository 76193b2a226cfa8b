// A grid with candidates, and their places in each house.
#pragma once

#include <array>
#include <span>

#include "candidates.hpp"
#include "houses.hpp"

namespace sudoku_cp::rating {

class Grid {
 public:
  // All candidates that the givens leave; a given is 1 to 9, an empty cell 0.
  explicit Grid(std::span<const std::uint8_t, kCells> givens);

  // With these candidates; cells without any count as placed.
  explicit Grid(std::span<const Digits, kCells> candidates);

  // The candidates of a cell, none once its digit is placed.
  Digits candidates(int cell) const { return candidates_[cell]; }
  bool has(int cell, int digit) const { return (candidates_[cell] >> digit & 1) != 0; }
  int size(int cell) const { return count(candidates_[cell]); }
  // The places in a house where a digit is a candidate.
  Places places(int house, int digit) const { return places_[house][digit]; }
  int open_cells() const { return open_cells_; }
  int open_cells(int house) const;
  // The cells that have a digit as candidate.
  const CellSet& cells_with(int digit) const { return cells_with_[digit]; }

  void place(int cell, int digit);
  void eliminate(int cell, int digit);

 private:
  void add(int cell, int digit);

  std::array<Digits, kCells> candidates_{};
  std::array<std::array<Places, kSide>, kHouses> places_{};
  std::array<CellSet, kSide> cells_with_{};
  int open_cells_ = kCells;
};

}  // namespace sudoku_cp::rating
