#include "model/bounds.hpp"

#include <algorithm>
#include <stdexcept>

namespace sudoku_cp {
namespace {

// So far from the ends of 64 bits that two totals can be added.
constexpr std::int64_t kMostOfBounds = std::int64_t{1} << 61;

// Adds |weight| · magnitude to a total, and refuses totals that are too large.
void grow(std::int64_t& total, std::int64_t weight, std::int64_t magnitude) {
  std::int64_t product = 0;
  if (weight == INT64_MIN || magnitude == INT64_MIN ||
      __builtin_mul_overflow(weight < 0 ? -weight : weight, magnitude < 0 ? -magnitude : magnitude, &product) ||
      __builtin_add_overflow(total, product, &total) || total > kMostOfBounds) {
    throw std::invalid_argument("a sum of bounds may be too large");
  }
}

}  // namespace

std::int32_t BoundsModel::add_variable(const ModelStore& store, BoundsVariable variable) {
  if (variable.digits.empty()) throw std::invalid_argument("a variable by bounds needs a variable by mask");
  std::int64_t total = 0;
  grow(total, 1, variable.base);
  grow(total, 1, variable.low);
  grow(total, 1, variable.high);
  std::int64_t below = 0;  // how much the digits after this one can add
  for (auto digit = variable.digits.rbegin(); digit != variable.digits.rend(); ++digit) {
    const auto [weight, at] = *digit;
    const auto values = store.table(store.variable(at));
    grow(total, weight, std::max(std::max(values.back(), -values.back()), std::max(values.front(), -values.front())));
    if (weight <= below) throw std::invalid_argument("a digit must weigh more than all after it");
    below += weight * (values.back() - values.front());
  }
  if (variable.low > variable.high) throw std::invalid_argument("a variable by bounds needs a value");
  variables_.push_back(std::move(variable));
  return static_cast<std::int32_t>(variables_.size()) - 1;
}

void BoundsModel::check(const ModelStore& store, const BoundsCondition& condition) const {
  const auto limit =
      condition.kind == BoundsCondition::Kind::kAtMost ? static_cast<std::int32_t>(variables_.size()) : truths_;
  if (condition.kind == BoundsCondition::Kind::kTakes) store.variable(condition.at);
  else if (condition.at < 0 || condition.at >= limit) throw std::out_of_range("there is no such variable by bounds");
}

void BoundsModel::check(const ModelStore& store, const BoundsSum& sum) const {
  std::int64_t total = 0;
  grow(total, 1, sum.constant);
  for (const auto& [weight, at] : sum.terms) {
    if (at < 0 || at >= static_cast<std::int32_t>(variables_.size())) {
      throw std::out_of_range("there is no such variable by bounds");
    }
    const BoundsVariable& variable = variables_[static_cast<std::size_t>(at)];
    grow(total, weight, variable.low);
    grow(total, weight, variable.high);
  }
  for (const auto& [weight, condition] : sum.conditions) {
    check(store, condition);
    grow(total, weight, 1);
  }
  if (sum.when) check(store, *sum.when);
}

void BoundsModel::add_clause(const ModelStore& store, std::vector<BoundsCondition> conditions) {
  for (const BoundsCondition& condition : conditions) check(store, condition);
  clauses_.push_back(std::move(conditions));
}

void BoundsModel::add_sum(const ModelStore& store, BoundsSum sum) {
  check(store, sum);
  sums_.push_back(std::move(sum));
}

void BoundsModel::set_cost(const ModelStore& store, BoundsSum sum) {
  check(store, sum);
  cost_ = std::move(sum);
}

}  // namespace sudoku_cp
