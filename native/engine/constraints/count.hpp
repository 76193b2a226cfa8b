// How many variables have one of some values, compared with a number. Groups of variables that differ bound it.
#pragma once

#include "constraints/building.hpp"
#include "constraints/groups.hpp"
#include "kernel/compare_count.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp {

struct Count {
  Slice<std::int32_t> variables;
  Slice<std::int64_t> values;
  Relation relation;
  Number number;
  Groupings groupings;  // completed
  Slice<Word> members;  // by variable of the groupings: the values, as a mask; completed
  Word needed;          // the only value, where some variable must have it, as a bit of all; else none; completed

  static constexpr const char* kBinding = "add_count";
  static constexpr const char* kArguments[] = {"cells", "values", "relation", "cell", "number"};

  static Count declare(Building& building, const Variables& cells, const std::vector<std::int64_t>& values,
                       Relation relation, std::optional<std::int32_t> cell, std::int64_t number) {
    return {building.variables(cells), building.arena.keep(values), relation, building.number(cell, number), {}, {}, 0};
  }

  Footprint complete(Building& building) {
    groupings = groupings_of(building, variables, 1);
    members = building.masks_of(groupings.variables, values);
    const bool some =
        number.variable < 0 && number.value > 0 && relation != Relation::kUnequal && relation != Relation::kAtMost;
    needed = some && values.size == 1 ? common_bit_of(building, variables, values[0]) : 0;
    return {.scope = scope_of(variables, number)};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate(Search& search, const Count& count) {
  const Members members{count.members.data, 0};
  const auto [least, most] = bounds_in_scope<Mask>(search, count.groupings, members);
  if (least > most) {
    search.failed = true;
    return false;
  }
  const Need need = compare_count<Mask>(search, count.relation, count.number, least, most);
  if (search.failed) return false;
  if (need.all_more && !require_at_least<Mask>(search, count.groupings, members, most)) return false;
  if (need.none_more && !require_at_most<Mask>(search, count.groupings, members, least)) return false;
  return count.needed == 0 || clear_around<Mask>(search, count.variables, count.needed);
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
