// What NEON has instructions for: choosing bit by bit, and shifting one vector into another.
#pragma once

#include <arm_neon.h>

#include "kernel/level.hpp"
#include "kernel/plane_pair.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

using NeonPlane = PlanePair::Half;

inline NeonPlane pick(const NeonPlane& mask, const NeonPlane& yes, const NeonPlane& no) {
  return (NeonPlane)vbslq_u64((uint64x2_t)mask, (uint64x2_t)yes, (uint64x2_t)no);
}

inline PlanePair pick(const PlanePair& mask, const PlanePair& yes, const PlanePair& no) {
  return {pick(mask.low, yes.low, no.low), pick(mask.high, yes.high, no.high)};
}

template <typename Bits>
inline Bits two_of(const Bits& a, const Bits& b, const Bits& c) {
  return pick(a ^ b, c, a);
}

// Exchanges the upper blocks of `upper` for the lower blocks of `lower`.
template <std::int32_t kShift>
void swap_neon_blocks(NeonPlane& upper, NeonPlane& lower) {
  const NeonPlane before = upper;
  if constexpr (kShift == 32) {
    upper = (NeonPlane)vtrn1q_u32((uint32x4_t)before, (uint32x4_t)lower);
    lower = (NeonPlane)vtrn2q_u32((uint32x4_t)before, (uint32x4_t)lower);
  } else if constexpr (kShift == 16) {
    upper = (NeonPlane)vtrn1q_u16((uint16x8_t)before, (uint16x8_t)lower);
    lower = (NeonPlane)vtrn2q_u16((uint16x8_t)before, (uint16x8_t)lower);
  } else if constexpr (kShift == 8) {
    upper = (NeonPlane)vtrn1q_u8((uint8x16_t)before, (uint8x16_t)lower);
    lower = (NeonPlane)vtrn2q_u8((uint8x16_t)before, (uint8x16_t)lower);
  } else {
    static_assert(kShift == 4);
    upper = (NeonPlane)vsliq_n_u8((uint8x16_t)before, (uint8x16_t)lower, kShift);
    lower = (NeonPlane)vsriq_n_u8((uint8x16_t)lower, (uint8x16_t)before, kShift);
  }
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
