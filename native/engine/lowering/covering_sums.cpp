// Sums of cages less those of the houses that they nearly cover: cells covered outside the houses, less those of the
// houses that are not covered. Such sums are long, and only those near their least or their largest are kept; for cages
// of different cells there are short ones (implied_sums.cpp).
//
//   diagonals of a grid cover three boxes except a cell each:   Σ diagonals − Σ boxes = Σ outside − Σ not covered
#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "lowering/cages.hpp"
#include "lowering/passes.hpp"
#include "tuning.hpp"

namespace sudoku_cp {
namespace {

// Cages in families that share no cell, each in the first where it fits. Where there are many families, others are left
// out.
std::vector<Family> disjoint_families(std::vector<Cage> cages, std::size_t variables) {
  std::vector<Family> families;
  std::vector<std::vector<bool>> taken;
  for (Cage& cage : cages) {
    const auto fits = [&](const std::vector<bool>& cells) {
      return std::ranges::none_of(cage.cells, [&](std::int32_t cell) { return cells[static_cast<std::size_t>(cell)]; });
    };
    const auto at = static_cast<std::size_t>(std::ranges::find_if(taken, fits) - taken.begin());
    if (at == tuning::kMostFamilies) continue;
    if (at == families.size()) {
      families.emplace_back();
      taken.emplace_back(variables);
    }
    for (const std::int32_t cell : cage.cells) taken[at][static_cast<std::size_t>(cell)] = true;
    families[at].push_back(std::move(cage));
  }
  return families;
}

// The least and the largest sum, where cells that differ are taken together.
std::pair<std::int64_t, std::int64_t> bounds_of_different(const ModelStore& store, const Variables& cells) {
  std::int64_t least = 0, largest = 0;
  for (const Variables& group : Divider(store, cells).divide()) {
    Word any = 0;
    for (const std::int32_t cell : group) any |= store.domain(cell);
    const auto table = store.table(group.front());
    Word low = any, high = any;
    for (std::size_t at = 0; at < group.size() && low != 0; ++at) {
      least += table[static_cast<std::size_t>(std::countr_zero(low))];
      largest += table[static_cast<std::size_t>(std::bit_width(high) - 1)];
      low &= low - 1;
      high &= ~std::bit_floor(high);
    }
  }
  return {least, largest};
}

struct CoveringSum {
  std::vector<Term> terms;
  std::int64_t constant;
  std::int64_t slack;  // how far from its least or its largest it is
};

// The sum of the cages less that of the houses of which they cover more than half.
CoveringSum cover(const ModelStore& store, const CellParts& parts, std::span<const Cage> cages,
                  std::span<const std::size_t> houses) {
  std::vector<std::int64_t> weights(store.domains.size());
  CoveringSum result{{}, 0, 0};
  for (const Cage& cage : cages) {
    result.constant += cage.sum;
    for (const std::int32_t cell : cage.cells) weights[static_cast<std::size_t>(cell)] = 1;
  }
  std::size_t covered_houses = 0;
  for (const std::size_t house : houses) {
    const auto cells = parts.houses[house];
    const auto covered =
        std::ranges::count_if(cells, [&](std::int32_t cell) { return weights[static_cast<std::size_t>(cell)] == 1; });
    if (2 * covered <= std::ssize(cells)) continue;
    ++covered_houses;
    for (const std::int32_t cell : cells) --weights[static_cast<std::size_t>(cell)];
    for (Word rest = parts.house_values[house]; rest != 0; rest &= rest - 1)
      result.constant -= store.table(cells.front())[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  Variables outside, uncovered;
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    if (weights[cell] != 0) {
      result.terms.push_back({static_cast<std::int32_t>(cell), weights[cell]});
      (weights[cell] > 0 ? outside : uncovered).push_back(static_cast<std::int32_t>(cell));
    }
  }
  const auto [least, largest] = bounds_of_different(store, outside);
  const auto [least_off, largest_off] = bounds_of_different(store, uncovered);
  result.slack = std::min(result.constant - (least - largest_off), largest - least_off - result.constant);
  if (covered_houses == 0) result.slack = INT64_MAX;
  return result;
}

// Adds sums of fewer and fewer cages: each leaves out the cage without which the sum is the tightest.
void cover_with_fewer(ModelStore& store, const CellParts& parts, Family cages, std::span<const std::size_t> houses,
                      std::vector<Linear>& implied) {
  CoveringSum sum = cover(store, parts, cages, houses);
  while (true) {
    if (sum.slack <= tuning::kMostSlack && !sum.terms.empty())
      implied.push_back({store.arena.keep(sum.terms), Relation::kEqual, sum.constant, {}});
    if (cages.size() <= 2) return;
    std::size_t left_out = 0;
    std::optional<CoveringSum> tightest;
    for (std::size_t at = 0; at < cages.size(); ++at) {
      store.check_limits();
      std::swap(cages[at], cages.back());
      CoveringSum rest = cover(store, parts, std::span(cages).first(cages.size() - 1), houses);
      std::swap(cages[at], cages.back());
      if (tightest && rest.slack >= tightest->slack) continue;
      tightest = std::move(rest);
      left_out = at;
    }
    std::swap(cages[left_out], cages.back());
    cages.pop_back();
    sum = std::move(*tightest);
  }
}

}  // namespace

std::vector<Linear> covering_sums(ModelStore& store, const CellParts& parts, std::span<const Constraint> constraints) {
  const std::size_t variables = store.domains.size();
  std::vector<Cage> loose = find_cages(constraints);
  std::erase_if(loose, [&](const Cage& cage) { return Divider(store, cage.cells).divide().size() == 1; });
  if (loose.size() < 2) return {};
  const auto rows = disjoint_houses(parts.houses, variables);
  std::vector<Linear> implied;
  for (const Family& family : disjoint_families(std::move(loose), variables)) {
    if (family.size() < 2 || family.size() > tuning::kMostCages) continue;
    for (const std::vector<std::size_t>& houses : rows) cover_with_fewer(store, parts, family, houses, implied);
  }
  return implied;
}

}  // namespace sudoku_cp
