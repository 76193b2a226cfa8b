// Models of some groups of a model's constraints.
#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>

#include "cells.hpp"
#include "true_candidates.hpp"

namespace sudoku_cp {

void CellModel::close_group() {
  group_ends_.push_back({building_.houses.size(), constraints_.size(), part_constraints_.size()});
}

CellModel CellModel::of_groups(std::span<const std::int32_t> groups, std::span<const Word> domains) const {
  if (domains.size() != building_.domains.size()) throw std::invalid_argument("each cell needs a mask");
  CellModel model;
  model.building_ = building_;
  model.building_.houses.clear();
  for (std::size_t variable = 0; variable < domains.size(); ++variable) {
    model.building_.domains[variable] &= domains[variable];
    model.parts_.contradiction |= model.building_.domains[variable] == 0;
  }
  // Combinations name parts by number, so the parts of other groups leave a place: a sum of nothing, which holds.
  model.part_constraints_.assign(part_constraints_.size(), Linear{{}, Relation::kEqual, 0, {}});
  for (const std::int32_t group : groups) {
    const auto at = static_cast<std::size_t>(group);
    if (group < 0 || at >= group_ends_.size()) throw std::out_of_range("there is no such group");
    const GroupEnd begin = group == 0 ? GroupEnd{0, 0, 0} : group_ends_[at - 1];
    const GroupEnd end = group_ends_[at];
    const auto copy = [](const auto& all, std::size_t from, std::size_t to, auto target) {
      std::copy(all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(to), target);
    };
    copy(building_.houses, begin.houses, end.houses, std::back_inserter(model.building_.houses));
    copy(constraints_, begin.constraints, end.constraints, std::back_inserter(model.constraints_));
    copy(part_constraints_, begin.parts, end.parts,
         model.part_constraints_.begin() + static_cast<std::ptrdiff_t>(begin.parts));
  }
  return model;
}

std::optional<bool> CellModel::has_solution(std::span<const std::int32_t> groups, std::span<const Word> domains,
                                            Control& control) const {
  Solver solver(of_groups(groups, domains).build());
  solver.restart();
  const Ending ending = solver.advance(control);
  return ending == Ending::kStopped ? std::nullopt : std::optional(ending == Ending::kSolution);
}

std::optional<Eliminations> CellModel::eliminations(std::span<const std::int32_t> groups, std::span<const Word> domains,
                                                    Control& control) const {
  CellModel model = of_groups(groups, domains);
  const TrueCandidates found = find_true_candidates(model.build(), {}, control, 1);
  if (!found.complete) return std::nullopt;
  Eliminations eliminations;
  for (std::size_t variable = 0; variable < domains.size(); ++variable) {
    const ValueTable& declared = building_.tables[variable];
    const ValueTable& built = model.tables()[variable];
    Word removed = building_.domains[variable] & domains[variable];
    for (Word rest = found.seen[variable]; rest != 0; rest &= rest - 1) {
      const auto bit = std::countr_zero(rest);
      const std::int64_t value = (*built)[static_cast<std::size_t>(bit)];
      removed &=
          ~(Word{1} << (declared == built ? bit : std::ranges::lower_bound(*declared, value) - declared->begin()));
    }
    if (removed != 0) eliminations.emplace_back(static_cast<std::int32_t>(variable), removed);
  }
  return eliminations;
}

}  // namespace sudoku_cp
