// The cells and houses of a 9×9 grid.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "../assertions.hpp"

namespace sudoku_cp::rating {

inline constexpr int kSide = 9;
inline constexpr int kCells = 81;
inline constexpr int kHouses = 27;
inline constexpr int kHousesOfCell = 3;

// Bit d stands for the digit d + 1.
using Digits = std::uint16_t;
// Bit i stands for the i-th cell of a house.
using Places = std::uint16_t;

inline constexpr Digits kAllDigits = (1 << kSide) - 1;

// The houses are numbered boxes first, then columns, then rows: the order in which Sudoku Explainer examines them.
enum HouseKind : std::uint8_t { kBox, kColumn, kRow };

constexpr HouseKind kind_of(int house) { return static_cast<HouseKind>(house / kSide); }

template <typename Bits>
constexpr int lowest(Bits bits) {
  SUDOKU_CP_ASSERT(bits != 0);
  return std::countr_zero(bits);
}

inline constexpr auto kCounts = [] {
  std::array<std::uint8_t, 1 << kSide> counts{};
  for (unsigned bits = 0; bits < counts.size(); ++bits) counts[bits] = static_cast<std::uint8_t>(std::popcount(bits));
  return counts;
}();

// The members of a set of digits or places; faster than std::popcount where the processor's level is not known.
constexpr int count(std::uint16_t bits) {
  SUDOKU_CP_ASSERT(bits < kCounts.size());
  return kCounts[bits];
}

// Calls visit with each set bit; a return value of true ends the loop.
template <typename Bits, typename Visit>
constexpr bool any_bit(Bits bits, Visit visit) {
  for (; bits != 0; bits = static_cast<Bits>(bits & (bits - 1))) {
    if (visit(std::countr_zero(bits))) return true;
  }
  return false;
}

template <typename Bits, typename Visit>
constexpr void for_bits(Bits bits, Visit visit) {
  for (; bits != 0; bits = static_cast<Bits>(bits & (bits - 1))) visit(std::countr_zero(bits));
}

constexpr bool is_cell(int cell) { return cell >= 0 && cell < kCells; }

class CellSet {
 public:
  constexpr void add(int cell) {
    SUDOKU_CP_ASSERT(is_cell(cell));
    words_[cell >> 6] |= std::uint64_t{1} << (cell & 63);
  }
  constexpr void remove(int cell) {
    SUDOKU_CP_ASSERT(is_cell(cell));
    words_[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63));
  }
  constexpr bool has(int cell) const {
    SUDOKU_CP_ASSERT(is_cell(cell));
    return (words_[cell >> 6] >> (cell & 63) & 1) != 0;
  }
  constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
  constexpr int size() const { return std::popcount(words_[0]) + std::popcount(words_[1]); }
  constexpr CellSet& operator&=(const CellSet& other) {
    words_[0] &= other.words_[0];
    words_[1] &= other.words_[1];
    return *this;
  }
  friend constexpr CellSet operator&(CellSet one, const CellSet& other) { return one &= other; }
  friend constexpr bool operator==(const CellSet&, const CellSet&) = default;

  template <typename Visit>
  constexpr void for_each(Visit visit) const {
    for_bits(words_[0], [&](int cell) { visit(cell); });
    for_bits(words_[1], [&](int cell) { visit(cell + 64); });
  }

 private:
  std::array<std::uint64_t, 2> words_{};
};

struct Layout {
  std::array<std::array<std::uint8_t, kSide>, kHouses> cells{};
  std::array<std::array<std::uint8_t, kHousesOfCell>, kCells> houses_of{};
  std::array<std::array<std::uint8_t, kHousesOfCell>, kCells> place_in{};
  std::array<CellSet, kCells> peers{};
};

constexpr Layout make_layout() {
  Layout layout;
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = cell / kSide;
    const int column = cell % kSide;
    const int box = row / 3 * 3 + column / 3;
    const std::array<int, kHousesOfCell> houses{box, kSide + column, 2 * kSide + row};
    const std::array<int, kHousesOfCell> places{row % 3 * 3 + column % 3, row, column};
    for (int kind = 0; kind < kHousesOfCell; ++kind) {
      layout.cells[houses[kind]][places[kind]] = static_cast<std::uint8_t>(cell);
      layout.houses_of[cell][kind] = static_cast<std::uint8_t>(houses[kind]);
      layout.place_in[cell][kind] = static_cast<std::uint8_t>(places[kind]);
    }
  }
  for (int cell = 0; cell < kCells; ++cell) {
    for (const int house : layout.houses_of[cell]) {
      for (const int other : layout.cells[house]) {
        if (other != cell) layout.peers[cell].add(other);
      }
    }
  }
  return layout;
}

inline constexpr Layout kLayout = make_layout();

constexpr bool sees(int one, int other) { return kLayout.peers[one].has(other); }

// The places in one house of the cells that it shares with another.
constexpr Places shared_places(int house, int other) {
  SUDOKU_CP_ASSERT(kind_of(house) != kind_of(other));
  Places shared = 0;
  for (int place = 0; place < kSide; ++place) {
    if (kLayout.houses_of[kLayout.cells[house][place]][kind_of(other)] == other) {
      shared = static_cast<Places>(shared | 1 << place);
    }
  }
  return shared;
}

}  // namespace sudoku_cp::rating
