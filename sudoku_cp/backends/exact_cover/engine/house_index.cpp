#include "house_index.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <set>
#include <utility>

namespace sudoku_cp {
namespace {

std::int32_t narrow(std::size_t value) { return static_cast<std::int32_t>(value); }

}  // namespace

HouseIndex::HouseIndex(const Lists<std::int32_t>& houses, std::span<const Word> house_values, std::size_t variables,
                       std::size_t mask_bytes)
    : house_count_(houses.size()), house_words_(std::max<std::size_t>(1, (houses.size() + kWordBits - 1) / kWordBits)) {
  list_houses(houses, variables);
  list_intersections(houses);
  lay_out_outsides(houses, mask_bytes);
  if (mask_bytes == sizeof(std::uint16_t)) find_plain_grid(houses, house_values);
  if (mask_bytes == sizeof(std::uint16_t) && variables <= HouseLanesView::kMostVariables)
    lanes_ = HouseLanes(houses, house_values, intersections_, shared_);
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
  std::vector<std::vector<std::int32_t>> lists(variables);
  for (std::size_t house = 0; house < house_count_; ++house) {
    for (const std::int32_t variable : houses[house]) {
      const auto at = static_cast<std::size_t>(variable);
      houses_of_[at * house_words_ + house / kWordBits] |= Word{1} << (house % kWordBits);
      lists[at].push_back(narrow(house));
    }
  }
  for (const auto& list : lists) house_list_.add(list);
}

void HouseIndex::list_intersections(const Lists<std::int32_t>& houses) {
  std::vector<std::vector<std::int32_t>> intersections(house_count_);
  std::vector<std::vector<std::vector<std::int32_t>>> partner_rests(house_count_);
  std::vector<std::vector<std::int32_t>> sorted(house_count_);
  for (std::size_t house = 0; house < house_count_; ++house) {
    sorted[house].assign(houses[house].begin(), houses[house].end());
    std::ranges::sort(sorted[house]);
  }
  for (std::size_t first = 0; first < house_count_; ++first) {
    std::vector<std::int32_t> meeting;  // later houses, once for every variable shared
    for (const std::int32_t variable : sorted[first]) {
      for (const std::int32_t house : house_list_[static_cast<std::size_t>(variable)]) {
        if (static_cast<std::size_t>(house) > first) meeting.push_back(house);
      }
    }
    std::ranges::sort(meeting);
    for (std::size_t at = 0; at + 1 < meeting.size(); ++at) {
      const bool is_first_of_several = meeting[at] == meeting[at + 1] && (at == 0 || meeting[at - 1] != meeting[at]);
      if (!is_first_of_several) continue;
      const auto second = static_cast<std::size_t>(meeting[at]);
      std::vector<std::int32_t> shared, only_first, only_second;
      std::ranges::set_intersection(sorted[first], sorted[second], std::back_inserter(shared));
      std::ranges::set_difference(sorted[first], sorted[second], std::back_inserter(only_first));
      std::ranges::set_difference(sorted[second], sorted[first], std::back_inserter(only_second));
      intersections[first].push_back(narrow(shared_.size()));
      intersections[second].push_back(narrow(shared_.size()));
      shared_.add(shared);
      only_first_.add(only_first);
      only_second_.add(only_second);
      partner_rests[first].push_back(std::move(only_second));
      partner_rests[second].push_back(std::move(only_first));
    }
  }
  for (std::size_t house = 0; house < house_count_; ++house) {
    intersections_.add(intersections[house]);
    for (const auto& rest : partner_rests[house]) partner_rests_.add(rest);
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
  outside_.reset(new (std::align_val_t{kVectorBytes}) std::byte[bytes + 1]);
  std::memset(outside_.get(), 0xff, bytes);
  for (std::size_t house = 0; house < house_count_; ++house) {
    const auto members = houses[house];
    for (std::size_t partner = 0; partner < intersections_[house].size(); ++partner) {
      const std::size_t row = static_cast<std::size_t>(outside_begin_[house]) + partner / lanes * members.size();
      for (const std::int32_t variable : shared_[static_cast<std::size_t>(intersections_[house][partner])]) {
        const auto member = static_cast<std::size_t>(std::ranges::find(members, variable) - members.begin());
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
