// The word of values is accepted: states reached from the start, then from the end, layer by layer (Pesant, CP 2004).
//
//   workspace   | reached before letter 0 | before letter 1 | … | after the last |
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "../kernel/cells.hpp"
#include "../kernel/level.hpp"
#include "building.hpp"

namespace sudoku_cp {

// A deterministic automaton, which any number of constraints may share.
struct Dfa {
  std::vector<std::int64_t> alphabet;  // ascending
  std::vector<std::int32_t> next;      // [states][alphabet]: the next state, -1 where none
  std::vector<Word> accepting;         // a set of states
  std::int32_t start;
};

using Transitions = std::vector<std::map<std::int64_t, std::int32_t>>;  // by state: the next state of each value

inline std::shared_ptr<const Dfa> make_dfa(const Transitions& transitions, const std::vector<std::int32_t>& accepting,
                                           std::int32_t start) {
  std::set<std::int64_t> letters;
  for (const auto& row : transitions) {
    for (const auto& [value, next] : row) letters.insert(value);
  }
  Dfa dfa{{letters.begin(), letters.end()}, {}, {}, start};
  dfa.next.assign(transitions.size() * letters.size(), -1);
  for (std::size_t state = 0; state < transitions.size(); ++state) {
    for (const auto& [value, next] : transitions[state]) {
      const auto letter = std::ranges::lower_bound(dfa.alphabet, value) - dfa.alphabet.begin();
      dfa.next[state * letters.size() + static_cast<std::size_t>(letter)] = next;
    }
  }
  dfa.accepting.assign((transitions.size() + kWordBits - 1) / kWordBits, 0);
  for (const std::int32_t state : accepting) {
    dfa.accepting[static_cast<std::size_t>(state) / kWordBits] |= Word{1} << (state % kWordBits);
  }
  return std::make_shared<const Dfa>(std::move(dfa));
}

// Sets of states are masks of `set_words` words.
struct Automaton {
  Slice<std::int32_t> variables;
  const Dfa* dfa;

  // Completed.
  Slice<std::int32_t> letters;  // [variables][64]: the letter of a bit, -1 where none
  Slice<Word> finishing;  // [variables + 1][set_words]: states before each letter from which the rest can be accepted
  const std::int32_t* next;  // [states][letter_count]: the next state, -1 where none
  std::int32_t letter_count;
  std::int32_t set_words;
  std::int32_t start;

  static constexpr const char* kBinding = "add_automaton";
  static constexpr const char* kArguments[] = {"cells", "dfa"};

  static Automaton declare(Building& building, const Variables& cells, const std::shared_ptr<const Dfa>& dfa) {
    return {building.variables(cells), building.arena.keep(dfa), {}, {}, nullptr, 0, 0, 0};
  }

  Footprint complete(Building& building) {
    const auto length = static_cast<std::size_t>(variables.size);
    std::vector<std::int32_t> by_bit;
    for (const std::int32_t variable : variables) {
      for (const std::int64_t value : building.table(variable)) by_bit.push_back(letter_of(value));
      by_bit.resize((by_bit.size() + kWordBits - 1) / kWordBits * kWordBits, -1);
    }
    letters = building.arena.keep(by_bit);
    finishing = building.arena.keep(finishing_states(length));
    next = dfa->next.data();
    letter_count = static_cast<std::int32_t>(dfa->alphabet.size());
    set_words = static_cast<std::int32_t>(dfa->accepting.size());
    start = dfa->start;
    Variables scope = scope_of(variables);
    const bool idempotent = scope.size() == length;
    return {
        .scope = std::move(scope), .idempotent = idempotent, .workspace_words = (length + 1) * dfa->accepting.size()};
  }

 private:
  std::int32_t letter_of(std::int64_t value) const {
    const auto found = std::ranges::lower_bound(dfa->alphabet, value);
    if (found == dfa->alphabet.end() || *found != value) return -1;
    return static_cast<std::int32_t>(found - dfa->alphabet.begin());
  }

  // The states before each letter of a word of some length from which further letters, whichever, can be accepted.
  std::vector<Word> finishing_states(std::size_t length) const {
    const std::size_t words = dfa->accepting.size();
    std::vector<Word> result(length * words);
    result.insert(result.end(), dfa->accepting.begin(), dfa->accepting.end());
    const std::size_t alphabet = dfa->alphabet.size();
    for (std::size_t layer = length; layer-- > 0;) {
      const Word* after = result.data() + (layer + 1) * words;
      const auto finishes = [&](std::int32_t state) {
        return state >= 0 && ((after[static_cast<std::size_t>(state) / kWordBits] >> (state % kWordBits)) & 1) != 0;
      };
      for (std::size_t state = 0; state * alphabet < dfa->next.size(); ++state) {
        const auto nexts = dfa->next.begin() + static_cast<std::ptrdiff_t>(state * alphabet);
        if (std::any_of(nexts, nexts + static_cast<std::ptrdiff_t>(alphabet), finishes)) {
          result[layer * words + state / kWordBits] |= Word{1} << (state % kWordBits);
        }
      }
    }
    return result;
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename Mask>
bool propagate(Search& search, const Automaton& automaton) {
  const std::int32_t words = automaton.set_words;
  Word* reached = search.workspace;
  for (std::int32_t at = 0; at < (automaton.variables.size + 1) * words; ++at) reached[at] = 0;
  const std::int32_t start_word = automaton.start / kWordBits;
  reached[start_word] = Word{1} << (automaton.start % kWordBits) & automaton.finishing[start_word];
  search.failed = reached[start_word] == 0;
  const auto next_of = [&](std::int32_t layer, std::int32_t state, std::int32_t bit) {
    const std::int32_t letter = automaton.letters[layer * kWordBits + bit];
    return letter < 0 ? -1 : automaton.next[state * automaton.letter_count + letter];
  };
  for (std::int32_t layer = 0; layer < automaton.variables.size && !search.failed; ++layer) {
    const Word domain = masks<Mask>(search)[automaton.variables[layer]];
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
  for (std::int32_t layer = automaton.variables.size - 1; layer >= 0; --layer) {
    const std::int32_t variable = automaton.variables[layer];
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
