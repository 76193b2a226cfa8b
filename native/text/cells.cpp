#include "cells.hpp"

#include "../assertions.hpp"

namespace sudoku_cp::text {
namespace {

constexpr Byte kPackedRanks = 16;  // as many as half a byte has

// Digits from 1 on and points, by arithmetic that compilers turn into vectors; false where there is anything else.
bool read_digits(const Byte* line, Byte* ranks, std::size_t cells, Byte digits) {
  Byte strange = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto rank = static_cast<Byte>(line[cell] == '.' ? 0 : line[cell] - '0');
    ranks[cell] = rank;
    strange = static_cast<Byte>(strange | (rank > digits ? 1 : 0));
  }
  return strange == 0;
}

// Any marks by a table; false also for a line without digits whose marks may draw a frame.
bool look_up(const Byte* line, Byte* ranks, std::size_t cells, Byte digits, RankOf rank_of) {
  bool known = true, is_ruled = false;
  Byte any = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const Byte mark = line[cell];
    ranks[cell] = rank_of[mark];
    known &= ranks[cell] <= digits;
    any = static_cast<Byte>(any | ranks[cell]);
    is_ruled |= mark == '-' || mark == '*' || mark == '_';
  }
  return known && (any != 0 || !is_ruled);
}

}  // namespace

bool read_cells(const Byte* text, bool has_ends, std::span<Byte> ranks, std::size_t cells, RankOf rank_of,
                Byte digits) {
  SUDOKU_CP_ASSERT(ranks.empty() || ranks.size() % cells == 0);
  bool is_plain = rank_of['0'] == 0 && rank_of['.'] == 0;  // whether the digits stand for themselves
  for (std::size_t digit = 1; digit <= digits; ++digit) is_plain &= digit <= 9 && rank_of['0' + digit] == digit;
  const std::size_t step = cells + (has_ends ? 1 : 0);
  for (; !ranks.empty(); text += step, ranks = ranks.subspan(cells)) {
    if (has_ends && text[cells] != '\n') return false;
    if (is_plain && read_digits(text, ranks.data(), cells, digits)) continue;
    if (!look_up(text, ranks.data(), cells, digits, rank_of)) return false;
  }
  return true;
}

void pack_cells(std::span<const Byte> ranks, std::size_t cells, Byte* packed) {
  SUDOKU_CP_ASSERT(ranks.empty() || ranks.size() % cells == 0);
  for (; !ranks.empty(); ranks = ranks.subspan(cells)) {
    for (std::size_t pair = 0; pair < cells / 2; ++pair) {
      SUDOKU_CP_ASSERT(ranks[2 * pair] < kPackedRanks && ranks[2 * pair + 1] < kPackedRanks);
      *packed++ = static_cast<Byte>(ranks[2 * pair] << 4 | ranks[2 * pair + 1]);
    }
    if (cells % 2 != 0) *packed++ = static_cast<Byte>(ranks[cells - 1] << 4);
  }
}

}  // namespace sudoku_cp::text
