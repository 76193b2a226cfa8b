#include "aligned_exclusion.hpp"

#include <array>

namespace sudoku_cp::rating {
namespace {

constexpr Tenths rating_of(int size) { return size == 2 ? 62 : 75; }

// Cells with few candidates, all of which a combination of digits may take.
CellSet small_cells(const Grid& grid, int most) {
  CellSet cells;
  for (int cell = 0; cell < kCells; ++cell) {
    if (grid.size(cell) >= 2 && grid.size(cell) <= most) cells.add(cell);
  }
  return cells;
}

template <int kSize>
class Combinations {
 public:
  Combinations(const Grid& grid, const std::array<int, kSize>& cells, const CellSet& excluding)
      : grid_(grid), cells_(cells) {
    excluding.for_each([&](int cell) { excluded_.push_back(grid.candidates(cell)); });
    extend(0, 0);
  }

  CandidateSet eliminations() const {
    CandidateSet gone;
    for (int index = 0; index < kSize; ++index) {
      for_bits(static_cast<Digits>(grid_.candidates(cells_[index]) & ~allowed_[index]),
               [&](int digit) { gone.add(candidate(cells_[index], digit)); });
    }
    return gone;
  }

 private:
  void extend(int index, Digits taken) {
    if (index == kSize) {
      for (const Digits digits : excluded_) {
        if ((digits & ~taken) == 0) return;
      }
      for (int chosen = 0; chosen < kSize; ++chosen) {
        allowed_[chosen] = static_cast<Digits>(allowed_[chosen] | 1 << digits_[chosen]);
      }
      return;
    }
    for_bits(grid_.candidates(cells_[index]), [&](int digit) {
      for (int before = 0; before < index; ++before) {
        if (digits_[before] == digit && sees(cells_[before], cells_[index])) return;
      }
      digits_[index] = digit;
      extend(index + 1, static_cast<Digits>(taken | 1 << digit));
    });
  }

  const Grid& grid_;
  const std::array<int, kSize>& cells_;
  std::vector<Digits> excluded_;
  std::array<int, kSize> digits_{};
  std::array<Digits, kSize> allowed_{};
};

template <int kSize>
class Exclusions {
 public:
  Exclusions(const Grid& grid, const Visit& visit) : grid_(grid), visit_(visit), small_(small_cells(grid, kSize)) {}

  // The excluding cells are those that all chosen cells see.
  bool extend(int size, int first, const CellSet& excluding) {
    if (size == kSize) return check(excluding);
    for (int cell = first; cell < kCells; ++cell) {
      if (grid_.size(cell) < 2) continue;
      const CellSet seen = excluding & kLayout.peers[cell];
      if (seen.empty()) continue;
      cells_[size] = cell;
      if (extend(size + 1, cell + 1, seen)) return true;
    }
    return false;
  }

  bool find() { return extend(0, 0, small_); }

 private:
  bool check(const CellSet& excluding) {
    Step step;
    step.eliminations = Combinations<kSize>(grid_, cells_, excluding).eliminations();
    if (step.eliminations.empty()) return false;
    step.technique = kSize == 2 ? Technique::kAlignedPairExclusion : Technique::kAlignedTripletExclusion;
    step.rating = rating_of(kSize);
    return visit_(step);
  }

  const Grid& grid_;
  const Visit& visit_;
  CellSet small_;
  std::array<int, kSize> cells_{};
};

}  // namespace

template <int kSize>
bool find_aligned_exclusions(const Grid& grid, const Visit& visit) {
  return Exclusions<kSize>(grid, visit).find();
}

template bool find_aligned_exclusions<2>(const Grid&, const Visit&);
template bool find_aligned_exclusions<3>(const Grid&, const Visit&);

}  // namespace sudoku_cp::rating
