#include "waves/wave_plan.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <span>

#include "tuning.hpp"

namespace sudoku_cp {
namespace {

constexpr std::int32_t kMostValues = 16;  // of the shape of houses

std::span<const std::int32_t> list_of(const ListsView<std::int32_t>& lists, std::int32_t list) {
  return {lists.values + lists.begin[list], lists.values + lists.begin[list + 1]};
}

bool is_plain_grid(const ProblemView& problem, const WaveShape& shape) {
  constexpr std::int32_t kSize = 9, kBox = 3, kPeers = 20;
  if (shape.values != kSize || shape.cells != kSize * kSize || shape.house_count != 3 * kSize) return false;
  for (std::int32_t house = 0; house < shape.house_count; ++house) {
    if (shape.house_values[house] != (Word{1} << kSize) - 1) return false;
  }
  // With three houses a line, it is enough that each cell has the peers of a plain grid and no others.
  for (std::int32_t cell = 0; cell < shape.cells; ++cell) {
    const auto peers = list_of(problem.cells.peers, cell);
    const bool plain = std::ranges::all_of(peers, [&](std::int32_t peer) {
      const bool same_row = cell / kSize == peer / kSize;
      const bool same_column = cell % kSize == peer % kSize;
      const bool same_box = cell / kSize / kBox == peer / kSize / kBox && cell % kSize / kBox == peer % kSize / kBox;
      return same_row || same_column || same_box;
    });
    if (peers.size() != kPeers || !plain) return false;
  }
  return true;
}

}  // namespace

std::optional<WavePlan> WavePlan::of(const Problem& problem) {
  const ProblemView& view = problem.view();
  const CellView& cells = view.cells;
  if (!problem.of_cells() || problem.root_failed() || view.propagators != 0 || view.costs != nullptr) return {};
  if (cells.conflicts.begin != nullptr || cells.values > kMostValues) return {};
  const std::int32_t planes = view.words * cells.values;
  if (planes > tuning::kMostPlanes) return {};
  WavePlan plan;
  for (std::int32_t cell = 0; cell < view.words; ++cell) {
    if (list_of(cells.house_list, cell).empty()) return {};
    plan.domains_.push_back(problem.read_mask(problem.root(), static_cast<std::size_t>(cell)));
  }
  plan.shape_.cells = view.words;
  plan.shape_.values = cells.values;
  plan.shape_.domains = plan.domains_.data();
  plan.shape_.has_all_values =
      std::ranges::all_of(plan.domains_, [&](Word domain) { return std::popcount(domain) == plan.shape_.values; });
  plan.shape_.houses = cells.houses;
  plan.shape_.house_values = cells.house_values;
  plan.shape_.house_count = cells.house_count;
  plan.shape_.house_list = cells.house_list;
  plan.shape_.intersection_count = problem.intersection_count();
  plan.shape_.shared = cells.shared;
  plan.list_intersections(cells);
  plan.list_loose_pairs(cells);
  plan.is_plain_9_ = is_plain_grid(view, plan.shape_);
  const std::int32_t row_planes = plan.is_plain_9_ ? kPlanesOfPlainRow : planes;
  plan.shape_.board_words = (row_planes + kEndBits + kWordBits - 1) / kWordBits;
  SUDOKU_CP_ASSERT(std::ranges::none_of(plan.domains_, [&](Word domain) { return domain >> cells.values != 0; }));
  return plan;
}

void WavePlan::list_loose_pairs(const CellView& cells) {
  for (std::int32_t cell = 0; cell < shape_.cells; ++cell) {
    const auto own = list_of(cells.house_list, cell);
    for (const std::int32_t peer : list_of(cells.peers, cell)) {
      if (std::ranges::find_first_of(own, list_of(cells.house_list, peer)) == own.end()) loose_.values.push_back(peer);
    }
    loose_.close();
  }
  shape_.loose = loose_.view();
  shape_.has_loose_pairs = !loose_.values.empty();
}

// Covers the rest of a house, beside the shared cells of an intersection, by other intersections where they fit.
void WavePlan::list_intersections(const CellView& cells) {
  const std::int32_t intersections = shape_.intersection_count;
  std::vector<std::vector<std::int32_t>> intersection_losses(static_cast<std::size_t>(intersections));
  std::vector<std::vector<std::int32_t>> cell_losses(static_cast<std::size_t>(shape_.cells));
  std::vector<std::vector<std::int32_t>> houses(static_cast<std::size_t>(intersections));
  for (std::int32_t house = 0; house < shape_.house_count; ++house) {
    for (const std::int32_t intersection : list_of(cells.intersections, house))
      houses[static_cast<std::size_t>(intersection)].push_back(house);
  }
  SUDOKU_CP_ASSERT(std::ranges::all_of(houses, [](const auto& pair) { return pair.size() == 2; }));
  for (std::int32_t intersection = 0; intersection < intersections; ++intersection) {
    for (const std::int32_t cell : list_of(cells.shared, intersection)) {
      cell_losses[static_cast<std::size_t>(cell)].push_back(2 * intersections + intersection);
    }
    for (std::int32_t side = 0; side < 2; ++side) {
      const std::int32_t house = houses[static_cast<std::size_t>(intersection)][static_cast<std::size_t>(side)];
      const auto rest = list_of(side == 0 ? cells.only_first : cells.only_second, intersection);
      std::set<std::int32_t> uncovered(rest.begin(), rest.end());
      const std::int32_t need_of_other = 2 * intersection + 1 - side;
      for (const std::int32_t other : list_of(cells.intersections, house)) {
        const auto shared = list_of(cells.shared, other);
        if (!std::ranges::all_of(shared, [&](std::int32_t cell) { return uncovered.contains(cell); })) continue;
        for (const std::int32_t cell : shared) uncovered.erase(cell);
        rests_.values.push_back(shape_.cells + other);
        intersection_losses[static_cast<std::size_t>(other)].push_back(need_of_other);
      }
      for (const std::int32_t cell : uncovered) {
        rests_.values.push_back(cell);
        cell_losses[static_cast<std::size_t>(cell)].push_back(need_of_other);
      }
      rests_.close();
    }
  }
  for (const auto& list : intersection_losses) intersection_losses_.add(list);
  for (const auto& list : cell_losses) cell_losses_.add(list);
  shape_.rests = rests_.view();
  shape_.intersection_losses = intersection_losses_.view();
  shape_.cell_losses = cell_losses_.view();
}

}  // namespace sudoku_cp
