#include "house_lanes.hpp"

#include <algorithm>

namespace sudoku_cp {
namespace {

constexpr std::size_t kLanes = kHouseLanes;

std::size_t chunks_of(std::size_t lists) { return (lists + kLanes - 1) / kLanes; }

// Writes lists as rows, the first of all in the first row. A short list goes on with its last member.
std::vector<std::uint16_t> rows_of(const std::vector<std::vector<std::int32_t>>& lists, std::size_t rows) {
  std::vector<std::uint16_t> result(chunks_of(lists.size()) * rows * kLanes);
  for (std::size_t list = 0; list < lists.size(); ++list) {
    for (std::size_t row = 0; row < rows; ++row) {
      const std::int32_t member = lists[list][std::min(row, lists[list].size() - 1)];
      result[(list / kLanes * rows + row) * kLanes + list % kLanes] = static_cast<std::uint16_t>(member);
    }
  }
  return result;
}

template <typename Value>
void fill_up(std::vector<Value>& values) {
  values.resize(chunks_of(values.size()) * kLanes);
}

std::vector<std::int32_t> without(std::span<const std::int32_t> house, std::span<const std::int32_t> shared) {
  std::vector<std::int32_t> rest;
  std::ranges::copy_if(house, std::back_inserter(rest),
                       [&](std::int32_t each) { return std::ranges::find(shared, each) == shared.end(); });
  return rest;
}

std::size_t longest_of(const std::vector<std::vector<std::int32_t>>& lists) {
  std::size_t longest = 0;
  for (const auto& list : lists) longest = std::max(longest, list.size());
  return longest;
}

}  // namespace

HouseLanes::HouseLanes(const Lists<std::int32_t>& houses, std::span<const Word> house_values,
                       const Lists<std::int32_t>& intersections, const Lists<std::int32_t>& shared) {
  if (houses.size() == 0 || houses.size() > kWordBits) return;
  std::vector<std::vector<std::int32_t>> members, outsides, rests;
  std::vector<std::vector<std::size_t>> houses_of_pair(shared.size());
  for (std::size_t house = 0; house < houses.size(); ++house) {
    if (houses[house].size() != houses[0].size()) return;
    members.emplace_back(houses[house].begin(), houses[house].end());
    house_values_.push_back(static_cast<std::uint16_t>(house_values[house]));
    for (const std::int32_t pair : intersections[house])
      houses_of_pair[static_cast<std::size_t>(pair)].push_back(house);
  }
  for (std::size_t house = 0; house < houses.size(); ++house) {
    for (const std::int32_t pair : intersections[house]) {
      const auto cells = shared[static_cast<std::size_t>(pair)];
      // Houses of the same cells have nothing outside.
      if (cells.size() == houses[house].size()) continue;
      const auto& both = houses_of_pair[static_cast<std::size_t>(pair)];
      outsides.push_back(without(houses[house], cells));
      rests.push_back(without(houses[both[0] == house ? both[1] : both[0]], cells));
      pair_values_.push_back(house_values_[house]);
      shared_sizes_.push_back(static_cast<std::uint16_t>(cells.size()));
      most_shared_ = std::max(most_shared_, cells.size());
      house_of_pair_.push_back(static_cast<std::uint8_t>(house));
      houses_of_pairs_.resize(chunks_of(house_of_pair_.size()));
      houses_of_pairs_.back() |= Word{1} << house;
    }
  }
  house_chunks_ = chunks_of(houses.size());
  house_size_ = houses[0].size();
  outside_size_ = longest_of(outsides);
  rest_size_ = longest_of(rests);
  members_ = rows_of(members, house_size_);
  outsides_ = rows_of(outsides, outside_size_);
  rests_ = rows_of(rests, rest_size_);
  fill_up(house_values_);
  fill_up(pair_values_);
  fill_up(shared_sizes_);
  fill_up(house_of_pair_);
}

HouseLanesView HouseLanes::view() const {
  const auto narrow = [](std::size_t value) { return static_cast<std::int32_t>(value); };
  return {narrow(house_chunks_),
          narrow(house_size_),
          members_.data(),
          house_values_.data(),
          narrow(houses_of_pairs_.size()),
          narrow(outside_size_),
          narrow(rest_size_),
          narrow(most_shared_),
          outsides_.data(),
          rests_.data(),
          pair_values_.data(),
          shared_sizes_.data(),
          house_of_pair_.data(),
          houses_of_pairs_.data()};
}

}  // namespace sudoku_cp
