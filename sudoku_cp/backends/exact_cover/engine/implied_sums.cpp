// Sums that cages and houses imply. Some neighbouring houses have a known sum. Less that of the cages inside, the cells
// left over, the innies, have one too; so do the cells that cages across the rim have outside, the outies.
//
//   houses   | cage | cage | innies | part of a cage |         sum of the houses = cages + innies + the cage − outies
//                                   |     the cage: inside | outies |
#include <algorithm>
#include <bit>
#include <set>

#include "cells.hpp"

namespace sudoku_cp {
namespace {

constexpr std::size_t kMostHouses = 3;     // taken together
constexpr std::size_t kMostDifferent = 6;  // cells of an implied sum, all different
constexpr std::size_t kMostLoose = 3;      // cells of one that are not, or are innies and outies

// Cells whose sum is known; no two cages share a cell.
struct Cage {
  std::vector<std::int32_t> cells;  // ascending
  std::int64_t sum;
};

// Cells that add up to a known sum once others are taken off.
struct Leftovers {
  std::vector<std::int32_t> innies;
  std::vector<std::int32_t> outies;
  std::int64_t sum;

  void leave_in(std::span<const std::int32_t> cells) { innies.insert(innies.end(), cells.begin(), cells.end()); }

  void take_off(const Cage& cage, std::span<const std::int32_t> outside) {
    outies.insert(outies.end(), outside.begin(), outside.end());
    sum -= cage.sum;
  }

  std::vector<Term> terms() const {
    std::vector<Term> result;
    for (const std::int32_t cell : innies) result.push_back({cell, 1});
    for (const std::int32_t cell : outies) result.push_back({cell, -1});
    return result;
  }
};

// Lists the cages among the constraints, but those that share a cell with an earlier one. Fills in each cell's cage.
std::vector<Cage> find_cages(std::span<const Constraint> constraints, std::vector<std::int32_t>& cage_of) {
  std::vector<Cage> cages;
  for (const Constraint& constraint : constraints) {
    const Linear* linear = std::get_if<Linear>(&constraint);
    if (linear == nullptr || linear->terms.size == 0 || linear->relation != Relation::kEqual) continue;
    const std::int64_t weight = linear->terms[0].weight;
    if (linear->constant % weight != 0) continue;
    Cage cage{{}, linear->constant / weight};
    for (const Term& term : linear->terms) {
      if (term.weight == weight && cage_of[static_cast<std::size_t>(term.variable)] < 0)
        cage.cells.push_back(term.variable);
    }
    std::ranges::sort(cage.cells);
    if (cage.cells.size() != static_cast<std::size_t>(linear->terms.size) ||
        std::ranges::adjacent_find(cage.cells) != cage.cells.end())
      continue;
    for (const std::int32_t cell : cage.cells)
      cage_of[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(cages.size());
    cages.push_back(std::move(cage));
  }
  return cages;
}

// Houses in rows of such that share no cell, each in the first where it fits.
std::vector<std::vector<std::size_t>> disjoint_houses(const Lists<std::int32_t>& houses, std::size_t variables) {
  std::vector<std::vector<std::size_t>> rows;
  std::vector<std::vector<bool>> taken;
  for (std::size_t house = 0; house < houses.size(); ++house) {
    const auto fits = [&](const std::vector<bool>& cells) {
      return std::ranges::none_of(houses[house],
                                  [&](std::int32_t cell) { return cells[static_cast<std::size_t>(cell)]; });
    };
    const auto row = static_cast<std::size_t>(std::ranges::find_if(taken, fits) - taken.begin());
    if (row == rows.size()) {
      rows.emplace_back();
      taken.emplace_back(variables);
    }
    rows[row].push_back(house);
    for (const std::int32_t cell : houses[house]) taken[row][static_cast<std::size_t>(cell)] = true;
  }
  return rows;
}

// What is left of houses with a sum: with every cage across the rim left in, with every one taken off, and with each
// the way that leaves fewer cells.
std::vector<Leftovers> leftovers_of(std::span<const std::int32_t> cells, std::int64_t sum, std::span<const Cage> cages,
                                    std::span<const std::int32_t> cage_of, std::vector<bool>& inside) {
  for (const std::int32_t cell : cells) inside[static_cast<std::size_t>(cell)] = true;
  Leftovers left_in{{}, {}, sum};
  std::vector<std::int32_t> touched;
  for (const std::int32_t cell : cells) {
    const std::int32_t cage = cage_of[static_cast<std::size_t>(cell)];
    if (cage < 0) left_in.innies.push_back(cell);
    else touched.push_back(cage);
  }
  std::ranges::sort(touched);
  touched.erase(std::ranges::unique(touched).begin(), touched.end());
  Leftovers taken_off = left_in;
  Leftovers fewest = left_in;
  for (const std::int32_t at : touched) {
    const Cage& cage = cages[static_cast<std::size_t>(at)];
    std::vector<std::int32_t> parts = cage.cells;
    const auto outside =
        std::ranges::stable_partition(parts, [&](std::int32_t cell) { return inside[static_cast<std::size_t>(cell)]; });
    const std::span<const std::int32_t> in(parts.begin(), outside.begin());
    if (outside.empty()) left_in.take_off(cage, outside);
    else left_in.leave_in(in);
    taken_off.take_off(cage, outside);
    if (outside.size() < in.size()) fewest.take_off(cage, outside);
    else fewest.leave_in(in);
  }
  for (const std::int32_t cell : cells) inside[static_cast<std::size_t>(cell)] = false;
  return {std::move(left_in), std::move(taken_off), std::move(fewest)};
}

}  // namespace

std::vector<Linear> CellModel::implied_sums() {
  const std::size_t variables = building_.domains.size();
  std::vector<std::int32_t> cage_of(variables, -1);
  const std::vector<Cage> cages = find_cages(constraints_, cage_of);
  if (std::ranges::none_of(cages, [](const Cage& cage) { return cage.cells.size() > 1; })) return {};
  std::set<std::vector<std::int32_t>> seen;
  for (const Cage& cage : cages) seen.insert(cage.cells);
  std::vector<Linear> implied;
  std::vector<bool> inside(variables);
  for (const std::vector<std::size_t>& row : disjoint_houses(parts_.houses, variables)) {
    for (std::size_t begin = 0; begin < row.size(); ++begin) {
      std::vector<std::int32_t> cells;
      std::int64_t total = 0;
      for (std::size_t at = begin; at < std::min(row.size(), begin + kMostHouses); ++at) {
        const auto house = parts_.houses[row[at]];
        cells.insert(cells.end(), house.begin(), house.end());
        for (Word rest = parts_.house_values[row[at]]; rest != 0; rest &= rest - 1) {
          total += building_.table(house.front())[static_cast<std::size_t>(std::countr_zero(rest))];
        }
        for (const Leftovers& leftovers : leftovers_of(cells, total, cages, cage_of, inside)) {
          const std::vector<Term> terms = leftovers.terms();
          const bool of_different = (leftovers.innies.empty() || leftovers.outies.empty()) && all_differ(terms);
          if (terms.size() > (of_different ? kMostDifferent : kMostLoose)) continue;
          if (terms.empty() && leftovers.sum == 0) continue;
          std::vector<std::int32_t> scope = leftovers.innies;
          scope.insert(scope.end(), leftovers.outies.begin(), leftovers.outies.end());
          std::ranges::sort(scope);
          if (!seen.insert(std::move(scope)).second) continue;
          implied.push_back({building_.arena.keep(terms), Relation::kEqual, leftovers.sum, {}});
        }
      }
    }
  }
  return implied;
}

}  // namespace sudoku_cp
