#include "verifier.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "assertions.hpp"

namespace sudoku_cp_verifier {
namespace {

using Houses = std::vector<std::vector<std::uint32_t>>;

// Rows that a thread takes at a time.
constexpr std::size_t kRowsPerTurn = 4096;

// The words of several rows, combined at once in a vector that every CPU has.
template <typename Word>
using Lanes __attribute__((vector_size(16))) = Word;

template <typename Word>
constexpr std::size_t kLanes = 16 / sizeof(Word);

template <typename Word>
Bits<Word> bits_of(const std::vector<std::vector<std::int64_t>>& candidates, const Houses& houses, std::int64_t least) {
  Bits<Word> bits{least, std::vector<Word>(candidates.size()), {}};
  for (std::size_t cell = 0; cell < candidates.size(); ++cell) {
    for (const std::int64_t value : candidates[cell]) {
      SUDOKU_CP_ASSERT(value >= least && value - least < std::numeric_limits<Word>::digits);
      bits.candidates[cell] = static_cast<Word>(bits.candidates[cell] | Word{1} << (value - least));
    }
  }
  for (const std::vector<std::uint32_t>& house : houses) {
    Word all = 0;
    for (const std::uint32_t cell : house) all = static_cast<Word>(all | bits.candidates[cell]);
    bits.all.push_back(static_cast<std::size_t>(std::popcount(all)) == house.size() ? all : Word{0});
  }
  return bits;
}

// The bit of a value, or none where it is out of range.
template <typename Word>
Word bit_of(std::int64_t value, std::int64_t least) {
  const std::uint64_t place = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least);
  return place < std::numeric_limits<Word>::digits ? static_cast<Word>(Word{1} << place) : Word{0};
}

// Finds the bits of values; those of bytes are listed.
template <typename Word, typename Value>
class BitFinder {
 public:
  explicit BitFinder(std::int64_t least) : least_(least) {
    for (std::size_t byte = 0; byte < bits_.size(); ++byte) {
      bits_[byte] = bit_of<Word>(static_cast<std::int8_t>(byte), least);
    }
  }

  Word operator()(Value value) const {
    if constexpr (sizeof(Value) == 1) {
      SUDOKU_CP_ASSERT(bits_[static_cast<std::uint8_t>(value)] == bit_of<Word>(value, least_));
      return bits_[static_cast<std::uint8_t>(value)];
    } else {
      return bit_of<Word>(value, least_);
    }
  }

 private:
  std::int64_t least_;
  std::array<Word, sizeof(Value) == 1 ? 256 : 0> bits_;
};

// Checks up to kLanes rows; the lanes beyond them are ignored. `bits`: scratch, by cell a word for each lane.
template <typename Word, typename Value>
void check_lanes(const Bits<Word>& values, const Houses& houses, const BitFinder<Word, Value>& bit_of_value,
                 std::span<const Value> solutions, std::span<Word> bits, std::span<std::uint8_t> sound) {
  const std::size_t cells = values.candidates.size();
  SUDOKU_CP_ASSERT(sound.size() <= kLanes<Word> && bits.size() == cells * kLanes<Word>);
  SUDOKU_CP_ASSERT(solutions.size() == sound.size() * cells && values.all.size() == houses.size());
  // Row by row: values of several rows in turn take twice as long, since rows are far apart.
  for (std::size_t lane = 0; lane < sound.size(); ++lane) {
    const Value* row = &solutions[lane * cells];
    Word* to = &bits[lane];
    for (std::size_t cell = 0; cell < cells; ++cell, to += kLanes<Word>) *to = bit_of_value(row[cell]);
  }
  const auto lanes_of = [&](std::size_t cell) {
    Lanes<Word> lanes;
    std::memcpy(&lanes, &bits[cell * kLanes<Word>], sizeof(lanes));
    return lanes;
  };
  Lanes<Word> wrong{};
  for (std::size_t cell = 0; cell < cells; ++cell) {
    wrong |= static_cast<Lanes<Word>>((lanes_of(cell) & values.candidates[cell]) == 0);
  }
  for (std::size_t house = 0; house < houses.size(); ++house) {
    Lanes<Word> seen{};
    if (values.all[house] != 0) {
      for (const std::uint32_t cell : houses[house]) seen |= lanes_of(cell);
      wrong |= seen ^ values.all[house];
      continue;
    }
    for (const std::uint32_t cell : houses[house]) {
      const Lanes<Word> lanes = lanes_of(cell);
      wrong |= seen & lanes;
      seen |= lanes;
    }
  }
  for (std::size_t row = 0; row < sound.size(); ++row) sound[row] = wrong[row] == 0 ? 1 : 0;
}

template <typename Word, typename Value>
void check_values(const Bits<Word>& values, const Houses& houses, std::span<const Value> solutions,
                  std::span<std::uint8_t> sound) {
  const std::size_t cells = values.candidates.size();
  std::ranges::fill(sound, std::uint8_t{1});
  if (cells == 0) return;
  std::vector<Word> bits(cells * kLanes<Word>);
  const BitFinder<Word, Value> bit_of_value(values.least);
  for (std::size_t row = 0; row < sound.size(); row += kLanes<Word>) {
    const std::size_t count = std::min(kLanes<Word>, sound.size() - row);
    check_lanes(values, houses, bit_of_value, solutions.subspan(row * cells, count * cells), std::span(bits),
                sound.subspan(row, count));
  }
}

template <typename Value>
void check_values(const Lists& values, const Houses& houses, std::span<const Value> solutions,
                  std::span<std::uint8_t> sound) {
  const std::size_t cells = values.candidates.size();
  SUDOKU_CP_ASSERT(solutions.size() == sound.size() * cells);
  SUDOKU_CP_ASSERT(
      std::ranges::all_of(values.candidates, [](const auto& of_cell) { return std::ranges::is_sorted(of_cell); }));
  std::vector<Value> of_house;
  for (std::size_t row = 0; row < sound.size(); ++row) {
    const auto solution = solutions.subspan(row * cells, cells);
    bool right = true;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      right &= std::ranges::binary_search(values.candidates[cell], static_cast<std::int64_t>(solution[cell]));
    }
    for (const std::vector<std::uint32_t>& house : houses) {
      of_house.clear();
      for (const std::uint32_t cell : house) of_house.push_back(solution[cell]);
      std::ranges::sort(of_house);
      right &= std::ranges::adjacent_find(of_house) == of_house.end();
    }
    sound[row] = right ? 1 : 0;
  }
}

