#include "locked_candidates.hpp"

#include <array>

#include "singles.hpp"

namespace sudoku_cp::rating {
namespace {

constexpr Tenths kDirectPointing = 17;
constexpr Tenths kDirectClaiming = 19;
constexpr Tenths kPointing = 26;
constexpr Tenths kClaiming = 28;

struct KindPair {
  HouseKind from;
  HouseKind to;
};

// Pointing comes first.
constexpr std::array<KindPair, 4> kKindPairs{{{kBox, kColumn}, {kBox, kRow}, {kColumn, kBox}, {kRow, kBox}}};

// Calls visit(from, to, digit) where all places of the digit in the first house lie in the second, which has more.
template <typename Found>
bool any_locked(const Grid& grid, Found found) {
  for (const auto [from_kind, to_kind] : kKindPairs) {
    for (int from = from_kind * kSide; from < (from_kind + 1) * kSide; ++from) {
      for (int to = to_kind * kSide; to < (to_kind + 1) * kSide; ++to) {
        const Places shared = shared_places(from, to);
        if (shared == 0) continue;
        for (int digit = 0; digit < kSide; ++digit) {
          const Places places = grid.places(from, digit);
          if (count(places) < 2 || (places & ~shared) != 0) continue;
          if (count(grid.places(to, digit)) > count(places) && found(from, to, digit)) return true;
        }
      }
    }
  }
  return false;
}

}  // namespace

bool find_direct_locked_candidates(const Grid& grid, const Visit& visit) {
  return any_locked(grid, [&](int from, int to, int digit) {
    const HouseKind kind = kind_of(from);
    const bool points = kind == kBox;
    for (int other = kind * kSide; other < (kind + 1) * kSide; ++other) {
      const Places shared = shared_places(other, to);
      if (shared == 0) continue;  // in the first house itself nothing is left
      const Places left = static_cast<Places>(grid.places(other, digit) & ~shared);
      if (count(left) != 1 || left == grid.places(other, digit)) continue;
      const Technique technique = points ? Technique::kDirectPointing : Technique::kDirectClaiming;
      const int cell = kLayout.cells[other][lowest(left)];
      if (visit(placing(technique, points ? kDirectPointing : kDirectClaiming, cell, digit))) return true;
    }
    return false;
  });
}

bool find_locked_candidates(const Grid& grid, const Visit& visit) {
  return any_locked(grid, [&](int from, int to, int digit) {
    Step step;
    const bool points = kind_of(from) == kBox;
    step.technique = points ? Technique::kPointing : Technique::kClaiming;
    step.rating = points ? kPointing : kClaiming;
    for_bits(static_cast<Places>(grid.places(to, digit) & ~shared_places(to, from)),
             [&](int place) { step.eliminations.add(candidate(kLayout.cells[to][place], digit)); });
    for_bits(static_cast<Places>(kAllDigits & ~shared_places(from, to)),
             [&](int place) { step.absent.add(candidate(kLayout.cells[from][place], digit)); });
    SUDOKU_CP_ASSERT(!step.eliminations.empty());
    return visit(step);
  });
}

}  // namespace sudoku_cp::rating
