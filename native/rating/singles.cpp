#include "singles.hpp"

namespace sudoku_cp::rating {
namespace {

constexpr Tenths kLastOfHouse = 10;
constexpr Tenths kHiddenInBox = 12;
constexpr Tenths kHiddenInLine = 15;
constexpr Tenths kNaked = 23;

bool find_last_of_houses(const Grid& grid, const Visit& visit) {
  for (int house = 0; house < kHouses; ++house) {
    if (grid.open_cells(house) != 1) continue;
    for (const int cell : kLayout.cells[house]) {
      if (grid.size(cell) != 1) continue;
      if (visit(placing(Technique::kHiddenSingle, kLastOfHouse, cell, lowest(grid.candidates(cell))))) return true;
    }
  }
  return false;
}

}  // namespace

Step placing(Technique technique, Tenths rating, int cell, int digit) {
  Step step;
  step.technique = technique;
  step.rating = rating;
  step.placement = candidate(cell, digit);
  return step;
}

bool find_hidden_singles(const Grid& grid, const Visit& visit) {
  if (find_last_of_houses(grid, visit)) return true;
  for (int house = 0; house < kHouses; ++house) {
    const Tenths rating = kind_of(house) == kBox ? kHiddenInBox : kHiddenInLine;
    for (int digit = 0; digit < kSide; ++digit) {
      const Places places = grid.places(house, digit);
      if (count(places) != 1) continue;
      if (visit(placing(Technique::kHiddenSingle, rating, kLayout.cells[house][lowest(places)], digit))) return true;
    }
  }
  return false;
}

bool find_naked_singles(const Grid& grid, const Visit& visit) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (grid.size(cell) != 1) continue;
    if (visit(placing(Technique::kNakedSingle, kNaked, cell, lowest(grid.candidates(cell))))) return true;
  }
  return false;
}

}  // namespace sudoku_cp::rating
