#include "random_fill.hpp"

#include <algorithm>
#include <bit>
#include <climits>

namespace sudoku_cp::filling {
namespace {

// Digits tried for each cell, on average, before the search is given up.
constexpr std::size_t kTriesForCell = 4;

// The digit of the least key among some.
Digits first_of(Digits digits, std::span<const float> keys) {
  SUDOKU_CP_ASSERT(digits != 0 && static_cast<std::size_t>(std::bit_width(digits)) <= keys.size());
  Digits best = digits & -digits;
  for (Digits left = digits ^ best; left != 0; left &= left - 1) {
    if (keys[static_cast<std::size_t>(std::countr_zero(left))] < keys[static_cast<std::size_t>(std::countr_zero(best))])
      best = left & -left;
  }
  return best;
}

}  // namespace

bool RandomFill::fill(std::span<const std::int64_t> ranks, std::span<const float> keys, std::span<std::uint8_t> found) {
  const std::size_t number = cells_.domains.size();
  const auto digits = static_cast<std::size_t>(cells_.digits);
  SUDOKU_CP_ASSERT(ranks.size() == number && keys.size() == number * digits && found.size() == number);
  possible_ = cells_.domains;
  is_filled_.assign(number, 0);
  std::size_t depth = 0;
  const auto choose = [&](std::size_t cell) {
    SUDOKU_CP_ASSERT(depth < number && is_filled_[cell] == 0 && possible_[cell] != 0);
    Choice& next = choice(depth++);
    next.cell = cell;
    next.left = possible_[cell];
    next.before = possible_;
    is_filled_[cell] = 1;
  };
  choose(next_cell(ranks));
  for (std::size_t tries = 0; tries < kTriesForCell * number && depth != 0; ++tries) {
    Choice& last = choices_[depth - 1];
    if (last.left == 0) {
      is_filled_[last.cell] = 0;
      if (--depth != 0) possible_ = choices_[depth - 1].before;
      continue;
    }
    const Digits digit = first_of(last.left, keys.subspan(last.cell * digits, digits));
    last.left ^= digit;
    SUDOKU_CP_ASSERT((possible_[last.cell] & digit) != 0);
    if (!place(last.cell, digit)) {
      possible_ = last.before;
      continue;
    }
    SUDOKU_CP_ASSERT(only_shrank(last.before));
    const std::size_t cell = next_cell(ranks);
    if (cell == number) {
      SUDOKU_CP_ASSERT(depth == number && std::ranges::all_of(possible_, std::has_single_bit<Digits>));
      SUDOKU_CP_ASSERT(peers_differ());
      std::ranges::transform(possible_, found.begin(),
                             [](Digits left) { return static_cast<std::uint8_t>(std::countr_zero(left)); });
      return true;
    }
    choose(cell);
  }
  return false;
}

std::size_t RandomFill::next_cell(std::span<const std::int64_t> ranks) const {
  std::size_t best = possible_.size();
  int fewest = INT_MAX;
  for (std::size_t cell = 0; cell < possible_.size(); ++cell) {
    if (is_filled_[cell] != 0) continue;
    const int left = std::popcount(possible_[cell]);
    if (left < fewest || (left == fewest && ranks[cell] < ranks[best])) {
      best = cell;
      fewest = left;
    }
  }
  return best;
}

// Returns false where a peer has no digit left.
bool RandomFill::place(std::size_t cell, Digits digit) {
  possible_[cell] = digit;
  bool fits = true;
  for (const std::int32_t peer : cells_.peers[cell]) {
    SUDOKU_CP_ASSERT(static_cast<std::size_t>(peer) != cell);
    Digits& left = possible_[static_cast<std::size_t>(peer)];
    left &= ~digit;
    fits &= left != 0;
  }
  return fits;
}

RandomFill::Choice& RandomFill::choice(std::size_t depth) {
  SUDOKU_CP_ASSERT(depth <= choices_.size());
  if (depth == choices_.size()) choices_.emplace_back();
  return choices_[depth];
}

}  // namespace sudoku_cp::filling
