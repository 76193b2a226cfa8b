// Importing and exporting clauses, and searching in different ways.
#include <algorithm>
#include <random>
#include <utility>

#include "cdcl/cdcl.hpp"

namespace sudoku_cp {

void CdclSearch::diversify(std::uint32_t seed) {
  std::minstd_rand random(seed);
  for (std::size_t option = 0; option < options_.size(); ++option) {
    saved_phase_[option] = random() % 2;
    if (random() % tuning::kOptionsOfBump == 0) order_.bump(static_cast<std::int32_t>(option));
  }
}

void CdclSearch::export_clause(std::uint32_t lbd) {
  SUDOKU_CP_ASSERT(lbd > 0 && lbd <= learned_.size());
  if (!shares_clauses_ || lbd > tuning::kLowLbd) return;
  // Each search makes its own literals of bounds.
  if (std::ranges::all_of(learned_, [&](Literal literal) { return is_of_mask(literal); }))
    exported_.push_back(learned_);
}

std::vector<std::vector<Literal>> CdclSearch::take_exported() { return std::exchange(exported_, {}); }

void CdclSearch::import_clause(std::vector<Literal> clause) { imported_.push_back(std::move(clause)); }

void CdclSearch::add_imported() {
  for (std::vector<Literal>& clause : std::exchange(imported_, {})) add_clause(std::move(clause));
}

void CdclSearch::remove_refuted(std::span<Word> domains) const {
  const std::size_t end = level() == 0 ? trail_.size() : level_begin_.front();
  for (std::size_t at = 0; at < end; ++at) {
    const std::int32_t option = option_of(trail_[at]);
    if (!is_taken(trail_[at]) && is_of_mask(trail_[at]))
      domains[options_.variable_of(option)] &= ~options_.bit_of(option);
  }
}

}  // namespace sudoku_cp
