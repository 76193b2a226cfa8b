// The lines of a rank: in which houses they begin, and the order of their values.
#include "constraints/rank/propagator.hpp"

#include <algorithm>
#include <bit>
#include <set>

namespace sudoku_cp {

Metadata Rank::prepare(ModelStore& store) {
  Variables all = scope_of(variables);
  scope = store.arena.keep(all);
  const auto is_aligned = [&](std::int32_t variable) { return store.aligned(variable, variables[0]); };
  if (!std::ranges::all_of(variables, is_aligned)) order_values(store);
  distinct = true;
  for (std::int32_t at = 0; at < variables.size; ++at) {
    for (std::int32_t before = at - at % length; before < at; ++before) {
      distinct = distinct && store.differences.has(variables[before], variables[at]);
    }
  }
  group_lines(store);
  return {.scope = std::move(all),
          .workspace_words = static_cast<std::size_t>(grouped.size + groups.size),
          .alternatives = places_of_rivals(store)};
}

// Where each house has a line that begins as this one does, if it is known how that is.
std::vector<std::vector<Slot>> Rank::places_of_rivals(const ModelStore& store) const {
  Word firsts = 0;
  for (Word rest = store.domain(variables[0]); rest != 0; rest &= rest - 1) {
    const Word value = rest & -rest;
    std::int64_t must = 0;
    std::int64_t may = 0;
    for (const Group& group : groups) {
      if (group.values == 0) return {};
      must += std::popcount(group.values & (value - 1));
      may += group.begin < group.end && (group.values & value) != 0;
    }
    if (must <= lower && lower <= must + may) firsts |= value;
  }
  std::vector<std::vector<Slot>> places;
  if (negated || !std::has_single_bit(firsts)) return places;
  for (const Group& group : groups) {
    if ((group.values & firsts) == 0 || group.begin == group.end) continue;
    std::vector<Slot>& options = places.emplace_back();
    for (std::int32_t at = group.begin; at < group.end; ++at) {
      options.push_back(static_cast<Slot>(variables[grouped[at]] * kWordBits + std::countr_zero(firsts)));
    }
  }
  return places;
}

void Rank::order_values(ModelStore& store) {
  std::set<std::int64_t> all;
  for (const std::int32_t variable : variables) {
    all.insert(store.table(variable).begin(), store.table(variable).end());
  }
  if (all.size() > kWordBits) throw std::invalid_argument("at most 64 values can be ranked");
  std::vector<const std::uint8_t*> by_position;
  for (const std::int32_t variable : variables) {
    std::vector<std::uint8_t> order;
    for (const std::int64_t value : store.table(variable)) {
      order.push_back(static_cast<std::uint8_t>(std::distance(all.begin(), all.find(value))));
    }
    by_position.push_back(store.arena.keep(order).data);
  }
  orders = store.arena.keep(by_position);
}

// Lines are taken for the first house in which they can begin; any way is right.
void Rank::group_lines(ModelStore& store) {
  std::vector<Group> all;
  std::vector<std::int32_t> begins;
  std::vector<char> is_free(static_cast<std::size_t>(variables.size / length), 1);
  for (const Variables& house : orders.size != 0 ? std::vector<Variables>() : store.houses) {
    Word values = 0;
    for (const std::int32_t variable : house) values |= store.domain(variable);
    const bool is_aligned = !house.empty() && store.aligned(house[0], variables[0]);
    if (!is_aligned || static_cast<std::size_t>(std::popcount(values)) != house.size()) continue;
    std::vector<std::size_t> lines;
    for (const std::int32_t variable : house) {
      std::size_t line = 0;
      while (line < is_free.size() && (is_free[line] == 0 || begin_of(line) != variable)) ++line;
      if (line == is_free.size()) break;
      lines.push_back(line);
    }
    if (lines.size() != house.size()) continue;
    const bool has_own = std::ranges::count(lines, 0U) != 0;
    const auto begin = static_cast<std::int32_t>(begins.size());
    for (const std::size_t line : lines) {
      is_free[line] = 0;
      if (!has_own) begins.push_back(static_cast<std::int32_t>(line) * length);
    }
    all.push_back({values, begin, static_cast<std::int32_t>(begins.size())});
  }
  for (std::size_t line = 1; line < is_free.size(); ++line) {
    if (is_free[line] == 0) continue;
    const auto begin = static_cast<std::int32_t>(begins.size());
    begins.push_back(static_cast<std::int32_t>(line) * length);
    all.push_back({0, begin, begin + 1});
  }
  has_houses = std::ranges::any_of(all, [](const Group& group) { return group.values != 0; });
  groups = store.arena.keep(all);
  grouped = store.arena.keep(begins);
}

}  // namespace sudoku_cp
