// The word of values is accepted: states reached from the start, then from the end, layer by layer (Pesant, CP 2004).
// A layer is a set of states, so that an automaton with several runs for a word needs no other one.
//
//   workspace   | reached before value 0 | before value 1 | … | after the last |
#pragma once

#include <algorithm>
#include <utility>

#include "constraints/scope_domain.hpp"
#include "constraints/store.hpp"
#include "kernel/level.hpp"
#include "kernel/refusing.hpp"

namespace sudoku_cp {

// A finite automaton, which any number of constraints may share; a state may have several next states for a value.
struct Nfa {
  struct Move {
    std::int32_t state;
    std::int32_t next;
    std::int64_t value;
    auto operator<=>(const Move&) const = default;
  };
  std::int32_t states;
  std::vector<Move> moves;  // ascending
  std::vector<std::int32_t> accepting;
  std::vector<std::int32_t> starts;
};

inline std::shared_ptr<const Nfa> make_nfa(std::int32_t states, std::vector<Nfa::Move> moves,
                                           std::vector<std::int32_t> accepting, std::vector<std::int32_t> starts) {
  std::ranges::sort(moves);
  return std::make_shared<const Nfa>(Nfa{states, std::move(moves), std::move(accepting), std::move(starts)});
}

// A way from one state to another, for some values.
struct Arc {
  std::int32_t next;
  Word values;
};

// Sets of states are masks of `set_words` words. With `negated` the word is not accepted.
struct Automaton {
  Slice<std::int32_t> variables;
  const Nfa* nfa;
  bool negated;

  // Set by prepare.
  Slice<ListsView<Arc>> arcs;  // by place in the word, by state
  Slice<Word> starting;
  Slice<Word> finishing;  // [variables + 1][set_words]: states before each value from which the rest can be accepted
  std::int32_t set_words;

  static constexpr const char* kBinding = "add_automaton";
  static constexpr const char* kArguments[] = {"cells", "nfa", "negated"};

  static Automaton declare(ModelStore& store, const Variables& cells, const std::shared_ptr<const Nfa>& nfa,
                           bool negated) {
    return {store.variables(cells), store.arena.keep(nfa), negated, {}, {}, {}, 0};
  }

  Metadata prepare(ModelStore& store) {
    const auto length = static_cast<std::size_t>(variables.size);
    std::vector<ListsView<Arc>> by_place;
    for (const std::int32_t variable : variables) by_place.push_back(arcs_of(store, variable));
    arcs = store.arena.keep(by_place);
    set_words = (nfa->states + kWordBits - 1) / kWordBits;
    starting = store.arena.keep(set_of(nfa->starts));
    finishing = store.arena.keep(finishing_states(store));
    Variables scope = scope_of(variables);
    const bool idempotent = scope.size() == length;
    return {.scope = std::move(scope),
            .idempotent = idempotent,
            .workspace_words = (length + 1) * static_cast<std::size_t>(set_words)};
  }

  // See scope_domain.hpp.
  bool widen(std::span<ScopeDomain> scope, std::optional<Slot> removed) const;

 private:
  std::vector<Word> set_of(const std::vector<std::int32_t>& states) const {
    std::vector<Word> set(static_cast<std::size_t>(set_words));
    for (const std::int32_t state : states) {
      set[static_cast<std::size_t>(state / kWordBits)] |= Word{1} << (state % kWordBits);
    }
    return set;
  }

  // Variables with one table of values share their arcs.
  ListsView<Arc> arcs_of(ModelStore& store, std::int32_t variable) const {
    using Key = std::pair<const Nfa*, const std::int64_t*>;
    ListsView<Arc>& known = store.memo<Key, ListsView<Arc>>({nfa, store.table(variable).data()});
    if (known.begin != nullptr) return known;
    std::vector<std::uint32_t> begin{0};
    std::vector<Arc> list;
    auto move = nfa->moves.begin();
    for (std::int32_t state = 0; state < nfa->states; ++state) {
      while (move != nfa->moves.end() && move->state == state) {
        const std::int32_t next = move->next;
        Word values = 0;
        for (; move != nfa->moves.end() && move->state == state && move->next == next; ++move) {
          const int bit = store.bit_of_value(variable, move->value);
          if (bit >= 0) values |= Word{1} << bit;
        }
        if (values != 0) list.push_back({next, values});
      }
      begin.push_back(static_cast<std::uint32_t>(list.size()));
    }
    return known = {store.arena.keep(begin).data, store.arena.keep(list).data};
  }

