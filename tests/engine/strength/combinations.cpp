// Constraints of which some hold.
#include <algorithm>
#include <numeric>

#include "oracles.hpp"

namespace sudoku_cp::testing::combinations {
namespace {

// A constraint with its negation.
struct Part {
  Scope scope;
  Holds holds;
  Said said;
  Said negation;
};

template <typename Declared>
Said said_of(const Scope& scope, const Holds& holds, const auto&... arguments) {
  const Meaning meaning = [scope, holds](const Numbers& values) {
    Numbers own;
    for (const std::int32_t cell : scope) own.push_back(values[static_cast<std::size_t>(cell)]);
    return holds(own);
  };
  return said<Declared>(meaning, arguments...);
}

Holds no(const Holds& holds) {
  return [holds](const Numbers& values) { return !holds(values); };
}

// Parts that are domain consistent either way.
Part strong_part(const Case& made, Draw& draw, const Scope& all) {
  const Scope cells = draw.some_of(all, 3);
  const Numbers own = witness_of(made, cells);
  if (draw.one_in(2)) {
    Numbers weights;
    for (std::size_t at = 0; at < cells.size(); ++at) weights.push_back(draw.one_of(Numbers{-2, -1, 1, 2}));
    const auto total = [=](const Numbers& values) {
      return std::inner_product(weights.begin(), weights.end(), values.begin(), std::int64_t{0});
    };
    const std::int64_t constant = total(own) + draw.between(-2, 2);
    const Holds holds = [=](const Numbers& values) { return total(values) <= constant; };
    return {cells, holds, said_of<Linear>(cells, holds, cells, weights, Relation::kAtMost, constant),
            said_of<Linear>(cells, no(holds), cells, weights, Relation::kAtLeast, constant + 1)};
  }
  const Numbers listed = draw.some_of(Numbers{-2, -1, 0, 1, 2, 3}, 3);
  const auto count = [=](const Numbers& values) {
    return std::ranges::count_if(values,
                                 [&](std::int64_t value) { return std::ranges::find(listed, value) != listed.end(); });
  };
  const std::int64_t number = count(own) + (draw.one_in(3) ? draw.between(-1, 1) : 0);
  const Holds holds = [=](const Numbers& values) { return count(values) == number; };
  return {cells, holds, said_of<Count>(cells, holds, cells, listed, Relation::kEqual, std::nullopt, number),
          said_of<Count>(cells, no(holds), cells, listed, Relation::kUnequal, std::nullopt, number)};
}

// Parts that are less, or only when they do not hold.
Part weak_part(const Case& made, Draw& draw, const Scope& all) {
  Scope cells = draw.some_of(all, 4);
  draw.shuffle(cells);
  const std::int64_t start = draw.between(-3, 1);
  switch (draw.below(3)) {
    case 0: {
      const Holds holds = [=](const Numbers& values) {
        std::int64_t largest = start;
        for (const std::int64_t value : values) {
          if (value > largest + 1) return false;
          largest = std::max(largest, value);
        }
        return true;
      };
      return {cells, holds, said_of<Precedence>(cells, holds, cells, start, false),
              said_of<Precedence>(cells, no(holds), cells, start, true)};
    }
    case 1: {
      const Holds holds = [](const Numbers& values) { return std::ranges::is_sorted(values); };
      return {cells, holds, said_of<Increasing>(cells, holds, cells, std::int64_t{0}, false),
              said_of<Increasing>(cells, no(holds), cells, std::int64_t{0}, true)};
    }
    default: {
      const Numbers weights(cells.size(), 1);
      const Numbers own = witness_of(made, cells);
      const std::int64_t sum = std::accumulate(own.begin(), own.end(), std::int64_t{0});
      const Holds holds = [=](const Numbers& values) {
        return std::accumulate(values.begin(), values.end(), std::int64_t{0}) == sum;
      };
      return {cells, holds, said_of<Linear>(cells, holds, cells, weights, Relation::kEqual, sum),
              said_of<Linear>(cells, no(holds), cells, weights, Relation::kUnequal, sum)};
    }
  }
}

// What a number of parts forces that are domain consistent themselves: those that must hold do so, or one of several.
class PartRules {
 public:
  PartRules(const std::vector<Part>& parts, Relation relation, std::int32_t wanted, Domains& domains)
      : parts_(parts), relation_(relation), wanted_(wanted), domains_(domains) {}