template <typename Value>
bool keeps(std::span<const Value> solution, std::span<const Value> givens, Value open) {
  SUDOKU_CP_ASSERT(solution.size() == givens.size());
  std::uint8_t changed = 0;
  for (std::size_t cell = 0; cell < solution.size(); ++cell) {
    changed |= static_cast<std::uint8_t>(int{givens[cell] != open} & int{givens[cell] != solution[cell]});
  }
  return changed == 0;
}

}  // namespace

Verifier::Verifier(std::vector<std::vector<std::int64_t>> candidates, Houses houses)
    : cells_(candidates.size()), houses_(std::move(houses)) {
  for (const std::vector<std::uint32_t>& house : houses_) {
    for (const std::uint32_t cell : house) {
      if (cell >= cells_) throw std::invalid_argument("a house has a cell that is not there");
    }
  }
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t greatest = std::numeric_limits<std::int64_t>::min();
  for (const std::vector<std::int64_t>& of_cell : candidates) {
    for (const std::int64_t value : of_cell) {
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    }
  }
  const std::uint64_t span = static_cast<std::uint64_t>(greatest) - static_cast<std::uint64_t>(least);
  if (least > greatest || span < 16) {
    values_ = bits_of<std::uint16_t>(candidates, houses_, least);
  } else if (span < 32) {
    values_ = bits_of<std::uint32_t>(candidates, houses_, least);
  } else if (span < 64) {
    values_ = bits_of<std::uint64_t>(candidates, houses_, least);
  } else {
    for (std::vector<std::int64_t>& of_cell : candidates) std::ranges::sort(of_cell);
    values_ = Lists{std::move(candidates)};
  }
}

template <typename Value>
void Verifier::check(const Rows<Value>& rows, int threads) const {
  SUDOKU_CP_ASSERT(threads > 0 && rows.solutions.size() == rows.sound.size() * cells_);
  SUDOKU_CP_ASSERT(rows.givens.empty() || rows.givens.size() == rows.solutions.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t begin; (begin = next.fetch_add(kRowsPerTurn)) < rows.sound.size();) {
      check_some(rows, begin, std::min(begin + kRowsPerTurn, rows.sound.size()));
    }
  };
  const std::size_t turns = (rows.sound.size() + kRowsPerTurn - 1) / kRowsPerTurn;
  std::vector<std::thread> others;
  for (std::size_t other = 1; other < std::min(turns, static_cast<std::size_t>(threads)); ++other) {
    try {
      others.emplace_back(work);
    } catch (const std::system_error&) {
      break;  // those that have started do it all
    }
  }
  work();
  for (std::thread& other : others) other.join();
  SUDOKU_CP_ASSERT(next.load() >= rows.sound.size());
  SUDOKU_CP_ASSERT(std::ranges::all_of(rows.sound, [](std::uint8_t sound) { return sound <= 1; }));
}

template <typename Value>
void Verifier::check_some(const Rows<Value>& rows, std::size_t begin, std::size_t end) const {
  SUDOKU_CP_ASSERT(begin < end && end <= rows.sound.size());
  const auto solutions = rows.solutions.subspan(begin * cells_, (end - begin) * cells_);
  const auto sound = rows.sound.subspan(begin, end - begin);
  std::visit([&](const auto& values) { check_values(values, houses_, solutions, sound); }, values_);
  if (rows.givens.empty()) return;
  for (std::size_t row = begin; row < end; ++row) {
    const std::size_t first = row * cells_;
    if (!keeps(rows.solutions.subspan(first, cells_), rows.givens.subspan(first, cells_), rows.open))
      rows.sound[row] = 0;
  }
}

template void Verifier::check(const Rows<std::int8_t>&, int) const;
template void Verifier::check(const Rows<std::int16_t>&, int) const;
template void Verifier::check(const Rows<std::int32_t>&, int) const;
template void Verifier::check(const Rows<std::int64_t>&, int) const;

}  // namespace sudoku_cp_verifier
