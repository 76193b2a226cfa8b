// What must hold of a grid, and of a step that is found in it. Only assertions call these functions.
#pragma once

#include <array>
#include <optional>

#include "grid.hpp"
#include "step.hpp"

namespace sudoku_cp::rating {

// The places of each digit in the houses, and its cells, are those of the candidates.
inline bool views_agree(const Grid& grid) {
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 0; digit < kSide; ++digit) {
      const bool has = grid.has(cell, digit);
      if (grid.cells_with(digit).has(cell) != has) return false;
      for (int kind = 0; kind < kHousesOfCell; ++kind) {
        const Places places = grid.places(kLayout.houses_of[cell][kind], digit);
        if ((places >> kLayout.place_in[cell][kind] & 1) != (has ? 1 : 0)) return false;
      }
    }
  }
  return true;
}

inline bool eliminates_candidates_only(const Grid& grid, const Step& step) {
  bool all = true;
  step.eliminations.for_each([&](int gone) { all = all && grid.has(cell_of(gone), digit_of(gone)); });
  return all;
}

// Finds up to two solutions of a grid by trying the cells with the fewest candidates first.
class SolutionCount {
 public:
  explicit SolutionCount(const Grid& grid) {
    CellSet open;
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid.size(cell) != 0) open.add(cell);
    }
    extend(grid, open);
  }

  // The digits of the open cells in the only solution; none where there are several, or too many nodes to find out.
  std::optional<std::array<int, kCells>> only() const {
    return solutions_ == 1 && nodes_ < kMostNodes ? std::optional(found_) : std::nullopt;
  }

 private:
  // Most puzzles take fewer, and an assertion for each step must not take longer than the step.
  static constexpr int kMostNodes = 2'000;

  void extend(const Grid& grid, CellSet open) {
    if (solutions_ > 1 || nodes_ == kMostNodes) return;
    ++nodes_;
    if (open.empty()) {
      ++solutions_;
      found_ = digits_;
      return;
    }
    int best = -1;
    open.for_each([&](int cell) {
      if (best < 0 || grid.size(cell) < grid.size(best)) best = cell;
    });
    open.remove(best);
    for_bits(grid.candidates(best), [&](int digit) {
      Grid rest = grid;
      rest.place(best, digit);
      digits_[best] = digit;
      extend(rest, open);
    });
  }

  std::array<int, kCells> digits_{};
  std::array<int, kCells> found_{};
  int solutions_ = 0;
  int nodes_ = 0;
};

// A grid with one solution still has it after the step.
inline bool keeps_the_solution(const Grid& grid, const Step& step) {
  const std::optional<std::array<int, kCells>> solution = SolutionCount(grid).only();
  if (!solution) return true;
  const auto has = [&](int candidate) { return (*solution)[cell_of(candidate)] == digit_of(candidate); };
  bool kept = !step.placement || has(*step.placement);
  step.eliminations.for_each([&](int gone) { kept = kept && !has(gone); });
  return kept;
}

}  // namespace sudoku_cp::rating
