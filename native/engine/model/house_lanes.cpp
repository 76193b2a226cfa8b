#include "model/house_lanes.hpp"

#include <algorithm>

namespace sudoku_cp {
namespace {

constexpr std::size_t kLanes = kHouseLanes;

std::size_t chunks_of(std::size_t lists) { return (lists + kLanes - 1) / kLanes; }

using List = std::span<const std::int32_t>;

std::size_t longest_of(std::span<const List> lists) {
  return lists.empty() ? 0 : std::ranges::max(lists, {}, &List::size).size();
}

// Writes lists as rows: their first members into the first row, and so on. A short list repeats its last member.
std::vector<std::uint16_t> rows_of(std::span<const List> lists) {
  const std::size_t rows = longest_of(lists);
  std::vector<std::uint16_t> result(chunks_of(lists.size()) * rows * kLanes);
  for (std::size_t at = 0; at < lists.size(); ++at) {
    const List list = lists[at];
    SUDOKU_CP_ASSERT(!list.empty());
    std::uint16_t* const lane = result.data() + at / kLanes * rows * kLanes + at % kLanes;
    for (std::size_t row = 0; row < rows; ++row)
      lane[row * kLanes] = static_cast<std::uint16_t>(list[std::min(row, list.size() - 1)]);
  }
  return result;
}

template <typename Value>
void fill_up(std::vector<Value>& values) {
  values.resize(chunks_of(values.size()) * kLanes);
}

}  // namespace

HouseLanes::HouseLanes(const Lists<std::int32_t>& houses, std::span<const Word> house_values,
                       const Meetings& meetings) {
  if (houses.size() == 0 || houses.size() > kWordBits) return;
  std::vector<List> members, outsides, rests;
  for (std::size_t house = 0; house < houses.size(); ++house) {
    if (houses[house].size() != houses[0].size()) return;
    members.push_back(houses[house]);
    house_values_.push_back(static_cast<std::uint16_t>(house_values[house]));
  }
  for (std::size_t house = 0, place = 0; house < houses.size(); ++house) {
    for (const std::int32_t pair : meetings.intersections[house]) {
      const std::size_t here = place++;
      const std::size_t shared = meetings.shared[static_cast<std::size_t>(pair)].size();
      // Houses of the same cells have nothing outside.
      if (shared == houses[house].size()) continue;
      outsides.push_back(meetings.own_rests[here]);
      rests.push_back(meetings.partner_rests[here]);
      pair_values_.push_back(house_values_[house]);
      shared_sizes_.push_back(static_cast<std::uint16_t>(shared));
      most_shared_ = std::max(most_shared_, shared);
      house_of_pair_.push_back(static_cast<std::uint8_t>(house));
      houses_of_pairs_.resize(chunks_of(house_of_pair_.size()));
      houses_of_pairs_.back() |= Word{1} << house;
    }
  }
  house_chunks_ = chunks_of(houses.size());
  house_size_ = houses[0].size();
  outside_size_ = longest_of(outsides);
  rest_size_ = longest_of(rests);
  members_ = rows_of(members);
  outsides_ = rows_of(outsides);
  rests_ = rows_of(rests);
  fill_up(house_values_);
  fill_up(pair_values_);
  fill_up(shared_sizes_);
  fill_up(house_of_pair_);
}

HouseLanesView HouseLanes::view() const {
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
