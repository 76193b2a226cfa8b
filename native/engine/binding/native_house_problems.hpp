// The latest problems that have nothing but variables and houses. Models of the same grid share one, with the plans
// that its searches have made.
#pragma once

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "binding/native_problem.hpp"
#include "tuning.hpp"

namespace sudoku_cp {

struct Houses {
  std::vector<Word> domains;
  std::vector<ValueTable> tables;
  std::vector<Variables> houses;

  bool operator==(const Houses& other) const {
    return domains == other.domains && houses == other.houses && has_tables_of(other);
  }

 private:
  // Neighbouring variables mostly share a table, which is compared once.
  bool has_tables_of(const Houses& other) const {
    if (tables.size() != other.tables.size()) return false;
    for (std::size_t at = 0; at < tables.size(); ++at) {
      const bool is_new = at == 0 || tables[at] != tables[at - 1] || other.tables[at] != other.tables[at - 1];
      if (is_new && *tables[at] != *other.tables[at]) return false;
    }
    return true;
  }
};

class HouseProblems {
 public:
  std::optional<PyProblem> find(const Houses& houses) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(kept_, houses, &Kept::houses);
    if (found == kept_.end()) return std::nullopt;
    return found->problem;
  }

  void keep(Houses houses, const PyProblem& problem) {
    const std::lock_guard lock(mutex_);
    if (kept_.size() == tuning::kMostHouseProblems) kept_.pop_back();
    kept_.push_front({std::move(houses), problem});
  }

 private:
  struct Kept {
    Houses houses;
    PyProblem problem;
  };

  std::mutex mutex_;
  std::deque<Kept> kept_;
};

}  // namespace sudoku_cp