  std::vector<Word> finishing_states(const ModelStore& store) const {
    const auto words = static_cast<std::size_t>(set_words);
    std::vector<Word> result(static_cast<std::size_t>(variables.size) * words);
    const std::vector<Word> last = set_of(nfa->accepting);
    result.insert(result.end(), last.begin(), last.end());
    for (std::int32_t place = variables.size; place-- > 0;) {
      Word* const before = result.data() + static_cast<std::size_t>(place) * words;
      const Word* const after = before + words;
      const ListsView<Arc>& lists = arcs[place];
      const Word domain = store.domain(variables[place]);
      const auto finishes = [&](const Arc& arc) {
        return (arc.values & domain) != 0 && (after[arc.next / kWordBits] >> (arc.next % kWordBits) & 1) != 0;
      };
      for (std::int32_t state = 0; state < nfa->states; ++state) {
        if (std::any_of(lists.values + lists.begin[state], lists.values + lists.begin[state + 1], finishes)) {
          before[state / kWordBits] |= Word{1} << (state % kWordBits);
        }
      }
    }
    return result;
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Reads the word forward and returns whether it can be accepted; `domain_of` returns the values of a variable.
template <typename DomainOf>
bool read_word(const Automaton& automaton, Word* reached, DomainOf domain_of) {
  const std::int32_t words = automaton.set_words;
  Word alive = 0;
  for (std::int32_t word = 0; word < words; ++word) {
    alive |= reached[word] = automaton.starting[word] & automaton.finishing[word];
  }
  for (std::int32_t place = 0; place < automaton.variables.size && alive != 0; ++place) {
    const Word domain = domain_of(automaton.variables[place]);
    const ListsView<Arc>& lists = automaton.arcs[place];
    const Word* const before = reached + place * words;
    Word* const after = reached + (place + 1) * words;
    for (std::int32_t word = 0; word < words; ++word) after[word] = 0;
    for (std::int32_t word = 0; word < words; ++word) {
      for (Word states = before[word]; states != 0; states &= states - 1) {
        const std::int32_t state = word * kWordBits + lowest_bit(states);
        for (std::uint32_t at = lists.begin[state]; at < lists.begin[state + 1]; ++at) {
          const Arc& arc = lists.values[at];
          if ((arc.values & domain) != 0) after[arc.next / kWordBits] |= Word{1} << (arc.next % kWordBits);
        }
      }
    }
    alive = 0;
    for (std::int32_t word = 0; word < words; ++word) {
      alive |= after[word] &= automaton.finishing[(place + 1) * words + word];
    }
  }
  return alive != 0;
}

template <typename Mask>
bool propagate(Search& search, const Automaton& automaton) {
  Word* const reached = workspace_of(search).take<Word>((automaton.variables.size + 1) * automaton.set_words);
  if (automaton.negated) {
    return refuse<Mask>(search, automaton.variables,
                        [&](auto domain_of) { return read_word(automaton, reached, domain_of); });
  }
  search.failed = !read_word(automaton, reached, [&](std::int32_t each) { return Word{masks<Mask>(search)[each]}; });
  if (search.failed) return false;
  const std::int32_t words = automaton.set_words;
  for (std::int32_t place = automaton.variables.size - 1; place >= 0; --place) {
    const std::int32_t variable = automaton.variables[place];
    const Word domain = masks<Mask>(search)[variable];
    const ListsView<Arc>& lists = automaton.arcs[place];
    const Word* const after = reached + (place + 1) * words;
    Word keep = 0;
    for (std::int32_t word = 0; word < words; ++word) {
      Word useful = 0;
      for (Word states = reached[place * words + word]; states != 0; states &= states - 1) {
        const std::int32_t state = word * kWordBits + lowest_bit(states);
        Word supported = 0;
        for (std::uint32_t at = lists.begin[state]; at < lists.begin[state + 1]; ++at) {
          const Arc& arc = lists.values[at];
          if ((after[arc.next / kWordBits] >> (arc.next % kWordBits) & 1) != 0) supported |= arc.values & domain;
        }
        keep |= supported;
        if (supported != 0) useful |= states & -states;
      }
      reached[place * words + word] = useful;
    }
    if (!keep_only<Mask>(search, variable, keep)) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
