// The tuple of values is listed: domain consistency by sets of tuples (Demeulenaere et al., "Compact-Table", CP 2016).
//
//   live tuples   1 0 1 1 0 …      kept in the state, so that they shrink down a branch and come back with it
//   & supports of the values left in each position
//   a value whose supports miss all live tuples goes
#pragma once

#include "cells.hpp"
#include "level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate_table(Search& search, const TableView& table) {
  Word* live = table.state_begin < 0 ? search.workspace : search.state.reversible + table.state_begin;
  if (table.state_begin < 0) {
    for (std::int32_t chunk = 0; chunk < table.chunks; ++chunk) live[chunk] = ~Word{0};
  }
  for (std::int32_t position = 0; position < table.arity; ++position) {
    const Word* supports = table.supports + static_cast<std::size_t>(position) * kWordBits * table.chunks;
    const Word domain = masks<Mask>(search)[table.words[position]];
    for (std::int32_t chunk = 0; chunk < table.chunks; ++chunk) {
      if (live[chunk] == 0) continue;
      Word supported = 0;
      for (Word rest = domain; rest != 0; rest &= rest - 1) {
        supported |= supports[static_cast<std::size_t>(lowest_bit(rest)) * table.chunks + chunk];
      }
      live[chunk] &= supported;
    }
  }
  for (std::int32_t position = 0; position < table.arity; ++position) {
    const Word* supports = table.supports + static_cast<std::size_t>(position) * kWordBits * table.chunks;
    const std::int32_t word = table.words[position];
    Word keep = 0;
    for (Word rest = masks<Mask>(search)[word]; rest != 0; rest &= rest - 1) {
      const Word* tuples = supports + static_cast<std::size_t>(lowest_bit(rest)) * table.chunks;
      for (std::int32_t chunk = 0; chunk < table.chunks; ++chunk) {
        if ((live[chunk] & tuples[chunk]) == 0) continue;
        keep |= rest & -rest;
        break;
      }
    }
    if (!keep_only<Mask>(search, word, keep)) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
