#include "search/witnesses.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "search/control.hpp"
#include "tuning.hpp"

namespace sudoku_cp {
std::optional<Eliminations> Witnesses::eliminations(const ModelBuilder& model, const std::vector<std::int32_t>& groups,
                                                    std::span<const Word> domains, Control& control) {
  std::vector<Word> left(domains.begin(), domains.end()), seen;
  Known known;
  if (std::optional<Known> recalled = recall(groups, domains)) {
    known = std::move(*recalled);
    seen.assign(domains.size(), 0);
    for (std::size_t variable = 0; variable < left.size(); ++variable) {
      left[variable] &= ~known.impossible[variable];
      for (const Solution& solution : known.solutions) seen[variable] |= Word{1} << solution[variable];
    }
  }
  if (seen != left || left.empty()) {
    const std::optional<GroupSolutions> found = GroupSolver(model, groups, left).eliminations(control, seen);
    if (!found) return std::nullopt;
    for (const std::vector<Word>& masks : found->solutions) {
      SUDOKU_CP_ASSERT(masks.size() == domains.size() && std::ranges::all_of(masks, std::has_single_bit<Word>));
      Solution& solution = known.solutions.emplace_back();
      for (const Word mask : masks) solution.push_back(static_cast<std::uint8_t>(std::countr_zero(mask)));
    }
  }
  known.domains.assign(domains.begin(), domains.end());
  known.impossible = known.domains;
  for (const Solution& solution : known.solutions) {
    for (std::size_t variable = 0; variable < domains.size(); ++variable) {
      known.impossible[variable] &= ~(Word{1} << solution[variable]);
    }
  }
  Eliminations eliminations;
  for (std::size_t variable = 0; variable < domains.size(); ++variable) {
    const Word removed = known.impossible[variable] & model.domains()[variable];
    if (removed != 0) eliminations.emplace_back(static_cast<std::int32_t>(variable), removed);
  }
  remember(groups, std::move(known));
  return eliminations;
}

std::optional<Witnesses::Known> Witnesses::recall(const std::vector<std::int32_t>& groups,
                                                  std::span<const Word> domains) {
  const std::lock_guard lock(mutex_);
  const auto place = known_.find(groups);
  if (place == known_.end() || place->second.domains.size() != domains.size()) return std::nullopt;
  const Known& before = place->second;
  for (std::size_t variable = 0; variable < domains.size(); ++variable) {
    if ((domains[variable] & ~before.domains[variable]) != 0) return std::nullopt;
  }
  Known known{{}, before.impossible, {}};
  std::ranges::copy_if(before.solutions, std::back_inserter(known.solutions), [&](const Solution& solution) {
    for (std::size_t variable = 0; variable < domains.size(); ++variable) {
      if ((domains[variable] >> solution[variable] & 1) == 0) return false;
    }
    return true;
  });
  return known.solutions.empty() ? std::nullopt : std::optional(std::move(known));
}

void Witnesses::remember(const std::vector<std::int32_t>& groups, Known known) {
  const std::size_t bytes = (known.solutions.size() + 2 * sizeof(Word)) * known.domains.size();
  const std::lock_guard lock(mutex_);
  size_ += bytes;
  if (size_ > tuning::kMostBytesOfWitnesses) {
    known_.clear();
    size_ = bytes;
  }
  known_.insert_or_assign(groups, std::move(known));
}

}  // namespace sudoku_cp
