// The rows, columns and boxes of a plain 9×9 grid side by side, in registers of 16 lanes: which of them allow an inference.
// The first third of a band are the first cells of its nine triads, each in a row and in a box:
//
//   lane        | 0 1 2 | 3 4 5 | 6 7 8 |      box of the band: lane / 3; row: lane % 3
//   first third | r1c1 r2c1 r3c1 | r1c4 r2c4 r3c4 | r1c7 r2c7 r3c7 |
//
// Values that two cells of a house can have, and placed ones, allow no inference; all others do.
#pragma once

#include "kernel/bits.hpp"
#include "kernel/lanes.hpp"
#include "kernel/level.hpp"
#include "kernel/scratch.hpp"

#ifdef __AVX2__

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

using GridVector = Lanes<std::uint16_t>::Vector;

inline constexpr std::int32_t kGridSize = 9;
inline constexpr std::int32_t kBoxSize = 3;
inline constexpr std::int32_t kBandCells = kBoxSize * kGridSize;

// A set of houses: rows, then columns, then boxes.
inline constexpr std::int32_t kFirstColumn = kGridSize;
inline constexpr std::int32_t kFirstBox = 2 * kGridSize;

inline GridVector cells_from(const std::uint16_t* first) {
  return (GridVector)_mm256_loadu_si256(static_cast<const __m256i_u*>(aligned_to(alignof(std::uint16_t), first)));
}

// Bit 2 · lane of the lanes 0 to 8 that are not zero, and the one above it.
inline constexpr std::uint32_t kGridLanes = (std::uint32_t{1} << 2 * kGridSize) - 1;

// The lanes that are not zero, of the first nine; of two vectors, those of the second follow from bit 16 on.
inline std::uint32_t set_lanes(const GridVector& first, const GridVector& second) {
  const auto zero = __m256i{};
  const __m256i packed =
      _mm256_packs_epi16(_mm256_cmpeq_epi16((__m256i)first, zero), _mm256_cmpeq_epi16((__m256i)second, zero));
  // bytes: lanes 0 to 7 of both, then 8 to 15 of both
  const auto set = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(packed));
  return (set & 0xff) | (set >> 8 & 0x100) | (set & 0xff00) << 8 | (set & 0x1000000);
}

// The first of each three lanes, side by side.
inline std::uint32_t every_third(std::uint32_t lanes) { return (lanes & 1) | (lanes >> 2 & 2) | (lanes >> 4 & 4); }

// The other two of each three lanes, and the lanes of the other two threes in the same place.
struct Turned {
  GridVector next, last, next_three, last_three;

  explicit Turned(const GridVector& lanes) {
    const __m256i low = _mm256_permute2x128_si256((__m256i)lanes, (__m256i)lanes, 0x00);
    const __m256i high = _mm256_permute2x128_si256((__m256i)lanes, (__m256i)lanes, 0x11);
    next = turn<1, 2, 0, 4, 5, 3, 7, 8, 6>(low, high);
    last = turn<2, 0, 1, 5, 3, 4, 8, 6, 7>(low, high);
    next_three = turn<3, 4, 5, 6, 7, 8, 0, 1, 2>(low, high);
    last_three = turn<6, 7, 8, 0, 1, 2, 3, 4, 5>(low, high);
  }

 private:
  template <int... kFrom>
  static GridVector turn(const __m256i& low, const __m256i& high) {
    constexpr int kHalf = 8;
    struct Bytes {
      alignas(kVectorBytes) std::int8_t of_low[kVectorBytes];
      alignas(kVectorBytes) std::int8_t of_high[kVectorBytes];
    };
    static constexpr Bytes kBytes = [] {
      Bytes bytes{};
      for (std::size_t at = 0; at < kVectorBytes; ++at) bytes.of_low[at] = bytes.of_high[at] = -1;
      std::int32_t lane = 0;
      for (const int from : {kFrom...}) {
        std::int8_t* const half = from < kHalf ? bytes.of_low : bytes.of_high;
        half[2 * lane] = static_cast<std::int8_t>(2 * (from % kHalf));
        half[2 * lane + 1] = static_cast<std::int8_t>(2 * (from % kHalf) + 1);
        ++lane;
      }
      return bytes;
    }();
    const auto* of_low = static_cast<const __m256i*>(aligned_to(kVectorBytes, kBytes.of_low));
    const auto* of_high = static_cast<const __m256i*>(aligned_to(kVectorBytes, kBytes.of_high));
    return (GridVector)_mm256_or_si256(_mm256_shuffle_epi8(low, _mm256_load_si256(of_low)),
                                       _mm256_shuffle_epi8(high, _mm256_load_si256(of_high)));
  }
};

// The cells number `place` of the triads of a band.
inline GridVector third_of_band(const std::uint16_t* domains, std::int32_t band, std::int32_t place) {
  static constexpr std::uint16_t kYes = 0xffff;
  static constexpr GridVector kSecond = {0, kYes, 0, 0, kYes, 0, 0, kYes, 0};
  static constexpr GridVector kThird = {0, 0, kYes, 0, 0, kYes, 0, 0, kYes};
  const std::uint16_t* const first = domains + band * kBandCells + place;
  const auto cells =
      _mm256_blendv_epi8((__m256i)cells_from(first), (__m256i)cells_from(first + kGridSize - 1), (__m256i)kSecond);
  return (GridVector)_mm256_blendv_epi8(cells, (__m256i)cells_from(first + 2 * (kGridSize - 1)), (__m256i)kThird);
}

