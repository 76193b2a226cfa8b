// Constraint models small enough for brute force, built for the engine and said in plain lambdas.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "model/builder.hpp"
#include "search/solver.hpp"

namespace sudoku_cp::testing {

using Numbers = std::vector<std::int64_t>;
using Meaning = std::function<bool(const Numbers&)>;  // of the values of all variables

// A constraint for the engine, and in plain words.
struct Said {
  std::function<Constraint(ModelStore&)> declare;
  Meaning meaning;
};

template <typename Declared, typename... Arguments>
Said said(Meaning meaning, const Arguments&... arguments) {
  return {[=](ModelStore& store) { return Declared::declare(store, arguments...); }, std::move(meaning)};
}

// The variable of a number as constraints take it.
inline std::optional<std::int32_t> variable_of(const Number& number) {
  return number.variable < 0 ? std::nullopt : std::optional(number.variable);
}

class SmallModel {
 public:
  void add_variable(Numbers domain);
  void add_all_different(const std::vector<std::int32_t>& cells);
  void add(Said said);
  // So many of the parts hold, each told with its negation.
  void add_combination(const std::vector<std::pair<Said, Said>>& parts, Relation relation, std::int32_t constant);
  void add_cost(std::int32_t cell, std::int64_t weight);

  std::size_t variables() const { return domains_.size(); }
  const Numbers& domain(std::int32_t cell) const { return domains_[static_cast<std::size_t>(cell)]; }
  bool has_costs() const { return has_costs_; }

  // Brute force.
  std::set<Numbers> solutions() const;
  bool holds(const Numbers& values) const;
  bool differs(const Numbers& values) const;  // wherever cells must
  std::int64_t cost(const Numbers& values) const;

  // Once; afterwards masks can be read.
  std::shared_ptr<const Problem> build() { return model_.build(); }
  Numbers values(const std::vector<Word>& alive) const;
  std::vector<int> bits(const Numbers& values) const;
  const Numbers& table(std::int32_t cell) const { return *model_.tables()[static_cast<std::size_t>(cell)]; }

 private:
  ModelBuilder model_;
  std::vector<Numbers> domains_;
  std::vector<std::vector<std::size_t>> differ_;  // of each variable: those up to it that have another value
  std::vector<Meaning> meanings_;
  std::vector<std::pair<std::int32_t, std::int64_t>> costs_;
  bool has_costs_ = false;
};

bool relates(std::int64_t left, Relation relation, std::int64_t right);

// A sudoku with boxes of that height and width; boxes of height 1 are the rows again.
SmallModel grid(std::int32_t size, std::int32_t box_height, std::int32_t box_width);

// Latin squares of a size.
constexpr std::int64_t kSquaresOf4 = 576;
constexpr std::int64_t kSquaresOf5 = 161'280;

constexpr std::int64_t kExtraValues[] = {0, 20, 45, 60};  // masks of 16, 32 and 64 bits; several tables of values

// A model with up to four variables and constraints of all kinds. Masks hold `extra_values` more values than it needs.
SmallModel random_model(std::mt19937& random, std::int64_t extra_values);

// A model of sums of products, some of them parts of a combination, on up to three cells with up to a dozen values.
SmallModel random_products(std::mt19937& random);

}  // namespace sudoku_cp::testing
