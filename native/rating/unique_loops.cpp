#include "unique_loops.hpp"

#include <algorithm>

#include "virtual_subsets.hpp"

namespace sudoku_cp::rating {
namespace {

// If every cell of a loop had only its two digits, exchanging them would give a second solution.
struct Loop {
  std::vector<int> cells;
  Digits pair;
};

Tenths rating_of(const Loop& loop) {
  const std::size_t length = loop.cells.size();
  return 45 + (length >= 10 ? 5 : length >= 8 ? 2 : length >= 6 ? 1 : 0);
}

// Cells with more than the two digits, beyond the first kind of extra digit, that a loop may have.
constexpr int kMostExtraCells = 2;

class LoopSearch {
 public:
  LoopSearch(const Grid& grid, std::vector<Loop>& loops) : grid_(grid), loops_(loops) {}

  void start_at(int cell) {
    loop_ = {{cell}, grid_.candidates(cell)};
    visited_.fill({});
    visit_houses(cell, 1);
    extend(kMostExtraCells, 0, kHousesOfCell);
    SUDOKU_CP_ASSERT(loop_.cells.size() == 1);
    SUDOKU_CP_ASSERT(std::ranges::all_of(visited_, [](const auto& of) { return of[0] <= 1 && of[1] == 0; }));
  }

 private:
  // Cells alternate along a loop, and each house that has one kind of them has the other kind too.
  void visit_houses(int cell, int change) {
    const std::size_t parity = (loop_.cells.size() + 1) % 2;
    for (const int house : kLayout.houses_of[cell]) {
      visited_[house][parity] += change;
      SUDOKU_CP_ASSERT(visited_[house][parity] >= 0);
    }
  }

  bool may_visit(int cell) const {
    const std::size_t parity = loop_.cells.size() % 2;
    for (const int house : kLayout.houses_of[cell]) {
      if (visited_[house][parity] != 0) return false;
    }
    return true;
  }

  bool is_balanced() const {
    return std::ranges::all_of(visited_, [](const auto& parities) { return parities[0] == parities[1]; });
  }

  void extend(int extra_cells, Digits extra, int last_kind) {
    const int cell = loop_.cells.back();
    for (int kind = 0; kind < kHousesOfCell; ++kind) {
      if (kind == last_kind) continue;
      for (const int next : kLayout.cells[kLayout.houses_of[cell][kind]]) {
        if (next == loop_.cells.front() && loop_.cells.size() >= 4 && is_balanced()) add_loop();
        if ((grid_.candidates(next) & loop_.pair) != loop_.pair || !may_visit(next)) continue;
        if (std::ranges::find(loop_.cells, next) != loop_.cells.end()) continue;
        const Digits wider = static_cast<Digits>(extra | (grid_.candidates(next) & ~loop_.pair));
        const bool has_extra = grid_.size(next) > 2;
        if (has_extra && count(wider) != 1 && extra_cells == 0) continue;
        loop_.cells.push_back(next);
        visit_houses(next, 1);
        extend(has_extra ? std::max(extra_cells - 1, 0) : extra_cells, wider, kind);
        visit_houses(next, -1);
        loop_.cells.pop_back();
      }
    }
  }

  void add_loop() {
    SUDOKU_CP_ASSERT(loop_.cells.size() % 2 == 0);
    Loop sorted = loop_;
    std::ranges::sort(sorted.cells);
    const bool known = std::ranges::any_of(
        loops_, [&](const Loop& loop) { return loop.pair == sorted.pair && loop.cells == sorted.cells; });
    if (!known) loops_.push_back(std::move(sorted));
  }

  const Grid& grid_;
  std::vector<Loop>& loops_;
  Loop loop_;
  std::array<std::array<int, 2>, kHouses> visited_{};
};

class LoopSteps {
 public:
  LoopSteps(const Grid& grid, const Loop& loop, std::vector<Step>& steps) : grid_(grid), loop_(loop), steps_(steps) {
    for (const int cell : loop.cells) {
      if (grid.size(cell) > 2) extra_cells_.push_back(cell);
    }
  }

  void add_all() {
    if (extra_cells_.size() == 1) add_type_1();
    if (extra_cells_.size() >= 2) add_type_2();
    if (extra_cells_.size() != 2) return;
    for (int kind = 0; kind < kHousesOfCell; ++kind) {
      const int house = kLayout.houses_of[extra_cells_[0]][kind];
      if (house != kLayout.houses_of[extra_cells_[1]][kind]) continue;
      add_type_3(house);
      add_type_4(house);
    }
  }