// Values seen in some cell, and those seen in several or placed.
struct GridTally {
  GridVector once{};
  GridVector silent{};

  void add(const GridVector& domains) {
    silent |= (once & domains) | (domains & (GridVector)((domains & (domains - 1)) == 0));
    once |= domains;
  }

  void add(const GridVector& other_once, const GridVector& other_silent) {
    silent |= (once & other_once) | other_silent;
    once |= other_once;
  }
};

// Lanes shifted down; those that come from lane 8 on are in `swapped`, which has the upper half as its lower one.
template <int kLanes>
GridVector lanes_from(const GridVector& lanes, const __m256i& swapped) {
  return (GridVector)_mm256_alignr_epi8(swapped, (__m256i)lanes, 2 * kLanes);
}

// Adds up lanes of a tally, `step` from each other, in the first of each three.
template <int kStep>
GridTally three_together(const GridTally& tally, const __m256i& once_swapped, const __m256i& silent_swapped) {
  GridTally sum = tally;
  sum.add(lanes_from<kStep>(tally.once, once_swapped), lanes_from<kStep>(tally.silent, silent_swapped));
  sum.add(lanes_from<2 * kStep>(tally.once, once_swapped), lanes_from<2 * kStep>(tally.silent, silent_swapped));
  return sum;
}

// The houses that lack a place for a value, or have one place for a value that is not placed.
inline Word telling_houses(const std::uint16_t* domains, std::uint16_t all) {
  Word telling = 0;
  GridTally columns;
  for (std::int32_t band = 0; band < kBoxSize; ++band) {
    GridTally triads;
    for (std::int32_t at = 0; at < kBoxSize; ++at) {
      columns.add(cells_from(domains + band * kBandCells + at * kGridSize));
      triads.add(third_of_band(domains, band, at));
    }
    const __m256i once = _mm256_permute2x128_si256((__m256i)triads.once, (__m256i)triads.once, 0x81);
    const __m256i silent = _mm256_permute2x128_si256((__m256i)triads.silent, (__m256i)triads.silent, 0x81);
    const GridTally rows = three_together<kBoxSize>(triads, once, silent);
    const GridTally boxes = three_together<1>(triads, once, silent);
    const std::uint32_t lanes = set_lanes(all & ~rows.silent, all & ~boxes.silent);
    telling |= Word{lanes & 7} << band * kBoxSize | Word{every_third(lanes >> 16)} << (kFirstBox + band * kBoxSize);
  }
  return telling | Word{set_lanes(all & ~columns.silent, GridVector{}) & 0x1ff} << kFirstColumn;
}

// More values than the three cells of a triad have room for.
inline GridVector surplus_of(const GridVector& values) {
  GridVector surplus = values;
  for (std::int32_t at = 0; at < kBoxSize; ++at) surplus &= surplus - 1;
  return surplus;
}

// A triad's line and box, without it: the values seen there.
struct AroundTriads {
  GridVector line, box;

  // Not zero where the line or the box allows an inference: a value of one that the other lacks is locked in the triad.
  GridVector any(std::uint16_t all) const { return ((line ^ box) & all) | surplus_of(all & ~line); }

  // The triads with an inference by the line, and by the box: a lane each.
  std::uint32_t telling(std::uint16_t all) const {
    const GridVector of_line = all & ~line;
    const GridVector of_box = all & ~box;
    return set_lanes((of_line & box) | surplus_of(of_line), (of_box & line) | surplus_of(of_box));
  }
};

// The houses with locked candidates that their partners can still have, or with more of them than cells.
inline Word houses_with_locked(const std::uint16_t* domains, std::uint16_t all) {
  AroundTriads across[kBoxSize], down[kBoxSize];
  GridVector columns[kBoxSize];
  GridVector any{};
  for (std::int32_t band = 0; band < kBoxSize; ++band) {
    const GridVector triads =
        third_of_band(domains, band, 0) | third_of_band(domains, band, 1) | third_of_band(domains, band, 2);
    const Turned turned(triads);
    across[band] = {turned.next_three | turned.last_three, turned.next | turned.last};
    any |= across[band].any(all);
    const std::uint16_t* const first = domains + band * kBandCells;
    columns[band] = cells_from(first) | cells_from(first + kGridSize) | cells_from(first + 2 * kGridSize);
    const Turned beside(columns[band]);
    down[band].box = beside.next | beside.last;
  }
  for (std::int32_t band = 0; band < kBoxSize; ++band) {
    down[band].line = columns[(band + 1) % kBoxSize] | columns[(band + 2) % kBoxSize];
    any |= down[band].any(all);
  }
  if ((Lanes<std::uint16_t>::set_lanes(any) & kGridLanes) == 0) return 0;
  Word houses = 0;
  for (std::int32_t band = 0; band < kBoxSize; ++band) {
    const std::uint32_t rows = across[band].telling(all);
    const std::uint32_t stacks = down[band].telling(all);
    const std::uint32_t boxes = rows >> 16 | stacks >> 16;
    houses |= Word{(rows | rows >> 3 | rows >> 6) & 7} << band * kBoxSize;
    houses |= Word{stacks & 0x1ff} << kFirstColumn;
    houses |= Word{every_third(boxes | boxes >> 1 | boxes >> 2)} << (kFirstBox + band * kBoxSize);
  }
  return houses;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL

#endif
