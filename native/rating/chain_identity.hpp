// A number for the sequence of literals of a chain.
#pragma once

#include <cstdint>

#include "literals.hpp"

namespace sudoku_cp::rating {

// Different chains have different numbers, except for a collision of 64 bits.
class ChainIdentity {
 public:
  void add(int value) {
    bits_ ^= static_cast<std::uint64_t>(value) + 1;
    bits_ *= 0x9E3779B97F4A7C15U;
    bits_ ^= bits_ >> 29;
  }
  // Never 0.
  std::uint64_t value() const { return bits_ | 1; }

 private:
  std::uint64_t bits_ = 0x2545F4914F6CDD1DU;
};

}  // namespace sudoku_cp::rating
