// Steps towards the solution, and their ratings.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "candidates.hpp"
#include "grid.hpp"

namespace sudoku_cp::rating {

// In tenths, as 15 for a rating of 1.5.
using Tenths = int;

enum class Technique : std::uint8_t {
  kHiddenSingle,
  kNakedSingle,
  kDirectPointing,
  kDirectClaiming,
  kDirectHiddenPair,
  kDirectHiddenTriplet,
  kPointing,
  kClaiming,
  kNakedPair,
  kNakedTriplet,
  kNakedQuad,
  kHiddenPair,
  kHiddenTriplet,
  kHiddenQuad,
  kXWing,
  kSwordfish,
  kJellyfish,
  kXYWing,
  kXYZWing,
  kUniqueLoop,
  kBivalueUniversalGrave,
  kAlignedPairExclusion,
  kAlignedTripletExclusion,
  kXCycle,
  kYCycle,
  kXYCycle,
  kForcingXChain,
  kForcingChain,
  kNishio,
  kCellForcingChains,
  kHouseForcingChains,
  kDynamicContradiction,
  kDynamicDoubleChains,
  kDynamicCellForcingChains,
  kDynamicHouseForcingChains,
  kNestedContradiction,
  kNestedDoubleChains,
  kNestedCellForcingChains,
  kNestedHouseForcingChains,
  kCount,
};

const char* name_of(Technique technique);

struct Step {
  Technique technique{};
  Tenths rating = 0;
  // Among the candidates of the grid.
  CandidateSet eliminations;
  // The candidate that is placed.
  std::optional<int> placement;
  // Candidates whose absence makes the pattern; only of steps that dynamic chains use.
  CandidateSet absent;
};

// Takes a step; true ends the search for further ones.
using Visit = std::function<bool(const Step&)>;

// Finds steps of some techniques; true if the visitor ended the search.
using Find = bool (*)(const Grid& grid, const Visit& visit);

void apply(const Step& step, Grid& grid);

}  // namespace sudoku_cp::rating
