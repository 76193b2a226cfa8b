// Sums and tables of a cell model: each becomes items, a table, sets of values, or a propagator of bounds.
#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "cells.hpp"

namespace sudoku_cp {
namespace {

constexpr std::size_t kMostTabulated = 4096;  // tuples tried when a sum is made a table
constexpr std::size_t kMostSetValues = 16;    // domain size up to which sets of values are listed

bool relates(std::int64_t total, Relation relation, std::int64_t constant) {
  switch (relation) {
    case Relation::kEqual:
      return total == constant;
    case Relation::kUnequal:
      return total != constant;
    case Relation::kAtMost:
      return total <= constant;
    case Relation::kAtLeast:
      return total >= constant;
  }
  return false;
}

}  // namespace

void CellModel::lower_sum(const Linear& linear) {
  if (linear.terms.size < 2) return;                                            // done: it shrank a domain
  if (linear.relation == Relation::kUnequal && linear.terms.size == 2) return;  // done: it made options conflict
  if (linear.relation != Relation::kEqual) {
    post(linear, parts_.waking);
    return;
  }
  const Term& first = linear.terms[0];
  const bool alike = std::ranges::all_of(linear.terms, [&](const Term& term) {
    return term.weight == first.weight && building_.aligned(term.variable, first.variable);
  });
  const bool listable = alike && building_.table(first.variable).size() <= kMostSetValues && all_differ(linear.terms);
  if (listable && linear.terms.size > 3) post(list_sets(linear), parts_.waking);
  else if (!tabulate(linear)) post(linear, parts_.waking);
}

// weight·x + weight'·y ≠ constant: of each forbidden pair of values one excludes the other.
void CellModel::lower_unequal_pair(const Linear& linear) {
  const Term& left = linear.terms[0];
  const Term& right = linear.terms[1];
  const bool plain = left.weight == -right.weight && linear.constant == 0;
  if (plain && building_.aligned(left.variable, right.variable)) {
    mark_different(left.variable, right.variable);
    mark_different(right.variable, left.variable);
    return;
  }
  for (Word rest = building_.domain(left.variable); rest != 0; rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    const std::int64_t open =
        linear.constant - left.weight * building_.table(left.variable)[static_cast<std::size_t>(bit)];
    if (open % right.weight != 0) continue;
    const int other = building_.bit_of_value(right.variable, open / right.weight);
    if (!building_.can_be(right.variable, other)) continue;
    add_conflict(static_cast<Slot>(left.variable * kWordBits + bit),
                 static_cast<Slot>(right.variable * kWordBits + other));
  }
}

// Lists the tuples of a sum with few of them. The last cell follows from the others.
bool CellModel::tabulate(const Linear& linear) {
  std::size_t combinations = 1;
  for (std::int32_t term = 0; term + 1 < linear.terms.size; ++term) {
    combinations *= static_cast<std::size_t>(std::popcount(building_.domain(linear.terms[term].variable)));
    if (combinations > kMostTabulated) return false;
  }
  Variables variables;
  for (const Term& term : linear.terms) variables.push_back(term.variable);
  Tuples tuples{variables.size(), {}};
  std::vector<std::int64_t> row(variables.size());
  const Term& last = linear.terms[linear.terms.size - 1];
  const auto repeats = [&](std::size_t term) {
    for (std::size_t other = 0; other < term; ++other) {
      if (row[other] == row[term] && differ(variables[other], variables[term])) return true;
    }
    return false;
  };
  const auto extend = [&](auto& self, std::size_t term, std::int64_t open) -> void {
    if (term + 1 == variables.size()) {
      if (open % last.weight != 0) return;
      row[term] = open / last.weight;
      if (!repeats(term)) tuples.values.insert(tuples.values.end(), row.begin(), row.end());
      return;
    }
    for (Word rest = building_.domain(linear.terms[term].variable); rest != 0; rest &= rest - 1) {
      row[term] = building_.table(linear.terms[term].variable)[static_cast<std::size_t>(std::countr_zero(rest))];
      if (!repeats(term)) self(self, term + 1, open - linear.terms[term].weight * row[term]);
    }
  };
  extend(extend, 0, linear.constant);
  post(Table::declare(building_, variables, std::make_shared<const Tuples>(std::move(tuples))), parts_.waking);
  return true;
}

// Pairwise different cells of one weight: lists the sets of values that have the sum; of a sum that no multiple of the
// weight reaches, none.
SumSet CellModel::list_sets(const Linear& linear) {
  const std::int64_t weight = linear.terms[0].weight;
  const auto values = building_.table(linear.terms[0].variable);
  Variables variables;
  for (const Term& term : linear.terms) variables.push_back(term.variable);
  std::vector<Word> sets;
  // Sets of one size in ascending order (Gosper's hack).
  const Word end = Word{1} << values.size();
  for (Word set = (Word{1} << variables.size()) - 1; set < end;) {
    std::int64_t total = 0;
    for (Word rest = set; rest != 0; rest &= rest - 1)
      total += values[static_cast<std::size_t>(std::countr_zero(rest))];
    if (total * weight == linear.constant) sets.push_back(set);
    const Word lowest = set & -set;
    const Word ripple = set + lowest;
    set = (((ripple ^ set) >> 2) / lowest) | ripple;
  }
  return {building_.arena.keep(variables), building_.arena.keep(sets)};
}

// A sum of at most one cell shrinks its domain.
void CellModel::lower_unary(const Linear& linear) {
  if (linear.terms.size == 0) {
    if (!relates(0, linear.relation, linear.constant)) parts_.contradiction = true;
    return;
  }
  const Term& term = linear.terms[0];
  const auto values = building_.table(term.variable);
  for (std::size_t bit = 0; bit < values.size(); ++bit) {
    if (!relates(term.weight * values[bit], linear.relation, linear.constant))
      building_.domain(term.variable) &= ~(Word{1} << bit);
  }
}

}  // namespace sudoku_cp
