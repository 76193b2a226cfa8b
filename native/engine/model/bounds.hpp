// Variables by bounds, and what holds between them, beside a model of masks: what clause learning reasons with where masks
// have one bit for many values of a number.
//
// A variable by bounds is a function of masks: base + Σ weight · digit, as numbers are of their decimal digits. So a
// search that knows nothing of bounds finds the same solutions, and all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "constraints/store.hpp"

namespace sudoku_cp {

struct BoundsVariable {
  std::int64_t low, high;
  std::int64_t base;
  std::vector<std::pair<std::int64_t, std::int32_t>> digits;  // weights and variables, the heaviest first
};

// What a literal says.
struct BoundsCondition {
  enum class Kind : std::uint8_t { kTakes, kAtMost, kTruth };

  Kind kind;
  std::int32_t at;     // a variable by mask that takes the value, one by bounds that is at most as large, or a truth
  std::int64_t value;  // unused by truths
  bool negated;
};

// Σ weight · variable + Σ of the weights of the conditions that hold ≤ constant, if `when` holds.
struct BoundsSum {
  std::vector<std::pair<std::int64_t, std::int32_t>> terms;
  std::vector<std::pair<std::int64_t, BoundsCondition>> conditions;
  std::int64_t constant;
  std::optional<BoundsCondition> when;
};

class BoundsModel {
 public:
  // Each throws std::invalid_argument or std::out_of_range, also where a total may have more than 61 bits.
  std::int32_t add_variable(const ModelStore& store, BoundsVariable variable);
  void add_clause(const ModelStore& store, std::vector<BoundsCondition> conditions);
  void add_sum(const ModelStore& store, BoundsSum sum);
  // The cost of a solution is the sum less its constant.
  void set_cost(const ModelStore& store, BoundsSum sum);

  // A statement that is true or false, of which only what is declared here is known.
  std::int32_t add_truth() { return truths_++; }

  bool empty() const { return variables_.empty(); }
  const std::vector<BoundsVariable>& variables() const { return variables_; }
  std::int32_t truths() const { return truths_; }
  const std::vector<std::vector<BoundsCondition>>& clauses() const { return clauses_; }
  const std::vector<BoundsSum>& sums() const { return sums_; }
  const std::optional<BoundsSum>& cost() const { return cost_; }

 private:
  void check(const ModelStore& store, const BoundsCondition& condition) const;
  void check(const ModelStore& store, const BoundsSum& sum) const;

  std::vector<BoundsVariable> variables_;
  std::int32_t truths_ = 0;
  std::vector<std::vector<BoundsCondition>> clauses_;
  std::vector<BoundsSum> sums_;
  std::optional<BoundsSum> cost_;
};

}  // namespace sudoku_cp
