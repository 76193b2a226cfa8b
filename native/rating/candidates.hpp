// Sets of candidates, which are digits in cells.
#pragma once

#include <array>
#include <cstdint>

#include "houses.hpp"

namespace sudoku_cp::rating {

inline constexpr int kCandidates = kCells * kSide;

// A candidate is the number cell * 9 + digit, its digit counted from 0.
constexpr int candidate(int cell, int digit) {
  SUDOKU_CP_ASSERT(is_cell(cell) && digit >= 0 && digit < kSide);
  return cell * kSide + digit;
}
constexpr bool is_candidate(int candidate) { return candidate >= 0 && candidate < kCandidates; }
constexpr int cell_of(int candidate) { return candidate / kSide; }
constexpr int digit_of(int candidate) { return candidate % kSide; }

class CandidateSet {
 public:
  void add(int candidate) {
    SUDOKU_CP_ASSERT(is_candidate(candidate));
    words_[candidate >> 6] |= std::uint64_t{1} << (candidate & 63);
  }
  void remove(int candidate) {
    SUDOKU_CP_ASSERT(is_candidate(candidate));
    words_[candidate >> 6] &= ~(std::uint64_t{1} << (candidate & 63));
  }
  bool has(int candidate) const {
    SUDOKU_CP_ASSERT(is_candidate(candidate));
    return (words_[candidate >> 6] >> (candidate & 63) & 1) != 0;
  }
  bool empty() const {
    for (const std::uint64_t word : words_) {
      if (word != 0) return false;
    }
    return true;
  }
  int size() const {
    int candidates = 0;
    for (const std::uint64_t word : words_) candidates += std::popcount(word);
    return candidates;
  }
  CandidateSet& operator&=(const CandidateSet& other) {
    for (std::size_t word = 0; word < words_.size(); ++word) words_[word] &= other.words_[word];
    return *this;
  }
  CandidateSet& operator|=(const CandidateSet& other) {
    for (std::size_t word = 0; word < words_.size(); ++word) words_[word] |= other.words_[word];
    return *this;
  }
  friend bool operator==(const CandidateSet&, const CandidateSet&) = default;

  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for_bits(words_[word], [&](int bit) { visit(static_cast<int>(word * 64) + bit); });
    }
  }

 private:
  std::array<std::uint64_t, (kCandidates + 63) / 64> words_{};
};

}  // namespace sudoku_cp::rating
