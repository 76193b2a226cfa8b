#include "search/group_solver.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "search/solver.hpp"
#include "search/true_candidates.hpp"

namespace sudoku_cp {
namespace {

// The mask of the same values in another table, which has them all.
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

GroupSolver::GroupSolver(const ModelBuilder& model, std::span<const std::int32_t> groups, std::span<const Word> domains)
    : declared_(model), domains_(domains), model_(model.of_groups(groups, domains)), problem_(model_.build()) {}

std::optional<bool> GroupSolver::has_solution(Control& control) const {
  Solver solver(problem_);
  solver.restart();
  const Ending ending = solver.advance(control);
  return ending == Ending::kStopped ? std::nullopt : std::optional(ending == Ending::kSolution);
}

Eliminations GroupSolver::refuted(std::span<const Word> asked, Control& control) const {
  if (asked.size() != domains_.size()) throw std::invalid_argument("each cell needs a mask");
  Solver solver(problem_);
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
    for (Word rest = declared_.domains()[variable] & asked[variable]; rest != 0; rest &= rest - 1) {
      const Word value = rest & -rest;
      if ((domains_[variable] & value) == 0 ||
          is_refuted(variable, converted(value, declared_.tables()[variable], model_.tables()[variable]))) {
        impossible |= value;
      }
    }
    if (impossible != 0) result.emplace_back(static_cast<std::int32_t>(variable), impossible);
  }
  return result;
}

std::optional<GroupSolutions> GroupSolver::eliminations(Control& control, std::span<const Word> known) const {
  std::vector<Word> built_known;
  for (std::size_t variable = 0; variable < known.size(); ++variable) {
    built_known.push_back(converted(known[variable], declared_.tables()[variable], model_.tables()[variable]));
  }
  const TrueCandidates found = find_true_candidates(problem_, {}, control, 1, built_known);
  if (!found.complete) return std::nullopt;
  const auto declared = [&](const std::vector<Word>& masks) {
    std::vector<Word> result(domains_.size());
    for (std::size_t variable = 0; variable < domains_.size(); ++variable) {
      result[variable] = converted(masks[variable], model_.tables()[variable], declared_.tables()[variable]);
    }
    return result;
  };
  GroupSolutions result;
  const std::vector<Word> seen = declared(found.seen);
  for (std::size_t variable = 0; variable < domains_.size(); ++variable) {
    const Word removed = declared_.domains()[variable] & domains_[variable] & ~seen[variable];
    if (removed != 0) result.eliminations.emplace_back(static_cast<std::int32_t>(variable), removed);
  }
  for (const std::vector<Word>& cover : found.covers) result.solutions.push_back(declared(cover));
  return result;
}

}  // namespace sudoku_cp
