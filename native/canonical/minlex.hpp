// The minlex form of a grid: the least of its symmetric copies.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../assertions.hpp"

namespace sudoku_cp::canonical {

constexpr int kMostSide = 9;

using Line = std::array<std::uint8_t, kMostSide>;

// Finds the least text in reading order, with 0 for open cells, among all copies of a grid that come from permutations
// of digits, of bands and stacks, of rows in a band and of columns in a stack, and of transposition where boxes are
// square.
class Minlex {
 public:
  // The side is box_height * box_width, at most kMostSide.
  Minlex(int box_height, int box_width);

  int side() const { return side_; }

  // Both have side() * side() cells; givens are at most side().
  void find(std::span<const std::uint8_t> givens, std::span<std::uint8_t> least);

 private:
  // A copy of which the first rows are determined, with the digits that occur in them. Label 0 is that of open cells.
  struct Copy {
    std::array<std::uint8_t, kMostSide + 1> labels{};
    Line rows{};
    std::uint8_t next_label = 1;
    std::uint8_t orientation = 0;
    std::uint16_t arrangement = 0;
  };

  // A grid or its transposed one.
  struct Orientation {
    std::array<Line, kMostSide> rows{};
    std::vector<std::uint16_t> arrangements;  // of columns, without those that only exchange open columns
    std::uint32_t open_rows = 0;
  };

  void orient(std::span<const std::uint8_t> givens);
  void choose_arrangements(Orientation& orientation) const;
  bool has_repeats() const;
  void start();
  void extend(int row);
  void try_row(const Copy& copy, int place, std::uint8_t row);
  std::uint32_t candidates(const Copy& copy, int place) const;

  // Only assertions call the following three.
  bool is_permutation(const Line& lines) const {
    std::uint32_t seen = 0;
    for (int place = 0; place < side_; ++place) seen |= 1U << lines[static_cast<std::size_t>(place)];
    return seen == (1U << side_) - 1;
  }

  // A complete copy orders its rows band by band, and gives different digits different labels.
  bool is_symmetric(const Copy& copy) const {
    std::uint32_t labels = 0;
    int labelled = 0;
    for (const std::uint8_t label : copy.labels) {
      if (label == 0) continue;
      labels |= 1U << label;
      ++labelled;
    }
    for (int place = 0; place < side_; ++place) {
      const int first = copy.rows[static_cast<std::size_t>(place - place % box_height_)];
      if (copy.rows[static_cast<std::size_t>(place)] / box_height_ != first / box_height_) return false;
    }
    return is_permutation(copy.rows) && copy.labels[0] == 0 && labelled == copy.next_label - 1 &&
           labels == (1U << copy.next_label) - 2;
  }

  bool gives(const Copy& copy, std::span<const std::uint8_t> form) const {
    const Line& columns = arrangements_[copy.arrangement];
    for (std::size_t place = 0; place < form.size(); ++place) {
      const std::size_t row = place / static_cast<std::size_t>(side_), at = place % static_cast<std::size_t>(side_);
      const std::uint8_t digit = orientations_[copy.orientation].rows[copy.rows[row]][columns[at]];
      if (copy.labels[digit] != form[place]) return false;
    }
    return true;
  }

  int box_height_;
  int box_width_;
  int side_;
  std::vector<Line> arrangements_;
  std::vector<Orientation> orientations_;
  std::vector<Copy> copies_;
  std::vector<Copy> extended_;
  Line best_{};
};

}  // namespace sudoku_cp::canonical
