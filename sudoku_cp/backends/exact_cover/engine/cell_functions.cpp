// Automata, elements, counts, extrema, products, groups and combinations of a cell model as propagators.
#include <algorithm>
#include <bit>
#include <set>
#include <stdexcept>
#include <utility>

#include "cells.hpp"

namespace sudoku_cp {
namespace {

using Scope = std::vector<std::int32_t>;

// The cells and the number's variable, each once.
Scope scope_of(const Scope& cells, const Number& number) {
  Scope scope = cells;
  if (number.word >= 0) scope.push_back(number.word);
  std::ranges::sort(scope);
  scope.erase(std::ranges::unique(scope).begin(), scope.end());
  return scope;
}

constexpr Number kNoNumber{-1, 0};

// The states before each letter of a word of some length from which further letters, whichever, can be accepted.
std::vector<Word> finishing_states(const Dfa& dfa, std::size_t length) {
  const std::size_t words = dfa.accepting.size();
  std::vector<Word> result(length * words);
  result.insert(result.end(), dfa.accepting.begin(), dfa.accepting.end());
  const std::size_t letters = dfa.alphabet.size();
  for (std::size_t layer = length; layer-- > 0;) {
    const Word* after = result.data() + (layer + 1) * words;
    const auto finishes = [&](std::int32_t state) {
      return state >= 0 && ((after[static_cast<std::size_t>(state) / kWordBits] >> (state % kWordBits)) & 1) != 0;
    };
    for (std::size_t state = 0; state * letters < dfa.next.size(); ++state) {
      const auto next = dfa.next.begin() + static_cast<std::ptrdiff_t>(state * letters);
      if (std::any_of(next, next + static_cast<std::ptrdiff_t>(letters), finishes)) {
        result[layer * words + state / kWordBits] |= Word{1} << (state % kWordBits);
      }
    }
  }
  return result;
}

}  // namespace

std::shared_ptr<const Dfa> make_dfa(const Transitions& transitions, const std::vector<std::int32_t>& accepting,
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

void CellModel::lower(const Condition& condition, std::vector<Propagator>& target) {
  std::visit([&](const auto& known) { target.push_back(make(known)); }, condition);
}

Propagator CellModel::make(const Reading& reading) {
  const std::vector<std::int64_t>& alphabet = reading.dfa->alphabet;
  AutomatonConstraint automaton{reading.cells, {}, reading.dfa, finishing_states(*reading.dfa, reading.cells.size())};
  automaton.letters.assign(reading.cells.size() * kWordBits, -1);
  for (std::size_t at = 0; at < reading.cells.size(); ++at) {
    const auto values = table(reading.cells[at]);
    for (std::size_t bit = 0; bit < values.size(); ++bit) {
      const auto found = std::ranges::lower_bound(alphabet, values[bit]);
      if (found == alphabet.end() || *found != values[bit]) continue;
      automaton.letters[at * kWordBits + bit] = static_cast<std::int32_t>(found - alphabet.begin());
    }
  }
  const Scope scope = scope_of(reading.cells, kNoNumber);
  parts_.automata.push_back(std::move(automaton));
  return {PropagatorKind::kAutomaton, parts_.automata.size() - 1, scope, scope.size() == reading.cells.size()};
}

Propagator CellModel::make(const Pointing& pointing) {
  ElementConstraint element{pointing.array, std::vector<std::int32_t>(kWordBits, -1), pointing.index, pointing.value};
  const auto values = table(pointing.index);
  for (std::size_t bit = 0; bit < values.size(); ++bit) {
    const std::int64_t position = values[bit] - pointing.first;
    if (position < 0 || position >= static_cast<std::int64_t>(pointing.array.size())) continue;
    element.positions[bit] = static_cast<std::int32_t>(position);
  }
  Scope cells = pointing.array;
  cells.push_back(pointing.index);
  parts_.elements.push_back(std::move(element));
  return {PropagatorKind::kElement, parts_.elements.size() - 1, scope_of(cells, pointing.value), false};
}

Propagator CellModel::make(const Counting& counting) {
  CountConstraint count{counting.cells, {}, counting.relation, counting.number};
  for (const std::int32_t cell : counting.cells) count.members.push_back(members_among(cell, counting.values));
  parts_.counts.push_back(std::move(count));
  return {PropagatorKind::kCount, parts_.counts.size() - 1, scope_of(counting.cells, counting.number), false};
}

Propagator CellModel::make(const Placing& placing) {
  parts_.placings.push_back({placing.cells, members_among(placing.cells.front(), placing.values)});
  return {PropagatorKind::kPlacing, parts_.placings.size() - 1, scope_of(placing.cells, kNoNumber), false};
}

Propagator CellModel::make(const Telling& telling) {
  for (const std::int32_t cell : telling.cells) {
    if (aligned(cell, telling.cells.front())) continue;
    throw std::invalid_argument("different values can only be counted among cells that share their digits");
  }
  parts_.distincts.push_back({telling.cells, telling.relation, telling.number});
  return {PropagatorKind::kDistinct, parts_.distincts.size() - 1, scope_of(telling.cells, telling.number), false};
}

Propagator CellModel::make(const Extreme& extreme) {
  parts_.extrema.push_back({extreme.cells, extreme.sign, extreme.value});
  return {PropagatorKind::kExtremum, parts_.extrema.size() - 1, scope_of(extreme.cells, extreme.value), false};
}

Propagator CellModel::make(const Factors& factors) {
  parts_.products.push_back({factors.cells, factors.relation, factors.value});
  return {PropagatorKind::kProduct, parts_.products.size() - 1, scope_of(factors.cells, factors.value), false};
}

Propagator CellModel::make(const Joining& joining) {
  ConnectedConstraint connected{joining.cells, {}, {}, joining.size, joining.negated};
  for (const std::int32_t cell : joining.cells) connected.members.push_back(members_among(cell, joining.values));
  std::vector<std::set<std::int32_t>> beside(joining.cells.size());
  for (const auto& [one, other] : joining.neighbours) {
    beside.at(static_cast<std::size_t>(one)).insert(other);
    beside.at(static_cast<std::size_t>(other)).insert(one);
  }
  for (const auto& places : beside) connected.neighbours.add(std::vector(places.begin(), places.end()));
  parts_.connecteds.push_back(std::move(connected));
  return {PropagatorKind::kConnected, parts_.connecteds.size() - 1, scope_of(joining.cells, kNoNumber), false};
}

// The parts are named before the combination that uses them, so theirs are made already.
Propagator CellModel::make(const Combination& combination) {
  HoldingConstraint holding{{}, {}, {}, combination.relation, combination.constant, 1};
  for (const auto& [positive, negative] : combination.parts) {
    holding.positive.push_back(positive);
    holding.negative.push_back(negative);
    for (const std::int32_t part : {positive, negative}) {
      const Propagator& made = parts_.parts.at(static_cast<std::size_t>(part));
      holding.scope.insert(holding.scope.end(), made.scope.begin(), made.scope.end());
      if (made.kind != PropagatorKind::kHolding) continue;
      holding.depth = std::max(holding.depth, parts_.holdings[made.index].depth + 1);
    }
  }
  holding.scope = scope_of(holding.scope, kNoNumber);
  const Scope scope = holding.scope;
  parts_.holdings.push_back(std::move(holding));
  return {PropagatorKind::kHolding, parts_.holdings.size() - 1, scope, false};
}

}  // namespace sudoku_cp
