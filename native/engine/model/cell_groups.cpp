// Models of some groups of a model's constraints.
#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>

#include "model/cells.hpp"
#include "search/true_candidates.hpp"

namespace sudoku_cp {
namespace {

// The same values in another table, which has them all.
Word converted(Word mask, const ValueTable& from, const ValueTable& to) {
  if (from == to) return mask;
  Word result = 0;
  for (Word rest = mask; rest != 0; rest &= rest - 1) {
    const std::int64_t value = (*from)[static_cast<std::size_t>(std::countr_zero(rest))];
    result |= Word{1} << (std::ranges::lower_bound(*to, value) - to->begin());
  }
  return result;
}

}  // namespace

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

Eliminations CellModel::refuted(std::span<const std::int32_t> groups, std::span<const Word> domains,
                                std::span<const Word> asked, Control& control) const {
  if (asked.size() != domains.size()) throw std::invalid_argument("each cell needs a mask");
  CellModel model = of_groups(groups, domains);
  Solver solver(model.build());
  std::vector<Word> seen(asked.size(), 0);  // in solutions
  const bool is_open = solver.settle();
  const std::vector<Word> alive = is_open ? solver.all_alive() : seen;
  bool is_stopped = false;
  const auto is_refuted = [&](std::size_t variable, Word bit) {
    if ((alive[variable] & bit) == 0) return true;
    if ((seen[variable] & bit) != 0 || is_stopped) return false;
    solver.restart();
    solver.require(static_cast<Slot>(variable * kWordBits) + static_cast<Slot>(std::countr_zero(bit)));
    const Ending ending = solver.advance(control);
    for (std::size_t word = 0; ending == Ending::kSolution && word < seen.size(); ++word)
      seen[word] |= solver.alive(word);
    is_stopped = ending == Ending::kStopped && (!control.nodes || solver.statistics().nodes < *control.nodes);
    return ending == Ending::kExhausted;
  };
  Eliminations result;
  for (std::size_t variable = 0; variable < asked.size(); ++variable) {
    Word impossible = 0;
    for (Word rest = building_.domains[variable] & asked[variable]; rest != 0; rest &= rest - 1) {
      const Word value = rest & -rest;
      if ((domains[variable] & value) == 0 ||
          is_refuted(variable, converted(value, building_.tables[variable], model.tables()[variable]))) {
        impossible |= value;
      }
    }
    if (impossible != 0) result.emplace_back(static_cast<std::int32_t>(variable), impossible);
  }
  return result;
}

std::optional<GroupSolutions> CellModel::eliminations(std::span<const std::int32_t> groups,
                                                      std::span<const Word> domains, Control& control,
                                                      std::span<const Word> known) const {
  CellModel model = of_groups(groups, domains);
  const auto problem = model.build();
  std::vector<Word> built_known;
  for (std::size_t variable = 0; variable < known.size(); ++variable) {
    built_known.push_back(converted(known[variable], building_.tables[variable], model.tables()[variable]));
  }
  const TrueCandidates found = find_true_candidates(problem, {}, control, 1, built_known);
  if (!found.complete) return std::nullopt;
  const auto declared = [&](const std::vector<Word>& masks) {
    std::vector<Word> result(domains.size());
    for (std::size_t variable = 0; variable < domains.size(); ++variable) {
      result[variable] = converted(masks[variable], model.tables()[variable], building_.tables[variable]);
    }
    return result;
  };
  GroupSolutions result;
  const std::vector<Word> seen = declared(found.seen);
  for (std::size_t variable = 0; variable < domains.size(); ++variable) {
    const Word removed = building_.domains[variable] & domains[variable] & ~seen[variable];
    if (removed != 0) result.eliminations.emplace_back(static_cast<std::int32_t>(variable), removed);
  }
  for (const std::vector<Word>& cover : found.covers) result.solutions.push_back(declared(cover));
  return result;
}

}  // namespace sudoku_cp
