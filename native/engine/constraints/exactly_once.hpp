// Each of some values is taken by just one of the variables.
#pragma once

#include "constraints/store.hpp"
#include "kernel/cells.hpp"
#include "kernel/common_peers.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp {

// Made of counts. The variables are different and have one table of values.
struct ExactlyOnce {
  Slice<std::int32_t> variables;
  Slice<std::int64_t> values;
  Word mask;  // the values; set by prepare

  Metadata prepare(ModelStore& store) {
    mask = store.mask_of(variables[0], values);
    return {.scope = scope_of(variables)};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate(Search& search, const ExactlyOnce& once_each) {
  Word once = 0;
  Word twice = 0;
  Word fixed = 0;
  for (std::int32_t at = 0; at < once_each.variables.size; ++at) {
    const Word domain = masks<Mask>(search)[once_each.variables[at]];
    const Word values = domain & once_each.mask;
    twice |= once & values;
    once |= values;
    if (!is_single(domain)) continue;
    search.failed |= (fixed & values) != 0;
    fixed |= values;
  }
  search.failed |= once != once_each.mask;
  if (search.failed) return false;
  const Word one_place = once & ~twice;
  for (std::int32_t at = 0; at < once_each.variables.size; ++at) {
    const Word domain = masks<Mask>(search)[once_each.variables[at]];
    if (is_single(domain)) continue;
    const Word due = domain & one_place;
    if (!keep_only<Mask>(search, once_each.variables[at], due != 0 ? due & -due : ~fixed)) return false;
    if (is_single(due)) continue;
    search.failed = true;  // two values have their only place here
    return false;
  }
  return clear_common_peers_of<Mask>(search, once_each.variables, twice & ~fixed);
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
