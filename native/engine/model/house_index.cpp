#include "model/house_index.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace sudoku_cp {
namespace {

// For each member, the lists that have it, ascending.
Lists<std::int32_t> lists_of(std::size_t members, const Lists<std::int32_t>& lists) {
  Lists<std::int32_t> result;
  result.begin.assign(members + 1, 0);
  for (const std::int32_t member : lists.values) ++result.begin[static_cast<std::size_t>(member) + 1];
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  result.values.resize(lists.values.size());
  std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end() - 1);
  for (std::size_t list = 0; list < lists.size(); ++list) {
    for (const std::int32_t member : lists[list])
      result.values[next[static_cast<std::size_t>(member)]++] = narrow(list);
  }
  return result;
}

}  // namespace

HouseIndex::HouseIndex(const Lists<std::int32_t>& houses, std::span<const Word> house_values, std::size_t variables,
                       std::size_t mask_bytes)
    : house_count_(houses.size()), house_words_(std::max<std::size_t>(1, (houses.size() + kWordBits - 1) / kWordBits)) {
  list_houses(houses, variables);
  list_intersections(houses);
  lay_out_outsides(houses, mask_bytes);
  if (mask_bytes == sizeof(std::uint16_t)) find_plain_grid(houses, house_values);
  if (mask_bytes == sizeof(std::uint16_t) && variables <= HouseLanesView::kMostVariables)
    lanes_ = HouseLanes(houses, house_values, {intersections_, shared_, own_rests_, partner_rests_});
}

CellView HouseIndex::view() const {
  CellView view{};
  view.house_count = narrow(house_count_);
  view.house_words = narrow(house_words_);
  view.houses_of = houses_of_.data();
  view.house_list = house_list_.view();
  view.intersections = intersections_.view();
  view.shared = shared_.view();
  view.only_first = only_first_.view();
  view.only_second = only_second_.view();
  view.partner_rests = partner_rests_.view();
  view.outside = outside_.get();
  view.outside_begin = outside_begin_.data();
  view.lanes = lanes_.view();
  view.plain_grid = plain_grid_;
  return view;
}

void HouseIndex::list_houses(const Lists<std::int32_t>& houses, std::size_t variables) {
  houses_of_.assign(variables * house_words_, 0);
  for (std::size_t house = 0; house < house_count_; ++house) {
    for (const std::int32_t variable : houses[house]) {
      const auto at = static_cast<std::size_t>(variable);
      houses_of_[at * house_words_ + house / kWordBits] |= Word{1} << (house % kWordBits);
    }
  }
  house_list_ = lists_of(variables, houses);
}

void HouseIndex::list_intersections(const Lists<std::int32_t>& houses) {
  Lists<std::int32_t> pairs;
  std::vector<std::int32_t> meeting;  // later houses that share a variable with the first
  std::vector<std::int32_t> shared_with(house_count_);
  for (std::size_t first = 0; first < house_count_; ++first) {
    meeting.clear();
    for (const std::int32_t variable : houses[first]) {
      for (const std::int32_t house : house_list_[static_cast<std::size_t>(variable)]) {
        const auto later = static_cast<std::size_t>(house);
        if (later > first && shared_with[later]++ == 0) meeting.push_back(house);
      }
    }
    std::ranges::sort(meeting);
    for (const std::int32_t house : meeting) {
      const auto second = static_cast<std::size_t>(house);
      if (std::exchange(shared_with[second], 0) < 2) continue;
      std::ranges::set_intersection(houses[first], houses[second], std::back_inserter(shared_.values));
      std::ranges::set_difference(houses[first], houses[second], std::back_inserter(only_first_.values));
      std::ranges::set_difference(houses[second], houses[first], std::back_inserter(only_second_.values));
      for (Lists<std::int32_t>* lists : {&shared_, &only_first_, &only_second_}) lists->close();
      SUDOKU_CP_ASSERT(shared_[pairs.size()].size() > 1);
      pairs.add(std::array{narrow(first), house});
    }
  }
  intersections_ = lists_of(house_count_, pairs);
  for (std::size_t house = 0; house < house_count_; ++house) {
    for (const std::int32_t each : intersections_[house]) {
      const auto pair = static_cast<std::size_t>(each);
      const bool is_first = pairs[pair][0] == narrow(house);
      own_rests_.add((is_first ? only_first_ : only_second_)[pair]);
      partner_rests_.add((is_first ? only_second_ : only_first_)[pair]);
    }
  }
}

