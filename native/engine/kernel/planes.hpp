// Planes, a vector at a time, with the compiler's vector types: logic of three operands, and transposition.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "basics.hpp"
#include "kernel/level.hpp"
#include "kernel/plane_pair.hpp"
#ifdef SUDOKU_CP_NEON
#include "kernel/neon_logic.hpp"
#endif

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <std::int32_t kBytes>
struct PlaneOf {
  typedef Word Type __attribute__((vector_size(kBytes), may_alias));
};

#ifndef __AVX2__
template <>
struct PlaneOf<32> {
  using Type = PlanePair;
};
#endif

template <std::int32_t kBytes>
using Plane = typename PlaneOf<kBytes>::Type;

// The widest vectors of the CPU level.
#if defined(__AVX512F__)
inline constexpr std::int32_t kWidePlaneBytes = 64;
#elif defined(__AVX2__)
inline constexpr std::int32_t kWidePlaneBytes = 32;
#else
inline constexpr std::int32_t kWidePlaneBytes = 16;
#endif

using WidePlane = Plane<kWidePlaneBytes>;

inline constexpr std::int32_t kWidePlaneWords = kWidePlaneBytes / sizeof(Word);

// The same anywhere in an array of words. Copied as bytes, it would come in halves, for which the next load waits.
typedef Word UnalignedPlane __attribute__((vector_size(kWidePlaneBytes), aligned(alignof(Word)), may_alias));

// A bitwise function of three operands: one instruction, given its truth table, where the CPU has it, else the formula.
template <int kTable, typename Bits>
inline Bits logic([[maybe_unused]] const Bits& a, [[maybe_unused]] const Bits& b, [[maybe_unused]] const Bits& c,
                  [[maybe_unused]] const Bits& formula) {
#if defined(__AVX512F__) && defined(__AVX512VL__)
  if constexpr (sizeof(Bits) == 64) return (Bits)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, kTable);
  else return (Bits)_mm256_ternarylogic_epi64((__m256i)a, (__m256i)b, (__m256i)c, kTable);
#else
  return formula;
#endif
}

template <typename Bits>
inline Bits any(const Bits& a, const Bits& b, const Bits& c) {
  return logic<0xFE>(a, b, c, a | b | c);
}
template <typename Bits>
inline Bits all(const Bits& a, const Bits& b, const Bits& c) {
  return logic<0x80>(a, b, c, a & b & c);
}
#ifndef SUDOKU_CP_NEON
template <typename Bits>
inline Bits two_of(const Bits& a, const Bits& b, const Bits& c) {
  return logic<0xE8>(a, b, c, (a & b) | ((a | b) & c));
}
template <typename Bits>
inline Bits pick(const Bits& mask, const Bits& yes, const Bits& no) {
  return logic<0xCA>(mask, yes, no, no ^ (mask & (yes ^ no)));
}
#endif
template <typename Bits>
inline Bits odd(const Bits& a, const Bits& b, const Bits& c) {
  return logic<0x96>(a, b, c, a ^ b ^ c);
}
template <typename Bits>
inline Bits or_both(const Bits& a, const Bits& b, const Bits& c) {
  return logic<0xF8>(a, b, c, a | (b & c));
}
template <typename Bits>
inline Bits or_neither(const Bits& a, const Bits& b, const Bits& c) {
  return logic<0xF1>(a, b, c, a | ~(b | c));
}

// What is seen once and more, and twice and more, of planes added by triads or one by one.
template <std::int32_t kBytes>
struct PlaneTally {
  using Bits = Plane<kBytes>;

  Bits once{};
  Bits twice{};

  void add(const Bits& a) {
    twice = or_both(twice, once, a);
    once |= a;
  }
  void add(const Bits& a, const Bits& b, const Bits& c) {
    const Bits some = any(a, b, c);
    twice |= or_both(two_of(a, b, c), once, some);
    once |= some;
  }
};

#ifdef SUDOKU_CP_NEON
template <std::int32_t kShift, Word, typename Bits>
void swap_blocks(Bits& upper, Bits& lower)
  requires(kShift >= 4)
{
  swap_neon_blocks<kShift>(upper, lower);
}
#endif

// Swaps the upper blocks of one row with the lower blocks of another, `kShift` bits each.
template <std::int32_t kShift, Word kLow, typename Bits>
void swap_blocks(Bits& upper, Bits& lower) {
#if (defined(__AVX512F__) && defined(__AVX512VL__)) || defined(SUDOKU_CP_NEON)
  const Bits low = Bits{} + kLow;
  const Bits joined = pick(low, upper, lower << kShift);
  lower = pick(low, upper >> kShift, lower);
  upper = joined;
#else
#if defined(__AVX2__)
  if constexpr (sizeof(Bits) == 32 && kShift >= 16) {
    const auto first = (__m256i)upper, second = (__m256i)lower;
    if constexpr (kShift == 32) {
      upper = (Bits)_mm256_blend_epi32(first, _mm256_slli_epi64(second, kShift), 0xAA);
      lower = (Bits)_mm256_blend_epi32(_mm256_srli_epi64(first, kShift), second, 0xAA);
    } else {
      upper = (Bits)_mm256_blend_epi16(first, _mm256_slli_epi32(second, kShift), 0xAA);
      lower = (Bits)_mm256_blend_epi16(_mm256_srli_epi32(first, kShift), second, 0xAA);
    }
    return;
  }
#endif
  const Bits other = ((upper >> kShift) ^ lower) & (Bits{} + kLow);
  lower ^= other;
  upper ^= other << kShift;
#endif
}

// Three steps of a transposition, on eight rows that lie `kStep` apart.
template <std::int32_t kStep, Word kLow4, Word kLow2, Word kLow1, typename Bits>
void swap_group(Bits* group) {
  for (std::int32_t at = 0; at < 4; ++at) swap_blocks<4 * kStep, kLow4>(group[at], group[at + 4]);
  for (std::int32_t at = 0; at < 8; at += 4) {
    swap_blocks<2 * kStep, kLow2>(group[at], group[at + 2]);
    swap_blocks<2 * kStep, kLow2>(group[at + 1], group[at + 3]);
  }
  for (std::int32_t at = 0; at < 8; at += 2) swap_blocks<kStep, kLow1>(group[at], group[at + 1]);
}

// Transposes 64 × 64 bits in each word: bit j of row i becomes bit i of row j.
template <typename Bits>
inline void transpose(Bits* rows) {
  constexpr std::int32_t kGroup = 8;
  for (std::int32_t first = 0; first < kGroup; ++first) {
    Bits group[kGroup];
    for (std::int32_t at = 0; at < kGroup; ++at) group[at] = rows[first + kGroup * at];
    swap_group<8, 0x00000000ffffffff, 0x0000ffff0000ffff, 0x00ff00ff00ff00ff>(group);
    for (std::int32_t at = 0; at < kGroup; ++at) rows[first + kGroup * at] = group[at];
  }
  for (std::int32_t first = 0; first < kWordBits; first += kGroup) {
    Bits group[kGroup];
    for (std::int32_t at = 0; at < kGroup; ++at) group[at] = rows[first + at];
    swap_group<1, 0x0f0f0f0f0f0f0f0f, 0x3333333333333333, 0x5555555555555555>(group);
    for (std::int32_t at = 0; at < kGroup; ++at) rows[first + at] = group[at];
  }
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
