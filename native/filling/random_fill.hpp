// Random grids in which some pairs of cells differ, by search in random orders.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "../assertions.hpp"

namespace sudoku_cp::filling {

using Digits = std::uint64_t;

inline constexpr std::size_t kMostDigits = 64;

// The values that the cells of a board can have, and the pairs of cells that differ.
struct Cells {
  std::vector<Digits> domains;
  std::vector<std::vector<std::int32_t>> peers;
  int digits;
};

// Fills grid after grid. Gives up a long search; the caller then fills the grid by other means.
class RandomFill {
 public:
  explicit RandomFill(Cells cells) : cells_(std::move(cells)) {}

  // A digit for each cell, by its number, such that peers differ. Of the cells with the fewest digits left the one with
  // the least rank is filled, first with the digit of the least key. Returns false where it gives up, or no digits fit.
  bool fill(std::span<const std::int64_t> ranks, std::span<const float> keys, std::span<std::uint8_t> found);

 private:
  // A cell whose digits are tried, and what was possible before.
  struct Choice {
    std::size_t cell;
    Digits left;
    std::vector<Digits> before;
  };

  // The next cell to fill; the number of cells where all are filled.
  std::size_t next_cell(std::span<const std::int64_t> ranks) const;
  bool place(std::size_t cell, Digits digit);
  Choice& choice(std::size_t depth);

  // Only assertions call the following two.
  bool only_shrank(const std::vector<Digits>& before) const {
    for (std::size_t cell = 0; cell < possible_.size(); ++cell) {
      if ((possible_[cell] & ~before[cell]) != 0) return false;
    }
    return true;
  }
  bool peers_differ() const {
    for (std::size_t cell = 0; cell < possible_.size(); ++cell) {
      for (const std::int32_t peer : cells_.peers[cell]) {
        if ((possible_[cell] & possible_[static_cast<std::size_t>(peer)]) != 0) return false;
      }
    }
    return true;
  }

  Cells cells_;
  std::vector<Digits> possible_;
  std::vector<char> is_filled_;
  std::vector<Choice> choices_;  // kept to reuse their memory
};

}  // namespace sudoku_cp::filling
