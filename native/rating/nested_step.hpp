// Chains inside chains: the steps of the grid that a chain leaves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "candidates.hpp"
#include "grid.hpp"

namespace sudoku_cp::rating {

// Equal chains, found in several grids, have one identity; 0 stands for no chain.
struct NestedChain {
  std::uint64_t identity = 0;
  int literals = 0;
};

// Chains without repetition, and their literals in all.
class NestedChains {
 public:
  void add(NestedChain chain) {
    if (std::ranges::find(identities_, chain.identity) != identities_.end()) return;
    identities_.push_back(chain.identity);
    literals_ += chain.literals;
  }
  int literals() const { return literals_; }

 private:
  std::vector<std::uint64_t> identities_;
  int literals_ = 0;
};

struct NestedStep {
  CandidateSet eliminations;
  // Candidates whose absence makes the links of the chain.
  CandidateSet absent;
  NestedChain chain;
};

class NestedSteps {
 public:
  virtual ~NestedSteps() = default;
  // For each candidate that some chain eliminates the best one, the best of all first.
  virtual const std::vector<NestedStep>& find(const Grid& rest) = 0;
};

}  // namespace sudoku_cp::rating
