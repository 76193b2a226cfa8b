// The rows of variables that let a kernel process houses side by side: kernel/house_lanes.hpp.
#pragma once

#include <span>
#include <vector>

#include "kernel/views.hpp"
#include "lists.hpp"

namespace sudoku_cp {

// Where houses meet: as in CellView. By place in `intersections`, also the variables in the house alone.
struct Meetings {
  const Lists<std::int32_t>&intersections, &shared, &own_rests, &partner_rests;
};

// None where houses differ in size, or where there are too many of them.
class HouseLanes {
 public:
  HouseLanes() = default;
  HouseLanes(const Lists<std::int32_t>& houses, std::span<const Word> house_values, const Meetings& meetings);

  HouseLanesView view() const;

 private:
  std::size_t house_chunks_ = 0;
  std::size_t house_size_ = 0;
  std::size_t outside_size_ = 0;
  std::size_t rest_size_ = 0;
  std::size_t most_shared_ = 0;
  std::vector<std::uint16_t> members_, house_values_, outsides_, rests_, pair_values_, shared_sizes_;
  std::vector<std::uint8_t> house_of_pair_;
  std::vector<Word> houses_of_pairs_;
};

}  // namespace sudoku_cp
