// array[index] = value: an index goes when its cell cannot have the value, a value when no cell pointed at can.
#pragma once

#include "level.hpp"
#include "values.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate_element(Search& search, const ElementView& element) {
  Word keep_index = 0;
  Word keep_value = 0;
  for (Word rest = masks<Mask>(search)[element.index_word]; rest != 0; rest &= rest - 1) {
    const std::int32_t position = element.positions[lowest_bit(rest)];
    if (position < 0) continue;
    const std::int32_t cell = element.words[position];
    const Word shared = element.value.word < 0 ? mask_of_value<Mask>(search, cell, element.value.value)
                                               : shared_values<Mask>(search, cell, element.value.word);
    if (shared == 0) continue;
    keep_index |= rest & -rest;
    keep_value |= shared;
  }
  if (!keep_only<Mask>(search, element.index_word, keep_index)) return false;
  if (element.value.word >= 0 && !keep_only<Mask>(search, element.value.word, keep_value)) return false;
  const Word index = masks<Mask>(search)[element.index_word];
  if (index == 0 || !is_single(index)) return !search.failed;
  const std::int32_t position = element.positions[lowest_bit(index)];
  if (position < 0) {
    search.failed = true;
    return false;
  }
  const std::int32_t cell = element.words[position];
  return keep_only<Mask>(search, cell,
                         element.value.word < 0 ? mask_of_value<Mask>(search, cell, element.value.value)
                                                : shared_values<Mask>(search, element.value.word, cell));
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
