// Checks of solutions: each value is one of its cell's candidates, no house repeats a value, and givens are kept.
// This shares no code with the engine whose answers it checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace sudoku_cp_verifier {

// Where values are close to each other: a bit for each value, in the narrowest word.
template <typename Word>
struct Bits {
  std::int64_t least = 0;
  std::vector<Word> candidates;  // by cell
  std::vector<Word> all;         // by house with as many cells as values: these values; else none
};

// Other values are looked up in sorted lists.
struct Lists {
  std::vector<std::vector<std::int64_t>> candidates;  // by cell
};

template <typename Value>
struct Rows {
  std::span<const Value> solutions;  // [rows][cells]
  std::span<const Value> givens;     // the same, or empty
  Value open;                        // the mark of a cell without a given
  std::span<std::uint8_t> sound;     // [rows]: 1 where a solution is right
};

class Verifier {
 public:
  // `candidates`: of each cell. `houses`: cells with different values each. Throws std::invalid_argument where a house
  // has a cell that is not there.
  Verifier(std::vector<std::vector<std::int64_t>> candidates, std::vector<std::vector<std::uint32_t>> houses);

  std::size_t cells() const { return cells_; }

  template <typename Value>
  void check(const Rows<Value>& rows, int threads) const;

 private:
  template <typename Value>
  void check_some(const Rows<Value>& rows, std::size_t begin, std::size_t end) const;

  std::size_t cells_;
  std::vector<std::vector<std::uint32_t>> houses_;
  std::variant<Lists, Bits<std::uint16_t>, Bits<std::uint32_t>, Bits<std::uint64_t>> values_;
};

}  // namespace sudoku_cp_verifier
