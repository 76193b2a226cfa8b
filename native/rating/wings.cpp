#include "wings.hpp"

namespace sudoku_cp::rating {
namespace {

constexpr Tenths kXYWing = 42;
constexpr Tenths kXYZWing = 44;

CellSet pairs_seen_by(const Grid& grid, int pivot) {
  CellSet pairs;
  kLayout.peers[pivot].for_each([&](int cell) {
    if (grid.size(cell) == 2) pairs.add(cell);
  });
  return pairs;
}

// Two cells with two candidates each, which share one digit that is then in one of them or, for XYZ, in the pivot.
bool find_with_pivot(const Grid& grid, int pivot, bool is_xyz, const Visit& visit) {
  const Digits own = grid.candidates(pivot);
  const CellSet pairs = pairs_seen_by(grid, pivot);
  bool ended = false;
  pairs.for_each([&](int one) {
    pairs.for_each([&](int other) {
      if (ended || other <= one) return;
      const Digits first = grid.candidates(one);
      const Digits second = grid.candidates(other);
      const Digits common = first & second;
      const Digits all = first | second;
      if (count(common) != 1 || count(all) != 3) return;
      if (own != (is_xyz ? all : static_cast<Digits>(all & ~common))) return;
      const int digit = lowest(common);
      CellSet losing = kLayout.peers[one] & kLayout.peers[other] & grid.cells_with(digit);
      if (is_xyz) losing &= kLayout.peers[pivot];
      if (losing.empty()) return;
      Step step;
      step.technique = is_xyz ? Technique::kXYZWing : Technique::kXYWing;
      step.rating = is_xyz ? kXYZWing : kXYWing;
      losing.for_each([&](int cell) { step.eliminations.add(candidate(cell, digit)); });
      ended = visit(step);
    });
  });
  return ended;
}

bool find_wings(const Grid& grid, bool is_xyz, const Visit& visit) {
  for (int pivot = 0; pivot < kCells; ++pivot) {
    if (grid.size(pivot) == (is_xyz ? 3 : 2) && find_with_pivot(grid, pivot, is_xyz, visit)) return true;
  }
  return false;
}

}  // namespace

bool find_xy_wings(const Grid& grid, const Visit& visit) { return find_wings(grid, false, visit); }
bool find_xyz_wings(const Grid& grid, const Visit& visit) { return find_wings(grid, true, visit); }

}  // namespace sudoku_cp::rating
