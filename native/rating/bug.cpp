#include "bug.hpp"

#include <algorithm>

#include "virtual_subsets.hpp"

namespace sudoku_cp::rating {
namespace {

constexpr Tenths kOneCell = 56;
constexpr Tenths kSeveralCells = 57;
constexpr Tenths kWithSubset = 58;

// Without its extra digits a grid would have two candidates in each open cell and two places for each open digit of
// each house, and so no unique solution. One of the extra digits is therefore in its cell.
struct Bug {
  std::vector<int> cells;
  std::array<Digits, kCells> extra{};
};

bool is_grave(const Grid& grid) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (grid.size(cell) != 0 && grid.size(cell) != 2) return false;
  }
  for (int house = 0; house < kHouses; ++house) {
    for (int digit = 0; digit < kSide; ++digit) {
      const int places = count(grid.places(house, digit));
      if (places != 0 && places != 2) return false;
    }
  }
  return true;
}

// The extra digits of a cell are those with more than two places in each house of it.
std::optional<Bug> find_bug(const Grid& grid) {
  Bug bug;
  Grid rest = grid;
  for (int cell = 0; cell < kCells; ++cell) {
    if (grid.size(cell) <= 2) continue;
    Digits extra = 0;
    for_bits(grid.candidates(cell), [&](int digit) {
      const auto& houses = kLayout.houses_of[cell];
      if (std::ranges::all_of(houses, [&](int house) { return count(grid.places(house, digit)) > 2; })) {
        extra = static_cast<Digits>(extra | 1 << digit);
      }
    });
    if (count(extra) + 2 != grid.size(cell)) return std::nullopt;
    SUDOKU_CP_ASSERT(extra != 0);
    bug.cells.push_back(cell);
    bug.extra[cell] = extra;
    for_bits(extra, [&](int digit) { rest.eliminate(cell, digit); });
  }
  if (bug.cells.empty() || !is_grave(rest)) return std::nullopt;
  return bug;
}

class BugSteps {
 public:
  BugSteps(const Grid& grid, const Bug& bug) : grid_(grid), bug_(bug) {
    for (const int cell : bug.cells) all_extra_ |= bug.extra[cell];
  }

  std::vector<Step> all() {
    if (bug_.cells.size() == 1) {
      add_one_cell();
      return steps_;
    }
    if (count(all_extra_) == 1) add_same_digit();
    for (int house = 0; house < kHouses; ++house) {
      const HouseKind kind = kind_of(house);
      if (!std::ranges::all_of(bug_.cells, [&](int cell) { return kLayout.houses_of[cell][kind] == house; })) continue;
      if (count(all_extra_) > 1) add_with_subset(house);
      if (bug_.cells.size() == 2) add_locked_pair(house);
    }
    std::ranges::stable_sort(steps_, {}, &Step::rating);
    return steps_;
  }

 private:
  void add(Tenths rating, const CandidateSet& eliminations) {
    if (eliminations.empty()) return;
    Step step;
    step.technique = Technique::kBivalueUniversalGrave;
    step.rating = rating;
    step.eliminations = eliminations;
    steps_.push_back(step);
  }

  void add_one_cell() {
    const int cell = bug_.cells[0];
    CandidateSet eliminations;
    for_bits(static_cast<Digits>(grid_.candidates(cell) & ~all_extra_),
             [&](int digit) { eliminations.add(candidate(cell, digit)); });
    add(kOneCell, eliminations);
  }

  void add_same_digit() {
    const int digit = lowest(all_extra_);
    CellSet losing = grid_.cells_with(digit);
    for (const int cell : bug_.cells) losing &= kLayout.peers[cell];
    CandidateSet eliminations;
    losing.for_each([&](int cell) { eliminations.add(candidate(cell, digit)); });
    add(kSeveralCells, eliminations);
  }

  void add_with_subset(int house) {
    Places places = 0;
    for (const int cell : bug_.cells) {
      SUDOKU_CP_ASSERT(kLayout.cells[house][kLayout.place_in[cell][kind_of(house)]] == cell);
      places = static_cast<Places>(places | 1 << kLayout.place_in[cell][kind_of(house)]);
    }
    for (int size = 2; size <= 6; ++size) {
      any_virtual_subset(grid_, {house, places, all_extra_}, size, [&](const CandidateSet& eliminations) {
        add(kWithSubset + size - 2, eliminations);
        return false;
      });
    }
  }

  // Two cells of a house that both have a digit, apart from the extra ones, must place it in one of them.
  void add_locked_pair(int house) {
    const int one = bug_.cells[0];
    const int other = bug_.cells[1];
    const Digits first = static_cast<Digits>(grid_.candidates(one) & ~bug_.extra[one]);
    const Digits second = static_cast<Digits>(grid_.candidates(other) & ~bug_.extra[other]);
    for_bits(static_cast<Digits>(first & second), [&](int digit) {
      if (count(grid_.places(house, digit)) != 2) return;
      CandidateSet eliminations;
      for_bits(static_cast<Digits>(first & ~(1 << digit)), [&](int gone) { eliminations.add(candidate(one, gone)); });
      for_bits(static_cast<Digits>(second & ~(1 << digit)),
               [&](int gone) { eliminations.add(candidate(other, gone)); });
      add(kSeveralCells, eliminations);
    });
  }

  const Grid& grid_;
  const Bug& bug_;
  Digits all_extra_ = 0;
  std::vector<Step> steps_;
};

}  // namespace

bool find_bugs(const Grid& grid, const Visit& visit) {
  const std::optional<Bug> bug = find_bug(grid);
  return bug && std::ranges::any_of(BugSteps(grid, *bug).all(), visit);
}

}  // namespace sudoku_cp::rating
