#include "forcing.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include "best_step.hpp"
#include "multiple_chains.hpp"
#include "nested_chains.hpp"

namespace sudoku_cp::rating {
namespace {

constexpr Tenths kNishio = 75;
constexpr Tenths kMultiple = 80;
constexpr Tenths kDynamic = 85;
constexpr Tenths kDynamicPlus = 90;
constexpr std::array<Tenths, kNestings.size()> kNestedRatings{95, 100, 105, 110};

// By kind of chain.
using Techniques = std::array<Technique, 4>;

constexpr Techniques kNishioNames{Technique::kNishio, Technique::kNishio, Technique::kNishio, Technique::kNishio};
constexpr Techniques kStaticNames{Technique::kCellForcingChains, Technique::kCellForcingChains,
                                  Technique::kHouseForcingChains, Technique::kCellForcingChains};
constexpr Techniques kDynamicNames{Technique::kDynamicDoubleChains, Technique::kDynamicCellForcingChains,
                                   Technique::kDynamicHouseForcingChains, Technique::kDynamicContradiction};
constexpr Techniques kNestedNames{Technique::kNestedDoubleChains, Technique::kNestedCellForcingChains,
                                  Technique::kNestedHouseForcingChains, Technique::kNestedContradiction};

struct ChainRules {
  Tenths rating;
  Depth depth;
  const Techniques& techniques;
  bool is_nishio = false;
  NestedSteps* nested = nullptr;
};

class Forcing {
 public:
  Forcing(
      const Grid& grid, const ChainRules& rules, Stop stop = [] { return false; })
      : grid_(grid), rules_(rules), stop_(std::move(stop)) {}

  // Follows chains as far as steps of one rating reach, then of the next: long chains cost the most.
  bool find(const Visit& visit) {
    for (Tenths of_length = 0;; ++of_length) {
      SUDOKU_CP_ASSERT(most_literals(of_length) > most_literals_);
      most_literals_ = most_literals(of_length);
      is_waiting_ = false;
      auto from = [this](Literal literal) -> const Implications& { return implications(literal); };
      auto found = [this](const ChainStep& step) { offer(step); };
      MultipleChains(grid_, rules_.depth, rules_.is_nishio, from, found).find();
      if (is_stopped_) return false;
      const std::optional<int> literals = best_.literals();
      if (!is_waiting_ || (literals && *literals <= most_literals_)) return best_.visit_with(visit);
    }
  }

 private:
  const Implications& implications(Literal literal) {
    auto& known = known_[static_cast<std::size_t>(literal)];
    if (!known) {
      const LinkKinds kinds{true, !rules_.is_nishio};
      known = std::make_unique<Implications>(grid_, literal, kinds, rules_.depth, rules_.nested);
    }
    is_stopped_ = is_stopped_ || (rules_.nested != nullptr && stop_());
    if (!is_stopped_ && known->extend(most_literals_)) is_waiting_ = true;
    return *known;
  }

  void offer(const ChainStep& found) {
    const int kind = static_cast<int>(found.kind);
    const int literals = literals_of(found.ends);
    SUDOKU_CP_ASSERT(grid_.has(cell_of(candidate_of(found.implied)), digit_of(candidate_of(found.implied))));
    if (!best_.would_improve(rules_.rating, literals, kind)) return;
    Step step;
    step.technique = rules_.techniques[static_cast<std::size_t>(kind)];
    step.rating = rules_.rating + length_rating(literals);
    if (is_on(found.implied)) {
      step.placement = candidate_of(found.implied);
    } else {
      step.eliminations.add(candidate_of(found.implied));
    }
    best_.offer(step, literals, kind);
  }

  const Grid& grid_;
  ChainRules rules_;
  Stop stop_;
  int most_literals_ = 0;
  bool is_waiting_ = false;
  bool is_stopped_ = false;
  BestStep best_;
  std::array<std::unique_ptr<Implications>, kLiterals> known_;
};

}  // namespace

bool find_nishio_chains(const Grid& grid, const Visit& visit) {
  return Forcing(grid, {.rating = kNishio, .depth = Depth::kDynamic, .techniques = kNishioNames, .is_nishio = true})
      .find(visit);
}

bool find_multiple_chains(const Grid& grid, const Visit& visit) {
  return Forcing(grid, {.rating = kMultiple, .depth = Depth::kStatic, .techniques = kStaticNames}).find(visit);
}

bool find_dynamic_chains(const Grid& grid, const Visit& visit) {
  return Forcing(grid, {.rating = kDynamic, .depth = Depth::kDynamic, .techniques = kDynamicNames}).find(visit);
}

bool find_dynamic_plus_chains(const Grid& grid, const Visit& visit) {
  return Forcing(grid, {.rating = kDynamicPlus, .depth = Depth::kDynamicPlus, .techniques = kDynamicNames}).find(visit);
}

bool find_nested_chains(const Grid& grid, Nesting nesting, const Visit& visit, const Stop& stop) {
  NestedChainSearch nested(nesting, stop);
  const ChainRules rules{.rating = kNestedRatings[static_cast<std::size_t>(nesting)],
                         .depth = Depth::kDynamicPlus,
                         .techniques = kNestedNames,
                         .nested = &nested};
  return Forcing(grid, rules, stop).find(visit);
}

}  // namespace sudoku_cp::rating
