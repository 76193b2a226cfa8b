// Variables by bounds against brute force: clause learning alone, on models of which masks say nothing.
#include "model/bounds.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "cdcl/cdcl.hpp"
#include "check.hpp"
#include "cpu.hpp"
#include "levels.hpp"
#include "models.hpp"

namespace sudoku_cp::testing {
namespace {

using Kind = BoundsCondition::Kind;

// A model of a few variables by bounds, and what it means.
class BoundsCase {
 public:
  explicit BoundsCase(std::mt19937& random) : random_(random) {
    constexpr std::int64_t kScales[] = {1, 1, 7, std::int64_t{1} << 16, std::int64_t{1} << 33};
    scale_ = kScales[below(5)];
    for (std::int64_t left = 1 + below(3); left > 0; --left) add_number();
    truths_ = below(4);
    for (std::int64_t left = truths_; left > 0; --left) model_.bounds().add_truth();
    for (std::int64_t left = below(4); left > 0; --left) add_clause();
    for (std::int64_t left = below(4); left > 0; --left) add_sum();
    if (below(3) == 0) {
      cost_ = sum();
      cost_->when.reset();
      std::erase_if(cost_->conditions, [](const auto& term) { return term.second.kind == Kind::kTruth; });
      model_.bounds().set_cost(model_.store(), *cost_);
    }
  }

  bool has_cost() const { return cost_.has_value(); }
  std::int64_t cost(const Numbers& values) const { return total(*cost_, values, 0) - cost_->constant; }

  std::set<Numbers> solutions() const {
    std::set<Numbers> found;
    Numbers values;
    extend(values, found);
    return found;
  }

  std::shared_ptr<const Problem> build() { return model_.build(); }

  Numbers values(std::span<const Word> solution) const {
    Numbers values;
    for (std::size_t at = 0; at < solution.size(); ++at) {
      values.push_back((*model_.tables()[at])[static_cast<std::size_t>(std::countr_zero(solution[at]))]);
    }
    return values;
  }

 private:
  std::int64_t below(std::int64_t limit) { return static_cast<std::int64_t>(random_() % static_cast<unsigned>(limit)); }

  void add_number() {
    BoundsVariable number{0, 0, scale_ * (below(9) - 4), {}};
    std::int64_t least = number.base;
    std::int64_t weight = 1;
    std::int64_t spread = 0;
    for (std::int64_t left = 1 + below(3); left > 0; --left) {
      Numbers domain;
      for (std::int64_t value = below(2); std::ssize(domain) < 2 + below(3); value += 1 + below(4) / 3)
        domain.push_back(value * (spread == 0 ? scale_ : 1));
      domains_.push_back(domain);
      model_.add_variable(std::make_shared<const Numbers>(domain));
      number.digits.insert(number.digits.begin(), {weight, static_cast<std::int32_t>(domains_.size()) - 1});
      least += weight * domain.front();
      spread += weight * (domain.back() - domain.front());
      weight = spread + 1 + below(3);
    }
    number.low = least + (below(3) == 0 ? below(1 + spread / 3) : 0);
    number.high = least + spread - (below(3) == 0 ? below(1 + spread / 3) : 0);
    if (number.low > number.high) std::swap(number.low, number.high);
    model_.bounds().add_variable(model_.store(), number);
    numbers_.push_back(number);
  }

  BoundsCondition condition() {
    const std::int64_t kind = below(truths_ > 0 ? 3 : 2);
    const bool negated = below(2) == 0;
    if (kind == 2) return {Kind::kTruth, static_cast<std::int32_t>(below(truths_)), 0, negated};
    if (kind == 1) {
      const std::int64_t at = below(std::ssize(numbers_));
      const BoundsVariable& number = numbers_[static_cast<std::size_t>(at)];
      const std::int64_t value = number.low - scale_ + (number.high - number.low + 2 * scale_) / 12 * below(13);
      return {Kind::kAtMost, static_cast<std::int32_t>(at), value + below(2), negated};
    }
    const std::int64_t at = below(std::ssize(domains_));
    const Numbers& domain = domains_[static_cast<std::size_t>(at)];
    const std::int64_t value = domain[static_cast<std::size_t>(below(std::ssize(domain)))] + below(9) / 8;
    return {Kind::kTakes, static_cast<std::int32_t>(at), value, negated};
  }

