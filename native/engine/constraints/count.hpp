// How many variables have one of some values, compared with a number. Groups of variables that differ bound it.
#pragma once

#include "constraints/groups.hpp"
#include "constraints/store.hpp"
#include "kernel/compare_count.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp {

struct Count {
  Slice<std::int32_t> variables;
  Slice<std::int64_t> values;
  Relation relation;
  Number number;
  Groupings groupings;  // set by prepare
  Slice<Word> members;  // by variable of the groupings: the values, as a mask; set by prepare
  Word needed;          // the only value, where some variable must have it, as a bit of all; else none; set by prepare

  static constexpr const char* kBinding = "add_count";
  static constexpr const char* kArguments[] = {"cells", "values", "relation", "cell", "number"};

  static Count declare(ModelStore& store, const Variables& cells, const std::vector<std::int64_t>& values,
                       Relation relation, std::optional<std::int32_t> cell, std::int64_t number) {
    return {store.variables(cells), store.arena.keep(values), relation, store.number(cell, number), {}, {}, 0};
  }

  Metadata prepare(ModelStore& store) {
    groupings = groupings_of(store, variables, 1);
    members = store.masks_of(groupings.variables, values);
    const bool some =
        number.variable < 0 && number.value > 0 && relation != Relation::kUnequal && relation != Relation::kAtMost;
    needed = some && values.size == 1 ? common_bit_of(store, variables, values[0]) : 0;
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
