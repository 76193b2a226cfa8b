// The constraints of a cell problem as the kernels see them.
#include <algorithm>

#include "problem.hpp"

namespace sudoku_cp {
namespace {

std::int32_t narrow(std::size_t value) { return static_cast<std::int32_t>(value); }

}  // namespace

void Problem::view_constraints() {
  for (const auto& table : cells_.value_tables) value_tables_.push_back(table->data());
  for (const LinearConstraint& linear : cells_.linears) {
    linears_.push_back({linear.words.data(), linear.contributions.data(), linear.constant, narrow(linear.words.size()),
                        linear.relation});
  }
  std::vector<bool> stateless(cells_.tables.size());
  for (const Propagator& part : cells_.parts) {
    if (part.kind == PropagatorKind::kTable) stateless[part.index] = true;
  }
  for (std::size_t at = 0; at < cells_.tables.size(); ++at) {
    const TableConstraint& table = cells_.tables[at];
    tables_.push_back({table.words.data(), table.supports->data(), narrow(table.words.size()), table.chunks,
                       stateless[at] ? -1 : view_.reversible_words});
    if (!stateless[at]) view_.reversible_words += table.chunks;
    else workspace_words_ = std::max(workspace_words_, static_cast<std::size_t>(table.chunks));
  }
  for (const SumSetConstraint& sums : cells_.sum_sets) {
    sum_sets_.push_back({sums.words.data(), sums.sets.data(), narrow(sums.words.size()), narrow(sums.sets.size())});
  }
  for (const AutomatonConstraint& automaton : cells_.automata) {
    const Dfa& dfa = *automaton.dfa;
    automata_.push_back({automaton.words.data(), automaton.letters.data(), dfa.next.data(), automaton.finishing.data(),
                         narrow(automaton.words.size()), narrow(dfa.alphabet.size()), narrow(dfa.accepting.size()),
                         dfa.start});
    workspace_words_ = std::max(workspace_words_, (automaton.words.size() + 1) * dfa.accepting.size());
  }
  for (const ElementConstraint& element : cells_.elements) {
    elements_.push_back({element.words.data(), element.positions.data(), narrow(element.words.size()),
                         element.index_word, element.value});
  }
  for (const CountConstraint& count : cells_.counts) {
    counts_.push_back(
        {count.words.data(), count.members.data(), narrow(count.words.size()), count.relation, count.number});
  }
  for (const PlacingConstraint& placing : cells_.placings) {
    placings_.push_back({placing.words.data(), placing.values, narrow(placing.words.size())});
  }
  for (const DistinctConstraint& distinct : cells_.distincts) {
    distincts_.push_back({distinct.words.data(), narrow(distinct.words.size()), distinct.relation, distinct.number});
  }
  for (const ExtremumConstraint& extremum : cells_.extrema) {
    extrema_.push_back({extremum.words.data(), narrow(extremum.words.size()), extremum.sign, extremum.value});
  }
  for (const ProductConstraint& product : cells_.products) {
    products_.push_back({product.words.data(), narrow(product.words.size()), product.relation, product.value});
  }
  for (const ConnectedConstraint& connected : cells_.connecteds) {
    connecteds_.push_back({connected.words.data(), connected.members.data(), connected.neighbours.view(),
                           narrow(connected.words.size()), connected.size, connected.negated});
    workspace_words_ = std::max(workspace_words_, kConnectedWords * connected.words.size());
  }
  // Parts stand behind the waking propagators.
  for (HoldingConstraint& holding : cells_.holdings) {
    for (std::int32_t& part : holding.positive) part += narrow(cells_.waking.size());
    for (std::int32_t& part : holding.negative) part += narrow(cells_.waking.size());
    holdings_.push_back({holding.positive.data(), holding.negative.data(), holding.scope.data(),
                         narrow(holding.positive.size()), narrow(holding.scope.size()), holding.constant,
                         holding.relation});
    trial_depth_ = std::max(trial_depth_, static_cast<std::size_t>(holding.depth) + 1);
  }
}

}  // namespace sudoku_cp
