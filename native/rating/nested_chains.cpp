#include "nested_chains.hpp"

#include <array>
#include <bitset>
#include <limits>
#include <memory>

#include "best_by_elimination.hpp"
#include "chain_identity.hpp"
#include "chain_length.hpp"
#include "multiple_chains.hpp"
#include "single_chains.hpp"

namespace sudoku_cp::rating {
namespace {

// All of one search have the same rating except for their length.
constexpr Tenths kAnyRating = 80;

struct MultipleChain {
  ChainStep step;
  std::array<ChainEnd, kMostCases> ends;
};

class AllMultipleChains {
 public:
  AllMultipleChains(const Grid& grid, Depth depth, NestedSteps* nested, const Stop& stop)
      : grid_(grid), depth_(depth), nested_(nested), stop_(stop) {}

  std::vector<NestedStep> find() {
    auto from = [&](Literal literal) -> const Implications& {
      auto& known = known_[static_cast<std::size_t>(literal)];
      if (!known) {
        known = std::make_unique<Implications>(grid_, literal, LinkKinds{true, true}, depth_, nested_);
        is_stopped_ = is_stopped_ || (nested_ != nullptr && stop_());
        if (!is_stopped_) known->extend(std::numeric_limits<int>::max());
      }
      return *known;
    };
    auto found = [&](const ChainStep& step) { offer(step); };
    MultipleChains(grid_, depth_, false, from, found).find();
    std::vector<NestedStep> steps;
    best_.for_each([&](int literals, const CandidateSet& eliminations, const MultipleChain& chain) {
      steps.push_back({eliminations, absent_of(chain), {identity_of(chain), literals}});
    });
    return steps;
  }

 private:
  void offer(const ChainStep& step) {
    const int literals = literals_of(step.ends);
    MultipleChain chain{step, {}};
    SUDOKU_CP_ASSERT(step.ends.size() <= chain.ends.size());
    std::ranges::copy(step.ends, chain.ends.begin());
    const Tenths of_length = length_rating(literals);
    best_.offer({order_of(kAnyRating + of_length, of_length), literals, static_cast<int>(step.kind), ++found_},
                excluded_by(grid_, step.implied), chain);
  }

  static CandidateSet absent_of(const MultipleChain& chain) {
    CandidateSet absent;
    for (const ChainEnd& end : std::span(chain.ends).first(chain.step.ends.size())) {
      for_each_ancestor(end, [&](int node) {
        const Literal literal = end.chain->node(node).literal;
        int reason = end.chain->node(node).reason;
        if (node == 0) reason = chain.step.kind == ChainKind::kCell ? kLastOfCell : chain.step.house;
        const bool is_assumed = node == 0 && chain.step.kind != ChainKind::kCell && chain.step.house < 0;
        if (is_on(literal) && !is_assumed && reason != kOtherwise) {
          add_others(absent, candidate_of(literal), reason);
        }
      });
    }
    return absent;
  }

  static std::uint64_t identity_of(const MultipleChain& chain) {
    ChainIdentity identity;
    for (const ChainEnd& end : std::span(chain.ends).first(chain.step.ends.size())) {
      for_each_ancestor(end, [&](int node) { identity.add(end.chain->node(node).literal); });
      identity.add(kLiterals);
    }
    return identity.value();
  }

  // By their distance from the end, itself included.
  template <typename Visit>
  static void for_each_ancestor(const ChainEnd& end, Visit visit) {
    std::bitset<kLiterals> seen;
    std::vector<std::int16_t> open{static_cast<std::int16_t>(end.node)};
    seen.set(static_cast<std::size_t>(end.node));
    for (std::size_t next = 0; next < open.size(); ++next) {
      const int child = open[next];
      visit(child);
      for (const std::int16_t parent : end.chain->parents(child)) {
        SUDOKU_CP_ASSERT(parent < child);
        if (seen.test(static_cast<std::size_t>(parent))) continue;
        seen.set(static_cast<std::size_t>(parent));
        open.push_back(parent);
      }
    }
  }

  const Grid& grid_;
  Depth depth_;
  NestedSteps* nested_;
  const Stop& stop_;
  bool is_stopped_ = false;
  std::array<std::unique_ptr<Implications>, kLiterals> known_;
  BestByElimination<MultipleChain> best_;
  int found_ = 0;
};

std::uint64_t fingerprint(const Grid& grid) {
  ChainIdentity identity;
  for (int cell = 0; cell < kCells; ++cell) identity.add(grid.candidates(cell));
  return identity.value();
}

}  // namespace

const std::vector<NestedStep>& NestedChainSearch::find(const Grid& rest) {
  const auto [known, is_new] = known_.try_emplace(fingerprint(rest));
  if (is_new) known->second = search(rest);
  return known->second;
}

std::vector<NestedStep> NestedChainSearch::search(const Grid& rest) const {
  if (nesting_ == Nesting::kDynamic || nesting_ == Nesting::kTwice) return search_dynamic(rest);
  std::vector<NestedStep> steps = all_single_chains(rest);
  if (!steps.empty() || nesting_ == Nesting::kSingle) return steps;
  return AllMultipleChains(rest, Depth::kStatic, nullptr, stop_).find();
}

std::vector<NestedStep> NestedChainSearch::search_dynamic(const Grid& rest) const {
  std::vector<NestedStep> steps = AllMultipleChains(rest, Depth::kDynamic, nullptr, stop_).find();
  if (!steps.empty() || nesting_ == Nesting::kDynamic) return steps;
  NestedChainSearch single(Nesting::kSingle, stop_);
  return AllMultipleChains(rest, Depth::kDynamicPlus, &single, stop_).find();
}

}  // namespace sudoku_cp::rating
