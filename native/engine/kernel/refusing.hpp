// Constraints that must not hold.
#pragma once

#include "constraints/constraint.hpp"
#include "kernel/cells.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Removes from the last open variable of a scope the values with which the constraint would hold; `holds` takes a function
// that returns the single value of a variable.
template <typename Mask, typename Holds>
bool refuse(Search& search, const Slice<std::int32_t>& scope, Holds holds) {
  const Mask* const domains = masks<Mask>(search);
  std::int32_t open = -1;
  for (const std::int32_t variable : scope) {
    if (variable == open || is_single(domains[variable])) continue;
    if (open >= 0) return true;
    open = variable;
  }
  if (open < 0) {
    search.failed = holds([&](std::int32_t each) { return Word{domains[each]}; });
    return !search.failed;
  }
  Word keep = 0;
  for (Word rest = domains[open]; rest != 0; rest &= rest - 1) {
    const Word value = rest & -rest;
    if (!holds([&](std::int32_t each) { return each == open ? value : Word{domains[each]}; })) keep |= value;
  }
  return keep_only<Mask>(search, open, keep);
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
