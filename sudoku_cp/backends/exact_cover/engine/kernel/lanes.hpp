// Masks a vector at a time, written with the compiler's vector types; only telling which lanes are set needs more.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "../basics.hpp"
#include "level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
struct Lanes {
  typedef Mask Vector __attribute__((vector_size(kVectorBytes), may_alias));
  static constexpr std::int32_t kCount = kVectorBytes / sizeof(Mask);

  static Vector* at(Mask* masks) { return reinterpret_cast<Vector*>(masks); }
  static const Vector* at(const std::byte* masks) { return reinterpret_cast<const Vector*>(masks); }

// Bits that `set_lanes` uses for a lane.
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  static constexpr std::int32_t kLaneBits = 1;
#else
  static constexpr std::int32_t kLaneBits = sizeof(Mask);
#endif
  static constexpr std::uint32_t kLane = (1u << kLaneBits) - 1;

  // Tells which lanes are not zero.
  static std::uint32_t set_lanes(const Vector& vector) {
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
    __m128i halves[2];
    __builtin_memcpy(halves, &set, sizeof set);
    return static_cast<std::uint32_t>(_mm_movemask_epi8(halves[0])) |
           static_cast<std::uint32_t>(_mm_movemask_epi8(halves[1])) << 16;
#else
    std::uint32_t lanes = 0;
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
