// Givens and solutions, a byte a cell, become planes, and planes such bytes: eight bytes of a lane are transposed at a
// time. Lane 8 · bit + word of a wave is in bit `bit` of word `word`, and each piece has some of the words.
#pragma once

#include "kernel/level.hpp"
#include "kernel/planes.hpp"
#include "kernel/scratch.hpp"
#include "kernel/wave_views.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline constexpr std::int32_t kBytes = sizeof(Word);

// Calls `use` with where the eight bytes of each lane are, and the lane.
template <typename Use>
void for_lanes_of(std::int32_t piece, std::int32_t lanes, Use use) {
  for (std::int32_t bit = 0; bit < kWordBits; ++bit) {
    for (std::int32_t word = 0; word < kWidePlaneWords; ++word) {
      const std::int32_t lane = bit * kWaveWords + piece * kWidePlaneWords + word;
      if (lane < lanes) use(bit, word, lane);
    }
  }
}

inline void copy_bytes(void* to, const void* from, std::int32_t count) {
  if (count == kBytes) __builtin_memcpy(to, from, kBytes);
  else __builtin_memcpy(to, from, static_cast<std::size_t>(count));
}

// Makes planes of the givens of puzzles, the first one in lane 0.
inline void read_givens(const WaveSearch& search, std::int64_t first, std::int32_t puzzles, std::int32_t piece,
                        WidePlane* slots) {
  const WaveShape& shape = *search.shape;
  for (std::int32_t cell = 0; cell < shape.cells; cell += kBytes) {
    alignas(kWidePlaneBytes) Word bytes[kWordBits][kWidePlaneWords] = {};
    const std::int32_t count = shape.cells - cell < kBytes ? shape.cells - cell : kBytes;
    for_lanes_of(piece, puzzles, [&](std::int32_t bit, std::int32_t word, std::int32_t lane) {
      copy_bytes(&bytes[bit][word], search.givens + (first + lane) * shape.cells + cell, count);
    });
    auto* rows = static_cast<WidePlane*>(aligned_to(alignof(WidePlane), bytes));
    transpose(rows);
    for (std::int32_t at = 0; at < count; ++at, rows += kBytes) {
      for (std::int32_t value = 0; value < shape.values; ++value) {
        WidePlane here = ~(rows[4] | rows[5] | rows[6]);
        for (std::int32_t bit = 0; bit < 4; ++bit) here &= (value >> bit & 1) != 0 ? rows[bit] : ~rows[bit];
        const Word live = shape.domains[cell + at] >> value & 1;
        *slots++ = (here | rows[7]) & -live;
      }
    }
  }
}

// Writes the solutions of puzzles that planes have.
inline void write_values(const WaveSearch& search, const WidePlane* slots, const std::int32_t* puzzles,
                         std::int32_t lanes, std::int32_t piece) {
  const WaveShape& shape = *search.shape;
  for (std::int32_t cell = 0; cell < shape.cells; cell += kBytes) {
    alignas(kWidePlaneBytes) WidePlane bytes[kWordBits] = {};
    const std::int32_t count = shape.cells - cell < kBytes ? shape.cells - cell : kBytes;
    for (std::int32_t at = 0; at < count; ++at) {
      for (std::int32_t value = 0; value < shape.values; ++value, ++slots) {
        for (std::int32_t bit = 0; bit < 4; ++bit) {
          if ((value >> bit & 1) != 0) bytes[at * kBytes + bit] |= *slots;
        }
      }
    }
    transpose(bytes);
    for_lanes_of(piece, lanes, [&](std::int32_t bit, std::int32_t word, std::int32_t lane) {
      const Word values = bytes[bit][word];
      copy_bytes(search.solutions + puzzles[lane] * std::int64_t{shape.cells} + cell, &values, count);
    });
  }
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
