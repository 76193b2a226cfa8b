#include "constraints/connected/shape_reasons.hpp"

#include <algorithm>

namespace sudoku_cp {

ShapeReasons::ShapeReasons(const ListsView<std::int32_t>& neighbours, std::int32_t size, std::span<const Side> side)
    : neighbours_(neighbours), size_(size), side_(side), needed_(side.size()) {
  for (std::int32_t place = 0; place < std::ssize(side); ++place) {
    if (is_in(place)) members_.push_back(place);
  }
}

// Steps from the nearest member through places that are not out, as far as a group of this size reaches.
void ShapeReasons::measure() {
  if (!distance_.empty()) return;
  distance_.assign(side_.size(), -1);
  if (members_.empty()) return;
  const auto rest = size_ < 0 ? std::ssize(side_) : std::max<std::ptrdiff_t>(size_ - std::ssize(members_), 0);
  std::vector<std::int32_t> queue = members_;
  for (const std::int32_t member : members_) distance_[static_cast<std::size_t>(member)] = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const std::int32_t steps = distance_[static_cast<std::size_t>(queue[at])];
    if (steps == rest) break;
    for (const std::int32_t other : beside(queue[at])) {
      std::int32_t& distance = distance_[static_cast<std::size_t>(other)];
      if (is_out(other) || distance >= 0) continue;
      distance = steps + 1;
      queue.push_back(other);
    }
  }
}

bool ShapeReasons::is_distant(std::int32_t place) {
  if (members_.empty() || is_out(place)) return false;
  measure();
  return distance_[static_cast<std::size_t>(place)] < 0;
}

void ShapeReasons::need_all_out() {
  for (std::int32_t place = 0; place < std::ssize(side_); ++place) {
    if (is_out(place)) need(place);
  }
}

// What is distant is so because of all members, and of what is out within their reach.
void ShapeReasons::need_distance() {
  measure();
  for (const std::int32_t member : members_) need(member);
  const auto rest = static_cast<std::int32_t>(size_ - std::ssize(members_));
  for (std::int32_t place = 0; place < std::ssize(side_); ++place) {
    const std::int32_t steps = distance_[static_cast<std::size_t>(place)];
    if (steps < 0 || steps >= rest) continue;
    for (const std::int32_t other : beside(place)) {
      if (is_out(other)) need(other);
    }
  }
}

// What can be joined to a place, but for one that is left out.
ShapeReasons::Places ShapeReasons::part_of(std::int32_t start, std::int32_t without, bool also_distant) {
  Places part(side_.size());
  std::vector<std::int32_t> stack{start};
  part[static_cast<std::size_t>(start)] = 1;
  while (!stack.empty()) {
    const std::int32_t place = stack.back();
    stack.pop_back();
    for (const std::int32_t other : beside(place)) {
      const auto at = static_cast<std::size_t>(other);
      if (part[at] != 0 || is_out(other) || other == without || (!also_distant && is_distant(other))) continue;
      part[at] = 1;
      stack.push_back(other);
    }
  }
  return part;
}

// A part ends where its neighbours are out, or too distant.
void ShapeReasons::need_rim(const Places& part, std::int32_t without) {
  bool ends_at_distance = false;
  for (std::int32_t place = 0; place < std::ssize(side_); ++place) {
    if (part[static_cast<std::size_t>(place)] == 0) continue;
    for (const std::int32_t other : beside(place)) {
      if (part[static_cast<std::size_t>(other)] != 0 || other == without) continue;
      if (is_out(other)) need(other);
      else ends_at_distance = true;
    }
  }
  if (ends_at_distance) need_distance();
}

bool ShapeReasons::explain_out(std::int32_t place) {
  if (is_out(place)) return false;
  const Places part = part_of(place, -1, true);
  if (members_.empty()) {
    if (std::ranges::count(part, 1) >= size_) return false;
    need_rim(part, -1);
    return true;
  }
  const auto is_elsewhere = [&](std::int32_t member) { return part[static_cast<std::size_t>(member)] == 0; };
  const auto member = std::ranges::find_if(members_, is_elsewhere);
  if (member != members_.end()) {
    for (std::int32_t other = 0; other < std::ssize(side_); ++other) {
      if (part[static_cast<std::size_t>(other)] == 0) continue;
      for (const std::int32_t rim : beside(other)) {
        if (part[static_cast<std::size_t>(rim)] == 0) need(rim);
      }
    }
    need(*member);
    return true;
  }
  if (size_ < 0 || !is_distant(place)) return false;
  need_distance();
  return true;
}

// The part of the first member, without one place, is too small or lacks another member.
bool ShapeReasons::explain_part(std::int32_t without) {
  const std::int32_t first = members_.front();
  const Places part = part_of(first, without, size_ < 0);
  const auto is_elsewhere = [&](std::int32_t member) { return part[static_cast<std::size_t>(member)] == 0; };
  const auto other = std::ranges::find_if(members_, is_elsewhere);
  if (other == members_.end() && (size_ < 0 || std::ranges::count(part, 1) >= size_)) return false;
  need_rim(part, without);
  need(first);
  if (other != members_.end()) need(*other);
  return true;
}

bool ShapeReasons::explain_in(std::int32_t place) {
  if (is_in(place)) return false;
  if (!members_.empty()) return explain_part(place);
  for (std::int32_t start = 0; start < std::ssize(side_); ++start) {
    if (is_out(start) || start == place) continue;
    if (std::ranges::count(part_of(start, place, true), 1) >= std::max(size_, 1)) return false;
  }
  need_all_out();
  return true;
}

bool ShapeReasons::explain_failure() {
  if (size_ >= 0 && std::ssize(members_) > size_) {
    for (std::int32_t at = 0; at <= size_; ++at) need(members_[static_cast<std::size_t>(at)]);
    return true;
  }
  if (!members_.empty()) return explain_part(-1);
  for (std::int32_t start = 0; start < std::ssize(side_); ++start) {
    if (!is_out(start) && std::ranges::count(part_of(start, -1, true), 1) >= std::max(size_, 1)) return false;
  }
  need_all_out();
  return true;
}

}  // namespace sudoku_cp