  void add_clause() {
    std::vector<BoundsCondition> clause;
    for (std::int64_t left = 1 + below(3); left > 0; --left) clause.push_back(condition());
    model_.bounds().add_clause(model_.store(), clause);
    clauses_.push_back(clause);
  }

  BoundsSum sum() {
    BoundsSum made{{}, {}, 0, std::nullopt};
    std::int64_t middle = 0;
    for (std::int64_t left = 1 + below(4); left > 0; --left) {
      const std::int64_t at = below(std::ssize(numbers_));
      const BoundsVariable& number = numbers_[static_cast<std::size_t>(at)];
      made.terms.emplace_back(below(7) - 3, static_cast<std::int32_t>(at));
      middle += made.terms.back().first * (number.low + (number.high - number.low) / 4 * below(5));
    }
    for (std::int64_t left = below(3); left > 0; --left) {
      made.conditions.emplace_back(scale_ * (below(7) - 3), condition());
      middle += made.conditions.back().first * below(2);
    }
    made.constant = middle + below(3) - 1;
    if (below(2) == 0) made.when = condition();
    return made;
  }

  void add_sum() {
    sums_.push_back(sum());
    model_.bounds().add_sum(model_.store(), sums_.back());
  }

  std::int64_t value_of(const BoundsVariable& number, const Numbers& values) const {
    std::int64_t value = number.base;
    for (const auto& [weight, digit] : number.digits) value += weight * values[static_cast<std::size_t>(digit)];
    return value;
  }

  bool holds(const BoundsCondition& condition, const Numbers& values, std::int64_t truths) const {
    const auto at = static_cast<std::size_t>(condition.at);
    switch (condition.kind) {
      case Kind::kTakes:
        return (values[at] == condition.value) != condition.negated;
      case Kind::kAtMost:
        return (value_of(numbers_[at], values) <= condition.value) != condition.negated;
      case Kind::kTruth:
        return (truths >> at & 1) != (condition.negated ? 1 : 0);
    }
    return false;
  }

  std::int64_t total(const BoundsSum& sum, const Numbers& values, std::int64_t truths) const {
    std::int64_t total = 0;
    for (const auto& [weight, at] : sum.terms)
      total += weight * value_of(numbers_[static_cast<std::size_t>(at)], values);
    for (const auto& [weight, condition] : sum.conditions) total += holds(condition, values, truths) ? weight : 0;
    return total;
  }

