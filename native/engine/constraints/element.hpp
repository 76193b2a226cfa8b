// array[index] = value: an index is removed when its variable cannot have the value, a value when no variable that the
// index can select has it.
#pragma once

#include "constraints/store.hpp"
#include "kernel/level.hpp"
#include "kernel/values.hpp"

namespace sudoku_cp {

struct Element {
  Slice<std::int32_t> array;
  std::int32_t index;
  std::int64_t first;             // the index of the first variable
  Number value;                   // a number, or a variable as it is
  Slice<std::int32_t> positions;  // [64]: where each bit of the index points, -1 outside the array; set by prepare

  static constexpr const char* kBinding = "add_element";
  static constexpr const char* kArguments[] = {"array", "index", "first", "cell", "number"};

  static Element declare(ModelStore& store, const Variables& array, std::int32_t index, std::int64_t first,
                         std::optional<std::int32_t> cell, std::int64_t number) {
    const Slice<std::int32_t> variables = store.variables(array);
    return {variables, store.variable(index), first, store.variable_or_number(cell, number), {}};
  }

  Metadata prepare(ModelStore& store) {
    std::vector<std::int32_t> by_bit;
    for (const std::int64_t of_index : store.table(index)) {
      const std::int64_t position = of_index - first;
      by_bit.push_back(position < 0 || position >= array.size ? -1 : static_cast<std::int32_t>(position));
    }
    by_bit.resize(kWordBits, -1);
    positions = store.arena.keep(by_bit);
    Variables scope(array.begin(), array.end());
    scope.push_back(index);
    return {.scope = scope_of(scope, value)};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate(Search& search, const Element& element) {
  Word keep_index = 0;
  Word keep_value = 0;
  for (Word rest = masks<Mask>(search)[element.index]; rest != 0; rest &= rest - 1) {
    const std::int32_t position = element.positions[lowest_bit(rest)];
    if (position < 0) continue;
    const std::int32_t cell = element.array[position];
    const Word shared = element.value.variable < 0 ? mask_of_value<Mask>(search, cell, element.value.value)
                                                   : shared_values<Mask>(search, cell, element.value.variable);
    if (shared == 0) continue;
    keep_index |= rest & -rest;
    keep_value |= shared;
  }
  if (!keep_only<Mask>(search, element.index, keep_index)) return false;
  if (element.value.variable >= 0 && !keep_only<Mask>(search, element.value.variable, keep_value)) return false;
  const Word index = masks<Mask>(search)[element.index];
  if (index == 0 || !is_single(index)) return !search.failed;
  const std::int32_t position = element.positions[lowest_bit(index)];
  if (position < 0) {
    search.failed = true;
    return false;
  }
  const std::int32_t cell = element.array[position];
  return keep_only<Mask>(search, cell,
                         element.value.variable < 0 ? mask_of_value<Mask>(search, cell, element.value.value)
                                                    : shared_values<Mask>(search, element.value.variable, cell));
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