 private:
  Digits extra_of(int cell) const { return static_cast<Digits>(grid_.candidates(cell) & ~loop_.pair); }

  void add(const CandidateSet& eliminations, Tenths more = 0) {
    if (eliminations.empty()) return;
    Step step;
    step.technique = Technique::kUniqueLoop;
    step.rating = rating_of(loop_) + more;
    step.eliminations = eliminations;
    steps_.push_back(step);
  }

  // One cell has more than the two digits and cannot have these.
  void add_type_1() {
    CandidateSet eliminations;
    for_bits(loop_.pair, [&](int digit) { eliminations.add(candidate(extra_cells_[0], digit)); });
    add(eliminations);
  }

  // One of several cells has the same extra digit.
  void add_type_2() {
    const Digits extra = extra_of(extra_cells_[0]);
    SUDOKU_CP_ASSERT(extra != 0);
    if (count(extra) != 1) return;
    const int digit = lowest(extra);
    CellSet losing = grid_.cells_with(digit);
    for (const int cell : extra_cells_) {
      if (extra_of(cell) != extra) return;
      losing &= kLayout.peers[cell];
    }
    CandidateSet eliminations;
    losing.for_each([&](int cell) { eliminations.add(candidate(cell, digit)); });
    add(eliminations);
  }

  // One of two cells of a house has an extra digit and the other one of the pair: a naked or a hidden subset with
  // other cells.
  void add_type_3(int house) {
    const HouseKind kind = kind_of(house);
    const Digits extra = extra_of(extra_cells_[0]) | extra_of(extra_cells_[1]);
    if (count(extra) < 2) return;
    Places places = 0;
    for (const int cell : extra_cells_) places = static_cast<Places>(places | 1 << kLayout.place_in[cell][kind]);
    SUDOKU_CP_ASSERT(count(places) == 2);
    for (int size = 2; size <= 4; ++size) {
      any_virtual_subset(grid_, {house, places, extra}, size, [&](const CandidateSet& eliminations) {
        add(eliminations, size - 1);
        return false;
      });
      add_hidden_subsets(house, places, extra, size);
    }
  }

  void add_hidden_subsets(int house, Places places, Digits extra, int size) {
    if (grid_.open_cells(house) - 1 <= 2 * size) return;  // the other cells are a naked subset
    std::array<std::uint16_t, kSide> others{};
    Places of_pair = 0;
    for (int digit = 0; digit < kSide; ++digit) {
      const Digits bit = static_cast<Digits>(1 << digit);
      if ((loop_.pair & bit) != 0) of_pair |= grid_.places(house, digit);
      if (((loop_.pair | extra) & bit) == 0) others[digit] = grid_.places(house, digit);
    }
    of_pair = static_cast<Places>(of_pair & ~places);
    any_choice(others, size - 2, size - 1, of_pair, [&](Digits chosen, Places hiding) {
      CandidateSet eliminations;
      for_bits(hiding, [&](int place) {
        const int cell = kLayout.cells[house][place];
        for_bits(static_cast<Digits>(grid_.candidates(cell) & ~chosen & ~loop_.pair),
                 [&](int digit) { eliminations.add(candidate(cell, digit)); });
      });
      add(eliminations, size - 2);
      return false;
    });
  }

  // Two cells of a house are the only ones in it for one of the two digits, so neither has the other.
  void add_type_4(int house) {
    for_bits(loop_.pair, [&](int digit) {
      if (count(grid_.places(house, digit)) != 2) return;
      const int other = lowest(static_cast<Digits>(loop_.pair & ~(1 << digit)));
      CandidateSet eliminations;
      for (const int cell : extra_cells_) eliminations.add(candidate(cell, other));
      add(eliminations);
    });
  }

  const Grid& grid_;
  const Loop& loop_;
  std::vector<Step>& steps_;
  std::vector<int> extra_cells_;
};

}  // namespace

bool find_unique_loops(const Grid& grid, const Visit& visit) {
  std::vector<Loop> loops;
  LoopSearch search(grid, loops);
  for (int cell = 0; cell < kCells; ++cell) {
    if (grid.size(cell) == 2) search.start_at(cell);
  }
  std::vector<Step> steps;
  for (const Loop& loop : loops) LoopSteps(grid, loop, steps).add_all();
  std::ranges::stable_sort(steps, {}, &Step::rating);
  return std::ranges::any_of(steps, visit);
}

}  // namespace sudoku_cp::rating
