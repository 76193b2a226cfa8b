// Two houses that share cells: a value that one house must have among the shared cells goes from the rest of the other
// (pointing and claiming). All partners of a house are looked at together, a lane for each:
//
//   house            | a | b | c | d | e | f | g | h | i |
//   outside, lane 0              | d | e | f | g | h | i |    the partner of lane 0 shares a, b, c
//   outside, lane 1  | a | b | c |           | g | h | i |    that of lane 1 shares d, e, f
//   required, in a lane: the values of the house that no cell outside has
#pragma once

#include "kernel/cells.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline std::int32_t length_of(const ListsView<std::int32_t>& lists, std::int32_t list) {
  return static_cast<std::int32_t>(lists.begin[list + 1] - lists.begin[list]);
}

// Most locked values have been removed before.
template <typename Mask>
void remove_from(Search& search, const ListsView<std::int32_t>& lists, std::uint32_t list, Mask values) {
  const Mask* const domains = masks<Mask>(search);
  const std::int32_t* const begin = lists.values + lists.begin[list];
  const std::int32_t* const end = lists.values + lists.begin[list + 1];
  Mask seen = 0;
  for (const std::int32_t* at = begin; at != end; ++at) seen |= domains[*at];
  if ((seen & values) == 0) return;
  for (const std::int32_t* at = begin; at != end; ++at) {
    if (!keep_only<Mask>(search, *at, static_cast<Mask>(~values))) return;
  }
}

// The values that some cell of the house has outside the cells that it shares, in the lane of each partner.
template <typename Mask>
typename Lanes<Mask>::Vector seen_outside(const Search& search, std::int32_t house, const std::byte* outside) {
  const ListsView<std::int32_t>& houses = search.problem->cells.houses;
  const Mask* const domains = masks<Mask>(search);
  const std::int32_t* const members = houses.values + houses.begin[house];
  const std::uint32_t size = houses.begin[house + 1] - houses.begin[house];
  typename Lanes<Mask>::Vector seen{};
  for (std::uint32_t at = 0; at < size; ++at) {
    seen |= domains[members[at]] & *Lanes<Mask>::at(outside + at * kVectorBytes);
  }
  return seen;
}

template <typename Mask>
void find_locked_candidates(Search& search, std::int32_t house) {
  using Vectors = Lanes<Mask>;
  const CellView& cells = search.problem->cells;
  const std::uint32_t end = cells.intersections.begin[house + 1];
  const Mask all = static_cast<Mask>(cells.house_values[house]);
  const Mask open = static_cast<Mask>(all & ~search.state.placed[house]);
  if (open == 0) return;
  const std::byte* outside = cells.outside + static_cast<std::size_t>(cells.outside_begin[house]) * kVectorBytes;
  const std::size_t row_bytes = (cells.houses.begin[house + 1] - cells.houses.begin[house]) * kVectorBytes;
  std::size_t column = 0;  // of the register in its row of vectors
  for (std::uint32_t begin = cells.intersections.begin[house]; begin < end; begin += Vectors::kCount) {
    const auto required = ~seen_outside<Mask>(search, house, outside + column) & all;
    for (Word lanes = Vectors::set_lanes(required & open); lanes != 0;) {
      const std::int32_t lane = __builtin_ctzll(lanes);
      lanes &= ~(Vectors::kLane << lane);
      const Mask values = required[lane / Vectors::kLaneBits];
      const std::uint32_t partner = begin + static_cast<std::uint32_t>(lane / Vectors::kLaneBits);
      search.failed = size_of(values) > length_of(cells.shared, cells.intersections.values[partner]);
      if (search.failed) return;
      remove_from<Mask>(search, cells.partner_rests, partner, values);
      if (search.failed) return;
    }
    column += kRegisterBytes;
    if (column < kVectorBytes) continue;
    column = 0;
    outside += row_bytes;
  }
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
