// Chains inside chains, searched once in each grid that chains leave.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "grid.hpp"
#include "nested_step.hpp"
#include "rater.hpp"

namespace sudoku_cp::rating {

// The chains to search in the grid that a chain leaves. Where single chains find nothing, kMultiple searches multiple ones;
// where dynamic chains find nothing, kTwice searches those with single chains inside.
enum class Nesting : std::uint8_t { kSingle, kMultiple, kDynamic, kTwice };

// From easy to hard.
inline constexpr std::array kNestings{Nesting::kSingle, Nesting::kMultiple, Nesting::kDynamic, Nesting::kTwice};

class NestedChainSearch : public NestedSteps {
 public:
  // The search ends once `stop` returns true, and may then miss steps.
  NestedChainSearch(Nesting nesting, Stop stop) : nesting_(nesting), stop_(std::move(stop)) {}

  const std::vector<NestedStep>& find(const Grid& rest) override;

 private:
  std::vector<NestedStep> search(const Grid& rest) const;
  std::vector<NestedStep> search_dynamic(const Grid& rest) const;

  Nesting nesting_;
  Stop stop_;
  // By a fingerprint of the candidates.
  std::unordered_map<std::uint64_t, std::vector<NestedStep>> known_;
};

}  // namespace sudoku_cp::rating
