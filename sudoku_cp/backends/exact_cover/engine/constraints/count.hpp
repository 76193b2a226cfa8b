// How many variables have one of some values, compared with a number.
#pragma once

#include "../kernel/compare_count.hpp"
#include "../kernel/level.hpp"
#include "building.hpp"

namespace sudoku_cp {

struct Count {
  Slice<std::int32_t> variables;
  Slice<std::int64_t> values;
  Relation relation;
  Number number;
  Slice<Word> members;  // by variable: the values, as a mask; completed

  static constexpr const char* kBinding = "add_count";
  static constexpr const char* kArguments[] = {"cells", "values", "relation", "cell", "number"};

  static Count declare(Building& building, const Variables& cells, const std::vector<std::int64_t>& values,
                       Relation relation, std::optional<std::int32_t> cell, std::int64_t number) {
    return {building.variables(cells), building.arena.keep(values), relation, building.number(cell, number), {}};
  }

  Footprint complete(Building& building) {
    members = building.masks_of(variables, values);
    return {.scope = scope_of(variables, number)};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate(Search& search, const Count& count) {
  std::int64_t least = 0;
  std::int64_t most = 0;
  for (std::int32_t at = 0; at < count.variables.size; ++at) {
    const Word domain = masks<Mask>(search)[count.variables[at]];
    if ((domain & count.members[at]) == 0) continue;
    ++most;
    if ((domain & ~count.members[at]) == 0) ++least;
  }
  const Need need = compare_count<Mask>(search, count.relation, count.number, least, most);
  if (search.failed || least == most || (!need.none_more && !need.all_more)) return !search.failed;
  for (std::int32_t at = 0; at < count.variables.size; ++at) {
    const Word domain = masks<Mask>(search)[count.variables[at]];
    const bool open = (domain & count.members[at]) != 0 && (domain & ~count.members[at]) != 0;
    if (!open) continue;
    if (!keep_only<Mask>(search, count.variables[at], need.none_more ? ~count.members[at] : count.members[at]))
      return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
