// Chains inside chains, found once in each grid that chains leave.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "grid.hpp"
#include "nested_step.hpp"

namespace sudoku_cp::rating {

// What is searched in the grid that a chain leaves; of the first two the next one where the one before finds nothing.
enum class Nesting : std::uint8_t { kSingle, kMultiple, kDynamic };

class NestedChainSearch : public NestedSteps {
 public:
  explicit NestedChainSearch(Nesting nesting) : nesting_(nesting) {}

  const std::vector<NestedStep>& find(const Grid& rest) override;

 private:
  std::vector<NestedStep> search(const Grid& rest) const;

  Nesting nesting_;
  // By a fingerprint of the candidates.
  std::unordered_map<std::uint64_t, std::vector<NestedStep>> known_;
};

}  // namespace sudoku_cp::rating
