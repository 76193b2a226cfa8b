// The cells of many grids as bytes: texts become ranks, and ranks become packed rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sudoku_cp::text {

using Byte = std::uint8_t;

inline constexpr std::size_t kBytes = 256;

// By character: the rank of the digit, 0 for an open cell, more than all digits for what is no cell.
using RankOf = std::span<const Byte, kBytes>;

// Reads texts of `cells` characters, one for each row of `ranks`: lines, or with `has_ends` false texts that follow each
// other without line ends. Returns false where there is anything else; the ranks are worth nothing then.
bool read_cells(const Byte* text, bool has_ends, std::span<Byte> ranks, std::size_t cells, RankOf rank_of, Byte digits);

// Puts two cells into a byte, the first one into its upper half; each row begins with a new byte.
void pack_cells(std::span<const Byte> ranks, std::size_t cells, Byte* packed);

}  // namespace sudoku_cp::text
