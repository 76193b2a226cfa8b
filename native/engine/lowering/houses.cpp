// What makes variables differ: houses and sums of two variables that are not equal become peers and conflicts.
#include <algorithm>
#include <bit>

#include "lowering/passes.hpp"

namespace sudoku_cp {
namespace {

void add_conflict(Lowering& lowering, std::int32_t left, int left_bit, std::int32_t right, int right_bit) {
  const auto one = static_cast<Slot>(left * kWordBits + left_bit);
  const auto other = static_cast<Slot>(right * kWordBits + right_bit);
  lowering.conflicts.emplace_back(one, other);
  lowering.conflicts.emplace_back(other, one);
}

// Equal values of two variables with different tables exclude each other.
void add_conflicts_of_equal_values(Lowering& lowering, std::int32_t left, std::int32_t right) {
  const auto values = lowering.store.table(left);
  for (std::size_t bit = 0; bit < values.size(); ++bit) {
    const int other = lowering.store.bit_of_value(right, values[bit]);
    if (other >= 0) add_conflict(lowering, left, static_cast<int>(bit), right, other);
  }
}

}  // namespace

bool all_differ(const Differences& differences, std::span<const Term> terms) {
  for (std::size_t left = 0; left < terms.size(); ++left) {
    for (std::size_t right = left + 1; right < terms.size(); ++right) {
      if (!differences.has(terms[left].variable, terms[right].variable)) return false;
    }
  }
  return true;
}

void lower_house(Lowering& lowering, const Variables& variables) {
  ModelStore& store = lowering.store;
  CellParts& parts = lowering.parts;
  if (std::ranges::adjacent_find(variables) != variables.end()) parts.contradiction = true;
  if (variables.size() < 2 || parts.contradiction) return;
  bool comparable = true;
  Word values = 0;
  for (const std::int32_t variable : variables) {
    values |= store.domain(variable);
    comparable &= store.aligned(variable, variables.front());
  }
  for (const std::int32_t left : variables) {
    for (const std::int32_t right : variables) {
      if (left == right || store.differences.has(left, right)) continue;
      store.differences.add(left, right);
      if (left < right && !store.aligned(left, right)) add_conflicts_of_equal_values(lowering, left, right);
    }
  }
  if (!comparable) return;
  const auto places = static_cast<std::size_t>(std::popcount(values));
  if (places < variables.size()) parts.contradiction = true;
  if (places != variables.size()) return;
  lowering.permutations_of.add(parts.houses.size(), variables);
  parts.houses.add(variables);
  parts.house_values.push_back(values);
}

void lower_unequal_pair(Lowering& lowering, const Linear& linear) {
  ModelStore& store = lowering.store;
  const Term& left = linear.terms[0];
  const Term& right = linear.terms[1];
  const bool plain = left.weight == -right.weight && linear.constant == 0;
  if (plain && store.aligned(left.variable, right.variable)) {
    store.differences.add(left.variable, right.variable);
    store.differences.add(right.variable, left.variable);
    return;
  }
  for (Word rest = store.domain(left.variable); rest != 0; rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    const std::int64_t open = linear.constant - left.weight * store.table(left.variable)[static_cast<std::size_t>(bit)];
    if (open % right.weight != 0) continue;
    const int other = store.bit_of_value(right.variable, open / right.weight);
    if (store.can_be(right.variable, other)) add_conflict(lowering, left.variable, bit, right.variable, other);
  }
}

void list_peers(Lowering& lowering) {
  const ModelStore& store = lowering.store;
  Lists<std::int32_t>& peers = lowering.parts.peers;
  for (std::int32_t left = 0; left < static_cast<std::int32_t>(store.tables.size()); ++left) {
    store.differences.each_of(left, [&](std::int32_t right) {
      if (right != left && store.aligned(left, right)) peers.values.push_back(right);
    });
    peers.close();
  }
}

void list_conflicts(Lowering& lowering) {
  auto& conflicts = lowering.conflicts;
  if (conflicts.empty()) return;
  std::ranges::sort(conflicts);
  conflicts.erase(std::ranges::unique(conflicts).begin(), conflicts.end());
  auto next = conflicts.begin();
  for (Slot slot = 0; slot < lowering.store.tables.size() * kWordBits; ++slot) {
    for (; next != conflicts.end() && next->first == slot; ++next)
      lowering.parts.conflicts.values.push_back(next->second);
    lowering.parts.conflicts.close();
  }
}

}  // namespace sudoku_cp
