// Exact cover problems given as options, not as constraint models.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "model/problem.hpp"

namespace sudoku_cp {

// Option i has the items items[begin[i]] … items[begin[i + 1] - 1], with a colour each (0: none).
struct CoverArrays {
  std::size_t primary;
  std::size_t secondary;  // the items after the primary ones
  std::span<const std::int64_t> begin;
  std::span<const std::int64_t> items;
  std::span<const std::int64_t> colours;  // as many as items, or none
  std::span<const std::int64_t> costs;    // one an option, or none
};

// The arrays do not describe a problem. The option and the item are given if the fault has such a place.
struct InvalidCover : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
  std::optional<std::size_t> option;
  std::optional<std::int64_t> item;
};

// Throws InvalidCover.
std::shared_ptr<const Problem> build_cover(const CoverArrays& arrays);

}  // namespace sudoku_cp
