#include "model/cells.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "search/search.hpp"

namespace sudoku_cp {
namespace {

struct Stopped {};  // while a model is lowered

Word full_mask(std::size_t values) { return values == kWordBits ? ~Word{0} : (Word{1} << values) - 1; }

}  // namespace

void CellModel::add_variable(ValueTable values) {
  if (values->empty() || values->size() > kWordBits) throw std::invalid_argument("a domain needs 1 to 64 values");
  building_.domains.push_back(full_mask(values->size()));
  building_.tables.push_back(std::move(values));
}

void CellModel::restrict_values(std::int32_t cell, std::span<const std::int64_t> values) {
  building_.domain(cell) &= building_.mask_of(cell, values);
}

std::int32_t CellModel::add_part(Constraint constraint) {
  part_constraints_.push_back(std::move(constraint));
  return building_.declared_parts++;
}

bool CellModel::all_differ(std::span<const Term> terms) const {
  for (std::size_t left = 0; left < terms.size(); ++left) {
    for (std::size_t right = left + 1; right < terms.size(); ++right) {
      if (!differ(terms[left].variable, terms[right].variable)) return false;
    }
  }
  return true;
}

void CellModel::add_conflict(Slot left, Slot right) {
  conflicts_.emplace_back(left, right);
  conflicts_.emplace_back(right, left);
}

std::shared_ptr<const Problem> CellModel::build(bool clausal, Control* control) {
  try {
    return lower(clausal, control);
  } catch (const Stopped&) {
    return nullptr;
  }
}

std::shared_ptr<const Problem> CellModel::lower(bool clausal, Control* control) {
  const auto look = [&] {
    if (control != nullptr && !control->may_go_on()) throw Stopped();
  };
  unite_tables();
  building_.differences.resize(building_.tables.size());
  drop_equal_sums();
  const auto each_sum = [&](auto use) {
    for (const Constraint& constraint : constraints_) {
      if (const Linear* linear = std::get_if<Linear>(&constraint)) use(*linear);
      look();
    }
  };
  // Sums of one cell first: they shrink domains. Then all that makes cells differ: sums look at both.
  each_sum([&](const Linear& linear) {
    if (linear.terms.size < 2) lower_unary(linear);
  });
  building_.index_houses();
  permutations_of_ = HousesByVariable(building_.tables.size());
  for (const Variables& cells : building_.houses) {
    lower_house(cells);
    look();
  }
  each_sum([&](const Linear& linear) {
    if (linear.terms.size == 2 && linear.relation == Relation::kUnequal) lower_unequal_pair(linear);
  });
  merge_counts_of_one();
  look();
  list_counts();
  look();
  std::vector<Linear> implied = implied_sums();
  look();
  for (Linear& linear : covering_sums()) implied.push_back(std::move(linear));
  look();
  for (const Linear& linear : implied) {
    if (linear.terms.size < 2) lower_unary(linear);
  }
  for (const Constraint& constraint : part_constraints_) {
    post(constraint, parts_.parts);
    building_.parts.push_back(parts_.parts.back().footprint);
    look();
  }
  for (const Constraint& constraint : constraints_) {
    const Automaton* automaton = std::get_if<Automaton>(&constraint);
    if (const Linear* linear = std::get_if<Linear>(&constraint)) lower_sum(*linear, false);
    else if (clausal || automaton == nullptr || !list_words(*automaton)) post(constraint, parts_.waking);
    look();
  }
  for (const Linear& linear : implied) {
    lower_sum(linear, true);
    look();
  }
  list_peers();
  list_conflicts();
  std::vector<Cost> costs = list_costs();
  parts_.domains = building_.domains;
  parts_.value_tables = building_.tables;
  parts_.arena = std::move(building_.arena);
  return std::make_shared<Problem>(std::move(parts_), std::move(costs));
}

// Of sums that say the same, one is enough.
void CellModel::drop_equal_sums() {
  using Key = std::tuple<std::vector<std::pair<std::int32_t, std::int64_t>>, Relation, std::int64_t>;
  std::set<Key> seen;
  std::erase_if(constraints_, [&](const Constraint& constraint) {
    const Linear* linear = std::get_if<Linear>(&constraint);
    if (linear == nullptr) return false;
    Key key{{}, linear->relation, linear->constant};
    for (const Term& term : linear->terms) std::get<0>(key).emplace_back(term.variable, term.weight);
    return !seen.insert(std::move(key)).second;
  });
}

std::vector<Cost> CellModel::list_costs() const {
  if (costs_.empty()) return {};
  std::vector<Cost> costs(building_.domains.size() * kWordBits, 0);
  for (const Price& price : costs_) {
    const int bit = building_.bit_of_value(price.variable, price.value);
    if (bit >= 0)
      costs[static_cast<std::size_t>(price.variable) * kWordBits + static_cast<std::size_t>(bit)] += price.cost;
  }
  return costs;
}

// Gives all variables one table, where a word can hold it: then equal bits are equal values everywhere.
void CellModel::unite_tables() {
  std::set<const std::vector<std::int64_t>*> different;
  std::set<std::int64_t> all;
  for (const ValueTable& values : building_.tables) {
    if (!different.insert(values.get()).second) continue;
    all.insert(values->begin(), values->end());
    if (all.size() > kWordBits) break;
  }
  if (different.size() > 1 && all.size() <= kWordBits) {
    const auto united = std::make_shared<const std::vector<std::int64_t>>(all.begin(), all.end());
    for (std::size_t variable = 0; variable < building_.tables.size(); ++variable) {
      Word moved = 0;
      for (Word rest = building_.domains[variable]; rest != 0; rest &= rest - 1) {
        const std::int64_t value = (*building_.tables[variable])[static_cast<std::size_t>(std::countr_zero(rest))];
        moved |= Word{1} << (std::ranges::lower_bound(*united, value) - united->begin());
      }
      building_.domains[variable] = moved;
      building_.tables[variable] = united;
    }
  }
  for (const ValueTable& values : building_.tables)
    parts_.values = std::max(parts_.values, static_cast<std::int32_t>(values->size()));
}

// Completes a constraint and adds it to the propagators.
void CellModel::post(Constraint constraint, std::vector<Propagator>& target) {
  Footprint footprint = std::visit([&](auto& each) { return each.complete(building_); }, constraint);
  target.push_back({std::move(constraint), std::move(footprint)});
}

// A house with as many values as cells is a permutation: then each value must have a place.
void CellModel::lower_house(const Variables& cells) {
  if (std::ranges::adjacent_find(cells) != cells.end()) parts_.contradiction = true;
  if (cells.size() < 2 || parts_.contradiction) return;
  bool comparable = true;
  Word values = 0;
  for (const std::int32_t cell : cells) {
    values |= building_.domain(cell);
    comparable &= building_.aligned(cell, cells.front());
  }
  for (const std::int32_t left : cells) {
    for (const std::int32_t right : cells) {
      if (left == right || differ(left, right)) continue;
      mark_different(left, right);
      if (left > right || building_.aligned(left, right)) continue;
      for (std::size_t bit = 0; bit < building_.table(left).size(); ++bit) {
        const int other = building_.bit_of_value(right, building_.table(left)[bit]);
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
  permutations_of_.add(parts_.houses.size(), cells);
  parts_.houses.add(cells);
  parts_.house_values.push_back(values);
}

void CellModel::list_peers() {
  for (std::int32_t left = 0; left < static_cast<std::int32_t>(building_.tables.size()); ++left) {
    const std::span<const Word> different = building_.differences.of(left);
    for (std::size_t word = 0; word < different.size(); ++word) {
      for (Word rest = different[word]; rest != 0; rest &= rest - 1) {
        const auto right = static_cast<std::int32_t>(word * kWordBits) + std::countr_zero(rest);
        if (right != left && building_.aligned(left, right)) parts_.peers.values.push_back(right);
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
  for (Slot slot = 0; slot < building_.tables.size() * kWordBits; ++slot) {
    for (; next != conflicts_.end() && next->first == slot; ++next) parts_.conflicts.values.push_back(next->second);
    parts_.conflicts.close();
  }
}

}  // namespace sudoku_cp
