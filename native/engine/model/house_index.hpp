// Where the houses of a cell problem meet, laid out for the kernels.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "aligned.hpp"
#include "kernel/views.hpp"
#include "lists.hpp"
#include "model/house_lanes.hpp"

namespace sudoku_cp {

// The houses of each variable, and the pairs of houses that share two variables or more, with all three parts of each.
class HouseIndex {
 public:
  HouseIndex() = default;
  // The variables of each house ascend. Lays `outside` out for masks of `mask_bytes`.
  HouseIndex(const Lists<std::int32_t>& houses, std::span<const Word> house_values, std::size_t variables,
             std::size_t mask_bytes);

  std::int32_t intersection_count() const { return static_cast<std::int32_t>(shared_.size()); }
  // The view's fields about houses, and nothing in the others.
  CellView view() const;

 private:
  void list_houses(const Lists<std::int32_t>& houses, std::size_t variables);
  void list_intersections(const Lists<std::int32_t>& houses);
  void lay_out_outsides(const Lists<std::int32_t>& houses, std::size_t mask_bytes);
  void find_plain_grid(const Lists<std::int32_t>& houses, std::span<const Word> house_values);

  std::size_t house_count_ = 0;
  std::size_t house_words_ = 1;
  std::vector<Word> houses_of_;
  Lists<std::int32_t> house_list_;
  Lists<std::int32_t> intersections_, shared_, only_first_, only_second_, own_rests_, partner_rests_;
  AlignedArray<std::byte> outside_;
  std::vector<std::int32_t> outside_begin_;
  HouseLanes lanes_;
  PlainGridView plain_grid_{};
};

}  // namespace sudoku_cp