  bool holds(const Numbers& values, std::int64_t truths) const {
    for (const auto& clause : clauses_) {
      if (std::ranges::none_of(clause, [&](const auto& each) { return holds(each, values, truths); })) return false;
    }
    return std::ranges::all_of(sums_, [&](const BoundsSum& sum) {
      return (sum.when && !holds(*sum.when, values, truths)) || total(sum, values, truths) <= sum.constant;
    });
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  void extend(Numbers& values, std::set<Numbers>& found) const {
    if (values.size() < domains_.size()) {
      for (const std::int64_t value : domains_[values.size()]) {
        values.push_back(value);
        extend(values, found);
        values.pop_back();
      }
      return;
    }
    for (const BoundsVariable& number : numbers_) {
      const std::int64_t value = value_of(number, values);
      if (value < number.low || value > number.high) return;
    }
    for (std::int64_t truths = 0; truths < std::int64_t{1} << truths_; ++truths) {
      if (!holds(values, truths)) continue;
      found.insert(values);
      return;
    }
  }

  std::mt19937& random_;
  std::int64_t scale_;
  ModelBuilder model_;
  std::vector<Numbers> domains_;
  std::vector<BoundsVariable> numbers_;
  std::int64_t truths_ = 0;
  std::vector<std::vector<BoundsCondition>> clauses_;
  std::vector<BoundsSum> sums_;
  std::optional<BoundsSum> cost_;
};

TEST(bounds_find_each_solution_once) {
  std::mt19937 random = random_of_level(47);
  std::int64_t solutions = 0;
  std::int64_t conflicts = 0;
  for (int again = 0; again < 3000 * times_as_long(); ++again) {
    BoundsCase model(random);
    const std::set<Numbers> expected = model.solutions();
    const auto problem = model.build();
    CdclSearch search(*problem, problem->functions(kernel_of_this_cpu()), problem->domains());
    if (again % 3 == 0) search.go_at_random(static_cast<std::uint32_t>(again) + 1);
    std::set<Numbers> found;
    while (search.run(INT64_MAX / 2, INT64_MAX) == Outcome::kSolution) {
      CHECK(found.insert(model.values(search.solution())).second);
    }
    CHECK(found == expected);
    solutions += std::ssize(found);
    conflicts += search.conflicts();
  }
  CHECK(solutions > 1000 && conflicts > 1000);
}

TEST(bounds_find_the_least_cost) {
  std::mt19937 random = random_of_level(47);
  std::int64_t priced = 0;
  for (int again = 0; again < 3000 * times_as_long(); ++again) {
    BoundsCase model(random);
    if (!model.has_cost()) continue;
    const std::set<Numbers> expected = model.solutions();
    const auto problem = model.build();
    CdclSearch search(*problem, problem->functions(kernel_of_this_cpu()), problem->domains());
    std::optional<std::int64_t> best;
    while (search.run(INT64_MAX / 2, INT64_MAX) == Outcome::kSolution) {
      const Numbers values = model.values(search.solution());
      CHECK(expected.contains(values));
      CHECK(!best || model.cost(values) < *best);
      best = model.cost(values);
      search.set_incumbent(*best);
    }
    CHECK(best.has_value() == !expected.empty());
    for (const Numbers& values : expected) CHECK(model.cost(values) >= *best);
    ++priced;
  }
  CHECK(priced > 500);
}

TEST(bounds_refuse_what_they_cannot_express) {
  ModelBuilder model;
  model.add_variable(std::make_shared<const Numbers>(Numbers{0, 1, 2}));
  model.add_variable(std::make_shared<const Numbers>(Numbers{0, 1, 2, 3}));
  const auto declare = [&](BoundsVariable variable) { model.bounds().add_variable(model.store(), variable); };
  CHECK_THROWS(std::invalid_argument, declare({0, 9, 0, {}}));
  CHECK_THROWS(std::invalid_argument, declare({1, 0, 0, {{1, 0}}}));
  CHECK_THROWS(std::invalid_argument, declare({0, 9, 0, {{3, 0}, {1, 1}}}));  // the second digit adds 3
  CHECK_THROWS(std::invalid_argument, declare({0, INT64_MAX, 0, {{1, 0}}}));
  CHECK_THROWS(std::invalid_argument, declare({0, 9, INT64_MIN, {{1, 0}}}));
  CHECK_THROWS(std::out_of_range, declare({0, 9, 0, {{1, 2}}}));
  declare({0, std::int64_t{1} << 60, 0, {{4, 0}, {1, 1}}});
  const auto add = [&](BoundsSum sum) { model.bounds().add_sum(model.store(), std::move(sum)); };
  CHECK_THROWS(std::out_of_range, add({{{1, 1}}, {}, 0, std::nullopt}));
  CHECK_THROWS(std::invalid_argument, add({{{3, 0}}, {}, 0, std::nullopt}));
  CHECK_THROWS(std::invalid_argument, add({{{INT64_MIN, 0}}, {}, 0, std::nullopt}));
  CHECK_THROWS(std::invalid_argument, add({{}, {}, INT64_MAX, std::nullopt}));
  CHECK_THROWS(std::out_of_range, add({{}, {{1, {Kind::kTruth, 0, 0, false}}}, 0, std::nullopt}));
  CHECK_THROWS(std::out_of_range, add({{}, {}, 0, BoundsCondition{Kind::kTakes, 2, 0, false}}));
  CHECK_THROWS(std::out_of_range, model.bounds().add_clause(model.store(), {{Kind::kAtMost, 1, 0, true}}));
}

}  // namespace
}  // namespace sudoku_cp::testing
