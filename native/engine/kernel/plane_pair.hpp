// A plane of 32 bytes where registers have 16: the compiler would keep such vectors of its own in memory.
#pragma once

#include "basics.hpp"
#include "kernel/level.hpp"
#include "kernel/scratch.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

struct __attribute__((may_alias)) PlanePair {
  typedef Word Half __attribute__((vector_size(16), may_alias));
  static constexpr std::int32_t kHalfWords = sizeof(Half) / sizeof(Word);

  Half low;
  Half high;

  Word& operator[](std::int32_t word) { return typed<Word>(this)[word]; }
  Word operator[](std::int32_t word) const { return word < kHalfWords ? low[word] : high[word - kHalfWords]; }

  PlanePair& operator&=(const PlanePair& other) { return *this = *this & other; }
  PlanePair& operator|=(const PlanePair& other) { return *this = *this | other; }
  PlanePair& operator^=(const PlanePair& other) { return *this = *this ^ other; }

  friend PlanePair operator~(const PlanePair& a) { return {~a.low, ~a.high}; }
  friend PlanePair operator&(const PlanePair& a, const PlanePair& b) { return {a.low & b.low, a.high & b.high}; }
  friend PlanePair operator|(const PlanePair& a, const PlanePair& b) { return {a.low | b.low, a.high | b.high}; }
  friend PlanePair operator^(const PlanePair& a, const PlanePair& b) { return {a.low ^ b.low, a.high ^ b.high}; }
  friend PlanePair operator+(const PlanePair& a, const PlanePair& b) { return {a.low + b.low, a.high + b.high}; }
  friend PlanePair operator<<(const PlanePair& a, const PlanePair& b) { return {a.low << b.low, a.high << b.high}; }

  // With the same number for all words.
  friend PlanePair operator&(const PlanePair& a, Word b) { return {a.low & b, a.high & b}; }
  friend PlanePair operator+(const PlanePair& a, Word b) { return {a.low + b, a.high + b}; }
  friend PlanePair operator<<(const PlanePair& a, std::int32_t lanes) { return {a.low << lanes, a.high << lanes}; }
  friend PlanePair operator>>(const PlanePair& a, std::int32_t lanes) { return {a.low >> lanes, a.high >> lanes}; }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
