// Sums and tables of a cell model: each becomes items, a table, sets of values, or a propagator of bounds.
#include <algorithm>
#include <bit>
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

void CellModel::lower_sum(const Sum& sum) {
  if (sum.terms.size() < 2) return;                                         // done: it shrank a domain
  if (sum.relation == Relation::kUnequal && sum.terms.size() == 2) return;  // done: it made options conflict
  if (sum.relation != Relation::kEqual) {
    parts_.waking.push_back(make(sum));
    return;
  }
  const Term& first = sum.terms.front();
  const bool alike = std::ranges::all_of(
      sum.terms, [&](const Term& term) { return term.weight == first.weight && aligned(term.cell, first.cell); });
  const bool listable = alike && table(first.cell).size() <= kMostSetValues && all_differ(sum.terms);
  if (listable && sum.terms.size() > 3) parts_.waking.push_back(distinct_sum(sum));
  else if (!tabulate(sum)) parts_.waking.push_back(make(sum));
}

// weight·x + weight'·y ≠ constant: of each forbidden pair of values one excludes the other.
void CellModel::lower_unequal_pair(const Sum& sum) {
  const Term& left = sum.terms[0];
  const Term& right = sum.terms[1];
  const bool plain = left.weight == -right.weight && sum.constant == 0;
  if (plain && aligned(left.cell, right.cell)) {
    mark_different(left.cell, right.cell);
    mark_different(right.cell, left.cell);
    return;
  }
  for (Word rest = domain(left.cell); rest != 0; rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    const std::int64_t open = sum.constant - left.weight * table(left.cell)[static_cast<std::size_t>(bit)];
    if (open % right.weight != 0) continue;
    const int other = bit_of_value(right.cell, open / right.weight);
    if (!can_be(right.cell, other)) continue;
    add_conflict(static_cast<Slot>(left.cell * kWordBits + bit), static_cast<Slot>(right.cell * kWordBits + other));
  }
}

// Lists the tuples of a sum with few of them. The last cell follows from the others.
bool CellModel::tabulate(const Sum& sum) {
  std::size_t combinations = 1;
  for (std::size_t term = 0; term + 1 < sum.terms.size(); ++term) {
    combinations *= static_cast<std::size_t>(std::popcount(domain(sum.terms[term].cell)));
    if (combinations > kMostTabulated) return false;
  }
  Rows rows;
  for (const Term& term : sum.terms) rows.cells.push_back(term.cell);
  Tuples tuples{sum.terms.size(), {}};
  std::vector<std::int64_t> row(sum.terms.size());
  const Term& last = sum.terms.back();
  const auto repeats = [&](std::size_t term) {
    for (std::size_t other = 0; other < term; ++other) {
      if (row[other] == row[term] && differ(rows.cells[other], rows.cells[term])) return true;
    }
    return false;
  };
  const auto extend = [&](auto& self, std::size_t term, std::int64_t open) -> void {
    if (term + 1 == sum.terms.size()) {
      if (open % last.weight != 0) return;
      row[term] = open / last.weight;
      if (!repeats(term)) tuples.values.insert(tuples.values.end(), row.begin(), row.end());
      return;
    }
    for (Word rest = domain(sum.terms[term].cell); rest != 0; rest &= rest - 1) {
      row[term] = table(sum.terms[term].cell)[static_cast<std::size_t>(std::countr_zero(rest))];
      if (!repeats(term)) self(self, term + 1, open - sum.terms[term].weight * row[term]);
    }
  };
  extend(extend, 0, sum.constant);
  rows.tuples = std::make_shared<const Tuples>(std::move(tuples));
  parts_.waking.push_back(make(rows));
  return true;
}

// Pairwise different cells of one weight: lists the sets of values that have the sum; of a sum that no multiple of the
// weight reaches, none.
Propagator CellModel::distinct_sum(const Sum& sum) {
  const std::int64_t weight = sum.terms.front().weight;
  const auto values = table(sum.terms.front().cell);
  SumSetConstraint sets;
  for (const Term& term : sum.terms) sets.words.push_back(term.cell);
  // Sets of one size in ascending order (Gosper's hack).
  const Word end = Word{1} << values.size();
  for (Word set = (Word{1} << sum.terms.size()) - 1; set < end;) {
    std::int64_t total = 0;
    for (Word rest = set; rest != 0; rest &= rest - 1)
      total += values[static_cast<std::size_t>(std::countr_zero(rest))];
    if (total * weight == sum.constant) sets.sets.push_back(set);
    const Word lowest = set & -set;
    const Word ripple = set + lowest;
    set = (((ripple ^ set) >> 2) / lowest) | ripple;
  }
  parts_.sum_sets.push_back(sets);
  return {PropagatorKind::kSumSet, parts_.sum_sets.size() - 1, sets.words, true};
}

