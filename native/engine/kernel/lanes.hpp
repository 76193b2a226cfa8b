// Masks a vector at a time, written with the compiler's vector types; only telling which lanes are set needs more.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif
#ifdef SUDOKU_CP_NEON
#include <arm_neon.h>
#endif

#include "basics.hpp"
#include "kernel/level.hpp"
#include "kernel/scratch.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Bytes of a vector that is one register; masks are padded to the longest of these.
#ifdef __AVX2__
inline constexpr std::int32_t kRegisterBytes = kVectorBytes;
#else
inline constexpr std::int32_t kRegisterBytes = kVectorBytes / 2;
#endif

template <typename Mask>
struct Lanes {
  typedef Mask Vector __attribute__((vector_size(kRegisterBytes), may_alias));
  static constexpr std::int32_t kCount = kRegisterBytes / sizeof(Mask);

  static Vector* at(Mask* masks) { return static_cast<Vector*>(aligned_to(sizeof(Vector), masks)); }
  static const Vector* at(const std::byte* masks) {
    return static_cast<const Vector*>(aligned_to(sizeof(Vector), masks));
  }

// Bits that `set_lanes` uses for a lane.
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  static constexpr std::int32_t kLaneBits = 1;
#elif defined(SUDOKU_CP_NEON)
  static constexpr std::int32_t kLaneBits = 4 * sizeof(Mask);
#else
  static constexpr std::int32_t kLaneBits = sizeof(Mask);
#endif
  static constexpr Word kLane = (Word{1} << kLaneBits) - 1;

  // The lanes that are not zero.
  static Word set_lanes(const Vector& vector) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    const auto lanes = (__m256i)vector;
    if constexpr (sizeof(Mask) == 2) return _mm256_test_epi16_mask(lanes, lanes);
    else if constexpr (sizeof(Mask) == 4) return _mm256_test_epi32_mask(lanes, lanes);
    else return _mm256_test_epi64_mask(lanes, lanes);
#else
    const auto set = vector != Vector{};
#if defined(__AVX2__)
    return static_cast<std::uint32_t>(_mm256_movemask_epi8((__m256i)set));
#elif defined(__SSE2__)
    return static_cast<std::uint32_t>(_mm_movemask_epi8((__m128i)set));
#elif defined(SUDOKU_CP_NEON)
    if constexpr (sizeof(Mask) == 2) return (Word)vmovn_u16((uint16x8_t)set);
    else if constexpr (sizeof(Mask) == 4) return (Word)vmovn_u32((uint32x4_t)set);
    else return (Word)vmovn_u64((uint64x2_t)set);
#else
    Word lanes = 0;
    for (std::int32_t lane = 0; lane < kCount; ++lane) {
      if (set[lane] != 0) lanes |= kLane << (lane * kLaneBits);
    }
    return lanes;
#endif
#endif
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
