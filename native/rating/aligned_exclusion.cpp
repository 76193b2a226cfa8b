#include "aligned_exclusion.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace sudoku_cp::rating {
namespace {

constexpr Tenths rating_of_exclusion(int size) { return size == 2 ? 62 : 75; }

// Cells with few candidates, all of which a combination of digits may take.
CellSet small_cells(const Grid& grid, int most) {
  CellSet cells;
  for (int cell = 0; cell < kCells; ++cell) {
    if (grid.size(cell) >= 2 && grid.size(cell) <= most) cells.add(cell);
  }
  return cells;
}

// The digits of the last cell are handled as a set: for the digits of the cells before it, those that are excluded.
template <int kSize>
class Combinations {
 public:
  Combinations(const Grid& grid, const std::array<int, kSize>& cells, const CellSet& excluding)
      : grid_(grid), cells_(cells) {
    excluding.for_each([&](int cell) { excluded_[excluded_count_++] = grid.candidates(cell); });
    for (int index = 0; index < kSize; ++index) open_[index] = grid.candidates(cells[index]);
    extend(0, 0, 0);
  }

  CandidateSet eliminations() const {
    CandidateSet gone;
    for (int index = 0; index < kSize; ++index) {
      SUDOKU_CP_ASSERT((open_[index] & ~grid_.candidates(cells_[index])) == 0);
      for_bits(open_[index], [&](int digit) { gone.add(candidate(cells_[index], digit)); });
    }
    return gone;
  }

 private:
  static constexpr int kLast = kSize - 1;

  void extend(int index, Digits taken, Digits seen_by_last) {
    if (index == kLast) {
      close(taken, seen_by_last);
      return;
    }
    const bool is_seen = sees(cells_[index], cells_[kLast]);
    any_bit(grid_.candidates(cells_[index]), [&](int digit) {
      for (int before = 0; before < index; ++before) {
        if (digits_[before] == digit && sees(cells_[before], cells_[index])) return false;
      }
      digits_[index] = digit;
      const auto bit = static_cast<Digits>(1 << digit);
      extend(index + 1, taken | bit, is_seen ? seen_by_last | bit : seen_by_last);
      return std::ranges::all_of(open_, [](Digits open) { return open == 0; });
    });
  }

  void close(Digits taken, Digits seen_by_last) {
    bool is_news = open_[kLast] != 0;
    for (int index = 0; index < kLast; ++index) is_news = is_news || (open_[index] >> digits_[index] & 1) != 0;
    if (!is_news) return;
    Digits allowed = static_cast<Digits>(grid_.candidates(cells_[kLast]) & ~seen_by_last);
    for (const Digits digits : std::span(excluded_).first(excluded_count_)) {
      const Digits left = static_cast<Digits>(digits & ~taken);
      if (left == 0) return;
      if (count(left) == 1) allowed = static_cast<Digits>(allowed & ~left);
    }
    if (allowed == 0) return;
    open_[kLast] = static_cast<Digits>(open_[kLast] & ~allowed);
    for (int index = 0; index < kLast; ++index) {
      open_[index] = static_cast<Digits>(open_[index] & ~(1 << digits_[index]));
    }
  }

  const Grid& grid_;
  const std::array<int, kSize>& cells_;
  std::array<Digits, kCells> excluded_;
  std::size_t excluded_count_ = 0;
  std::array<int, kSize> digits_{};
  // The digits of each cell that no combination has allowed yet.
  std::array<Digits, kSize> open_{};
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
    SUDOKU_CP_ASSERT(!excluding.empty() && std::ranges::is_sorted(cells_));
    step.eliminations = Combinations<kSize>(grid_, cells_, excluding).eliminations();
    if (step.eliminations.empty()) return false;
    step.technique = kSize == 2 ? Technique::kAlignedPairExclusion : Technique::kAlignedTripletExclusion;
    step.rating = rating_of_exclusion(kSize);
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
