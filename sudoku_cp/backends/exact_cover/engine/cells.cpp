#include "cells.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <stdexcept>
#include <utility>

namespace sudoku_cp {
namespace {

Word full_mask(std::size_t values) { return values == kWordBits ? ~Word{0} : (Word{1} << values) - 1; }

}  // namespace

void CellModel::add_variable(ValueTable values) {
  if (values->empty() || values->size() > kWordBits) throw std::invalid_argument("a domain needs 1 to 64 values");
  parts_.domains.push_back(full_mask(values->size()));
  parts_.value_tables.push_back(std::move(values));
}

void CellModel::restrict_values(std::int32_t cell, std::span<const std::int64_t> values) {
  domain(cell) &= members_among(cell, values);
}

Word CellModel::members_among(std::int32_t cell, std::span<const std::int64_t> values) const {
  Word members = 0;
  for (const std::int64_t value : values) {
    const int bit = bit_of_value(cell, value);
    if (bit >= 0) members |= Word{1} << bit;
  }
  return members;
}

std::int32_t CellModel::add_part(Condition condition) {
  part_conditions_.push_back(std::move(condition));
  return static_cast<std::int32_t>(part_conditions_.size()) - 1;
}

int CellModel::bit_of_value(std::int32_t cell, std::int64_t value) const {
  const auto values = table(cell);
  const auto found = std::ranges::lower_bound(values, value);
  return found == values.end() || *found != value ? -1 : static_cast<int>(found - values.begin());
}

bool CellModel::differ(std::int32_t left, std::int32_t right) const {
  const auto at = static_cast<std::size_t>(right);
  return (different_[static_cast<std::size_t>(left) * row_words_ + at / kWordBits] >> (at % kWordBits)) & 1;
}

void CellModel::mark_different(std::int32_t left, std::int32_t right) {
  const auto at = static_cast<std::size_t>(right);
  different_[static_cast<std::size_t>(left) * row_words_ + at / kWordBits] |= Word{1} << (at % kWordBits);
}

bool CellModel::all_differ(std::span<const Term> terms) const {
  for (std::size_t left = 0; left < terms.size(); ++left) {
    for (std::size_t right = left + 1; right < terms.size(); ++right) {
      if (!differ(terms[left].cell, terms[right].cell)) return false;
    }
  }
  return true;
}

void CellModel::add_conflict(Slot left, Slot right) {
  conflicts_.emplace_back(left, right);
  conflicts_.emplace_back(right, left);
}

std::shared_ptr<const Problem> CellModel::build() {
  unite_tables();
  const std::size_t variables = parts_.value_tables.size();
  row_words_ = (variables + kWordBits - 1) / kWordBits;
  different_.assign(variables * row_words_, 0);
  const auto each_sum = [&](auto use) {
    for (const Condition& condition : conditions_) {
      if (const Sum* sum = std::get_if<Sum>(&condition)) use(*sum);
    }
  };
  // Sums of one cell first: they shrink domains. Then all that makes cells differ: sums look at both.
  each_sum([&](const Sum& sum) {
    if (sum.terms.size() < 2) lower_unary(sum);
  });
  std::set<std::vector<std::int32_t>> seen;
  for (std::vector<std::int32_t>& cells : houses_) {
    std::ranges::sort(cells);
    if (seen.insert(cells).second) lower_house(cells);
  }
  each_sum([&](const Sum& sum) {
    if (sum.terms.size() == 2 && sum.relation == Relation::kUnequal) lower_unequal_pair(sum);
  });
  merge_placings();
  const std::vector<Sum> implied = implied_sums();
  for (const Sum& sum : implied) {
    if (sum.terms.size() < 2) lower_unary(sum);
  }
  for (const Condition& condition : part_conditions_) lower(condition, parts_.parts);
  for (const Condition& condition : conditions_) {
    if (const Sum* sum = std::get_if<Sum>(&condition)) lower_sum(*sum);
    else lower(condition, parts_.waking);
  }
  for (const Sum& sum : implied) lower_sum(sum);
  list_peers();
  list_conflicts();
  std::vector<Cost> costs = list_costs();
  CellParts parts = std::move(parts_);
  parts_.value_tables = parts.value_tables;
  return std::make_shared<Problem>(std::move(parts), std::move(costs));
}

std::vector<Cost> CellModel::list_costs() const {
  if (costs_.empty()) return {};
  std::vector<Cost> costs(parts_.domains.size() * kWordBits, 0);
  for (const Price& price : costs_) {
    const int bit = bit_of_value(price.cell, price.value);
    if (bit >= 0) costs[static_cast<std::size_t>(price.cell) * kWordBits + static_cast<std::size_t>(bit)] += price.cost;
  }
  return costs;
}

// Gives all variables one table, where a word can hold it: then equal bits are equal values everywhere.
void CellModel::unite_tables() {
  std::set<const std::vector<std::int64_t>*> different;
  std::set<std::int64_t> all;
  for (const ValueTable& values : parts_.value_tables) {
    if (!different.insert(values.get()).second) continue;
    all.insert(values->begin(), values->end());
    if (all.size() > kWordBits) break;
  }
  if (different.size() > 1 && all.size() <= kWordBits) {
    const auto united = std::make_shared<const std::vector<std::int64_t>>(all.begin(), all.end());
    for (std::size_t variable = 0; variable < parts_.value_tables.size(); ++variable) {
      Word moved = 0;
      for (Word rest = parts_.domains[variable]; rest != 0; rest &= rest - 1) {
        const std::int64_t value = (*parts_.value_tables[variable])[static_cast<std::size_t>(std::countr_zero(rest))];
        moved |= Word{1} << (std::ranges::lower_bound(*united, value) - united->begin());
      }
      parts_.domains[variable] = moved;
      parts_.value_tables[variable] = united;
    }
  }
  for (const ValueTable& values : parts_.value_tables)
    parts_.values = std::max(parts_.values, static_cast<std::int32_t>(values->size()));
}

// Whether a condition says that a value is taken by just one of several different variables with one table.
bool CellModel::places_a_value(const Condition& condition) const {
  const Counting* counting = std::get_if<Counting>(&condition);
  if (counting == nullptr || counting->cells.empty() || counting->values.size() != 1) return false;
  if (counting->relation != Relation::kEqual || counting->number.word >= 0 || counting->number.value != 1) return false;
  const std::int32_t first = counting->cells.front();
  return bit_of_value(first, counting->values.front()) >= 0 &&
         std::ranges::all_of(counting->cells, [&](std::int32_t cell) { return aligned(cell, first); }) &&
         std::set(counting->cells.begin(), counting->cells.end()).size() == counting->cells.size();
}

// Values that are each placed once among the same variables are looked after together.
void CellModel::merge_placings() {
  std::map<std::vector<std::int32_t>, std::vector<std::int64_t>> values_among;
  for (const Condition& condition : conditions_) {
    if (!places_a_value(condition)) continue;
    const Counting& counting = std::get<Counting>(condition);
    values_among[counting.cells].push_back(counting.values.front());
  }
  std::erase_if(conditions_, [&](const Condition& condition) {
    return places_a_value(condition) && values_among[std::get<Counting>(condition).cells].size() > 1;
  });
  for (const auto& [cells, values] : values_among) {
    if (values.size() > 1) conditions_.push_back(Placing{cells, values});
  }
}

// A house with as many values as cells is a permutation: then each value must have a place.
void CellModel::lower_house(std::vector<std::int32_t> cells) {
  if (std::ranges::adjacent_find(cells) != cells.end()) parts_.contradiction = true;
  if (cells.size() < 2 || parts_.contradiction) return;
  bool comparable = true;
  Word values = 0;
  for (const std::int32_t cell : cells) {
    values |= domain(cell);
    comparable &= aligned(cell, cells.front());
  }
  for (const std::int32_t left : cells) {
    for (const std::int32_t right : cells) {
      if (left == right || differ(left, right)) continue;
      mark_different(left, right);
      if (left > right || aligned(left, right)) continue;
      for (std::size_t bit = 0; bit < table(left).size(); ++bit) {
        const int other = bit_of_value(right, table(left)[bit]);
        if (other >= 0)
          add_conflict(static_cast<Slot>(left * kWordBits) + static_cast<Slot>(bit),
                       static_cast<Slot>(right * kWordBits + other));
      }
    }
  }
  if (!comparable) return;
  const auto places = static_cast<std::size_t>(std::popcount(values));
  if (places < cells.size()) parts_.contradiction = true;
  if (places != cells.size()) return;
  parts_.houses.add(cells);
  parts_.house_values.push_back(values);
}

void CellModel::list_peers() {
  for (std::int32_t left = 0; left < static_cast<std::int32_t>(parts_.value_tables.size()); ++left) {
    for (std::size_t word = 0; word < row_words_; ++word) {
      for (Word rest = different_[static_cast<std::size_t>(left) * row_words_ + word]; rest != 0; rest &= rest - 1) {
        const auto right = static_cast<std::int32_t>(word * kWordBits) + std::countr_zero(rest);
        if (right != left && aligned(left, right)) parts_.peers.values.push_back(right);
      }
    }
    parts_.peers.close();
  }
}

void CellModel::list_conflicts() {
  if (conflicts_.empty()) return;
  std::ranges::sort(conflicts_);
  conflicts_.erase(std::ranges::unique(conflicts_).begin(), conflicts_.end());
  auto next = conflicts_.begin();
  for (Slot slot = 0; slot < parts_.value_tables.size() * kWordBits; ++slot) {
    for (; next != conflicts_.end() && next->first == slot; ++next) parts_.conflicts.values.push_back(next->second);
    parts_.conflicts.close();
  }
}

}  // namespace sudoku_cp