// Lists, for each variable of a house, the partners that do not share it: a lane of ones for each. Lanes without a
// partner are all ones.
void HouseIndex::lay_out_outsides(const Lists<std::int32_t>& houses, std::size_t mask_bytes) {
  const std::size_t lanes = kVectorBytes / mask_bytes;
  const auto rows_of = [&](std::size_t house) { return (intersections_[house].size() + lanes - 1) / lanes; };
  outside_begin_.push_back(0);
  for (std::size_t house = 0; house < house_count_; ++house) {
    outside_begin_.push_back(outside_begin_.back() + narrow(rows_of(house) * houses[house].size()));
  }
  const std::size_t bytes = static_cast<std::size_t>(outside_begin_.back()) * kVectorBytes;
  outside_ = make_aligned_for_overwrite<std::byte>(bytes + 1);
  std::memset(outside_.get(), 0xff, bytes);
  for (std::size_t house = 0; house < house_count_; ++house) {
    const auto members = houses[house];
    for (std::size_t partner = 0; partner < intersections_[house].size(); ++partner) {
      const std::size_t row = static_cast<std::size_t>(outside_begin_[house]) + partner / lanes * members.size();
      for (const std::int32_t variable : shared_[static_cast<std::size_t>(intersections_[house][partner])]) {
        const auto member = static_cast<std::size_t>(std::ranges::find(members, variable) - members.begin());
        SUDOKU_CP_ASSERT(member < members.size());
        std::memset(outside_.get() + (row + member) * kVectorBytes + partner % lanes * mask_bytes, 0, mask_bytes);
      }
    }
  }
}

// Other houses, such as diagonals, may follow those of the grid.
void HouseIndex::find_plain_grid(const Lists<std::int32_t>& houses, std::span<const Word> house_values) {
  constexpr std::int32_t kSize = 9, kBox = 3, kHouses = 3 * kSize;
  if (narrow(house_count_) < kHouses || house_count_ > kWordBits) return;
  const auto cell_of = [](std::int32_t house, std::int32_t place) {
    const std::int32_t line = house % kSize;
    if (house < kSize) return line * kSize + place;
    if (house < 2 * kSize) return place * kSize + line;
    return (line / kBox * kBox + place / kBox) * kSize + line % kBox * kBox + place % kBox;
  };
  for (std::int32_t house = 0; house < kHouses; ++house) {
    const auto members = houses[static_cast<std::size_t>(house)];
    if (members.size() != kSize || house_values[static_cast<std::size_t>(house)] != house_values[0]) return;
    for (std::int32_t place = 0; place < kSize; ++place) {
      if (members[static_cast<std::size_t>(place)] != cell_of(house, place)) return;
    }
  }
  plain_grid_.values = static_cast<std::uint16_t>(house_values[0]);
  std::set<std::int32_t> pairs;  // with other houses
  for (std::size_t house = kHouses; house < house_count_; ++house) {
    plain_grid_.other_houses |= Word{1} << house;
    pairs.insert(intersections_[house].begin(), intersections_[house].end());
  }
  for (std::size_t house = 0; house < house_count_; ++house) {
    if (std::ranges::any_of(intersections_[house], [&](std::int32_t pair) { return pairs.contains(pair); }))
      plain_grid_.other_partners |= Word{1} << house;
  }
}

}  // namespace sudoku_cp
