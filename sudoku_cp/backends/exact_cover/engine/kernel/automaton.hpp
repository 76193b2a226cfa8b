// The word of values is accepted: states reached from the start, then from the end, layer by layer (Pesant, CP 2004).
//
//   workspace   | reached before letter 0 | before letter 1 | … | after the last |
#pragma once

#include "cells.hpp"
#include "level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate_automaton(Search& search, const AutomatonView& automaton) {
  const std::int32_t words = automaton.set_words;
  Word* reached = search.workspace;
  for (std::int32_t at = 0; at < (automaton.size + 1) * words; ++at) reached[at] = 0;
  const std::int32_t start_word = automaton.start / kWordBits;
  reached[start_word] = Word{1} << (automaton.start % kWordBits) & automaton.finishing[start_word];
  search.failed = reached[start_word] == 0;
  const auto next_of = [&](std::int32_t layer, std::int32_t state, std::int32_t bit) {
    const std::int32_t letter = automaton.letters[layer * kWordBits + bit];
    return letter < 0 ? -1 : automaton.next[state * automaton.letter_count + letter];
  };
  for (std::int32_t layer = 0; layer < automaton.size && !search.failed; ++layer) {
    const Word domain = masks<Mask>(search)[automaton.words[layer]];
    Word* after = reached + (layer + 1) * words;
    for (std::int32_t word = 0; word < words; ++word) {
      for (Word states = reached[layer * words + word]; states != 0; states &= states - 1) {
        const std::int32_t state = word * kWordBits + lowest_bit(states);
        for (Word rest = domain; rest != 0; rest &= rest - 1) {
          const std::int32_t next = next_of(layer, state, lowest_bit(rest));
          if (next >= 0) after[next / kWordBits] |= Word{1} << (next % kWordBits);
        }
      }
    }
    Word alive = 0;
    for (std::int32_t word = 0; word < words; ++word) {
      alive |= after[word] &= automaton.finishing[(layer + 1) * words + word];
    }
    search.failed = alive == 0;
  }
  if (search.failed) return false;
  for (std::int32_t layer = automaton.size - 1; layer >= 0; --layer) {
    const std::int32_t variable = automaton.words[layer];
    const Word domain = masks<Mask>(search)[variable];
    const Word* after = reached + (layer + 1) * words;
    Word keep = 0;
    for (std::int32_t word = 0; word < words; ++word) {
      Word useful = 0;
      for (Word states = reached[layer * words + word]; states != 0; states &= states - 1) {
        const std::int32_t state = word * kWordBits + lowest_bit(states);
        Word supported = 0;
        for (Word rest = domain; rest != 0; rest &= rest - 1) {
          const std::int32_t next = next_of(layer, state, lowest_bit(rest));
          if (next >= 0 && (after[next / kWordBits] >> (next % kWordBits) & 1) != 0) supported |= rest & -rest;
        }
        keep |= supported;
        if (supported != 0) useful |= states & -states;
      }
      reached[layer * words + word] = useful;
    }
    if (!keep_only<Mask>(search, variable, keep)) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
