#include "lowering/cages.hpp"

#include <algorithm>

namespace sudoku_cp {

std::vector<Cage> find_cages(std::span<const Constraint> constraints) {
  std::vector<Cage> cages;
  for (const Constraint& constraint : constraints) {
    const Linear* linear = std::get_if<Linear>(&constraint);
    if (linear == nullptr || linear->terms.size == 0 || linear->relation != Relation::kEqual) continue;
    const std::int64_t weight = linear->terms[0].weight;
    if (linear->constant % weight != 0) continue;
    Cage cage{{}, linear->constant / weight};
    for (const Term& term : linear->terms) {
      if (term.weight == weight) cage.cells.push_back(term.variable);
    }
    std::ranges::sort(cage.cells);
    if (cage.cells.size() == static_cast<std::size_t>(linear->terms.size) &&
        std::ranges::adjacent_find(cage.cells) == cage.cells.end())
      cages.push_back(std::move(cage));
  }
  return cages;
}

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

}  // namespace sudoku_cp