// A sum of at most one cell shrinks its domain.
void CellModel::lower_unary(const Sum& sum) {
  if (sum.terms.empty()) {
    if (!relates(0, sum.relation, sum.constant)) parts_.contradiction = true;
    return;
  }
  const Term& term = sum.terms.front();
  const auto values = table(term.cell);
  for (std::size_t bit = 0; bit < values.size(); ++bit) {
    if (!relates(term.weight * values[bit], sum.relation, sum.constant)) domain(term.cell) &= ~(Word{1} << bit);
  }
}

Propagator CellModel::make(const Sum& sum) {
  LinearConstraint linear{{}, {}, sum.relation, sum.constant};
  linear.contributions.assign(sum.terms.size() * kWordBits, 0);
  for (std::size_t term = 0; term < sum.terms.size(); ++term) {
    linear.words.push_back(sum.terms[term].cell);
    const auto values = table(sum.terms[term].cell);
    for (std::size_t bit = 0; bit < values.size(); ++bit) {
      linear.contributions[term * kWordBits + bit] = sum.terms[term].weight * values[bit];
    }
  }
  parts_.linears.push_back(linear);
  return {PropagatorKind::kLinear, parts_.linears.size() - 1, linear.words, true};
}

// Keeps the tuples that the domains allow; of a cell that occurs twice only equal values.
Propagator CellModel::make(const Rows& rows) {
  std::vector<std::int32_t> words;
  std::vector<std::size_t> position;  // of each column among the distinct words
  for (const std::int32_t cell : rows.cells) {
    const auto found = std::ranges::find(words, cell);
    position.push_back(static_cast<std::size_t>(found - words.begin()));
    if (found == words.end()) words.push_back(cell);
  }
  SupportsKey key{rows.tuples, position, {}};
  for (const std::int32_t word : words) key.domains.emplace_back(&table(word)[0], domain(word));
  Supports& known = supports_[std::move(key)];
  if (!known.supports) known = list_supports(rows, words, position);
  parts_.tables.push_back({words, known.supports, known.chunks, known.tuples});
  return {PropagatorKind::kTable, parts_.tables.size() - 1, words, true};
}

CellModel::Supports CellModel::list_supports(const Rows& rows, std::span<const std::int32_t> words,
                                             std::span<const std::size_t> position) const {
  const std::vector<std::int64_t>& values = rows.tuples->values;
  const std::size_t arity = rows.cells.size();
  std::vector<int> kept;  // bits, row after row over the distinct words
  std::vector<int> row(words.size());
  for (std::size_t begin = 0; begin < values.size(); begin += arity) {
    std::ranges::fill(row, -1);
    bool possible = true;
    for (std::size_t column = 0; column < arity && possible; ++column) {
      const int bit = bit_of_value(rows.cells[column], values[begin + column]);
      int& entry = row[position[column]];
      possible = can_be(rows.cells[column], bit) && (entry < 0 || entry == bit);
      entry = bit;
    }
    if (possible) kept.insert(kept.end(), row.begin(), row.end());
  }
  const std::size_t tuples = kept.size() / words.size();
  const std::size_t chunks = (tuples + kWordBits - 1) / kWordBits;
  std::vector<Word> supports(words.size() * kWordBits * chunks, 0);
  for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
    for (std::size_t at = 0; at < words.size(); ++at) {
      const auto bit = static_cast<std::size_t>(kept[tuple * words.size() + at]);
      supports[(at * kWordBits + bit) * chunks + tuple / kWordBits] |= Word{1} << (tuple % kWordBits);
    }
  }
  return {std::make_shared<const std::vector<Word>>(std::move(supports)), static_cast<std::int32_t>(chunks), tuples};
}

}  // namespace sudoku_cp