  bool narrow_once() {
    std::vector<std::size_t> open, possible, positive, negative;
    std::int64_t certain = 0;
    for (std::size_t at = 0; at < parts_.size(); ++at) {
      const bool may_hold = tried(at, true).has_value();
      const bool may_fail = tried(at, false).has_value();
      if (may_hold) positive.push_back(at);
      if (may_fail) negative.push_back(at);
      if (may_hold && may_fail) open.push_back(at);
      certain += !may_fail;
    }
    const auto all = std::ssize(parts_);
    const auto most = std::ssize(positive);
    // One of all holds, or one of all does not.
    const bool one_holds =
        (relation_ == Relation::kAtLeast && wanted_ == 1) || (relation_ == Relation::kUnequal && wanted_ == 0);
    const bool one_fails =
        (relation_ == Relation::kAtMost && wanted_ == all - 1) || (relation_ == Relation::kUnequal && wanted_ == all);
    if (one_holds) return keep_some(positive, true);
    if (one_fails) return keep_some(negative, false);
    const bool is_above = relation_ == Relation::kEqual || relation_ == Relation::kAtLeast;
    const bool is_below = relation_ == Relation::kEqual || relation_ == Relation::kAtMost;
    if ((is_above && most < wanted_) || (is_below && certain > wanted_)) return false;
    if (relation_ == Relation::kUnequal) {
      if (certain == most) return certain != wanted_;
      if (most != certain + 1) return true;
      if (wanted_ == certain) return keep_all(open, true);
      return wanted_ != most || keep_all(open, false);
    }
    if (is_above && most == wanted_) return keep_all(open, true);
    if (is_below && certain == wanted_) return keep_all(open, false);
    return !is_above || certain != wanted_ - 1 || keep_some(open, true);
  }

 private:
  // The domains with which a part holds, or fails.
  std::optional<Domains> tried(std::size_t at, bool holds) const {
    Domains tried = domains_;
    const Holds meaning = holds ? parts_[at].holds : no(parts_[at].holds);
    if (!domain_consistency(parts_[at].scope, meaning)(tried)) return std::nullopt;
    return tried;
  }

  bool keep_all(const std::vector<std::size_t>& parts, bool holds) {
    for (const std::size_t at : parts) {
      const auto left = tried(at, holds);
      if (!left) return false;
      domains_ = *left;
    }
    return true;
  }

  bool keep_some(const std::vector<std::size_t>& parts, bool holds) {
    if (parts.empty()) return false;
    Domains left(domains_.size());
    for (const std::size_t at : parts) {
      const Domains of_part = *tried(at, holds);
      for (std::size_t cell = 0; cell < left.size(); ++cell) {
        Numbers both;
        std::ranges::set_union(left[cell], of_part[cell], std::back_inserter(both));
        left[cell] = both;
      }
    }
    domains_ = left;
    return true;
  }

  const std::vector<Part>& parts_;
  Relation relation_;
  std::int32_t wanted_;
  Domains& domains_;
};

Case combination(Draw& draw, bool is_strong) {
  Case made;
  const Scope all = add_cells(made, draw, 3 + draw.below(3), numbers_between(-2, 3), draw.one_in(2));
  std::vector<Part> parts;
  for (std::size_t size = 1 + draw.below(4); size > 0; --size) {
    parts.push_back(is_strong ? strong_part(made, draw, all) : weak_part(made, draw, all));
  }
  const auto relation = static_cast<Relation>(draw.below(4));
  const auto wanted = static_cast<std::int32_t>(draw.between(0, std::ssize(parts)));
  std::vector<std::pair<Said, Said>> pairs;
  Scope scope;
  for (const Part& part : parts) {
    pairs.emplace_back(part.said, part.negation);
    scope.insert(scope.end(), part.scope.begin(), part.scope.end());
  }
  made.scope = distinct_cells(scope);
  made.holds = [parts, relation, wanted, cells = made.scope](const Numbers& values) {
    std::int64_t count = 0;
    for (const Part& part : parts) {
      Numbers own;
      for (const std::int32_t cell : part.scope) {
        own.push_back(values[static_cast<std::size_t>(std::ranges::find(cells, cell) - cells.begin())]);
      }
      count += part.holds(own);
    }
    return relates(count, relation, wanted);
  };
  made.model.add_combination(pairs, relation, wanted);
  if (is_strong) {
    made.claim.exactly =
        all_of({[=](Domains& domains) { return PartRules(parts, relation, wanted, domains).narrow_once(); }});
  }
  return made;
}

[[maybe_unused]] const bool kAdded[] = {
    add_generator({"a combination of strong parts", kKindOf<Combination>,
                   [](Draw& draw) { return combination(draw, true); }, true}),
    add_generator({"a combination of weak parts", kKindOf<Combination>,
                   [](Draw& draw) { return combination(draw, false); }, true}),
};

}  // namespace
}  // namespace sudoku_cp::testing::combinations
