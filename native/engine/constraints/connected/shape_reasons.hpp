// Which places have to be in a connected group, and which out of it, so that a place is in it or out of it, or so that
// there is no such group.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "basics.hpp"

namespace sudoku_cp {

enum class Side : std::int8_t { kOut, kOpen, kIn };

class ShapeReasons {
 public:
  // `side`: by place; `size`: of the group, -1: any but 0.
  ShapeReasons(const ListsView<std::int32_t>& neighbours, std::int32_t size, std::span<const Side> side);

  // Whether reasons have been found; the sides of those places are all that matters.
  bool explain_out(std::int32_t place);
  bool explain_in(std::int32_t place);
  bool explain_failure();

  using Places = std::vector<std::uint8_t>;  // by place: 1 or 0

  const Places& needed() const { return needed_; }

 private:
  std::span<const std::int32_t> beside(std::int32_t place) const {
    return {neighbours_.values + neighbours_.begin[place], neighbours_.values + neighbours_.begin[place + 1]};
  }
  bool is_in(std::int32_t place) const { return side_[static_cast<std::size_t>(place)] == Side::kIn; }
  bool is_out(std::int32_t place) const { return side_[static_cast<std::size_t>(place)] == Side::kOut; }
  void need(std::int32_t place) { needed_[static_cast<std::size_t>(place)] = 1; }
  void need_all_out();

  void measure();
  bool is_distant(std::int32_t place);
  void need_distance();
  Places part_of(std::int32_t start, std::int32_t without, bool also_distant);
  void need_rim(const Places& part, std::int32_t without);
  bool explain_part(std::int32_t without);

  ListsView<std::int32_t> neighbours_;
  std::int32_t size_;
  std::span<const Side> side_;
  std::vector<std::int32_t> members_;
  std::vector<std::int32_t>
      distance_;  // from the nearest member, by place; -1: too far, or out; empty: not yet measured
  Places needed_;
};

}  // namespace sudoku_cp
