#include "implications.hpp"

#include <utility>

#include "fish.hpp"
#include "locked_candidates.hpp"
#include "subsets.hpp"

namespace sudoku_cp::rating {

Implications::Implications(const Grid& grid, Literal source, LinkKinds kinds, Depth depth, NestedSteps* nested)
    : source_grid_(grid), rest_(grid), kinds_(kinds), depth_(depth), nested_steps_(nested) {
  SUDOKU_CP_ASSERT(grid.has(cell_of(candidate_of(source)), digit_of(candidate_of(source))));
  node_of_.fill(-1);
  add(source, kOtherwise);
}

bool Implications::extend(int most_literals) {
  while (!is_complete_) {
    if (held_.empty()) {
      is_complete_ = !drain() || !find_held();
      if (is_complete_) break;
    }
    if (std::ranges::all_of(held_, [&](const Held& held) { return held.least_literals > most_literals; })) return true;
    add_held();
  }
  return false;
}

bool Implications::drain() {
  while (true) {
    if (next_on_ < pending_on_.size()) {
      if (!follow_on(pending_on_[next_on_++])) return false;
    } else if (next_off_ < pending_off_.size()) {
      const Literal literal = pending_off_[next_off_++];
      if (!follow_off(literal)) return false;
      if (depth_ != Depth::kStatic) {
        rest_.eliminate(cell_of(candidate_of(literal)), digit_of(candidate_of(literal)));
      }
    } else {
      return true;
    }
  }
}

bool Implications::add(Literal literal, std::int8_t reason) {
  SUDOKU_CP_ASSERT(contradiction_ < 0);
  // The source alone follows from nothing.
  SUDOKU_CP_ASSERT(nodes_.empty() == new_parents_.empty());
  SUDOKU_CP_ASSERT(std::ranges::all_of(new_parents_, [&](int parent) { return parent >= 0 && parent < size(); }));
  if (has(literal)) return true;
  Node node{.literal = literal, .reason = reason, .literals = 0, .ancestors = {}, .parents_begin = 0, .parents_end = 0};
  node.parents_begin = static_cast<std::int32_t>(parents_.size());
  for (const std::int16_t parent : new_parents_) node.ancestors |= nodes_[static_cast<std::size_t>(parent)].ancestors;
  parents_.insert(parents_.end(), new_parents_.begin(), new_parents_.end());
  node.parents_end = static_cast<std::int32_t>(parents_.size());
  node.literals = static_cast<std::int16_t>(node.ancestors.size() + 1);
  const int candidate = candidate_of(literal);
  node.ancestors.add(candidate);
  const auto number = static_cast<std::int16_t>(nodes_.size());
  SUDOKU_CP_ASSERT(number < kLiterals);
  nodes_.push_back(node);
  if (has(negated(literal))) {
    contradiction_ = number;
    return false;
  }
  node_of_[literal] = number;
  (is_on(literal) ? on_ : off_).add(candidate);
  (is_on(literal) ? pending_on_ : pending_off_).push_back(literal);
  return true;
}

bool Implications::follow_on(Literal literal) {
  SUDOKU_CP_ASSERT(is_on(literal) && has(literal));
  new_parents_.assign(1, node_of_[literal]);
  bool consistent = true;
  for_excluded(rest_, candidate_of(literal), kinds_.y, [&](int gone) {
    if (consistent) consistent = add(off(gone), kOtherwise);
  });
  return consistent;
}

bool Implications::follow_off(Literal literal) {
  SUDOKU_CP_ASSERT(!is_on(literal) && has(literal));
  bool consistent = true;
  for_forced(rest_, candidate_of(literal), kinds_, [&](int forced, int house) {
    if (!consistent || has(on(forced))) return;
    new_parents_.assign(1, node_of_[literal]);
    if (depth_ != Depth::kStatic) {
      if (house < 0) {
        add_absent_of_cell(cell_of(forced));
      } else {
        add_absent_of_house(house, digit_of(forced));
      }
    }
    consistent = add(on(forced), static_cast<std::int8_t>(house));
  });
  return consistent;
}

void Implications::add_absent_of_cell(int cell) {
  for_bits(static_cast<Digits>(source_grid_.candidates(cell) & ~rest_.candidates(cell)),
           [&](int digit) { new_parents_.push_back(node_of_[off(candidate(cell, digit))]); });
}

void Implications::add_absent_of_house(int house, int digit) {
  for_bits(static_cast<Places>(source_grid_.places(house, digit) & ~rest_.places(house, digit)),
           [&](int place) { new_parents_.push_back(node_of_[off(candidate(kLayout.cells[house][place], digit))]); });
}

bool Implications::find_held() {
  if (depth_ == Depth::kDynamicPlus) hold_techniques();
  if (held_.empty() && nested_steps_ != nullptr) hold_nested();
  return !held_.empty();
}

void Implications::hold_techniques() {
  const Visit collect = [&](const Step& step) {
    hold(step.eliminations, step.absent, {});
    return false;
  };
  for (const Find find : {&find_locked_candidates, &find_hidden_subsets<2>, &find_naked_subsets<2>, &find_fish<2>}) {
    find(rest_, collect);
    if (!held_.empty()) return;
  }
}

void Implications::hold_nested() {
  for (const NestedStep& step : nested_steps_->find(rest_)) hold(step.eliminations, step.absent, step.chain);
}

void Implications::hold(const CandidateSet& eliminations, const CandidateSet& absent, NestedChain chain) {
  Held held{.gone = 0, .chain = chain, .parents = {}, .least_literals = 0};
  CandidateSet ancestors = absent;
  ancestors &= off_;
  SUDOKU_CP_ASSERT(!eliminations.empty());
  ancestors.for_each([&](int gone) { held.parents.push_back(node_of_[off(gone)]); });
  if (held.parents.empty()) return;  // a step of the grid without the chain
  for (const std::int16_t parent : held.parents) ancestors |= nodes_[static_cast<std::size_t>(parent)].ancestors;
  NestedChains chains;
  if (chain.identity != 0) chains.add(chain);
  for (const Nested& other : nested_) {
    if (ancestors.has(other.candidate)) chains.add(other.chain);
  }
  // The literal itself, and one that follows from it or another that implies the same.
  held.least_literals = ancestors.size() + chains.literals() + 2;
  eliminations.for_each([&](int gone) {
    held.gone = gone;
    held_.push_back(held);
  });
}

void Implications::add_held() {
  const std::vector<Held> held = std::exchange(held_, {});
  for (const Held& implied : held) {
    if (has(off(implied.gone))) continue;
    SUDOKU_CP_ASSERT(!has(on(implied.gone)));
    new_parents_ = implied.parents;
    if (implied.chain.identity != 0) nested_.push_back({implied.gone, implied.chain});
    add(off(implied.gone), kOtherwise);
  }
}

std::span<const std::int16_t> Implications::parents(int node) const {
  SUDOKU_CP_ASSERT(node >= 0 && static_cast<std::size_t>(node) < nodes_.size());
  const Node& child = nodes_[static_cast<std::size_t>(node)];
  SUDOKU_CP_ASSERT(child.parents_begin <= child.parents_end);
  return std::span(parents_).subspan(static_cast<std::size_t>(child.parents_begin),
                                     static_cast<std::size_t>(child.parents_end - child.parents_begin));
}

void Implications::add_nested(const Node& node, NestedChains& chains) const {
  for (const Nested& nested : nested_) {
    if (node.ancestors.has(nested.candidate)) chains.add(nested.chain);
  }
}

}  // namespace sudoku_cp::rating
